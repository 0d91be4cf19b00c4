"""What one seat, or anybody, may know of a game of Azerland. Built from an allow-list, never stripped from a state."""

from __future__ import annotations

from engine_core.games.azerland.frames import Frame
from engine_core.games.azerland.options import SoloDifficulty
from engine_core.games.azerland.solo_sheets import AiDrinks, AiPlaquette
from engine_core.games.azerland.state import AzerlandState
from engine_core.games.azerland.vocabulary import (
    PRIORITIES,
    REVEAL,
    Abilities,
    BonusTile,
    Level,
    MarketCard,
    MaybeCauldron,
    MaybeSeat,
    MaybeVisitor,
    Participant,
    Phase,
    Side,
    TileNumber,
    Visitor,
)
from engine_core.vocabulary import NONE


class MarketView:
    """The market: what lies open, and how many cards the deck holds (AZE-RUL-83)."""

    __slots__ = ("deck", "discards", "row")

    deck: int
    row: tuple[MarketCard, ...]
    discards: tuple[MarketCard, ...]


class VisitorsView:
    """The visitors: what lies open, and how many cards the deck holds (AZE-RUL-83)."""

    __slots__ = ("deck", "gone", "road", "served_infinity", "town")

    deck: int
    road: tuple[Visitor, ...]
    town: tuple[Visitor, ...]
    served_infinity: tuple[Visitor, ...]
    gone: tuple[Visitor, ...]


class PlayerView:
    """A player's board and tokens; everything open, the plaquette excepted until the reveal."""

    __slots__ = (
        "abilities",
        "apprentices",
        "black_market",
        "discs",
        "display",
        "gold",
        "ingredients",
        "levels",
        "pawn",
        "placed",
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
    potions: tuple[int, int, int]
    discs: tuple[int, int, int]
    levels: tuple[Level, Level, Level]
    """What the discs have reached."""
    abilities: Abilities
    black_market: tuple[MarketCard, ...]
    display: tuple[Visitor, ...]
    tilted: tuple[Visitor, ...]
    pawn: MaybeVisitor
    tiles: tuple[TileNumber, ...]
    placed: int
    """How many columns are filled: public."""
    placed_numbers: tuple[TileNumber, ...]
    """The own plaquette always; another's from the reveal on, before it empty (AZE-PRIO-04)."""
    placed_sides: tuple[Side, ...]
    tiles_replaced: int
    ranks: tuple[int, int, int, int, int]
    served: tuple[Visitor, ...]
    purchases: int


class AzerlandView:
    """A position as one seat sees it; ``seat`` is NONE for the public view."""

    __slots__ = (
        "active_seat",
        "ai_cauldron",
        "ai_drinks",
        "ai_plaquettes",
        "bonus_tiles",
        "cauldrons",
        "day",
        "market",
        "order",
        "pending",
        "phase",
        "players",
        "seat",
        "solo_difficulty",
        "turns_left",
        "visitors",
        "zero_tiles",
    )

    seat: MaybeSeat
    day: int
    phase: Phase
    active_seat: MaybeSeat
    order: tuple[Participant, ...]
    turns_left: int
    pending: tuple[Frame, ...]
    """The stack: all that is being decided lies open."""
    cauldrons: tuple[Participant, ...]
    bonus_tiles: tuple[BonusTile, ...]
    """Those revealed, from day 2 on; the last one is in force."""
    zero_tiles: int
    market: MarketView
    visitors: VisitorsView
    players: tuple[PlayerView, ...]
    solo_difficulty: SoloDifficulty
    """The option of the set-up."""
    ai_cauldron: MaybeCauldron
    """Solo: the cauldron printed on the AI's sheet, which the AI began with; NONE with 2 to 4 seats."""
    ai_drinks: tuple[AiDrinks, ...]
    """Solo: the potion rows uncovered so far, by day (AZE-RUL-76)."""
    ai_plaquettes: tuple[AiPlaquette, ...]
    """Solo: the priority rows uncovered so far, by day."""


def plaquettes_open(phase: int) -> bool:
    """Whether the plaquettes that are filled lie open: from the reveal on (AZE-PRIO-04, AZE-ACT-01)."""
    return phase >= REVEAL


def rows_uncovered(day: int, phase: int) -> tuple[int, int]:
    """How many potion rows and priority rows of the AI's sheet are uncovered (AZE-RUL-76)."""
    before = max(day - 1, 0)
    return (before if phase <= PRIORITIES else day, before if phase < REVEAL else day)


def view_of(state: AzerlandState, seat: int | None) -> AzerlandView:
    """What ``seat`` may know, or anybody for ``None``: every field is named here, nothing else leaves the state."""
    view = AzerlandView()
    view.seat = NONE if seat is None else seat
    view.day = day = state.day
    view.phase = phase = state.phase
    view.active_seat = state.active_seat
    view.order = state.order
    view.turns_left = state.turns_left
    view.pending = state.pending
    view.cauldrons = state.cauldrons
    view.bonus_tiles = state.bonus_tiles[: day - 1] if day > 1 else ()
    view.zero_tiles = state.zero_tiles
    view.market = _market_view(state)
    view.visitors = _visitors_view(state)
    view.players = _player_views(state, seat)
    view.solo_difficulty = state.options.solo_difficulty
    if state.sheet == NONE:
        view.ai_cauldron = NONE
        view.ai_drinks = ()
        view.ai_plaquettes = ()
    else:
        drinks, plaquettes = rows_uncovered(day, phase)
        view.ai_cauldron = state.data.sheet_cauldron[state.sheet]
        view.ai_drinks = state.data.ai_drinks[state.sheet][:drinks]
        view.ai_plaquettes = state.data.ai_plaquettes[state.sheet][:plaquettes]
    return view


def _market_view(state: AzerlandState) -> MarketView:
    market = state.market
    view = MarketView()
    view.deck = len(market.deck)
    view.row = market.row
    view.discards = market.discards
    return view


def _visitors_view(state: AzerlandState) -> VisitorsView:
    visitors = state.visitors
    view = VisitorsView()
    view.deck = len(visitors.deck)
    view.road = visitors.road
    view.town = visitors.town
    view.served_infinity = visitors.served_infinity
    view.gone = visitors.gone
    return view


def _player_views(state: AzerlandState, seat: int | None) -> tuple[PlayerView, ...]:
    """The boards; the plaquette only where it is the own one or revealed (AZE-PRIO-04, AZE-RUL-32)."""
    level_of = state.data.level_of_space
    are_open = plaquettes_open(state.phase)
    views = []
    for index, player in enumerate(state.players):
        view = PlayerView()
        view.gold = player.gold
        view.apprentices = player.apprentices
        view.prestige = player.prestige
        view.ingredients = player.ingredients
        view.potions = player.potions
        view.discs = first, second, third = player.discs
        view.levels = (level_of[first], level_of[second], level_of[third])
        view.abilities = player.abilities
        view.black_market = player.black_market
        view.display = player.display
        view.tilted = player.tilted
        view.pawn = player.pawn
        view.tiles = player.tiles
        numbers = player.placed_numbers
        view.placed = len(numbers)
        if are_open or index == seat:
            view.placed_numbers = numbers
            view.placed_sides = player.placed_sides
        else:
            view.placed_numbers = ()
            view.placed_sides = ()
        view.tiles_replaced = player.tiles_replaced
        view.ranks = player.ranks
        view.served = player.served
        view.purchases = player.purchases
        views.append(view)
    return tuple(views)
