"""The service over gRPC: what it answers, what it refuses, and that it counts what is published."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import grpc
import pytest
from prometheus_client import CollectorRegistry

from arena.channel import bearer, open_channel
from arena.errors import detail_of
from arena.pb.events.v1.log_pb2 import ResultPublished
from arena.pb.rules.v1 import reasons_pb2 as reasons
from arena.pb.rules.v1 import results_pb2 as pb
from arena.pb.rules.v1 import rules_service_pb2_grpc
from arena.pb.rules.v1.records_pb2 import GetRecordRequest, GetRecordResponse, MatchRecord
from arena.pb.scoring.v1 import scoring_service_pb2, scoring_service_pb2_grpc
from arena.pb.scoring.v1.finished_matches_pb2 import GetMatchRequest, ListMatchesRequest
from arena.pb.scoring.v1.ratings_pb2 import (
    GetHistoryRequest,
    GetLeaderboardRequest,
    GetRatingRequest,
    WatchLeaderboardRequest,
)
from services.cli.survey import health_of
from services.common.access import TokenIssuer, mint_service_token, token_issuer
from services.common.bus import Bucket, Bus, EmbeddedNats, append, connect, subjects
from services.common.bus.subjects import KEYS_BUCKET
from services.common.ids import new_id
from services.common.startup import PortInUse, StartFailed
from services.scoring.bootstrap import rebuild, running
from services.scoring.settings import ScoringSettings
from tests.services.scoring.results import an_id, match_result, players, seat


async def publish(bus: Bus, *results: pb.MatchResult) -> None:
    """As the rules service does."""
    for result in results:
        payload = ResultPublished(result=result).SerializeToString(deterministic=True)
        await append(bus, subjects.result(result.game, result.match_id), payload, expected_last_sequence=0)


def settings_for(server: EmbeddedNats, data: Path, **more: Any) -> ScoringSettings:
    return ScoringSettings.load(
        data_dir=data, nats_url=server.url, scoring_keep_records=False, grace_seconds=1.0, **more
    )


async def until(read: Callable[[], Awaitable[bool]], within: float = 15.0) -> None:
    """Ask again until it is so; fails the test if it is not within so many seconds."""
    async with asyncio.timeout(within):
        while not await read():  # noqa: ASYNC110 - what is waited for happens in another process or on the server
            await asyncio.sleep(0.02)


async def first_answer(response: Any) -> Any:
    """The answer of a call, or the first of its stream."""
    return await (response.read() if isinstance(response, grpc.aio.UnaryStreamCall) else response)


@pytest.fixture
def data(own_nats: EmbeddedNats, tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture
async def rules(own_nats: EmbeddedNats) -> AsyncIterator[Bus]:
    async with await connect(own_nats.address("rules")) as bus:
        yield bus


@pytest.fixture
async def tokens(own_nats: EmbeddedNats, data: Path) -> TokenIssuer:
    issuer = token_issuer(data)
    async with await connect(own_nats.address("matchmaking")) as bus:
        await issuer.publish(Bucket(bus, KEYS_BUCKET))
    return issuer


class Caller:
    """Calls the service with a player's token."""

    def __init__(self, stub: Any, token: str) -> None:
        self._stub = stub
        self._metadata = bearer(token)

    def __getattr__(self, method: str) -> Callable[[Any], Any]:
        return lambda request: getattr(self._stub, method)(request, metadata=self._metadata)


@pytest.fixture
async def service(own_nats: EmbeddedNats, data: Path, tokens: TokenIssuer) -> AsyncIterator[tuple[Any, Any]]:
    """A caller with a player's token, and the stub without one."""
    async with running(settings_for(own_nats, data), CollectorRegistry()) as server:
        channel = open_channel(server.address, scoring_service_pb2.DESCRIPTOR)
        stub = scoring_service_pb2_grpc.ScoringServiceStub(channel)
        yield Caller(stub, tokens.issue(new_id(), ["player"], lifetime=600)), stub
        await channel.close()


@pytest.fixture(scope="module")
async def quiet_service(
    nats_server: EmbeddedNats, issuer: TokenIssuer, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[tuple[Any, Any]]:
    """The same on the shared bus, for tests that publish nothing."""
    url = f"sqlite:///{tmp_path_factory.mktemp('quiet')}/scoring.sqlite"
    settings = ScoringSettings.load(
        data_dir=nats_server.log_file.parents[1],
        nats_url=nats_server.url,
        scoring_database_url=url,
        scoring_keep_records=False,
    )
    async with running(settings, CollectorRegistry()) as server:
        channel = open_channel(server.address, scoring_service_pb2.DESCRIPTOR)
        stub = scoring_service_pb2_grpc.ScoringServiceStub(channel)
        yield Caller(stub, issuer.issue(new_id(), ["player"], lifetime=600)), stub
        await channel.close()


async def test_published_results_become_ratings_boards_histories_and_matches(
    service: tuple[Any, Any], rules: Bus
) -> None:
    call, _ = service
    first, second = players("m1", "ada", "bo", number=1), players("m2", "bo", "ada", number=2)
    await publish(rules, first, second)

    async def both() -> bool:
        return len((await call.ListMatches(ListMatchesRequest())).results) == 2

    await until(both)
    assert list((await call.ListMatches(ListMatchesRequest(game="medico"))).results) == [second, first]
    board = await call.GetLeaderboard(GetLeaderboardRequest(game="medico", seats=2))
    assert [row.rating.name for row in board.rows] == ["bo", "ada"]
    rating = (await call.GetRating(GetRatingRequest(player_id=an_id("ada"), game="medico", seats=2))).rating
    assert rating == board.rows[1].rating
    assert (rating.games, rating.wins) == (2, 1)
    history = await call.GetHistory(GetHistoryRequest(player_id=an_id("ada"), page_size=1))
    assert [row.match_id for row in history.rows] == [second.match_id]
    older = await call.GetHistory(
        GetHistoryRequest(player_id=an_id("ada"), page_size=1, page_token=history.next_page_token)
    )
    assert [row.match_id for row in older.rows] == [first.match_id]
    assert older.next_page_token == ""
    found = await call.GetMatch(GetMatchRequest(match_id=first.match_id, with_record=True))
    assert found.result == first
    assert not found.HasField("record")


async def test_a_watched_leaderboard_comes_at_once_and_after_every_change(service: tuple[Any, Any], rules: Bus) -> None:
    call, _ = service
    stream = call.WatchLeaderboard(WatchLeaderboardRequest(game="medico", seats=3, top=2))
    assert list((await stream.read()).rows) == []
    await publish(rules, players("m1", "ada", "bo", "cy"))
    assert [row.rating.name for row in (await stream.read()).rows] == ["ada", "bo"]
    await publish(rules, players("m2", "ada", "bo"))  # another board
    await publish(rules, players("m3", "cy", "bo", "ada"))
    changed = await stream.read()
    assert [row.rating.games for row in changed.rows] == [2, 2]
    board = await call.GetLeaderboard(GetLeaderboardRequest(game="medico", seats=3, page_size=2))
    assert list(changed.rows) == list(board.rows)
    stream.cancel()


async def test_a_stop_ends_watched_leaderboards_at_once(
    own_nats: EmbeddedNats, data: Path, tokens: TokenIssuer
) -> None:
    settings = settings_for(own_nats, data)
    async with running(settings, CollectorRegistry()) as server:
        channel = open_channel(server.address)
        stub = scoring_service_pb2_grpc.ScoringServiceStub(channel)
        metadata = bearer(tokens.issue(new_id(), ["player"], lifetime=600))
        stream = stub.WatchLeaderboard(WatchLeaderboardRequest(game="medico", seats=2), metadata=metadata)
        await stream.read()
        before = asyncio.get_running_loop().time()
        await server.stop(grace=30)
        assert asyncio.get_running_loop().time() - before < 5
        with pytest.raises(grpc.aio.AioRpcError) as ended:
            await stream.read()
        detail = detail_of(ended.value)
        assert detail is not None
        assert detail.reason == reasons.REASON_SHUTTING_DOWN
        await channel.close()


@pytest.mark.parametrize(
    ("method", "request_message", "status", "reason"),
    [
        (
            "GetRating",
            GetRatingRequest(player_id="a" * 26, game="medico", seats=2),
            grpc.StatusCode.NOT_FOUND,
            reasons.REASON_NO_RATING,
        ),
        ("GetMatch", GetMatchRequest(match_id="a" * 26), grpc.StatusCode.NOT_FOUND, reasons.REASON_NO_RECORD),
        (
            "GetLeaderboard",
            GetLeaderboardRequest(game="medico", seats=2, page_token="rubbish"),
            grpc.StatusCode.INVALID_ARGUMENT,
            reasons.REASON_BAD_PAGE_TOKEN,
        ),
        (
            "ListMatches",
            ListMatchesRequest(page_token="rubbish"),
            grpc.StatusCode.INVALID_ARGUMENT,
            reasons.REASON_BAD_PAGE_TOKEN,
        ),
        (
            "GetHistory",
            GetHistoryRequest(player_id="a" * 26, page_token="rubbish"),
            grpc.StatusCode.INVALID_ARGUMENT,
            reasons.REASON_BAD_PAGE_TOKEN,
        ),
        (
            "GetRating",
            GetRatingRequest(player_id="no id", game="medico", seats=2),
            grpc.StatusCode.INVALID_ARGUMENT,
            reasons.REASON_MALFORMED,
        ),
        (
            "GetLeaderboard",
            GetLeaderboardRequest(game="medico", seats=0),
            grpc.StatusCode.INVALID_ARGUMENT,
            reasons.REASON_MALFORMED,
        ),
        (
            "WatchLeaderboard",
            WatchLeaderboardRequest(game="Medico!", seats=2),
            grpc.StatusCode.INVALID_ARGUMENT,
            reasons.REASON_MALFORMED,
        ),
    ],
)
async def test_every_refusal_has_its_status_and_reason(
    quiet_service: tuple[Any, Any], method: str, request_message: Any, status: grpc.StatusCode, reason: int
) -> None:
    call, _ = quiet_service
    with pytest.raises(grpc.aio.AioRpcError) as refused:
        await first_answer(getattr(call, method)(request_message))
    detail = detail_of(refused.value)
    assert refused.value.code() is status
    assert detail is not None
    assert detail.reason == reason
    assert detail.sentence


@pytest.mark.parametrize(
    "method", [m.name for m in scoring_service_pb2.DESCRIPTOR.services_by_name["ScoringService"].methods]
)
async def test_every_call_needs_a_token(quiet_service: tuple[Any, Any], method: str) -> None:
    _, stub = quiet_service
    with pytest.raises(grpc.aio.AioRpcError) as refused:
        await first_answer(getattr(stub, method)(GetMatchRequest()))
    detail = detail_of(refused.value)
    assert detail is not None
    assert detail.reason == reasons.REASON_UNAUTHENTICATED_NO_TOKEN


async def test_a_rebuild_while_the_service_runs_gives_the_same_and_counting_goes_on(
    own_nats: EmbeddedNats, data: Path, service: tuple[Any, Any], rules: Bus
) -> None:
    call, _ = service
    await publish(rules, players("m1", "ada", "bo"), players("m2", "bo", "ada"), players("m3", "ada", "bo"))

    async def known(number: int) -> bool:
        return len((await call.ListMatches(ListMatchesRequest())).results) == number

    await until(lambda: known(3))
    before = await call.GetLeaderboard(GetLeaderboardRequest(game="medico", seats=2))
    counted = await rebuild(settings_for(own_nats, data))
    assert (counted.matches, counted.rated, counted.sequence) == (3, 3, 3)
    assert await call.GetLeaderboard(GetLeaderboardRequest(game="medico", seats=2)) == before
    await publish(rules, players("m4", "bo", "ada"))
    await until(lambda: known(4))


async def test_a_database_of_another_stream_is_refused_at_the_start_and_taken_over_by_a_rebuild(
    own_nats: EmbeddedNats, data: Path, tokens: TokenIssuer, rules: Bus, tmp_path: Path
) -> None:
    url = f"sqlite:///{tmp_path}/other.sqlite"
    await publish(rules, players("m1", "ada", "bo"))
    await rebuild(settings_for(own_nats, data, scoring_database_url=url))
    import sqlite3

    with sqlite3.connect(tmp_path / "other.sqlite") as connection:
        connection.execute("UPDATE scoring_checkpoint SET stream = 'some other'")
    connection.close()
    settings = settings_for(own_nats, data, scoring_database_url=url)
    with pytest.raises(StartFailed, match="another stream"):
        async with running(settings, CollectorRegistry()):
            pass
    await rebuild(settings)
    async with running(settings, CollectorRegistry()):
        pass


async def test_a_port_in_use_is_one_clear_line(own_nats: EmbeddedNats, data: Path, tokens: TokenIssuer) -> None:
    async with running(settings_for(own_nats, data), CollectorRegistry()) as server:
        with pytest.raises(PortInUse, match="in use"):
            async with running(settings_for(own_nats, data, listen=server.address, replica=1), CollectorRegistry()):
                pass


async def test_only_one_instance_counts_and_the_other_takes_over(
    own_nats: EmbeddedNats, data: Path, tokens: TokenIssuer, rules: Bus
) -> None:
    registries = CollectorRegistry(), CollectorRegistry()

    def active(number: int) -> float:
        return registries[number].get_sample_value("arena_scoring_active") or 0.0

    async def is_active(number: int) -> bool:
        return active(number) == 1

    metadata = bearer(tokens.issue(new_id(), ["player"], lifetime=600))
    first = running(settings_for(own_nats, data), registries[0])
    await first.__aenter__()
    await until(lambda: is_active(0))
    async with running(settings_for(own_nats, data, replica=1), registries[1]) as second:
        channel = open_channel(second.address)
        stub: Any = scoring_service_pb2_grpc.ScoringServiceStub(channel)
        # The one on standby answers, and tells its watchers what the other counted.
        stream = stub.WatchLeaderboard(WatchLeaderboardRequest(game="medico", seats=2), metadata=metadata)
        await stream.read()
        await publish(rules, players("m1", "ada", "bo"))
        assert [row.rating.name for row in (await stream.read()).rows] == ["ada", "bo"]
        assert active(1) == 0
        assert await health_of(second.address, "arena.scoring.v1.ScoringService") == "SERVING"
        await first.__aexit__(None, None, None)
        await until(lambda: is_active(1))
        await publish(rules, players("m2", "bo", "ada"))
        assert [row.rating.games for row in (await stream.read()).rows] == [2, 2]
        stream.cancel()
        await channel.close()


class FakeRules(rules_service_pb2_grpc.RulesServiceServicer):
    """Gives records: not at first, then complete ones; none of some matches."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.tokens: set[str] = set()

    async def GetRecord(self, request: GetRecordRequest, context: Any) -> GetRecordResponse:  # noqa: N802
        self.asked.append(request.match_id)
        self.tokens |= {value for key, value in context.invocation_metadata() if key == "authorization"}
        if request.match_id == an_id("gone"):
            await context.abort(grpc.StatusCode.NOT_FOUND, "no such match")
        return GetRecordResponse(
            record=MatchRecord(match_id=request.match_id, game="medico", key=b"k" * 32, complete=True)
        )


async def test_records_are_copied_from_the_rules_service(
    own_nats: EmbeddedNats, data: Path, tokens: TokenIssuer, rules: Bus
) -> None:
    fake = FakeRules()  # type: ignore[abstract]  # the other calls are not made
    server = grpc.aio.server()
    rules_service_pb2_grpc.add_RulesServiceServicer_to_server(fake, server)
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    token = mint_service_token(data, "scoring").read_text()
    settings = settings_for(own_nats, data, rules_targets=f"medico=127.0.0.1:{port}")
    settings = settings.model_copy(update={"scoring_keep_records": True})
    async with running(settings, CollectorRegistry()) as scoring:
        channel = open_channel(scoring.address)
        call = Caller(
            scoring_service_pb2_grpc.ScoringServiceStub(channel), tokens.issue(new_id(), ["player"], lifetime=600)
        )
        await publish(rules, players("gone", "ada", "bo"), players("m1", "ada", "bo"), players("m2", "ada", "bo"))

        async def kept() -> bool:
            if len((await call.ListMatches(ListMatchesRequest())).results) < 3:
                return False
            found = await call.GetMatch(GetMatchRequest(match_id=an_id("m2"), with_record=True))
            return bool(found.HasField("record"))

        await until(kept)
        found = await call.GetMatch(GetMatchRequest(match_id=an_id("m1"), with_record=True))
        assert found.record.key == b"k" * 32
        assert not (await call.GetMatch(GetMatchRequest(match_id=an_id("m1")))).HasField("record")
        assert not (await call.GetMatch(GetMatchRequest(match_id=an_id("gone"), with_record=True))).HasField("record")
        assert sorted(fake.asked) == sorted([an_id("gone"), an_id("m1"), an_id("m2")])
        assert fake.tokens == {f"Bearer {token}"}
        await channel.close()
    await server.stop(0)


async def test_metrics_tell_what_was_counted(
    own_nats: EmbeddedNats, data: Path, tokens: TokenIssuer, rules: Bus
) -> None:
    registry = CollectorRegistry()
    draw = random.Random(3)
    results = [players(f"m{number}", *draw.sample(["ada", "bo", "cy"], 2)) for number in range(5)]
    results.append(match_result("solo", [seat(0, "ada", 1)]))
    async with running(settings_for(own_nats, data), registry):
        await publish(rules, *results)
        await append(rules, "arena.result.medico.rubbish", b"rubbish")

        def value(name: str, **labels: str) -> float | None:
            return registry.get_sample_value(name, labels)

        async def all_counted() -> bool:
            return value("arena_scoring_counted_sequence") == 7

        await until(all_counted)
        assert value("arena_scoring_results_total", outcome="rated") == 5
        assert value("arena_scoring_results_total", outcome="unrated") == 1
        assert value("arena_scoring_results_total", outcome="unreadable") == 1

        async def measured() -> bool:
            return value("arena_scoring_ratings", game="medico", seats="2") == 3

        await until(measured)
        assert value("arena_scoring_lag_results") == 0
