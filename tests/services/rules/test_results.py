"""Creation, resignation, endings and results: decided once, written once."""

from __future__ import annotations

import asyncio
from typing import Any

import grpc
import pytest

from arena.pb.events.v1.log_pb2 import ResultPublished
from arena.pb.rules.v1 import results_pb2 as pb
from arena.pb.rules.v1.games_pb2 import GameAction
from arena.pb.rules.v1.results_pb2 import MatchResult
from arena.pb.rules.v1.submissions_pb2 import Resignation, Submission
from engine_core.rng import key_from_seed
from services.common import clock
from services.common.bus import Bus, last, read_after, subjects
from services.common.ids import new_id
from services.rules.journal import Journal, Location
from services.rules.records import fold
from services.rules.served_game import serve_game
from services.rules.submissions import Proposal, judge, judge_resignation
from tests.services.conftest import eventually
from tests.services.rules.hosting import Hosted, House, Replica, create_request


async def published(bus: Bus, match_id: str) -> MatchResult:
    """The result on the bus, waited for."""
    subject = subjects.result("medico", match_id)
    async with asyncio.timeout(15):
        while True:
            stored = await last(bus, subjects.RESULTS, subject)
            if stored is not None:
                return ResultPublished.FromString(stored.payload).result
            await asyncio.sleep(0.02)


async def test_creating_again_with_the_same_content_finds_the_match(house: House, replica: Replica) -> None:
    request = create_request(3, rated=True)
    first = await replica.rpc.CreateMatch(request, metadata=house.token("host"))
    second = await replica.rpc.CreateMatch(request, metadata=house.token("service"))
    assert first.created
    assert not second.created
    second.created = True
    assert second == first


async def test_two_replicas_create_one_match(house: House, replica: Replica, other: Replica) -> None:
    request = create_request(2)
    answers = await asyncio.gather(
        *(each.rpc.CreateMatch(request, metadata=house.token("host")) for each in (replica, other, replica, other))
    )
    assert sorted(answer.created for answer in answers) == [False, False, False, True]
    assert len({answer.commitment for answer in answers}) == 1


async def test_keys_are_drawn_for_every_match_anew(house: House, replica: Replica) -> None:
    commitments = {(await Hosted.create(house, replica)).created.commitment for _ in range(5)}
    assert len(commitments) == 5


async def test_a_seeded_match_is_never_rated_and_says_so(house: House, replica: Replica) -> None:
    hosted = await Hosted.create(house, replica, rated=True, seed=key_from_seed(1))
    view = await hosted.view()
    assert not hosted.created.rated
    assert view.seeded
    assert not view.rated


async def test_a_seat_that_gives_up_is_played_by_fallback_and_ranks_last(house: House, replica: Replica) -> None:
    hosted = await Hosted.create(house, replica, 3, rated=True, pool="ladder")
    view = await hosted.first()
    gone = view.seat
    answer = await hosted.resign(gone)
    assert answer.accepted.accepted_count == 0
    after = await hosted.view()
    assert list(after.forfeited_seats) == [gone]
    assert gone not in after.seats_to_act
    end = await hosted.play(2000)
    result = end.result
    assert result.ending == pb.MATCH_ENDING_COMPLETED
    assert result.rated
    assert result.pool == "ladder"
    loser = result.seats[gone]
    assert (loser.place, loser.ending, loser.fault) == (3, pb.SEAT_ENDING_RESIGNED, pb.FAULT_SEAT)
    for seat in result.seats:
        assert seat.points == sum(category.points for category in seat.categories)
        assert seat.seat == gone or (seat.ending, seat.fault) == (pb.SEAT_ENDING_PLAYED, pb.FAULT_NOBODY)
    async with house.rules_bus() as bus:
        assert await published(bus, hosted.match_id) == result


async def test_resigning_out_of_turn_counts_and_is_repeatable(house: House, replica: Replica) -> None:
    hosted = await Hosted.create(house, replica, 3)
    view = await hosted.first()
    waiting = (view.seat + 1) % 3
    request_id = new_id()
    first = await hosted.resign(waiting, request_id)
    again = await hosted.resign(waiting, request_id)
    assert again.repeated_request
    assert again.accepted == first.accepted
    assert (await hosted.resign(waiting)).rejection.reason


async def test_a_match_that_all_give_up_is_abandoned_and_ranked_by_who_stayed_longer(
    house: House, replica: Replica
) -> None:
    hosted = await Hosted.create(house, replica, 4)
    for seat in (2, 0, 3, 1):
        await hosted.resign(seat)
    result = (await hosted.view()).result
    assert result.ending == pb.MATCH_ENDING_ABANDONED
    assert result.fault == pb.FAULT_SEAT
    assert [result.seats[seat].place for seat in (1, 3, 0, 2)] == [1, 2, 3, 4]


async def test_times_come_from_the_log(house: House, replica: Replica) -> None:
    hosted = await Hosted.create(house, replica, 2)
    await hosted.resign(0)
    await hosted.resign(1)
    result = (await hosted.view()).result
    record = await hosted.record()
    assert result.started == record.started
    assert result.finished == record.entries[-1].received


async def test_the_result_is_written_exactly_once_though_every_replica_knows_it(
    house: House, replica: Replica, other: Replica
) -> None:
    hosted = await Hosted.create(house, replica, 2)
    await hosted.resign(0)
    await hosted.resign(1)
    await hosted.at(other).view()
    async with house.rules_bus() as bus:
        result = await published(bus, hosted.match_id)
        await asyncio.sleep(0.2)
        assert len(await read_after(bus, subjects.RESULTS, subjects.result("medico", hosted.match_id))) == 1
    assert result == (await hosted.view()).result


async def test_a_result_that_its_writer_did_not_live_to_write_is_completed(house: House, replica: Replica) -> None:
    hosted = await Hosted.create(house, replica, 2)
    await hosted.resign(0)
    async with house.rules_bus() as bus:
        # The last entry as a replica writes it that dies right after the acknowledgement.
        journal, served = Journal(bus), serve_game("medico")
        where = Location.of("medico", served.rules_version, hosted.match_id)
        match = fold(served, await journal.read(where))
        last_entry = judge_resignation(match, 1, Resignation(request_id=new_id()), clock.now_ns())
        assert isinstance(last_entry, Proposal)
        assert last_entry.ends_match
        await journal.append(where, last_entry.entry, ends_match=True)
        result = await published(bus, hosted.match_id)
    assert result == (await hosted.view(known_ply=last_entry.match.ply)).result


async def test_nothing_is_rated_that_was_not_asked_to_be(house: House, replica: Replica) -> None:
    hosted = await Hosted.create(house, replica, 2)
    await hosted.resign(0)
    await hosted.resign(1)
    assert not (await hosted.view()).result.rated


async def test_a_creation_without_the_right_role_leaves_nothing(house: House, replica: Replica) -> None:
    request = create_request(2)
    with pytest.raises(grpc.aio.AioRpcError):
        await replica.rpc.CreateMatch(request, metadata=house.token("player"))
    assert (await replica.rpc.CreateMatch(request, metadata=house.token("host"))).created


def test_opened_is_when_the_decision_was_opened_to_the_seat() -> None:
    """Times of entries: `opened` is the moment that the entry before asked the seat, `received` its own."""
    from services.rules.creation import first_entry
    from services.rules.hosted_match import HostedMatch

    served = serve_game("medico")
    match = HostedMatch.begin(served, 1, first_entry(served, create_request(2), bytes(32), 1_000))
    times = [1_000]
    for number in range(12):
        seat = match.asked[0]
        now = 2_000 + number * 10
        request = Submission(
            request_id=new_id(),
            decision=match.match.decisions[seat],
            actions=[GameAction(id=match.legal_ids(seat)[0])],
        )
        opened_before = match.opened[seat]
        proposal = judge(match, seat, request, now)
        assert isinstance(proposal, Proposal)
        assert clock.to_ns(proposal.entry.opened) == opened_before
        assert opened_before in times
        match.adopt(proposal.entry, proposal.match, number + 2)
        times.append(now)
        if seat in match.asked:
            assert match.opened[seat] == now


async def test_messages_on_the_bus_name_their_type_and_trace(house: House, replica: Replica) -> None:
    hosted = await Hosted.create(house, replica, 2)
    heard: list[dict[str, str]] = []

    async def hear(message: Any) -> None:
        heard.append(message.headers)

    async with house.rules_bus() as bus:
        await bus.nc.subscribe(subjects.live_tree("medico", 1, hosted.match_id), cb=hear)
        await bus.nc.flush()
        trace_id = "0af7651916cd43dd8448eb211c80319c"
        hosted.tokens[0] = (*hosted.tokens[0], ("traceparent", f"00-{trace_id}-b7ad6b7169203331-01"))
        await hosted.resign(0)
        await eventually(lambda: len(heard) == 1)
    assert heard[0]["Arena-Type"] == "arena.events.v1.LogEntry"
    assert heard[0]["traceparent"].split("-")[1] == trace_id
    assert heard[0]["Nats-Msg-Id"].startswith(hosted.match_id)
