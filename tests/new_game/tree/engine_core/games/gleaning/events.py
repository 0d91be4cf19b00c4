"""What happens in a game of Gleaning. All events are public but ``number_set``, which only its own seat receives."""

from __future__ import annotations

from typing import Final

from engine_core.events import Event, EventType
from engine_core.games.gleaning.vocabulary import Herb, Number, Seat


class RoundStarted(Event):
    """A round begins with this meadow (GLE-CALL-02)."""

    round: int
    meadow: tuple[int, int, int, int]


class NumberSet(Event):
    """The own number; only the own seat receives this."""

    seat: Seat
    number: Number


class NumberCalled(Event):
    """A seat has called its number; which one, nobody learns before all have (GLE-CALL-01)."""

    seat: Seat


class NumbersRevealed(Event):
    """The numbers by seat, and who gleans in which order (GLE-CALL-03)."""

    numbers: tuple[Number, ...]
    order: tuple[Seat, ...]


class HerbPicked(Event):
    """A herb came from the meadow (GLE-PICK-01)."""

    seat: Seat
    herb: Herb


class HerbDrawn(Event):
    """A herb came from the bag (GLE-PICK-02)."""

    seat: Seat
    herb: Herb


class TurnPassed(Event):
    """A seat took nothing (GLE-PICK-03)."""

    seat: Seat


class GameEnded(Event):
    """The last round is over; the count follows from the position."""


EVENTS: Final[tuple[EventType, ...]] = (
    RoundStarted,
    NumberSet,
    NumberCalled,
    NumbersRevealed,
    HerbPicked,
    HerbDrawn,
    TurnPassed,
    GameEnded,
)
