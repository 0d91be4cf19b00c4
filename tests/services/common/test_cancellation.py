"""Whoever is told to stop while something arrives stops: else a process that should end goes on and holds what it held."""

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from services.common.bus import Bus, follow_live, subjects
from services.common.bus.read import direct_get
from services.common.ids import new_id
from tests.services.conftest import BusAs


class AnsweredAtOnce:
    """A bus whose answers come exactly when the test wants."""

    def __init__(self) -> None:
        self.receive: Any = None
        self.asked = asyncio.Event()

    def open_inbox(self, receive: Any) -> tuple[str, Any]:
        self.receive = receive
        return "inbox", lambda: None

    async def send(self, subject: str, payload: bytes, *, reply: str = "") -> None:
        self.asked.set()


async def test_an_answer_that_comes_together_with_the_cancellation_does_not_undo_it() -> None:
    bus = AnsweredAtOnce()
    reading = asyncio.create_task(direct_get(bus, "STREAM", {}))  # type: ignore[arg-type]
    await bus.asked.wait()
    await asyncio.sleep(0)
    bus.receive(SimpleNamespace(headers={"Status": "204"}, data=b""))
    reading.cancel()
    with pytest.raises(asyncio.CancelledError):
        await reading


async def test_a_flush_that_ends_together_with_the_cancellation_does_not_undo_it(
    bus_as: BusAs, monkeypatch: pytest.MonkeyPatch
) -> None:
    bus: Bus = await bus_as("rules", own=True)
    pong: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    asked = asyncio.Event()

    async def flushed(timeout: int) -> None:
        # As nats-py does it.
        asked.set()
        await asyncio.wait_for(pong, timeout)

    monkeypatch.setattr(bus.nc, "flush", flushed)
    before = set(bus.nc._subs)
    following = asyncio.create_task(follow_live(bus, subjects.live_tree("medico", 1, new_id()), lambda _: None))
    await asked.wait()
    await asyncio.sleep(0)
    assert set(bus.nc._subs) != before
    pong.set_result(None)
    following.cancel()
    with pytest.raises(asyncio.CancelledError):
        await following
    assert set(bus.nc._subs) == before, "what was subscribed is given up again"
