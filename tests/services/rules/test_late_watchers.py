"""A spectator who arrives while an entry is being stored: events that nobody collected are not passed over in silence."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from arena.pb.rules.v1.views_pb2 import WatchRequest
from services.rules.journal import Journal
from tests.services.rules.hosting import Hosted, House, Replica, Stream, submission


async def test_who_comes_while_an_entry_is_stored_is_told_that_events_are_missing(
    house: House, replica: Replica, monkeypatch: pytest.MonkeyPatch
) -> None:
    hosted = await Hosted.create(house, replica, 2)
    view = await hosted.first()
    storing, go = asyncio.Event(), asyncio.Event()
    append = Journal.append

    async def held(self: Journal, *what: Any, **how: Any) -> int:
        storing.set()
        await go.wait()
        return await append(self, *what, **how)

    monkeypatch.setattr(Journal, "append", held)
    async with Stream(hosted, view.seat) as stream:  # players follow already, who want no events
        await stream.until("view")
        await stream.send(submission(view, view.legal_action_ids[0]))
        await storing.wait()
        watch = replica.rpc.Watch(WatchRequest(match_id=hosted.match_id, with_events=True), metadata=house.token())
        before = await watch.read()
        go.set()
        await stream.until("answer")
        after = await watch.read()
        watch.cancel()
    assert (before.view.ply, after.view.ply) == (view.ply, view.ply + 1)
    assert after.events_skipped
    assert not after.events
