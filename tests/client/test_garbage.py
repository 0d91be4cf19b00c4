"""Servers, and whatever stands between, that answer with what is no message: typed errors within the caller's patience."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import grpc
import pytest

from arena.client import ArenaClient, Credentials
from arena.errors import ArenaError, Refused, Unreachable
from arena.seat import Seat
from services.cli.remote_tournament import RemoteTournaments

MATCH = "0" * 26
JUNK = b"\xff\xff\xff\xff\xff"
NAMES = ("register", "token", "wait", "seat")
_STREAMS = ("Play", "WatchTicket", "WatchTournament")


class Babbling(grpc.GenericRpcHandler):
    """Answers every call with the same bytes, or with a status whose details are such bytes."""

    def __init__(self, body: bytes, status: grpc.StatusCode | None) -> None:
        self._body = body
        self._status = status

    def service(self, call: grpc.HandlerCallDetails) -> Any:
        async def once(request: object, context: Any) -> bytes:
            if self._status is not None:
                details = (("grpc-status-details-bin", self._body),)
                await context.abort(self._status, "not from the platform", details)
            return self._body

        async def stream(request: object, context: Any) -> AsyncIterator[bytes]:
            for _ in range(3):
                yield await once(request, context)
            await asyncio.Event().wait()

        name = call.method.rpartition("/")[2]
        if name == "Play":
            return grpc.stream_stream_rpc_method_handler(stream)
        if name in _STREAMS:
            return grpc.unary_stream_rpc_method_handler(stream)
        return grpc.unary_unary_rpc_method_handler(once)


async def outcome(name: str, body: bytes, status: grpc.StatusCode | None) -> ArenaError:
    """The error that a call ends with against such a server."""
    server = grpc.aio.server()
    server.add_generic_rpc_handlers((Babbling(body, status),))
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    address = f"127.0.0.1:{port}"
    client = ArenaClient(address, Credentials(MATCH, "s" * 40), patience=0.4)
    signed_in = ArenaClient(address, patience=0.4)
    signed_in._token, signed_in._token_good_until = "token", float("inf")
    seat = Seat(address, MATCH, 0, "token", patience=0.4)
    calls: dict[str, Callable[[], Awaitable[object]]] = {
        "register": lambda: client.register("somebody"),
        "token": client.token,
        "wait": lambda: signed_in.wait(MATCH),
        "seat": seat.next_decision,
    }
    try:
        async with asyncio.timeout(10):
            with pytest.raises(ArenaError) as caught:
                await calls[name]()
        return caught.value
    finally:
        await client.close()
        await signed_in.close()
        await seat.close()
        await server.stop(0)


@pytest.mark.parametrize("name", NAMES)
async def test_bytes_that_are_no_message_are_tried_again_and_end_with_the_patience(name: str) -> None:
    error = await outcome(name, JUNK, None)
    assert type(error) is Unreachable
    assert "no message of the platform" in str(error)


@pytest.mark.parametrize("name", ["wait", "seat"])
async def test_a_stream_of_empty_messages_is_no_sign_of_life(name: str) -> None:
    assert type(await outcome(name, b"", None)) is Unreachable


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("details", [JUNK, b"\x1a\x03\xff\xff\xff", b"\x18\x05"], ids=["junk", "no Any", "no bytes"])
async def test_details_of_somebody_else_leave_the_status_as_it_is(name: str, details: bytes) -> None:
    error = await outcome(name, details, grpc.StatusCode.NOT_FOUND)
    assert type(error) is Refused
    assert (error.status, error.reason, str(error)) == (grpc.StatusCode.NOT_FOUND, 0, "not from the platform")


async def test_a_tournament_followed_at_such_a_server_is_a_typed_error_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("services.cli.remote_tournament.PATIENCE_SECONDS", 0.4)
    server = grpc.aio.server()
    server.add_generic_rpc_handlers((Babbling(JUNK, None),))
    address = f"127.0.0.1:{server.add_insecure_port('127.0.0.1:0')}"
    await server.start()
    async with RemoteTournaments(address, "token") as remote, asyncio.timeout(10):
        with pytest.raises(Unreachable, match="no message of the platform"):
            await remote.tables(MATCH)
        with pytest.raises(Unreachable, match="no message of the platform"):
            async for _ in remote.follow(MATCH):
                pass
    await server.stop(0)
