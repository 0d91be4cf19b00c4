"""The guard around every kind of call: tokens, shape, errors; what must not get out does not."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import grpc
import pytest
from grpc_status import rpc_status  # type: ignore[import-untyped]
from prometheus_client import REGISTRY
from structlog.testing import capture_logs

from arena.pb.rules.v1 import reasons_pb2 as reasons
from services.common.access import TokenIssuer, TokenVerifier
from services.common.bus import BusRefused, Conflict, Fenced, TooLarge, Unavailable
from services.common.errors import ArenaError
from services.common.rpc import RpcServer, guard, policy
from services.common.settings import ServiceSettings
from tests.services.common import echo

EVERY_KIND = ["One", "Open", "Count", "Sum", "Chat", "Written"]
NEEDS_TOKEN = [kind for kind in EVERY_KIND if kind != "Open"]


class EchoSettings(ServiceSettings):
    service = "echo"


@pytest.fixture
async def servicer() -> echo.Echo:
    return echo.Echo()


@pytest.fixture
async def server(servicer: echo.Echo, verifier: TokenVerifier, tmp_path: Path) -> AsyncIterator[RpcServer]:
    settings = EchoSettings.load(data_dir=tmp_path, nats_url="nats://unused")
    server = RpcServer(settings, [echo.served(servicer)], verifier.verify)
    servicer.draining = server.draining
    await server.start()
    yield server
    await server.stop(grace=0)


@pytest.fixture
async def channel(server: RpcServer) -> AsyncIterator[grpc.aio.Channel]:
    async with grpc.aio.insecure_channel(server.address) as channel:
        yield channel


@pytest.fixture
def call(channel: grpc.aio.Channel, issuer: TokenIssuer) -> echo.Caller:
    """A client that is signed in as player `p`."""
    return echo.Caller(channel, issuer.issue("p", ["player"], lifetime=60))


def what(error: grpc.aio.AioRpcError) -> reasons.ErrorDetail:
    """The detail of a status, read the way any client in any language reads it."""
    status = rpc_status.from_call(error)
    assert status is not None, f"no detail: {error.code()} {error.details()}"
    detail = reasons.ErrorDetail()
    assert status.details[0].Unpack(detail)
    assert (status.code, status.message) == (error.code().value[0], error.details())
    return detail


async def refusal(call: echo.Caller, method: str, *requests: Any) -> tuple[grpc.StatusCode, reasons.ErrorDetail]:
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await call(method, *requests)
    return caught.value.code(), what(caught.value)


async def test_every_kind_of_call_arrives_and_knows_its_caller(call: echo.Caller) -> None:
    assert [a.subject for a in await call("One", echo.detail())] == ["p"]
    assert [a.subject for a in await call("Open", echo.detail())] == ["p"]
    assert [a.sentence for a in await call("Count", echo.detail("x"))] == ["x", "p"]
    assert [a.sentence for a in await call("Sum", echo.detail("x"), echo.detail("y"))] == ["p: x+y"]
    assert [a.sentence for a in await call("Chat", echo.detail("x"), echo.detail("y"))] == ["x", "y"]
    assert [a.sentence for a in await call("Written", echo.detail("x"), echo.detail("y"))] == ["x", "y"]


async def test_an_open_call_needs_no_token_but_a_bad_one_is_still_bad(channel: grpc.aio.Channel) -> None:
    assert [a.subject for a in await echo.Caller(channel, None)("Open", echo.detail())] == [""]
    code, detail = await refusal(echo.Caller(channel, "rubbish"), "Open", echo.detail())
    assert (code, detail.reason) == (grpc.StatusCode.UNAUTHENTICATED, reasons.REASON_TOKEN_INVALID)


@pytest.mark.parametrize("method", NEEDS_TOKEN)
async def test_no_wrong_and_expired_tokens_each_have_their_reason(
    channel: grpc.aio.Channel, issuer: TokenIssuer, monkeypatch: pytest.MonkeyPatch, method: str
) -> None:
    basic = echo.Caller(channel, None)
    basic.metadata = [("authorization", "Basic cDpw")]
    for caller, reason in (
        (echo.Caller(channel, None), reasons.REASON_UNAUTHENTICATED_NO_TOKEN),
        (echo.Caller(channel, "rubbish"), reasons.REASON_TOKEN_INVALID),
        (basic, reasons.REASON_TOKEN_INVALID),
    ):
        code, detail = await refusal(caller, method, echo.detail())
        assert (code, detail.reason) == (grpc.StatusCode.UNAUTHENTICATED, reason)
    token = issuer.issue("p", ["player"], lifetime=1)
    from services.common import clock

    now = clock.now_ns()
    monkeypatch.setattr(clock, "now_ns", lambda: now + 3 * 10**9)
    code, detail = await refusal(echo.Caller(channel, token), method, echo.detail())
    assert (code, detail.reason) == (grpc.StatusCode.UNAUTHENTICATED, reasons.REASON_TOKEN_EXPIRED)


async def test_a_role_that_is_missing_is_named(
    channel: grpc.aio.Channel, call: echo.Caller, issuer: TokenIssuer
) -> None:
    code, detail = await refusal(call, "HostsOnly", echo.detail())
    assert (code, detail.reason) == (grpc.StatusCode.PERMISSION_DENIED, reasons.REASON_FORBIDDEN_ROLE)
    assert detail.subject == "host or operator"
    host = echo.Caller(channel, issuer.issue("h", ["host"], lifetime=60))
    assert [a.subject for a in await host("HostsOnly", echo.detail())] == ["h"]


@pytest.mark.parametrize("method", EVERY_KIND)
async def test_a_message_of_the_wrong_shape_is_malformed_and_names_the_field(call: echo.Caller, method: str) -> None:
    code, detail = await refusal(call, method, echo.detail("x" * 501))
    assert (code, detail.reason) == (grpc.StatusCode.INVALID_ARGUMENT, reasons.REASON_MALFORMED)
    assert detail.subject == "sentence"
    assert "500" in detail.sentence


@pytest.mark.parametrize("method", EVERY_KIND)
async def test_bytes_that_are_no_message_are_malformed_and_no_fault_of_ours(call: echo.Caller, method: str) -> None:
    code, detail = await refusal(call, method, b"\xff\xff\xff rubbish")
    assert (code, detail.reason) == (grpc.StatusCode.INVALID_ARGUMENT, reasons.REASON_MALFORMED)


@pytest.mark.parametrize("method", ["Chat", "Written"])
async def test_every_message_of_a_stream_is_checked_not_only_the_first(call: echo.Caller, method: str) -> None:
    stream = call.start(method, echo.detail("good"), echo.detail("x" * 501))
    answers = []
    with pytest.raises(grpc.aio.AioRpcError) as caught:  # noqa: PT012
        async for answer in stream:
            answers.append(answer.sentence)  # noqa: PERF401 - what came before the error counts
    assert answers == ["good"]
    assert what(caught.value).reason == reasons.REASON_MALFORMED


async def test_a_message_over_one_mebibyte_is_refused(call: echo.Caller) -> None:
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await call("One", bytes((1 << 20) + 1))
    assert caught.value.code() is grpc.StatusCode.RESOURCE_EXHAUSTED


@pytest.mark.parametrize("method", EVERY_KIND)
async def test_our_own_errors_arrive_whole(call: echo.Caller, servicer: echo.Echo, method: str) -> None:
    servicer.trouble = ArenaError(reasons.REASON_UNKNOWN_MATCH, "No such match.", subject="m", retry_after=1.5)
    code, detail = await refusal(call, method, echo.detail())
    assert (code, detail.reason) == (grpc.StatusCode.NOT_FOUND, reasons.REASON_UNKNOWN_MATCH)
    assert (detail.sentence, detail.subject) == ("No such match.", "m")
    assert detail.retry_after.ToMilliseconds() == 1500


@pytest.mark.parametrize("method", EVERY_KIND)
@pytest.mark.parametrize(
    "trouble", [RuntimeError("hidden: leech at 4"), BusRefused("hidden", code=1), Conflict("hidden")]
)
async def test_a_fault_of_ours_tells_the_client_nothing_and_the_log_everything(
    call: echo.Caller, servicer: echo.Echo, method: str, trouble: Exception
) -> None:
    servicer.trouble = trouble
    with capture_logs() as logged:
        code, detail = await refusal(call, method, echo.detail())
    assert (code, detail.reason) == (grpc.StatusCode.INTERNAL, reasons.REASON_INTERNAL)
    assert "hidden" not in str(detail)
    (line,) = [entry for entry in logged if entry["log_level"] == "error"]
    assert line["exc_info"] is trouble
    assert line["trace"] == detail.subject
    assert line["method"].endswith(method)


async def test_the_trace_of_the_caller_is_kept(call: echo.Caller, servicer: echo.Echo) -> None:
    servicer.trouble = RuntimeError()
    call.metadata.append(("traceparent", f"00-{'ab' * 16}-{'cd' * 8}-01"))
    with capture_logs():
        _, detail = await refusal(call, "One", echo.detail())
    assert detail.subject == "ab" * 16


@pytest.mark.parametrize(
    ("trouble", "code", "reason"),
    [
        (Unavailable("x"), grpc.StatusCode.UNAVAILABLE, reasons.REASON_BUS_UNAVAILABLE),
        (Fenced("x"), grpc.StatusCode.UNAVAILABLE, reasons.REASON_NOT_ACTIVE),
        (TooLarge("x"), grpc.StatusCode.RESOURCE_EXHAUSTED, reasons.REASON_MESSAGE_TOO_LARGE),
    ],
    ids=lambda value: getattr(value, "name", type(value).__name__),
)
async def test_faults_of_the_bus_have_their_own_reasons(
    call: echo.Caller, servicer: echo.Echo, trouble: Exception, code: grpc.StatusCode, reason: int
) -> None:
    servicer.trouble = trouble
    assert await refusal(call, "One", echo.detail()) == (code, await _with_reason(call, reason))


async def _with_reason(call: echo.Caller, reason: int) -> reasons.ErrorDetail:
    _, detail = await refusal(call, "One", echo.detail())
    assert detail.reason == reason
    return detail


async def test_a_client_that_leaves_cancels_its_handler(call: echo.Caller, servicer: echo.Echo) -> None:
    stream = call.start("Count", echo.detail("until drained"))
    await asyncio.wait_for(servicer.started.wait(), 10)
    stream.cancel()
    await asyncio.wait_for(servicer.cancelled.wait(), 10)


async def test_one_caller_has_only_so_many_streams_and_takes_none_from_others(
    call: echo.Caller,
    servicer: echo.Echo,
    server: RpcServer,
    channel: grpc.aio.Channel,
    issuer: TokenIssuer,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(guard, "STREAMS_OF_ONE_CALLER", 3)

    async def held(caller: echo.Caller) -> Any:
        stream = caller.start("Count", echo.detail("until drained"))
        assert (await stream.read()).sentence == "until drained"
        return stream

    open_now = [await held(call) for _ in range(3)]
    for method in ("Count", "Chat", "Written"):
        code, detail = await refusal(call, method, echo.detail("one more"))
        assert (code, detail.reason) == (grpc.StatusCode.RESOURCE_EXHAUSTED, reasons.REASON_OVERLOADED)
        assert detail.HasField("retry_after")
    assert [a.subject for a in await call("One", echo.detail())] == ["p"], "calls that end at once are not counted"
    other = echo.Caller(channel, issuer.issue("q", ["player"], lifetime=60))
    assert len(await other("Chat", echo.detail())) == 1
    service = echo.Caller(channel, issuer.issue("s", ["service"], lifetime=60))
    held_by_service = [await held(service) for _ in range(5)]
    open_now.pop().cancel()
    await asyncio.wait_for(servicer.cancelled.wait(), 5)
    open_now.append(await held(call))
    for stream in (*open_now, *held_by_service):
        stream.cancel()


async def test_calls_are_counted_by_method_and_status(call: echo.Caller, servicer: echo.Echo) -> None:
    def calls(method: str, code: str) -> float:
        labels = {"method": f"/{echo.NAME}/{method}", "code": code}
        return REGISTRY.get_sample_value("arena_rpc_calls_total", labels) or 0.0

    before = {key: calls(*key) for key in (("One", "OK"), ("Chat", "OK"), ("One", "NOT_FOUND"))}
    await call("One", echo.detail())
    await call("Chat", echo.detail())
    servicer.trouble = ArenaError(reasons.REASON_UNKNOWN_GAME, "No such game.")
    await refusal(call, "One", echo.detail())
    assert {key: calls(*key) - count for key, count in before.items()} == dict.fromkeys(before, 1.0)
    assert REGISTRY.get_sample_value("arena_rpc_streams_open", {"method": f"/{echo.NAME}/Chat"}) == 0


def test_a_policy_names_every_method_or_there_is_no_server() -> None:
    incomplete = {name: access for name, access in echo.ACCESS.items() if name != "Sum"}
    with pytest.raises(ValueError, match="Sum"):
        policy.policy(echo.DESCRIPTOR, incomplete)
    with pytest.raises(ValueError, match="Typo"):
        policy.policy(echo.DESCRIPTOR, echo.ACCESS | {"Typo": policy.EVERYBODY})
    with pytest.raises(ValueError, match="emperor"):
        policy.roles("emperor")
