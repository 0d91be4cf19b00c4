"""The table of the solo game: a position in which Melanie can do nothing, to which a test adds what she is to find.

``solo()`` stands in the human's turn, Monday 10 o'clock; the human is ahead on the tea track, so Melanie acts next: ``act(t)``. Forest,
merchant, displays and courses of the hour are empty, nobody has a plant. The solo card names the areas in the order that the test gives.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine_core.codec import evolve
from engine_core.games.tinctura.actions import EndTurn, ForgoAction, SoloChoose
from engine_core.games.tinctura.events import MelanieActs
from engine_core.games.tinctura.state import Player
from engine_core.games.tinctura.vocabulary import MELANIE, SOLO_CHOICE
from engine_core.vocabulary import NONE
from tests.engine.tinctura.table import Table, table, tiles

EMPTY = (NONE, NONE, NONE, NONE)
EARLY, LATE = (1, 2), (11, 12)
"""Courses that begin at 9 and at 15 o'clock."""
OTHER_NOTES = ("course_lowest:1", "apprentice_draw:1", "training_points:1")


def solo(
    areas: str = "pharmacy village forest",
    *,
    level: int = 1,
    notes: Sequence[str] = OTHER_NOTES,
    hour: int = 10,
    day: int = 1,
    **options: Any,
) -> Table:
    """The position above; ``notes`` are those of levels 2, 3 and 4 on Melanie's card."""
    row = {"areas": areas, **{f"level_{number}": text for number, text in enumerate(notes, 2)}}
    t = table(1, tables={"solo_cards": {"sc_01": row}}, solo_level=f"level_{level}", **options)
    t.turn(hour=hour, day=day).tea(5, 0).forest().display().apprentices(*EMPTY).items()
    t.opens(12, 15).courses(*(LATE if hour < 13 else EARLY))
    assert t.state.solo is not None
    rest = tuple(card for card in range(12) if card)
    t.state.solo = evolve(t.state.solo, cards=(0, *rest), revealed=(), markers=(0, 0, 0, 0))
    return t


def her(t: Table) -> Player:
    return t.player(MELANIE)


def skills(t: Table, mixing: int = 1, pressing: int = 1, filtering: int = 1, heating: int = 1, space: int = 0) -> Table:
    """Melanie's levels, and her space of plant knowledge."""
    her(t).skills = (mixing, pressing, filtering, heating)
    her(t).knowledge = space
    return t


def holds(t: Table, patient: int, *, day: int = 1, hour: int = 8, **plants: int) -> Table:
    """Melanie has taken this patient after those that she has; these plants lie on it."""
    t.patient(patient, hour=hour, day=day, seat=MELANIE)
    lying = tiles(**plants)
    t._balance((0, 0, 0, 0), lying)
    assert t.state.solo is not None
    t.state.solo = evolve(t.state.solo, reserved=(*t.state.solo.reserved, lying))
    return t


def reserved(t: Table) -> tuple[tuple[int, int, int, int], ...]:
    assert t.state.solo is not None
    return t.state.solo.reserved


def markers(t: Table, *by_space: int) -> Table:
    """Apprentice markers on the spaces."""
    assert t.state.solo is not None
    first, second, third, fourth = by_space
    t.state.solo = evolve(t.state.solo, markers=(first, second, third, fourth))
    return t


def merchant_cards(t: Table, *cards: int) -> Table:
    """The merchant cards that come next; all others have been revealed."""
    assert t.state.solo is not None
    rest = tuple(card for card in range(9) if card not in cards)
    t.state.solo = evolve(t.state.solo, merchant_cards=cards, merchant_revealed=rest)
    return t


def act(t: Table) -> Table:
    """The human forgoes the hour, Melanie acts; ``events`` are those of her turn."""
    t.play(0, ForgoAction())
    t.events.clear()
    return t.play(0, EndTurn())


def areas_used(t: Table) -> list[int]:
    """The areas in which she acted; NONE for her fallback."""
    return [event.area for event in t.happened(MelanieActs)]


def options(t: Table) -> tuple[int, ...]:
    """The options of the question that is put to the human; none if there is no question."""
    top = t.state.pending[-1]
    return top.choices if top.kind == SOLO_CHOICE else ()


def choose(t: Table, choice: int) -> Table:
    """The human decides for this one of the options."""
    return t.play(0, SoloChoose(options(t).index(choice)))
