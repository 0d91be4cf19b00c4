"""Telling those who watch a leaderboard that it changed, without keeping what they missed: they read the latest."""

import asyncio
import contextlib
from collections.abc import Iterable, Iterator

Board = tuple[str, int]
"""A game and a number of seats."""


class Watchers:
    """Everybody who watches a leaderboard here."""

    def __init__(self) -> None:
        self._events: dict[Board, set[asyncio.Event]] = {}

    def notify(self, boards: Iterable[Board]) -> None:
        """These leaderboards changed."""
        for board in boards:
            for event in self._events.get(board, ()):
                event.set()

    @contextlib.contextmanager
    def watch(self, board: Board) -> Iterator[asyncio.Event]:
        """An event that is set with every change from now on; the watcher clears it before it reads."""
        event = asyncio.Event()
        self._events.setdefault(board, set()).add(event)
        try:
            yield event
        finally:
            watching = self._events[board]
            watching.discard(event)
            if not watching:
                del self._events[board]
