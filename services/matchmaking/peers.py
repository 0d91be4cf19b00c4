"""The other services as matchmaking calls them: rules to create matches, bots to fill seats.

Errors are those of a client: `arena.errors.Refused` for an answer that repeating will not change, `Unreachable` for
everything that may pass.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import TypeVar

import grpc

from arena.channel import bearer, open_channel
from arena.errors import Refused, Unreachable, error_of
from arena.pb.bots.v1 import bots_pb2, bots_pb2_grpc
from arena.pb.rules.v1 import catalogue_pb2, matches_pb2, reasons_pb2, rules_service_pb2_grpc

T = TypeVar("T")

CALL_SECONDS = 10.0
"""Deadline of one call."""
DESCRIBED_FOR = 30.0
"""Seconds for which the description of a game is believed without asking again."""
UNKNOWN_FOR = 2.0
"""Seconds for which a game is believed unknown, so that rubbish does not become load on the rules service."""

Token = Callable[[], str]
"""Gives a service token that is good now."""
Target = Callable[[str], str]
"""Gives the address of all rules replicas of a game, "" if there is none."""


class RulesPeer:
    """The rules services, one address per game."""

    def __init__(self, target: Target, token: Token) -> None:
        self.target = target
        self._token = token
        self._channels: dict[str, grpc.aio.Channel] = {}
        self._described: dict[str, tuple[float, catalogue_pb2.DescribeGameResponse | Refused]] = {}

    async def describe(self, game: str) -> catalogue_pb2.DescribeGameResponse:
        """What a game is. Refused with UNKNOWN_GAME for a game that no rules service serves.

        While the rules service is away, the last description is good enough: what it promised is checked again when the
        match is created.
        """
        known = self._described.get(game)
        if known is not None and known[0] > time.monotonic():
            return _value(known[1])
        request = catalogue_pb2.DescribeGameRequest(game=game)
        try:
            described = await self._call(game, lambda stub: stub.DescribeGame(request, timeout=CALL_SECONDS))
        except Refused as refusal:
            self._remember(game, refusal, UNKNOWN_FOR)
            raise
        except Unreachable:
            if known is None:
                raise
            return _value(known[1])
        self._remember(game, described, DESCRIBED_FOR)
        return described

    async def check_tables(self, game: str, data_digest: bytes) -> None:
        """Refused with UNKNOWN_DATA_SET unless card tables of the game are stored under the digest."""
        request = catalogue_pb2.DescribeGameRequest(game=game, data_digest=data_digest)
        await self._call(game, lambda stub: stub.DescribeGame(request, timeout=CALL_SECONDS))

    async def create(self, request: matches_pb2.CreateMatchRequest) -> matches_pb2.CreateMatchResponse:
        """Create a match; may be repeated."""
        metadata = bearer(self._token())
        return await self._call(
            request.game, lambda stub: stub.CreateMatch(request, metadata=metadata, timeout=CALL_SECONDS)
        )

    async def abort(self, game: str, match_id: str) -> None:
        """Stop a match; one that is over stays as it is. May be repeated."""
        metadata = bearer(self._token())
        request = matches_pb2.AbortMatchRequest(match_id=match_id)
        await self._call(game, lambda stub: stub.AbortMatch(request, metadata=metadata, timeout=CALL_SECONDS))

    async def close(self) -> None:
        """Hang up."""
        await asyncio.gather(*(channel.close() for channel in self._channels.values()))

    def _remember(self, game: str, value: catalogue_pb2.DescribeGameResponse | Refused, seconds: float) -> None:
        if len(self._described) >= 256:  # names of games come from callers
            self._described.clear()
        self._described[game] = (time.monotonic() + seconds, value)

    async def _call(self, game: str, call: Callable[[rules_service_pb2_grpc.RulesServiceAsyncStub], Awaitable[T]]) -> T:
        address = self.target(game)
        if not address:
            raise Refused(f"no game {game} is played here", reason=reasons_pb2.REASON_UNKNOWN_GAME, subject=game)
        channel = self._channels.get(address)
        if channel is None:
            channel = self._channels[address] = _channel(address)
        return await _answered(call(rules_service_pb2_grpc.RulesServiceStub(channel)))


class BotsPeer:
    """The bots service."""

    def __init__(self, address: Callable[[], str], token: Token) -> None:
        self._address = address
        self._token = token
        self._channels: dict[str, grpc.aio.Channel] = {}

    async def names(self, game: str) -> set[str]:
        """The house bots that play a game."""
        request = bots_pb2.ListBotsRequest(game=game)
        response = await _answered(self._stub().ListBots(request, timeout=CALL_SECONDS))
        return {bot.bot for bot in response.bots}

    async def fill(self, request: bots_pb2.FillSeatsRequest) -> None:
        """Have house bots play seats; may be repeated."""
        metadata = bearer(self._token())
        await _answered(self._stub().FillSeats(request, metadata=metadata, timeout=CALL_SECONDS))

    async def close(self) -> None:
        """Hang up."""
        await asyncio.gather(*(channel.close() for channel in self._channels.values()))

    def _stub(self) -> bots_pb2_grpc.BotServiceAsyncStub:
        address = self._address()
        if not address:
            raise Unreachable("no bots service is known")
        channel = self._channels.get(address)
        if channel is None:
            channel = self._channels[address] = _channel(address)
        return bots_pb2_grpc.BotServiceStub(channel)


def _channel(address: str) -> grpc.aio.Channel:
    # Without gRPC's own retries: our callers repeat with their own pauses, and clients repeat what we pass on.
    return open_channel(address)


def _value(known: catalogue_pb2.DescribeGameResponse | Refused) -> catalogue_pb2.DescribeGameResponse:
    if isinstance(known, Refused):
        raise known.with_traceback(None)
    return known


async def _answered(call: Awaitable[T]) -> T:
    try:
        return await call
    except grpc.aio.AioRpcError as failed:
        raise error_of(failed) from failed
