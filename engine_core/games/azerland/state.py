"""The complete state of a game of Azerland, with the rulebook's words.

What has no order of its own (row, town, display, discard pile, ...) is kept sorted by number, so equal states are equal in bytes; decks
have their top first. A tuple is replaced, never changed, so copies of a state share it.
"""

from __future__ import annotations

from typing import Annotated

from engine_core.games.azerland.data import AzerlandData
from engine_core.games.azerland.frames import Frame
from engine_core.games.azerland.options import Options
from engine_core.games.azerland.vocabulary import (
    Abilities,
    BonusTile,
    MarketCard,
    MaybeSeat,
    MaybeSheet,
    MaybeVisitor,
    Participant,
    Phase,
    Side,
    TileNumber,
    Visitor,
)
from engine_core.ownership import ownership
from engine_core.rng import Rng
from engine_core.values import CopyOnChange, Packed, Value
from engine_core.vocabulary import NONE, Shared


class Market(Value):
    """The market cards but those at players' boards and of the effect in progress."""

    __slots__ = ("deck", "discards", "row")

    deck: tuple[MarketCard, ...]
    """Top first; hidden."""
    row: tuple[MarketCard, ...]
    discards: tuple[MarketCard, ...]


class Visitors(Value):
    """The visitor cards but those in displays and those that left at set-up."""

    __slots__ = ("deck", "gone", "road", "served_infinity", "town")

    deck: tuple[Visitor, ...]
    """Top first; hidden."""
    road: tuple[Visitor, ...]
    town: tuple[Visitor, ...]
    served_infinity: tuple[Visitor, ...]
    """Infinity visitors in town that were served today: they leave at the end of the day (AZE-SERVE-20)."""
    gone: tuple[Visitor, ...]
    """Left the game for all to see: Infinity visitors sent away, orders the AI took."""


class Player(CopyOnChange):
    """One seat's board, tokens and display. Changed only by a step that owns it (:func:`own_player`)."""

    __slots__ = (
        "abilities",
        "apprentices",
        "black_market",
        "discs",
        "display",
        "gold",
        "ingredients",
        "pawn",
        "placed_numbers",
        "placed_sides",
        "potions",
        "prestige",
        "purchases",
        "ranks",
        "served",
        "tiles",
        "tiles_replaced",
        "tilted",
    )

    gold: int
    apprentices: int
    prestige: int
    ingredients: tuple[int, int, int]
    """Mushrooms, flowers, sap."""
    potions: tuple[int, int, int]
    """Celerity, charm, intelligence."""
    discs: tuple[int, int, int]
    """The space of the study disc of each potion; 0 is N."""
    abilities: Abilities
    """Unlocked for good (AZE-POT-44)."""
    black_market: tuple[MarketCard, ...]
    display: tuple[Visitor, ...]
    """The visitors served, Infinity visitors excepted."""
    tilted: tuple[Visitor, ...]
    """Once-per-day cards of the display that have paid today."""
    pawn: MaybeVisitor
    """The visitor in town under the own hypnosis pawn."""
    tiles: tuple[TileNumber, ...]
    """The 5 tiles owned, as they are known to all: a replacement counts from the reveal on (AZE-RUL-30)."""
    placed_numbers: tuple[TileNumber, ...]
    """The plaquette by column, as far as filled; hidden from the others until the reveal, and empty before phase 2."""
    placed_sides: tuple[Side, ...]
    tiles_replaced: int
    """How many 0 tiles came to the plaquette today and are not revealed yet (AZE-POT-19)."""
    ranks: tuple[int, int, int, int, int]
    """By column the rank of today, from 1; 0 before the column starts and where the own tile shows gold."""
    served: tuple[Visitor, ...]
    """The visitors served today, each once (AZE-RUL-52)."""
    purchases: int
    """Market cards bought today while visitor 9 was in the display (AZE-RUL-54)."""


class AzerlandState(Packed):
    """A position. Holds no history; ``data`` and ``options`` are shared and no part of its bytes."""

    __slots__ = (
        "_owned",
        "_revealed",
        "active_seat",
        "bonus_tiles",
        "cauldrons",
        "data",
        "day",
        "market",
        "options",
        "order",
        "pending",
        "phase",
        "players",
        "rng",
        "sheet",
        "turns_left",
        "visitors",
        "zero_tiles",
    )

    data: Annotated[AzerlandData, Shared()]
    options: Annotated[Options, Shared()]
    rng: Rng
    day: int
    """1..6; 0 while starting potions are chosen."""
    phase: Phase
    active_seat: MaybeSeat
    """The seat that is asked; NONE in phase 2, where all are asked that have not filled their plaquettes, and at the end."""
    order: tuple[Participant, ...]
    """Who acts in this phase or column, first to last: by cauldron, in a column by rank; empty in phase 2 and at the end."""
    turns_left: int
    """How many of ``order`` come after the one whose turn it is."""
    pending: tuple[Frame, ...]
    """The stack of what is to be decided and done for the active seat, the innermost last."""
    cauldrons: tuple[Participant, ...]
    """Who holds cauldron 1, 2, ..."""
    bonus_tiles: tuple[BonusTile, ...]
    """For days 2 to 6; those of coming days are hidden."""
    zero_tiles: int
    """Tiles with 0 in the box, as they are known to all."""
    sheet: MaybeSheet
    """The AI's sheet, hidden but for the rows uncovered; NONE with 2 to 4 seats."""
    market: Market
    visitors: Visitors
    players: list[Player]
    _owned: int
    """The players, as flags, that the running step has copied and may change."""
    _revealed: bool
    """The running step brought something hidden to light."""


begin_step, own_player = ownership(Player)


def bonus_of_the_day(state: AzerlandState) -> int:
    """The bonus tile in force; NONE on day 1 (AZE-BON-13)."""
    return state.bonus_tiles[state.day - 2] if state.day > 1 else NONE
