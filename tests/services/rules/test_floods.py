"""Callers who want too much: they are told so, and the seats of other matches do not notice."""

from __future__ import annotations

import asyncio
from typing import Any

import grpc
import pytest

from arena.pb.rules.v1.records_pb2 import GetRecordRequest
from arena.pb.rules.v1.views_pb2 import WatchRequest
from services.rules import archive, desk
from services.rules.journal import Journal
from services.rules.records import building
from services.rules.served_game import serve_games
from tests.services.conftest import eventually
from tests.services.rules.hosting import Hosted, House, Metadata, Replica, Stream, detail_of, end_of, name_of


async def held_back(stream: Any) -> str:
    """The reason with which a stream ends, whatever it had said before."""
    return name_of(detail_of(await end_of(stream)).reason)


async def test_a_stream_that_opens_no_seat_is_ended(
    house: House, replica: Replica, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(desk, "OPENING_SECONDS", 0.2)
    silent = replica.rpc.Play(metadata=house.token())
    assert await asyncio.wait_for(held_back(silent), 5) == "MALFORMED"


async def test_a_stream_that_opens_no_seat_holds_no_stop_up(house: House) -> None:
    async with house.replica() as replica:
        silent = replica.rpc.Play(metadata=house.token())
        await silent.wait_for_connection()
        await asyncio.sleep(0.1)
        stopping = asyncio.create_task(replica.rpc_server.stop(grace=20))
        assert await asyncio.wait_for(held_back(silent), 5) == "SHUTTING_DOWN"
        await asyncio.wait_for(stopping, 5)


async def test_spectators_never_take_the_streams_of_seats(house: House) -> None:
    async with house.replica(rules_streams_most=4) as replica:
        hosted = await Hosted.create(house, replica, 2)
        watching = [await _watch(hosted) for _ in range(2)]
        refused = hosted.replica.rpc.Watch(WatchRequest(match_id=hosted.match_id), metadata=house.token())
        assert await held_back(refused) == "OVERLOADED"
        async with Stream(hosted, 0) as first, Stream(hosted, 1) as second:
            assert (await first.until("view")).seat == 0
            assert (await second.until("view")).seat == 1
        for stream in watching:
            stream.cancel()
        await eventually(lambda: not replica.registry.get_sample_value("arena_rules_streams", {"kind": "watch"}))
        (await _watch(hosted)).cancel()


async def test_no_caller_queues_up_for_more_than_a_few_records(
    house: House, replica: Replica, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archive, "RECORDS_OF_ONE_CALLER", 2)
    hosted = await Hosted.create(house, replica, 4)
    await hosted.play(60)
    greedy, modest, service = house.token(), house.token(), house.token("service")

    async def ask(who: Metadata) -> str:
        try:
            await replica.rpc.GetRecord(GetRecordRequest(match_id=hosted.match_id), metadata=who)
        except grpc.aio.AioRpcError as error:
            return name_of(detail_of(error).reason)
        return "record"

    outcomes = await asyncio.gather(*(ask(greedy) for _ in range(12)), ask(modest), *(ask(service) for _ in range(4)))
    assert set(outcomes[:12]) == {"record", "OVERLOADED"}
    assert outcomes[12:] == ["record"] * 5
    # What was counted is given back, whether it was answered or refused.
    assert [await ask(greedy) for _ in range(4)] == ["record"] * 4


async def test_a_record_is_made_in_pieces_and_is_the_same(house: House, replica: Replica) -> None:
    hosted = await Hosted.create(house, replica, 3)
    await hosted.play(80)
    async with house.rules_bus() as bus:
        journal = Journal(bus)
        where = await journal.locate(hosted.match_id)
        assert where is not None
        entries = await journal.read(where)
    steps = building(serve_games(("medico",))["medico"], entries, None)
    pauses = 0
    while True:
        try:
            next(steps)
        except StopIteration as done:
            made = done.value
            break
        pauses += 1
    assert pauses >= 80 // 8
    assert made == await hosted.record()


async def _watch(hosted: Hosted) -> Any:
    stream = hosted.replica.rpc.Watch(WatchRequest(match_id=hosted.match_id), metadata=hosted.house.token())
    assert await stream.read() is not grpc.aio.EOF
    return stream
