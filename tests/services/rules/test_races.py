"""Replicas race, acknowledgements get lost, live entries go missing: what was accepted counts once, and everybody learns of it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

import grpc
import pytest

from arena.pb.events.v1.log_pb2 import LogEntry
from arena.pb.rules.v1.views_pb2 import WatchRequest
from services.common.bus import Conflict, Stored, Unavailable, append, follow_live, read_after, subjects
from services.common.ids import new_id
from services.rules import journal as journal_module
from services.rules import table as table_module
from services.rules.journal import Journal, Location
from tests.services.conftest import eventually
from tests.services.rules.hosting import Hosted, House, Replica, Stream, detail_of, name_of, submission


async def log_of(house: House, hosted: Hosted) -> list[LogEntry]:
    """Every entry of a match."""
    async with house.rules_bus() as bus:
        stored = await read_after(bus, subjects.MATCHES, subjects.match_tree("medico", 1, hosted.match_id))
    return [LogEntry.FromString(message.payload) for message in stored]


def requests_in(log: list[LogEntry]) -> list[str]:
    """The request ids in order."""
    return [entry.submission.request_id for entry in log if entry.HasField("submission")]


@contextmanager
def acknowledgements_lost(times: int, *, then_deaf: bool = False) -> Iterator[list[int]]:
    """The next appends are stored, but whoever made them hears nothing; with `then_deaf` cannot read either."""
    lost: list[int] = []
    real_append, real_read = append, Journal.read

    async def lossy(bus: Any, subject: str, payload: bytes, **options: Any) -> int:
        sequence = await real_append(bus, subject, payload, **options)
        if len(lost) < times:
            lost.append(sequence)
            raise Unavailable("no acknowledgement")
        return sequence

    async def deaf(self: Journal, where: Location, after_sequence: int = 0, **options: Any) -> Any:
        if then_deaf and lost:
            raise Unavailable("no answer")
        return await real_read(self, where, after_sequence, **options)

    with patch.object(journal_module, "append", lossy), patch.object(Journal, "read", deaf):
        yield lost


async def test_a_lost_acknowledgement_is_found_in_the_log(house: House, replica: Replica) -> None:
    hosted = await Hosted.create(house, replica)
    view = await hosted.first()
    with acknowledgements_lost(1) as lost:
        answer = await hosted.submit(view.seat, submission(view, view.legal_action_ids[0]))
    assert lost
    assert answer.HasField("accepted")
    assert (answer.ply, answer.next_decision) == (view.ply + 1, view.decision + 1)
    assert len(await log_of(house, hosted)) == 2


async def test_an_action_whose_acknowledgement_was_lost_counts_once_though_another_seat_played_since(
    house: House, replica: Replica, other: Replica
) -> None:
    hosted = await Hosted.create(house, replica, 3)
    view = await hosted.first()
    request = submission(view, view.legal_action_ids[0])
    with acknowledgements_lost(1, then_deaf=True), pytest.raises(grpc.aio.AioRpcError) as caught:
        await hosted.submit(view.seat, request)
    assert name_of(detail_of(caught.value).reason) == "BUS_UNAVAILABLE"

    elsewhere = hosted.at(other)
    next_view = await elsewhere.first()
    assert next_view.seat != view.seat
    between = submission(next_view, next_view.legal_action_ids[0])
    assert (await elsewhere.submit(next_view.seat, between)).HasField("accepted")

    for at in (hosted, elsewhere, hosted):
        again = await at.submit(view.seat, request)
        assert again.repeated_request
        assert again.accepted.accepted_count == 1
        assert (again.ply, again.next_decision) == (view.ply + 1, view.decision + 1)
    assert requests_in(await log_of(house, hosted)) == [request.request_id, between.request_id]


async def test_two_replicas_with_stale_caches_accept_one_of_two_answers_to_a_decision(
    house: House, replica: Replica, other: Replica
) -> None:
    hosted = await Hosted.create(house, replica)
    elsewhere = hosted.at(other)
    for _ in range(15):
        view = await hosted.first()
        await elsewhere.view(view.seat, known_ply=view.ply)
        one = submission(view, view.legal_action_ids[0])
        two = submission(view, view.legal_action_ids[-1])
        answers = await asyncio.gather(hosted.submit(view.seat, one), elsewhere.submit(view.seat, two))
        accepted = [answer for answer in answers if answer.HasField("accepted")]
        refused = [answer for answer in answers if not answer.HasField("accepted")]
        assert len(accepted) == 1
        assert name_of(refused[0].rejection.reason) == "STALE_DECISION"
        hosted.ply = max(answer.ply for answer in answers)
    log = await log_of(house, hosted)
    assert len(log) == 16
    assert [entry.ply_before for entry in log[1:]] == [entry.ply_after for entry in log[:-1]]


async def test_the_same_request_at_two_replicas_at_once_is_played_once(
    house: House, replica: Replica, other: Replica
) -> None:
    hosted = await Hosted.create(house, replica)
    elsewhere = hosted.at(other)
    for _ in range(10):
        view = await hosted.first()
        await elsewhere.view(view.seat, known_ply=view.ply)
        request = submission(view, view.legal_action_ids[0])
        answers = await asyncio.gather(hosted.submit(view.seat, request), elsewhere.submit(view.seat, request))
        assert all(answer.HasField("accepted") for answer in answers)
        assert len({(answer.ply, answer.next_decision) for answer in answers}) == 1
        hosted.ply = answers[0].ply
    assert len(await log_of(house, hosted)) == 11


async def test_seats_that_decide_at_once_at_two_replicas_are_both_accepted(
    house: House, replica: Replica, other: Replica
) -> None:
    hosted = await Hosted.create(house, replica, 2)
    elsewhere = hosted.at(other)
    for _ in range(200):
        public = await hosted.view()
        if len(public.seats_to_act) == 2:
            break
        await hosted.play(1)
    views = [await hosted.view(seat) for seat in range(2)]
    await elsewhere.view(known_ply=views[0].ply)
    answers = await asyncio.gather(
        hosted.submit(0, submission(views[0], views[0].legal_action_ids[0])),
        elsewhere.submit(1, submission(views[1], views[1].legal_action_ids[0])),
    )
    assert all(answer.HasField("accepted") for answer in answers)
    assert sorted(answer.ply for answer in answers) == [views[0].ply + 1, views[0].ply + 2]


async def test_a_request_id_used_in_two_matches_counts_in_both(house: House, replica: Replica) -> None:
    request_id = new_id()
    for _ in range(2):
        hosted = await Hosted.create(house, replica)
        view = await hosted.first()
        answer = await hosted.submit(view.seat, submission(view, view.legal_action_ids[0], request_id=request_id))
        assert answer.HasField("accepted")
        assert requests_in(await log_of(house, hosted)) == [request_id]


async def test_a_rejected_append_never_reaches_a_follower(house: House, replica: Replica) -> None:
    hosted = await Hosted.create(house, replica, 2)
    view = await hosted.first()
    waiting = 1 - view.seat
    async with Stream(hosted, waiting, always_full_views=True) as stream, house.rules_bus() as bus:
        await stream.until("view")
        heard: list[Stored] = []
        where = Location.of("medico", 1, hosted.match_id)
        stop = await Journal(bus).follow(where, heard.append)
        answer = await hosted.submit(view.seat, submission(view, view.legal_action_ids[0]))
        log = await log_of(house, hosted)
        for _ in range(20):
            # The entry that was just stored, as a replica with a stale cache sends it.
            with pytest.raises(Conflict):
                await Journal(bus).append(where, _with_new_id(log[-1]), ends_match=False)
        view = await hosted.first()
        second = await hosted.submit(view.seat, submission(view, view.legal_action_ids[0]))
        seen = [(await stream.until("view")).ply]
        while seen[-1] < second.ply:
            seen.append((await stream.until("view")).ply)
        assert set(seen) <= {answer.ply, second.ply}
        await eventually(lambda: len(heard) == 2)
        assert [LogEntry.FromString(each.payload).ply_after for each in heard] == [answer.ply, second.ply]
        await stop()


@pytest.mark.parametrize("another_follows", [True, False])
async def test_a_follower_that_misses_a_live_entry_catches_up(
    house: House, replica: Replica, *, another_follows: bool
) -> None:
    missed: list[int] = []
    real_follow = follow_live

    async def lossy(bus: Any, live_filter: str, callback: Any) -> Any:
        def deliver(stored: Stored) -> None:
            if missed:
                callback(stored)
            else:
                missed.append(stored.sequence)

        return await real_follow(bus, live_filter, deliver)

    async with house.replica() as follower:
        hosted = await Hosted.create(house, replica, 3)
        view = await hosted.first()
        watching = (view.seat + 1) % 3
        with patch.object(journal_module, "follow_live", lossy):
            async with Stream(hosted.at(follower), watching, always_full_views=True) as stream:
                await stream.until("view")
                answer = await hosted.submit(view.seat, submission(view, view.legal_action_ids[0]))
                if another_follows:  # the next live entry shows the gap
                    view = await hosted.first()
                    answer = await hosted.submit(view.seat, submission(view, view.legal_action_ids[0]))
                async with asyncio.timeout(1.5 if another_follows else 6):
                    while (await stream.until("view")).ply < answer.ply:
                        pass
        assert missed


async def test_events_of_a_gap_are_told_too(house: House, replica: Replica) -> None:
    """A spectator at a replica that missed an entry gets the events of both entries, in order and once."""
    real_follow = follow_live
    drop: set[int] = set()

    async def lossy(bus: Any, live_filter: str, callback: Any) -> Any:
        def deliver(stored: Stored) -> None:
            if len(drop) < 2:
                drop.add(stored.sequence)
            else:
                callback(stored)

        return await real_follow(bus, live_filter, deliver)

    async with house.replica() as follower:
        hosted = await Hosted.create(house, replica, 2)
        with patch.object(journal_module, "follow_live", lossy):
            call = follower.rpc.Watch(WatchRequest(match_id=hosted.match_id, with_events=True), metadata=house.token())
            await call.read()
            await hosted.play(6)
            events = []
            last = 0
            while last < 6:
                message = await call.read()
                assert not message.events_skipped
                events += message.events
                last = message.view.ply
            call.cancel()
        record = await hosted.record()
        first_position = [event for event in record.events if event.ply == 0]
        assert events == [event.event for event in record.events[len(first_position) :]]


async def test_the_budget_bounds_how_long_a_silent_bus_is_waited_for(house: House) -> None:
    async with house.replica() as deaf:
        hosted = await Hosted.create(house, deaf)
        view = await hosted.first()
        tries: list[float] = []

        async def silent(*_: Any, **__: Any) -> int:
            tries.append(asyncio.get_running_loop().time())
            await asyncio.sleep(0.05)
            raise Unavailable("no acknowledgement")

        with (
            patch.object(journal_module, "append", silent),
            patch.object(table_module, "RETRY_SECONDS", 0.5),
            pytest.raises(grpc.aio.AioRpcError) as caught,
        ):
            await hosted.submit(view.seat, submission(view, view.legal_action_ids[0]))
        assert caught.value.code() is grpc.StatusCode.UNAVAILABLE
        assert detail_of(caught.value).HasField("retry_after")
        assert len(tries) > 1
        assert tries[-1] - tries[0] < 2
        assert (await hosted.submit(view.seat, submission(view, view.legal_action_ids[0]))).HasField("accepted")


def _with_new_id(entry: LogEntry) -> LogEntry:
    changed = LogEntry.FromString(entry.SerializeToString())
    changed.submission.request_id = new_id()
    return changed
