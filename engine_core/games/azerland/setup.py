"""Setting up a game (chapter Setup). Every shuffle has a random stream of its own."""

from __future__ import annotations

from typing import Final

from engine_core.events import Sink
from engine_core.games.azerland.course import go_on
from engine_core.games.azerland.data import ZERO_TILES, AzerlandData, pile_of
from engine_core.games.azerland.options import ANY_DIFFICULTY
from engine_core.games.azerland.preparation import ROW_PER_PLAYER
from engine_core.games.azerland.state import AzerlandState, Market, Player, Visitors
from engine_core.games.azerland.streams import (
    BONUS_TILES,
    CAULDRONS,
    INFINITY_PILE,
    MARKET_DECK,
    ONE_POTION_PILE,
    SOLO_SHEET,
    THREE_POTION_PILE,
    TWO_POTION_PILE,
    VISITOR_DECK,
)
from engine_core.games.azerland.vocabulary import AI, DAYS, MARKET_CARDS, SETUP, VISITORS
from engine_core.vocabulary import NONE

SEAT_COUNTS: Final = (1, 2, 3, 4)
TOWN_PER_PLAYER: Final = 2
DECK_OF: Final = {2: (6, 2), 3: (10, 3), 4: (14, 4)}
"""Players (the AI counts) -> visitors with 2 and with 3 potions in the deck (AZE-SET-05 to 07)."""
INFINITY_IN_DECK: Final = 2
TILES: Final = (1, 2, 3, 4, 5)


def set_up(state: AzerlandState, seats: int, sink: Sink | None) -> None:
    """Lay out a game up to its first decision, the starting potions."""
    data, rng = state.data, state.rng
    state._owned = (1 << seats) - 1
    state._revealed = False
    state.day = 0
    state.phase = SETUP
    state.pending = ()
    state.active_seat = NONE
    state.zero_tiles = ZERO_TILES  # AZE-SET-12
    state.players = [new_player() for _ in range(seats)]
    _hand_out_cauldrons(state, seats)
    state.bonus_tiles = rng.shuffle(BONUS_TILES, data.bonus_deck)[: DAYS - 1]  # AZE-SET-11
    players = len(state.cauldrons)
    cards = rng.shuffle(MARKET_DECK, range(1, MARKET_CARDS + 1))
    row = ROW_PER_PLAYER * players
    state.market = Market(deck=cards[row:], row=tuple(sorted(cards[:row])), discards=())  # AZE-SET-02
    state.visitors = _lay_out_visitors(state, players)
    state.order = state.cauldrons
    state.turns_left = players
    if AI in state.order:  # AZE-SOLO-02
        state.order = (0,)
        state.turns_left = 1
    go_on(state, sink)


def possible_sheets(data: AzerlandData, difficulty: int) -> list[int]:
    """The AI's sheets of a difficulty (AZE-SOLO-04)."""
    return [s for s, d in enumerate(data.sheet_difficulty) if difficulty in (ANY_DIFFICULTY, d)]


def _hand_out_cauldrons(state: AzerlandState, seats: int) -> None:
    """A random deal; in the solo game the AI has the one on its sheet (AZE-SET-14, AZE-RUL-04, AZE-SOLO-02)."""
    state.sheet = NONE
    if seats > 1:
        state.cauldrons = state.rng.shuffle(CAULDRONS, range(seats))
        return
    sheets = possible_sheets(state.data, state.options.solo_difficulty)
    state.sheet = sheets[state.rng.below(SOLO_SHEET, len(sheets))]
    state.cauldrons = (AI, 0) if state.data.sheet_cauldron[state.sheet] == 1 else (0, AI)


def _lay_out_visitors(state: AzerlandState, players: int) -> Visitors:
    """Town, deck and road; the other cards leave the game unseen (AZE-SET-03 to 10)."""
    rng = state.rng
    piles: list[list[int]] = [[], [], [], []]
    for visitor in range(1, VISITORS + 1):
        piles[pile_of(state.data, visitor)].append(visitor)
    twos, threes = DECK_OF[players]
    town = rng.shuffle(ONE_POTION_PILE, piles[1])[: TOWN_PER_PLAYER * players]
    deck = rng.shuffle(TWO_POTION_PILE, piles[2])[:twos]
    deck += rng.shuffle(THREE_POTION_PILE, piles[3])[:threes]
    deck += rng.shuffle(INFINITY_PILE, piles[0])[:INFINITY_IN_DECK]
    deck = rng.shuffle(VISITOR_DECK, deck)
    return Visitors(
        deck=deck[players:],
        road=tuple(sorted(deck[:players])),
        town=tuple(sorted(town)),
        served_infinity=(),
        gone=(),
    )


def new_player() -> Player:
    """A board as it is before the starting resources (AZE-SET-13)."""
    player = Player()
    player.gold = player.apprentices = player.prestige = 0
    player.ingredients = player.potions = player.discs = (0, 0, 0)
    player.abilities = 0
    player.black_market = player.display = player.tilted = player.served = ()
    player.pawn = NONE
    player.tiles = TILES
    player.placed_numbers = player.placed_sides = ()
    player.tiles_replaced = player.purchases = 0
    player.ranks = (0, 0, 0, 0, 0)
    return player
