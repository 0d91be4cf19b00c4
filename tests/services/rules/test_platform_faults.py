"""A match that replicas cannot fold: in quarantine until a second replica agrees, and then over for everybody."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any
from unittest.mock import patch

import grpc
import pytest
from structlog.testing import capture_logs

from arena.pb.events.v1.log_pb2 import LogEntry
from arena.pb.events.v1.stored_pb2 import DOUBT_KIND_DIGEST, Doubt
from arena.pb.rules.v1 import results_pb2 as pb
from arena.pb.rules.v1.matches_pb2 import AbortMatchRequest
from arena.pb.rules.v1.records_pb2 import RECORD_ENTRY_KIND_PLATFORM_FAULT
from arena.pb.rules.v1.results_pb2 import MatchResult
from arena.pb.rules.v1.views_pb2 import SeatView
from engine_core.games.medico.game import Medico
from engine_core.replay import verify
from services.cli.record_files import record_of_message
from services.common.bus import Bucket, EmbeddedNats, read_after, subjects
from services.rules import second_opinion
from services.rules.journal import Journal, Location
from services.rules.records import Logged
from tests.services.rules.hosting import Hosted, House, Replica, Stream, detail_of, house_on, name_of, submission
from tests.services.rules.odd import StuckMedico, odd_replica
from tests.services.rules.test_results import published

LATE = 2
"""The round from which the odd replicas of most tests are wrong."""


@pytest.fixture(autouse=True)
def looks_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(second_opinion, "LOOK_SECONDS", 0.1)
    monkeypatch.setattr(second_opinion, "AGAIN_SECONDS", 0.3)


@pytest.fixture
async def alone(own_nats: EmbeddedNats, tmp_path: Path) -> AsyncIterator[House]:
    """A bus on which no replica runs but those of the test."""
    async with house_on(own_nats, tmp_path / "data") as house:
        yield house


async def played_past(house: House, replica: Replica, rounds: int = LATE, **fields: Any) -> Hosted:
    """A match in the middle of a round."""
    hosted = await Hosted.create(house, replica, 3, **fields)
    while (await hosted.view()).view.medico.round < rounds:
        await hosted.play(1)
    await hosted.play(2)
    return hosted


async def left_behind(house: House, **fields: Any) -> Hosted:
    """A match of a sound replica that is gone; move it to another one with ``at``."""
    async with house.replica() as sound:
        return await played_past(house, sound, **fields)


async def log_of(house: House, hosted: Hosted) -> list[Logged]:
    async with house.rules_bus() as bus:
        return await Journal(bus).read(Location.of("medico", 1, hosted.match_id))


async def doubts_of(house: House) -> list[Doubt]:
    async with house.rules_bus() as bus:
        return [Doubt.FromString(entry.value) for entry in await Bucket(bus, subjects.DOUBTS_BUCKET).all("doubt")]


async def refusal(call: Awaitable[object]) -> str:
    with pytest.raises(grpc.aio.AioRpcError) as refused:
        await call
    return name_of(detail_of(refused.value).reason)


async def finished(hosted: Hosted) -> SeatView:
    """The public view once the match is over, however often it is refused before."""
    async with asyncio.timeout(20):
        while True:
            try:
                view = await hosted.view()
            except grpc.aio.AioRpcError as error:
                if name_of(detail_of(error).reason) != "MATCH_QUARANTINED":
                    raise
            else:
                if view.finished:
                    return view
            await asyncio.sleep(0.05)


async def abort(hosted: Hosted) -> MatchResult:
    request = AbortMatchRequest(match_id=hosted.match_id)
    answer = await hosted.replica.rpc.AbortMatch(request, metadata=hosted.house.token("operator"))
    result: MatchResult = answer.result
    return result


async def wait_for(condition: Callable[[], Awaitable[bool]]) -> None:
    async with asyncio.timeout(20):
        while not await condition():  # noqa: ASYNC110 - the bus is asked
            await asyncio.sleep(0.05)


def value(replica: Replica, name: str, **labels: str) -> float | None:
    return replica.registry.get_sample_value(name, labels)


async def test_two_replicas_that_agree_end_the_match_for_everybody(alone: House) -> None:
    hosted = await left_behind(alone, rated=True, pool="night")
    before = await log_of(alone, hosted)
    async with odd_replica(alone, LATE) as one, odd_replica(alone, LATE) as two:
        assert await refusal(hosted.at(one).view()) == "MATCH_QUARANTINED"
        view = await finished(hosted.at(one))
        result = view.result
        assert (result.ending, result.fault, result.rated, result.pool) == (
            pb.MATCH_ENDING_PLATFORM_FAULT,
            pb.FAULT_PLATFORM,
            False,
            "night",
        )
        assert [(seat.place, seat.points, list(seat.categories)) for seat in result.seats] == [(0, 0, [])] * 3
        assert (await finished(hosted.at(two))).result == result
        for replica in (one, two):
            async with asyncio.timeout(10), Stream(hosted.at(replica), 1) as stream:
                assert await stream.until("ended") == result
            answer = await hosted.at(replica).resign(0)
            assert name_of(answer.rejection.reason) == "MATCH_FINISHED"
            assert value(replica, "arena_rules_matches_quarantined") == 0
        ended = [value(replica, "arena_rules_platform_faults_total", game="medico") or 0 for replica in (one, two)]
        assert sorted(ended) == [0, 1]
        async with alone.rules_bus() as bus:
            assert await published(bus, hosted.match_id) == result
            await asyncio.sleep(0.3)
            assert len(await read_after(bus, subjects.RESULTS, subjects.result("medico", hosted.match_id))) == 1
        await wait_for(lambda: _none_left(alone))
    log = await log_of(alone, hosted)
    assert log[:-1] == before
    last = log[-1].entry
    assert last.WhichOneof("body") == "faulted"
    broken = next(sequence for sequence, entry in before if entry.digest and sequence == last.faulted.broken_sequence)
    assert broken not in (before[0].sequence, before[-1].sequence)
    assert len(set(last.faulted.replicas)) == 2
    # A replica that could fold it all says the same of it.
    async with alone.replica() as sound:
        assert (await hosted.at(sound).view()).result == result


async def _none_left(house: House) -> bool:
    return not await doubts_of(house)


async def test_its_record_says_so_and_names_the_entry(alone: House) -> None:
    hosted = await left_behind(alone)
    async with odd_replica(alone, LATE) as one, odd_replica(alone, LATE):
        result = (await finished(hosted.at(one))).result
        record = await hosted.at(one).record()
    log = await log_of(alone, hosted)
    assert record.complete
    assert record.key
    assert record.result == result
    assert len(record.entries) == len(log) - 1
    last = record.entries[-1]
    assert last.kind == RECORD_ENTRY_KIND_PLATFORM_FAULT
    assert log[last.broken_entry].sequence == log[-1].entry.faulted.broken_sequence
    # The engine here is sound, so that everything replays; that it brought no result stays true.
    verified = verify(record_of_message(record))
    assert (verified.fault, verified.outcome) == (last.broken_entry - 1, None)
    assert verified.entries == len(record.entries) - 1


async def test_one_replica_alone_ends_nothing_and_an_operator_can(alone: House) -> None:
    hosted = await left_behind(alone)
    log = await log_of(alone, hosted)
    async with odd_replica(alone, LATE, replica=7) as one:
        here = hosted.at(one)
        assert await refusal(here.view()) == "MATCH_QUARANTINED"
        await wait_for(lambda: _noted(alone, 1))
        await asyncio.sleep(0.5)
        assert await refusal(here.view()) == "MATCH_QUARANTINED"
        assert await log_of(alone, hosted) == log
        assert value(one, "arena_rules_matches_quarantined") == 1
        (doubt,) = await doubts_of(alone)
        assert (doubt.match_id, doubt.replica, doubt.kind) == (hosted.match_id, 7, DOUBT_KIND_DIGEST)
        assert doubt.broken_sequence in [sequence for sequence, _ in log]
        hidden = [entry.digest for _, entry in log] + [log[0].entry.created.key]
        assert not any(secret in doubt.SerializeToString() for secret in hidden)
    # The same replica, started again, is no second opinion.
    async with odd_replica(alone, LATE, replica=7) as one:
        here = hosted.at(one)
        assert await refusal(here.view()) == "MATCH_QUARANTINED"
        await asyncio.sleep(0.5)
        assert await refusal(here.view()) == "MATCH_QUARANTINED"
        result = await abort(here)
        assert result.ending == pb.MATCH_ENDING_ABORTED
        assert (await here.view()).result == result
        assert (await here.record()).result == result
        async with alone.rules_bus() as bus:
            assert await published(bus, hosted.match_id) == result
        assert value(one, "arena_rules_matches_quarantined") == 0
        async with alone.replica() as sound:
            assert (await hosted.at(sound).view()).result == result
            verified = verify(record_of_message(await hosted.at(sound).record()))
            assert (verified.fault, verified.outcome) == (None, None)


async def _noted(house: House, count: int) -> bool:
    return len(await doubts_of(house)) == count


async def test_a_replica_that_is_wrong_alone_does_not_stop_the_one_that_is_right(alone: House) -> None:
    async with alone.replica() as sound, odd_replica(alone, LATE) as odd:
        hosted = await played_past(alone, sound)
        async with Stream(hosted, 0) as stream:
            await stream.until("view")
            assert await refusal(hosted.at(odd).view()) == "MATCH_QUARANTINED"
            await wait_for(lambda: _noted(alone, 1))
            await asyncio.sleep(0.5)
            # It has looked for itself, once: a replica that doubts costs those that are right no more than that.
            assert value(sound, "arena_rules_folds_total", why="second opinion") == 1
            end = await hosted.play(3000)
            assert end.result.ending == pb.MATCH_ENDING_COMPLETED
            assert await stream.until("ended") == end.result
        # The doubt goes with the match; the one that has it in quarantine cannot abort what is over.
        await wait_for(lambda: _none_left(alone))
        assert await refusal(abort(hosted.at(odd))) == "MATCH_QUARANTINED"
        assert not [entry for _, entry in await log_of(alone, hosted) if entry.HasField("faulted")]


async def test_replicas_that_doubt_different_entries_do_not_agree(alone: House) -> None:
    hosted = await left_behind(alone, rounds=LATE + 1)
    log = await log_of(alone, hosted)
    async with odd_replica(alone, LATE) as one, odd_replica(alone, LATE + 1) as two:
        for replica in (one, two):
            assert await refusal(hosted.at(replica).view()) == "MATCH_QUARANTINED"
        await wait_for(lambda: _noted(alone, 2))
        await asyncio.sleep(0.5)
        assert await log_of(alone, hosted) == log


async def test_both_may_agree_at_once(alone: House) -> None:
    hosted = await left_behind(alone)
    real, both, tried = Journal.append, asyncio.Barrier(2), list[LogEntry]()

    async def together(self: Journal, where: Location, entry: LogEntry, *, ends_match: bool) -> int:
        if entry.HasField("faulted") and len(tried) < 2:
            tried.append(entry)
            async with asyncio.timeout(10):
                await both.wait()
        return await real(self, where, entry, ends_match=ends_match)

    async with odd_replica(alone, LATE) as one, odd_replica(alone, LATE) as two:
        with patch.object(Journal, "append", together):
            results = [(await finished(hosted.at(replica))).result for replica in (one, two)]
    assert results[0] == results[1]
    assert len(tried) == 2
    assert tried[0].faulted.replicas[:] == tried[1].faulted.replicas[::-1]
    assert len([entry for _, entry in await log_of(alone, hosted) if entry.HasField("faulted")]) == 1


async def test_an_operator_may_abort_it_just_then(alone: House) -> None:
    hosted = await left_behind(alone)
    async with odd_replica(alone, LATE) as one, odd_replica(alone, LATE) as two:
        aborted = await asyncio.gather(*(abort(hosted.at(replica)) for replica in (one, two, one)))
        views = [await finished(hosted.at(replica)) for replica in (one, two)]
    assert len({result.SerializeToString(deterministic=True) for result in (*aborted, *(v.result for v in views))}) == 1
    ends = [entry.WhichOneof("body") for _, entry in await log_of(alone, hosted)][-2:]
    assert ends[0] == "submission"
    assert ends[1] in ("aborted", "faulted")


async def test_an_action_that_comes_between_is_in_the_log_and_the_match_ends_all_the_same(alone: House) -> None:
    """A third replica, which is right, stores an action just before the end: two against one, behind its action."""
    async with AsyncExitStack() as running:
        sound = await running.enter_async_context(alone.replica())
        hosted = await played_past(alone, sound)
        view = await hosted.first()
        between = submission(view, view.legal_action_ids[0])
        real, once = Journal.append, list[LogEntry]()

        async def overtaken(self: Journal, where: Location, entry: LogEntry, *, ends_match: bool) -> int:
            if entry.HasField("faulted") and not once:
                once.append(entry)
                assert (await hosted.submit(view.seat, between)).HasField("accepted")
            return await real(self, where, entry, ends_match=ends_match)

        stream = await running.enter_async_context(Stream(hosted, view.seat))
        await stream.until("view")
        running.enter_context(patch.object(Journal, "append", overtaken))
        odd = [await running.enter_async_context(odd_replica(alone, LATE)) for _ in range(2)]
        assert await refusal(hosted.at(odd[0]).view()) == "MATCH_QUARANTINED"
        async with asyncio.timeout(20):
            result = await stream.until("ended")
        assert result.ending == pb.MATCH_ENDING_PLATFORM_FAULT
        assert once
        for replica in (sound, *odd):
            assert (await finished(hosted.at(replica))).result == result
            repeated = await hosted.at(replica).submit(view.seat, between)
            assert repeated.repeated_request
            assert repeated.HasField("accepted")
    *_, played, end = [entry for _, entry in await log_of(alone, hosted)]
    assert played.submission.request_id == between.request_id
    assert end.HasField("faulted")


async def test_a_doubt_counts_only_from_a_number_that_was_announced(alone: House) -> None:
    hosted = await left_behind(alone)
    async with odd_replica(alone, LATE, replica=3) as one:
        assert await refusal(hosted.at(one).view()) == "MATCH_QUARANTINED"
        await wait_for(lambda: _noted(alone, 1))
        (doubt,) = await doubts_of(alone)
        async with alone.rules_bus() as bus:
            bucket = Bucket(bus, subjects.DOUBTS_BUCKET)
            for replica, fence in ((77, doubt.fence), (78, 0)):
                forged = Doubt()
                forged.CopyFrom(doubt)
                forged.replica, forged.fence = replica, fence
                await bucket.put(f"doubt.{hosted.match_id}.{replica}", forged.SerializeToString())
            await bucket.put(f"doubt.{hosted.match_id}.79", doubt.SerializeToString())
            await bucket.put(f"doubt.{hosted.match_id}.80", b"\xff no doubt")
        await asyncio.sleep(0.6)
        assert await refusal(hosted.at(one).view()) == "MATCH_QUARANTINED"


async def test_of_two_processes_with_one_number_only_one_has_a_voice(alone: House) -> None:
    hosted = await left_behind(alone)
    async with odd_replica(alone, LATE, replica=5) as one, odd_replica(alone, LATE, replica=5) as two:
        for replica in (one, two):
            assert await refusal(hosted.at(replica).view()) == "MATCH_QUARANTINED"
        await wait_for(lambda: _noted(alone, 1))
        await asyncio.sleep(0.6)
        for replica in (one, two):
            assert await refusal(hosted.at(replica).view()) == "MATCH_QUARANTINED"


@pytest.mark.parametrize("engine", [0, StuckMedico()], ids=["another digest", "no set-up at all"])
async def test_a_match_whose_set_up_is_in_doubt_ends_too(alone: House, engine: int | Medico) -> None:
    hosted = await left_behind(alone)
    key = (await log_of(alone, hosted))[0].entry.created.key
    with capture_logs() as logs:
        await _ends_before_it_begins(alone, hosted, engine)
    for written in (key.hex(), repr(key)):
        assert written not in json.dumps(logs, default=str)


async def _ends_before_it_begins(alone: House, hosted: Hosted, engine: int | Medico) -> None:
    async with odd_replica(alone, engine) as one, odd_replica(alone, engine):
        assert await refusal(hosted.at(one).view()) == "MATCH_QUARANTINED"
        result = (await finished(hosted.at(one))).result
        assert result.ending == pb.MATCH_ENDING_PLATFORM_FAULT
        async with alone.rules_bus() as bus:
            assert await published(bus, hosted.match_id) == result
        async with asyncio.timeout(10), Stream(hosted.at(one), 0) as stream:
            assert await stream.until("ended") == result
        record = await hosted.at(one).record()
        assert record.entries[-1].broken_entry == 0
        assert verify(record_of_message(record)).fault == -1
