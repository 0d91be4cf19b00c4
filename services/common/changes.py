"""Telling waiting streams that something changed, without keeping what they missed: they read the latest state."""

import asyncio
import contextlib
from collections import defaultdict
from collections.abc import Hashable, Iterator
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)


class Changes(Generic[K]):
    """Wakes whoever watches a key (a ticket, a tournament, a leaderboard)."""

    def __init__(self) -> None:
        self._watchers: defaultdict[K, set[asyncio.Event]] = defaultdict(set)

    def notify(self, key: K) -> None:
        """Wake all that watch `key`."""
        for watcher in self._watchers.get(key, ()):
            watcher.set()

    @contextlib.contextmanager
    def watch(self, key: K) -> Iterator[asyncio.Event]:
        """An event that is set with every change of `key` from now on; the watcher clears it before it reads."""
        watcher = asyncio.Event()
        self._watchers[key].add(watcher)
        try:
            yield watcher
        finally:
            watchers = self._watchers[key]
            watchers.discard(watcher)
            if not watchers:
                del self._watchers[key]


async def first_of(*events: asyncio.Event, seconds: float | None = None) -> None:
    """Wait until one of the events is set, or so many seconds are over."""
    waiting = [asyncio.ensure_future(event.wait()) for event in events]
    try:
        await asyncio.wait(waiting, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for each in waiting:
            each.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
