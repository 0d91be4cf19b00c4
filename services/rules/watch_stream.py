"""One Watch stream: the public view whenever the match goes on, with the public events if they are asked for."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

from arena.pb.rules.v1.games_pb2 import GameEvent
from arena.pb.rules.v1.views_pb2 import SeatView, WatchResponse
from arena.translate import event_to_proto
from engine_core.events import EVERYONE, Event
from services.rules.followers import Happened
from services.rules.table import Table

MOST_EVENTS = 2000
"""Events kept for a slow reader; beyond that the older ones are left out, and it is told so."""


class WatchStream:
    """A spectator at a table, as a follower of it."""

    def __init__(self, table: Table, *, with_events: bool) -> None:
        self.seat: int | None = None
        self.wants_events = with_events
        self._table = table
        self._events: list[Event] = []
        self._skipped = False
        self._shown = 0
        self._failure: Exception | None = None
        self._wake = asyncio.Event()

    def moved(self, happened: Happened, *, complete: bool) -> None:
        """The match has a new position."""
        if self.wants_events:
            if not complete and self._shown:
                self._skip()
            self._events.extend(event for audience, event in happened if audience == EVERYONE)
            if len(self._events) > MOST_EVENTS:
                self._skip()
        self._wake.set()

    def failed(self, error: Exception) -> None:
        """The stream must end with this error."""
        self._failure = self._failure or error
        self._wake.set()

    async def run(self) -> AsyncIterator[WatchResponse]:
        """The messages of the stream, until the match is over; raises what made it fail."""
        while True:
            self._wake.clear()
            if self._failure is not None:
                raise self._failure
            hosted = self._table.hosted
            if hosted is not None and hosted.sequence != self._shown:
                self._shown = hosted.sequence
                message = WatchResponse(
                    view=SeatView.FromString(self._table.view(None)),
                    events=self._take_events(),
                    events_skipped=self._skipped,
                )
                self._skipped = False
                yield message
                if message.view.finished:
                    return
                continue
            await self._wake.wait()

    def _take_events(self) -> list[GameEvent]:
        events, self._events = self._events, []
        game = self._table.served.game
        return [event_to_proto(game, EVERYONE, event) for event in events]

    def _skip(self) -> None:
        self._events.clear()
        self._skipped = True
