"""The complete state of a game of Gleaning."""

from __future__ import annotations

from typing import Annotated

from engine_core.games.gleaning.data import GleaningData
from engine_core.games.gleaning.options import Options
from engine_core.games.gleaning.vocabulary import Herb, MaybeNumber, MaybeSeat, Phase, Seat
from engine_core.ownership import ownership
from engine_core.rng import Rng
from engine_core.values import CopyOnChange, Packed
from engine_core.vocabulary import Shared


class Player(CopyOnChange):
    """One seat's things. Changed only by a step that owns it (:func:`own_player`)."""

    __slots__ = ("herbs", "number", "points")

    number: MaybeNumber
    """The number called in this round; hidden from the others until all have called one."""
    herbs: tuple[int, int, int, int]
    points: int
    """Scored for numbers so far."""


class GleaningState(Packed):
    """A position. Holds no history; ``data`` and ``options`` are shared and no part of its bytes."""

    __slots__ = (
        "_owned",
        "_revealed",
        "active_seat",
        "bag",
        "data",
        "meadow",
        "options",
        "order",
        "phase",
        "players",
        "rng",
        "round",
        "start_seat",
    )

    data: Annotated[GleaningData, Shared()]
    options: Annotated[Options, Shared()]
    rng: Rng
    round: int
    """From 1."""
    phase: Phase
    active_seat: MaybeSeat
    """NONE while numbers are called, and at the end."""
    start_seat: Seat
    order: tuple[Seat, ...]
    """Who gleans after the active seat, in order."""
    meadow: tuple[int, int, int, int]
    bag: tuple[Herb, ...]
    """Top first; its order is hidden."""
    players: list[Player]
    _owned: int
    """The players, as flags, that the running step has copied and may change."""
    _revealed: bool
    """The running step brought something hidden to light."""


begin_step, own_player = ownership(Player)
