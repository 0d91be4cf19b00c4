"""A match is hosted from its creation to its result: by single calls, and over streams."""

from __future__ import annotations

import asyncio
import random

import pytest

from services.common.bus import last, subjects
from tests.services.rules.hosting import Hosted, House, Replica, Stream, submission


@pytest.mark.parametrize("seats", [2, 3, 4])
async def test_a_match_is_played_by_single_calls_to_its_result(house: House, replica: Replica, seats: int) -> None:
    hosted = await Hosted.create(house, replica, seats)
    view = await hosted.play(2000, random.Random(seats))
    assert view.finished
    assert sorted(seat.place for seat in view.result.seats) == list(range(1, seats + 1))


async def test_a_match_is_played_over_streams(house: House, replica: Replica) -> None:
    hosted = await Hosted.create(house, replica, 4)

    async def sit(seat: int) -> object:
        rng = random.Random(seat)
        async with Stream(hosted, seat) as stream:
            while (message := await stream.read()) is not None:
                if message.WhichOneof("message") == "ended":
                    return message.ended
                if message.WhichOneof("message") == "answer":
                    assert message.answer.HasField("accepted"), message
                view = message.answer.view if message.HasField("answer") else message.view
                if seat in view.seats_to_act:
                    await stream.send(submission(view, rng.choice(list(view.legal_action_ids))))
        raise AssertionError("the stream ended without a result")

    results = await asyncio.gather(*(sit(seat) for seat in range(4)))
    assert all(result == results[0] for result in results)
    async with house.rules_bus() as bus:
        stored = await last(bus, subjects.RESULTS, subjects.result("medico", hosted.match_id))
    assert stored is not None
