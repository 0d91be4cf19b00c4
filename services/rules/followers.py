"""Who follows a match on this replica: the streams that must learn when it goes on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from engine_core.events import Event

Happened = Sequence[tuple[int, Event]]
"""Events with their audience, in order."""


class Follower(Protocol):
    """One stream. Called from the table, between two steps of the event loop: must not wait and not raise."""

    seat: int | None
    """The seat that it plays; None for a spectator."""
    wants_events: bool

    def moved(self, happened: Happened, *, complete: bool) -> None:
        """The match has a new position. ``complete``: ``happened`` is everything since the one before (if it wants events)."""

    def failed(self, error: Exception) -> None:
        """The stream must end with this error."""
