"""Play and Watch: what is sent to whom and when, slow readers, and how streams end."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import grpc

from arena.pb.rules.v1.games_pb2 import GameEvent
from arena.pb.rules.v1.play_pb2 import PlayRequest, ViewRequest
from arena.pb.rules.v1.submissions_pb2 import Resignation
from arena.pb.rules.v1.views_pb2 import WatchRequest, WatchResponse
from services.common.ids import new_id
from tests.services.conftest import eventually
from tests.services.rules.hosting import Hosted, House, Replica, Stream, detail_of, end_of, name_of, submission


async def test_the_first_message_is_the_full_view_whoever_is_asked(house: House, replica: Replica) -> None:
    hosted = await Hosted.create(house, replica, 3)
    for seat in range(3):
        async with Stream(hosted, seat) as stream:
            view = await stream.until("view")
            assert view == await hosted.view(seat)


async def test_an_answer_carries_the_next_view_if_the_seat_is_asked_again_and_none_otherwise(
    house: House, replica: Replica
) -> None:
    hosted = await Hosted.create(house, replica, 2)
    seen = set()
    for _ in range(60):
        view = await hosted.first()
        async with Stream(hosted, view.seat) as stream:
            view = await stream.until("view")
            await stream.send(submission(view, view.legal_action_ids[0]))
            answer = await stream.until("answer")
            now = await hosted.view(view.seat)
            asked = view.seat in now.seats_to_act
            assert answer.HasField("view") == asked
            if asked:
                assert answer.view == now
            seen.add(asked)
    assert seen == {True, False}


async def test_a_seat_that_is_not_asked_gets_notices_and_its_view_when_it_is(house: House, replica: Replica) -> None:
    hosted = await Hosted.create(house, replica, 2)
    view = await hosted.first()
    waiting = 1 - view.seat
    async with Stream(hosted, waiting) as stream:
        assert not (await stream.until("view")).legal_action_ids
        while waiting not in view.seats_to_act:
            await hosted.submit(view.seat, submission(view, view.legal_action_ids[0]))
            view = await hosted.first()
        message = await stream.read()
        assert message is not None
        while message.WhichOneof("message") == "notice":
            assert message.notice.ply <= view.ply
            message = await stream.read()
            assert message is not None
        assert message.view == await hosted.view(waiting)


async def test_who_wants_full_views_always_gets_them(house: House, replica: Replica) -> None:
    hosted = await Hosted.create(house, replica, 3)
    view = await hosted.first()
    waiting = (view.seat + 1) % 3
    async with Stream(hosted, waiting, always_full_views=True) as stream:
        await stream.until("view")
        answer = await hosted.submit(view.seat, submission(view, view.legal_action_ids[0]))
        assert (await stream.until("view")).ply == answer.ply


async def test_a_full_view_comes_on_request(house: House, replica: Replica) -> None:
    hosted = await Hosted.create(house, replica, 2)
    async with Stream(hosted, 0) as stream:
        first = await stream.until("view")
        await stream.send(PlayRequest(view_request=ViewRequest()))
        assert await stream.until("view") == first


async def test_answers_come_in_order_and_rejections_do_not_end_the_stream(house: House, replica: Replica) -> None:
    hosted = await Hosted.create(house, replica, 2)
    view = await hosted.first()
    requests = [submission(view, 4_000_000) for _ in range(30)]
    requests.append(submission(view, view.legal_action_ids[0]))
    async with Stream(hosted, view.seat) as stream:
        for request in requests:
            await stream.send(request)
        answers = [await stream.until("answer") for _ in requests]
    assert [answer.request_id for answer in answers] == [request.request_id for request in requests]
    assert [answer.HasField("accepted") for answer in answers] == [False] * 30 + [True]


async def test_a_slow_reader_gets_only_the_latest(house: House, replica: Replica) -> None:
    hosted = await Hosted.create(house, replica, 2)
    call = replica.rpc.Watch(WatchRequest(match_id=hosted.match_id, with_events=True), metadata=house.token())
    first = await call.read()
    assert first.view.ply == 0
    # Views of 40 plies do not fit into what the transport holds back for one stream: some must have been left out.
    plies = 250
    last = await hosted.play(plies)
    messages: list[WatchResponse] = []
    while not messages or messages[-1].view.ply < last.ply:
        messages.append(await call.read())
    assert len(messages) < plies
    assert [message.view.ply for message in messages] == sorted({message.view.ply for message in messages})
    call.cancel()


async def test_watching_ends_with_the_finished_view_and_tells_every_public_event(
    house: House, replica: Replica
) -> None:
    hosted = await Hosted.create(house, replica, 2)
    call = replica.rpc.Watch(WatchRequest(match_id=hosted.match_id, with_events=True), metadata=house.token())
    events: list[GameEvent] = []
    readers = asyncio.create_task(_all(call))
    await asyncio.sleep(0)
    await hosted.play(2000)
    messages = await readers
    assert messages[-1].view.finished
    assert not any(message.view.finished for message in messages[:-1])
    assert not messages[0].events
    assert all(not message.view.HasField("seat") and not message.view.legal_action_ids for message in messages)
    for message in messages:
        events += message.events
    assert events
    assert all(not event.HasField("audience") for event in events)


async def test_resigning_over_a_stream_ends_in_its_result(house: House, replica: Replica) -> None:
    hosted = await Hosted.create(house, replica, 2)
    await hosted.resign(1)
    async with Stream(hosted, 0) as stream:
        await stream.send(Resignation(request_id=new_id()))
        answer = await stream.until("answer")
        assert answer.HasField("accepted")
        ended = await stream.until("ended")
        assert ended == (await hosted.view()).result
        assert await stream.read() is None
        assert await stream.call.code() is grpc.StatusCode.OK


async def test_opening_a_finished_match_shows_it_and_ends(house: House, replica: Replica) -> None:
    hosted = await Hosted.create(house, replica, 2)
    await hosted.resign(0)
    await hosted.resign(1)
    async with Stream(hosted, 0) as stream:
        view = await stream.until("view")
        assert view.finished
        assert await stream.until("ended") == view.result
        assert await stream.read() is None


async def test_a_stream_sees_what_is_played_at_another_replica(house: House, replica: Replica, other: Replica) -> None:
    hosted = await Hosted.create(house, replica, 2)
    elsewhere = hosted.at(other)
    view = await hosted.first()
    async with Stream(elsewhere, 1 - view.seat, always_full_views=True) as stream:
        await stream.until("view")
        for _ in range(12):
            view = await hosted.first()
            answer = await hosted.submit(view.seat, submission(view, view.legal_action_ids[0]))
            async with asyncio.timeout(1):
                await stream.until("view", _at(answer.ply))


async def test_a_read_is_never_older_than_the_ply_the_caller_knows(
    house: House, replica: Replica, other: Replica
) -> None:
    hosted = await Hosted.create(house, replica, 2)
    elsewhere = hosted.at(other)
    await elsewhere.view()
    for _ in range(10):
        view = await hosted.first()
        answer = await hosted.submit(view.seat, submission(view, view.legal_action_ids[0]))
        assert (await elsewhere.view(known_ply=answer.ply)).ply == answer.ply


async def test_streams_end_at_once_when_the_replica_stops(house: House) -> None:
    loop = asyncio.get_running_loop()
    async with house.replica() as leaving:
        hosted = await Hosted.create(house, leaving, 2)
        watching = leaving.rpc.Watch(WatchRequest(match_id=hosted.match_id), metadata=house.token())
        await watching.read()
        async with Stream(hosted, 0) as stream:
            await stream.until("view")
            begun = loop.time()
            stop = asyncio.create_task(leaving.rpc_server.stop(grace=20))
            for call in (stream.call, watching):
                error = await end_of(call)
                assert error.code() is grpc.StatusCode.UNAVAILABLE
                assert name_of(detail_of(error).reason) == "SHUTTING_DOWN"
            await stop
            assert loop.time() - begun < 5


async def test_streams_leave_nothing_behind(house: House) -> None:
    async with house.replica() as fresh:
        hosted = await Hosted.create(house, fresh, 2)
        before = {task for task in asyncio.all_tasks() if not task.done()}
        for _ in range(20):
            async with Stream(hosted, 0) as stream:
                await stream.until("view")
        await eventually(lambda: fresh.registry.get_sample_value("arena_rules_streams", {"kind": "play"}) == 0)
        await eventually(lambda: len({task for task in asyncio.all_tasks() if not task.done()} - before) <= 2)


def _at(ply: int) -> Callable[[Any], bool]:
    return lambda view: bool(view.ply == ply)


async def _all(call: grpc.aio.UnaryStreamCall[WatchRequest, WatchResponse]) -> list[WatchResponse]:
    return [message async for message in call]
