"""Positions that several files of rule tests begin with."""

from __future__ import annotations

from engine_core.games.azerland.actions import AdvanceDisc, PayPotion, ServeOrder
from engine_core.games.azerland.options import EASY
from engine_core.games.azerland.vocabulary import CHARM, SERVE
from tests.engine.azerland.cards import ONLY_MUSHROOMS, Row, sheets
from tests.engine.azerland.table import Table, table


def serve(visitor: int, *display: int, discs: tuple[int, int, int] = (0, 0, 0), **fields: object) -> Table:
    """Seat 0, with potions for more, has just served a visitor; jokers were paid with charm."""
    t = table(3, tables=ONLY_MUSHROOMS).town(visitor, 11)
    t.me.display, t.me.discs, t.me.potions = tuple(sorted(display)), discs, (9, 9, 9)
    for name, value in fields.items():
        setattr(t.me, name, value)
    t.column(SERVE).play(0, ServeOrder(visitor))
    while t.point() == "pay_potion":
        t.play(0, PayPotion(CHARM))
    return t


def steps_offered(t: Table, potion: int) -> int:
    """Take all the study steps with one disc: how many there were."""
    taken = 0
    while t.point() == "study_step":
        t.play(0, AdvanceDisc(potion))
        taken += 1
    return taken


def alone(day_1: Row, cauldron: int = 2, day_2: Row | None = None) -> Table:
    """A bare solo table whose AI has this row on day 1 (and 2), and holds this cauldron."""
    days = {1: day_1} if day_2 is None else {1: day_1, 2: day_2}
    return table(1, tables=sheets(days, cauldron), difficulty=EASY)


def row(cells: str, potions: str = "", visitors: str = "") -> Row:
    return potions, cells, visitors


WORKS = "g1 g2 g3 g4 g5"
