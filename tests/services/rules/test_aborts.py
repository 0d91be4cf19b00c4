"""A match that is stopped before its end: decided by one entry of the log, the same for everybody, never rated."""

from __future__ import annotations

import asyncio

import grpc
import pytest

from arena.pb.rules.v1 import results_pb2 as pb
from arena.pb.rules.v1.matches_pb2 import AbortMatchRequest
from arena.pb.rules.v1.records_pb2 import RECORD_ENTRY_KIND_ABORT
from arena.pb.rules.v1.results_pb2 import MatchResult
from arena.pb.rules.v1.views_pb2 import WatchRequest
from engine_core.replay import verify
from services.cli.record_files import record_of_message
from services.common.bus import read_after, subjects
from services.common.ids import new_id
from services.rules.hosted_match import BrokenLog
from services.rules.journal import Journal, Location
from services.rules.records import Logged, fold
from services.rules.served_game import serve_game
from tests.services.rules.hosting import Hosted, House, Replica, Stream, detail_of, name_of, submission
from tests.services.rules.test_results import published


async def abort(hosted: Hosted, role: str = "service") -> MatchResult:
    request = AbortMatchRequest(match_id=hosted.match_id)
    answer = await hosted.replica.rpc.AbortMatch(request, metadata=hosted.house.token(role))
    result: MatchResult = answer.result
    return result


async def test_an_aborted_match_is_over_for_everybody_and_has_no_ranking(
    house: House, replica: Replica, other: Replica
) -> None:
    hosted = await Hosted.create(house, replica, 3, rated=True, pool="night")
    before = await hosted.play(30)
    elsewhere = hosted.at(other)
    await elsewhere.view()
    result = await abort(hosted)
    assert (result.ending, result.fault, result.rated, result.pool) == (
        pb.MATCH_ENDING_ABORTED,
        pb.FAULT_HOST,
        False,
        "night",
    )
    assert [(seat.place, seat.points, list(seat.categories)) for seat in result.seats] == [(0, 0, [])] * 3
    assert {(seat.ending, seat.fault) for seat in result.seats} == {(pb.SEAT_ENDING_PLAYED, pb.FAULT_NOBODY)}
    for one in (hosted, elsewhere):
        async with asyncio.timeout(10):
            while not (view := await one.view()).finished:  # noqa: ASYNC110 - the other replica hears of it
                await asyncio.sleep(0.02)
        assert view.result == result
        assert (list(view.seats_to_act), view.ply) == ([], before.ply)
        assert not (await one.view(before.seat)).legal_action_ids
        answer = await one.submit(before.seat, submission(before, before.legal_action_ids[0]))
        assert name_of(answer.rejection.reason) == "MATCH_FINISHED"
        assert name_of((await one.resign(before.seat)).rejection.reason) == "MATCH_FINISHED"


async def test_its_result_is_published_once_however_often_and_wherever_it_is_aborted(
    house: House, replica: Replica, other: Replica
) -> None:
    hosted = await Hosted.create(house, replica, 2)
    await hosted.play(5)
    results = await asyncio.gather(
        *(abort(hosted.at(one), role) for one in (replica, other) for role in ("service", "operator"))
    )
    assert len({result.SerializeToString(deterministic=True) for result in results}) == 1
    assert await abort(hosted) == results[0]
    async with house.rules_bus() as bus:
        assert await published(bus, hosted.match_id) == results[0]
        await asyncio.sleep(0.2)
        assert len(await read_after(bus, subjects.RESULTS, subjects.result("medico", hosted.match_id))) == 1


async def test_streams_end_with_the_result(house: House, replica: Replica) -> None:
    hosted = await Hosted.create(house, replica, 2)
    watching = replica.rpc.Watch(WatchRequest(match_id=hosted.match_id), metadata=house.token())
    async with asyncio.timeout(10), Stream(hosted, 0) as one, Stream(hosted, 1) as two:
        for stream in (one, two):
            await stream.until("view")
        assert not (await watching.read()).view.finished
        result = await abort(hosted)
        for stream in (one, two):
            assert await stream.until("ended") == result
        assert (await watching.read()).view.result == result
        assert await watching.read() is grpc.aio.EOF


async def test_a_match_that_is_over_stays_as_it_ended(house: House, replica: Replica) -> None:
    hosted = await Hosted.create(house, replica, 2)
    for seat in (0, 1):
        await hosted.resign(seat)
    ended = (await hosted.view()).result
    assert await abort(hosted) == ended
    assert ended.ending == pb.MATCH_ENDING_ABANDONED


async def test_a_seat_that_had_given_up_is_still_told_so(house: House, replica: Replica) -> None:
    hosted = await Hosted.create(house, replica, 3)
    await hosted.resign(1)
    result = await abort(hosted)
    assert [seat.ending for seat in result.seats] == [
        pb.SEAT_ENDING_PLAYED,
        pb.SEAT_ENDING_RESIGNED,
        pb.SEAT_ENDING_PLAYED,
    ]


async def test_its_record_is_complete_and_verifies(house: House, replica: Replica) -> None:
    hosted = await Hosted.create(house, replica, 2)
    await hosted.play(40)
    result = await abort(hosted)
    record = await hosted.record()
    assert record.complete
    assert record.key
    assert record.result == result
    last = record.entries[-1]
    assert (last.kind, last.ply, last.digest) == (RECORD_ENTRY_KIND_ABORT, 40, record.entries[-2].digest)
    verified = verify(record_of_message(record))
    assert (verified.entries, verified.outcome) == (len(record.entries) - 1, None)


async def test_any_replica_folds_it_and_nothing_may_follow(house: House, replica: Replica) -> None:
    hosted = await Hosted.create(house, replica, 2)
    await hosted.play(10)
    result = await abort(hosted)
    async with house.replica() as fresh:
        assert (await hosted.at(fresh).view()).result == result
    served = serve_game("medico")
    where = Location.of("medico", served.rules_version, hosted.match_id)
    async with house.rules_bus() as bus:
        log = await Journal(bus).read(where)
    folded = fold(served, log)
    assert folded.over
    assert folded.stopped == pb.MATCH_ENDING_ABORTED
    sequence, entry = log[-2]
    later = type(entry)()
    later.CopyFrom(entry)
    later.after_sequence, later.ply_before = folded.sequence, folded.match.ply
    with pytest.raises(BrokenLog, match="after the match was stopped"):
        fold(served, [*log, Logged(sequence + 100, later)])


@pytest.mark.parametrize(("role", "reason"), [("player", "FORBIDDEN_ROLE"), ("host", "FORBIDDEN_ROLE")])
async def test_players_and_hosts_abort_nothing(house: House, replica: Replica, role: str, reason: str) -> None:
    hosted = await Hosted.create(house, replica, 2)
    with pytest.raises(grpc.aio.AioRpcError) as refused:
        await abort(hosted, role)
    assert name_of(detail_of(refused.value).reason) == reason
    assert not (await hosted.view()).finished


async def test_a_match_that_does_not_exist_is_unknown(house: House, replica: Replica) -> None:
    with pytest.raises(grpc.aio.AioRpcError) as refused:
        await replica.rpc.AbortMatch(AbortMatchRequest(match_id=new_id()), metadata=house.token("service"))
    assert name_of(detail_of(refused.value).reason) == "UNKNOWN_MATCH"
