"""Where the cards lie that no player has: patients, apprentices, what is fixed for the week, the cards of the solo game."""

from __future__ import annotations

from engine_core.games.tinctura.module_words import DayEvent, OpenGoal
from engine_core.games.tinctura.vocabulary import (
    Apprentice,
    Course,
    MaybeApprentice,
    MaybeBlockedCard,
    MaybePatient,
    MerchantCard,
    OpeningHours,
    Patient,
    SoloCard,
)
from engine_core.values import Value


class Patients(Value):
    """The patient cards but those at players' boards and those that left at set-up."""

    __slots__ = ("deck", "display", "gone", "known")

    deck: tuple[Patient, ...]
    """Top first; hidden."""
    display: tuple[MaybePatient, ...]
    """By space; NONE where the space is empty."""
    gone: tuple[Patient, ...]
    """Left the game for all to see: served, declined, expired."""
    known: int
    """How many cards from the top the holder of Premonition has seen, and in which order they lie (TIN-PERS-11)."""


class Apprentices(Value):
    """The apprentice cards but those at players' boards."""

    __slots__ = ("blocked", "display", "gone", "known", "stacks")

    stacks: tuple[tuple[Apprentice, ...], tuple[Apprentice, ...], tuple[Apprentice, ...], tuple[Apprentice, ...]]
    """By medication, top first; hidden, but for the cards that ``known`` counts."""
    known: tuple[int, int, int, int]
    """Of each stack, how many cards on top were sent back there for all to see (TIN-RUL-52)."""
    display: tuple[MaybeApprentice, MaybeApprentice, MaybeApprentice, MaybeApprentice]
    """By space."""
    blocked: MaybeBlockedCard
    """The Blocked Apprentices card; NONE with 4 players."""
    gone: tuple[Apprentice, ...]
    """Removed by A Wild Night."""


class Week(Value):
    """What is fixed at set-up and comes to light day by day: of each deck the entries of coming days are hidden."""

    __slots__ = ("courses", "events", "open_goals", "openings")

    courses: tuple[Course, ...]
    """All 13; the two of day ``d`` are entries ``2 (d - 1)`` and the next."""
    openings: tuple[OpeningHours, ...]
    """One per day."""
    events: tuple[DayEvent, ...]
    """All 12 in the order of the stack, the first for Monday; empty without the option."""
    open_goals: tuple[OpenGoal, ...]
    """The three on display; empty without the option."""


class Solo(Value):
    """What only the solo game has (TIN-SOLO-04 to 06). Melanie's board is ``players[MELANIE]``."""

    __slots__ = ("cards", "markers", "merchant_cards", "merchant_revealed", "reserved", "revealed")

    cards: tuple[SoloCard, ...]
    """The stack, top first; hidden."""
    revealed: tuple[SoloCard, ...]
    """Of today, in order."""
    merchant_cards: tuple[MerchantCard, ...]
    """The stack, top first; hidden."""
    merchant_revealed: tuple[MerchantCard, ...]
    """Since the stack was last shuffled, in order."""
    markers: tuple[int, int, int, int]
    """Apprentice markers by space."""
    reserved: tuple[tuple[int, int, int, int], ...]
    """Per patient of hers, the plants that lie on it (TIN-SOLO-40); they are not in her ``plants``."""
