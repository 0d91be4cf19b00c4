"""What waits on the stack of a game of Azerland, see :mod:`engine_core.stack` and ``docs/decisions/0021``."""

from __future__ import annotations

from functools import lru_cache
from typing import ClassVar

from engine_core.games.azerland.vocabulary import (
    MarketCard,
    MaybeColumn,
    MaybeDieFace,
    MaybeLevel,
    MaybePotion,
    MaybeVisitor,
    Pending,
    Visitor,
)
from engine_core.stack import HasStack
from engine_core.values import Value
from engine_core.vocabulary import NONE


class Frame(Value):
    """One thing that waits on the stack: a decision of the active seat, or a step that follows once those above are done.

    Only the fields that the kind needs are set. Frames are made by :func:`frame`.
    """

    __slots__ = (
        "bonus_due",
        "cards",
        "column",
        "dice",
        "kind",
        "left",
        "level",
        "potion",
        "taken",
        "visitor",
        "visitors",
    )

    may_be_left_out: ClassVar[frozenset[str]] = frozenset(__slots__) - {"kind"}

    kind: Pending
    left: int
    """How many are still to come: potions, ingredients, steps, dice to discard, cards to take; of ``apprentices`` the base, of
    ``split_wages`` the gold."""
    column: MaybeColumn
    """The action of ``apprentices``."""
    potion: MaybePotion
    level: MaybeLevel
    """The effect of ``potion_effect``."""
    visitor: MaybeVisitor
    """Whose order, benefit or reward it is."""
    bonus_due: bool
    """The study-level bonus of the order is still to be paid (AZE-RUL-49)."""
    visitors: tuple[Visitor, ...]
    """Of ``ai_orders`` the numbers still to be handled, from the left; of ``ai_tie`` the two equally close."""
    cards: tuple[MarketCard, ...]
    """The market cards of the effect in progress that can still be taken or were turned up."""
    taken: tuple[MarketCard, ...]
    """Those already taken."""
    dice: tuple[MaybeDieFace, ...]
    """The roll, in the order rolled; NONE for a die discarded. Equal faces are shown as the first row of the table that equals them."""


@lru_cache(maxsize=8192)
def frame(
    kind: int,
    left: int = 0,
    visitor: int = NONE,
    cards: tuple[int, ...] = (),
    taken: tuple[int, ...] = (),
    dice: tuple[int, ...] = (),
    column: int = NONE,
    potion: int = NONE,
    level: int = NONE,
    visitors: tuple[int, ...] = (),
    bonus_due: bool = False,
) -> Frame:
    """The frame with these values; what is left out is not set. Frames never change and few are different, so each is made once."""
    return Frame(
        kind=kind,
        left=left,
        column=column,
        potion=potion,
        level=level,
        visitor=visitor,
        bonus_due=bonus_due,
        visitors=visitors,
        cards=cards,
        taken=taken,
        dice=dice,
    )


def count_down(state: HasStack) -> None:
    """One of what the innermost frame counts is done; with the last one the frame is."""
    *below, top = state.pending
    if top.left > 1:
        below.append(frame(top.kind, top.left - 1, top.visitor))
    state.pending = tuple(below)
