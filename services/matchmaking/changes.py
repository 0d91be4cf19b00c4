"""Telling waiting streams that something changed, without keeping what they missed: they read the latest state."""

import asyncio
import contextlib
from collections import defaultdict
from collections.abc import Iterator


class Changes:
    """Wakes whoever watches a key (a ticket, a tournament, a player)."""

    def __init__(self) -> None:
        self._watchers: defaultdict[str, set[asyncio.Event]] = defaultdict(set)

    def notify(self, key: str) -> None:
        """Wake all that watch `key`."""
        for watcher in self._watchers.get(key, ()):
            watcher.set()

    @contextlib.contextmanager
    def watch(self, key: str) -> Iterator[asyncio.Event]:
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
