"""What holds in every position: its shape, which a position written by hand has to respect, and what is conserved."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine_core.games.azerland.column_actions import BASES
from engine_core.games.azerland.data import ZERO_TILES, pile_of
from engine_core.games.azerland.frames import Frame
from engine_core.games.azerland.market import PRIVATE_CARDS
from engine_core.games.azerland.preparation import ROW_PER_PLAYER
from engine_core.games.azerland.setup import DECK_OF, INFINITY_IN_DECK, SEAT_COUNTS
from engine_core.games.azerland.state import AzerlandState, Market, Player, Visitors, own_player
from engine_core.games.azerland.visitor_cards import INFINITY, ONCE_PER_DAY
from engine_core.games.azerland.vocabulary import (
    AI,
    AI_TIE,
    APPRENTICES,
    BLACK_MARKET,
    COLUMNS,
    DAYS,
    DISCARD_DIE,
    GAME_OVER,
    HARVEST_COLUMN,
    LEVEL_BONUS,
    MARKET_CARDS,
    ORDER_SERVED,
    PAY_POTION,
    POTION_EFFECT,
    POTIONS,
    PRIORITIES,
    REWARD,
    SETUP,
    TAKE_CARD,
)
from engine_core.vocabulary import NONE

_NAMED: Final = (PAY_POTION, ORDER_SERVED, LEVEL_BONUS, REWARD)
"""Frames that name a visitor."""


def normalise(state: AzerlandState) -> None:
    """Sort what has no order of its own."""
    state._owned = 0
    state._revealed = False
    market, visitors = state.market, state.visitors
    state.market = Market(deck=market.deck, row=tuple(sorted(market.row)), discards=tuple(sorted(market.discards)))
    state.visitors = Visitors(
        deck=visitors.deck,
        road=tuple(sorted(visitors.road)),
        town=tuple(sorted(visitors.town)),
        served_infinity=tuple(sorted(visitors.served_infinity)),
        gone=tuple(sorted(visitors.gone)),
    )
    for seat in range(len(state.players)):
        player = own_player(state, seat)
        for field in ("black_market", "display", "tilted", "tiles", "served"):
            setattr(player, field, tuple(sorted(getattr(player, field))))


def shape_faults(state: AzerlandState) -> Iterator[str]:
    """Why the rules cannot play on from here: ``field: sentence``; nothing for every reachable position."""
    seats = len(state.players)
    if seats not in SEAT_COUNTS:
        yield f"players: 1, 2, 3 or 4, not {seats}"
        return
    holders = [*range(seats), *([AI] if seats == 1 else [])]
    if sorted(state.cauldrons) != holders:
        yield "cauldrons: every player, in the solo game the AI too, holds one"
        return
    if (state.sheet != NONE) != (seats == 1):
        yield "sheet: set exactly in the solo game"
    if len(state.bonus_tiles) != DAYS - 1:
        yield f"bonus_tiles: {DAYS - 1} tiles, for days 2 to {DAYS}"
    if state.zero_tiles > ZERO_TILES:
        yield f"zero_tiles: {ZERO_TILES} at most"
    yield from _flow_faults(state, holders)
    yield from _card_faults(state)
    for seat, player in enumerate(state.players):
        for fault in _player_faults(state, player):
            yield f"players[{seat}].{fault}"
    for place, waiting in enumerate(state.pending):
        for fault in _frame_faults(waiting):
            yield f"pending[{place}].{fault}"


def _flow_faults(state: AzerlandState, holders: list[int]) -> Iterator[str]:
    phase = state.phase
    if state.day > DAYS or (state.day == 0) != (phase == SETUP):
        yield f"day: 1 to {DAYS}, and 0 exactly in set-up"
    together = phase in (PRIORITIES, GAME_OVER)
    if state.active_seat >= len(state.players) or (state.active_seat == NONE) != together:
        yield "active_seat: a player, null exactly in phase 2 and at the end"
        return
    if together:
        if state.order or state.turns_left or state.pending:
            yield "order, turns_left, pending: empty in phase 2 and at the end"
        if phase == PRIORITIES and all(len(player.placed_numbers) == COLUMNS for player in state.players):
            yield "players: somebody has still an empty column"
        return
    if len(set(state.order)) != len(state.order) or not set(state.order) <= set(holders):
        yield "order: players that take part, each once"
        return
    if state.turns_left >= len(state.order):
        yield "turns_left: how many of order come after the active one"
        return
    acting = state.order[-1 - state.turns_left]
    if acting not in (state.active_seat, AI):
        yield "active_seat: the one of order before the last turns_left"
    if not state.pending or state.pending[-1].kind > AI_TIE:
        yield "pending: the innermost frame is a decision"
    if phase >= POTIONS and any(len(player.placed_numbers) != COLUMNS for player in state.players):
        yield f"players: the plaquettes are filled from {'potions'} on"


def _card_faults(state: AzerlandState) -> Iterator[str]:
    market, visitors = state.market, state.visitors
    for name, cards in (
        ("market.deck", market.deck),
        ("market.row", market.row),
        ("market.discards", market.discards),
        ("visitors.deck", visitors.deck),
        ("visitors.road", visitors.road),
        ("visitors.town", visitors.town),
        ("visitors.gone", visitors.gone),
    ):
        if 0 in cards or len(set(cards)) != len(cards):
            yield f"{name}: cards numbered from 1, each once"
    if not set(visitors.served_infinity) <= INFINITY & set(visitors.town):
        yield "visitors.served_infinity: Infinity visitors in town"


def _player_faults(state: AzerlandState, player: Player) -> Iterator[str]:
    for name in ("display", "black_market", "served", "tilted"):
        cards = getattr(player, name)
        if 0 in cards or len(set(cards)) != len(cards):
            yield f"{name}: cards numbered from 1, each once"
    if max(player.discs) > state.data.last_space:
        yield f"discs: {state.data.last_space} at most"
    if len(player.tiles) != COLUMNS:
        yield f"tiles: {COLUMNS} tiles"
    if len(player.placed_numbers) != len(player.placed_sides) or len(player.placed_numbers) > COLUMNS:
        yield f"placed_numbers, placed_sides: equally many, {COLUMNS} at most"
    elif player.tiles_replaced == 0 and any(
        player.placed_numbers.count(number) > player.tiles.count(number) for number in player.placed_numbers
    ):
        yield "placed_numbers: tiles that are owned"
    if max(player.ranks) > len(BASES[len(state.cauldrons)]):
        yield f"ranks: {len(state.cauldrons)} at most"
    if player.pawn == 0:
        yield "pawn: visitors are numbered from 1"


def _frame_faults(waiting: Frame) -> Iterator[str]:
    kind = waiting.kind
    if 0 in waiting.cards or 0 in waiting.taken or 0 in waiting.visitors or waiting.visitor == 0:
        yield "cards, taken, visitor, visitors: cards are numbered from 1"
    if (kind == APPRENTICES) != (waiting.column != NONE):
        yield "column: set exactly for apprentices"
    if (kind == POTION_EFFECT) != (waiting.potion != NONE) or (kind == POTION_EFFECT) != (waiting.level != NONE):
        yield "potion, level: set exactly for potion_effect"
    if kind in _NAMED and waiting.visitor == NONE:
        yield "visitor: set"
    if kind == DISCARD_DIE and (waiting.left == 0 or len(waiting.dice) <= waiting.left):
        yield "left, dice: more dice than are to be discarded"
    if kind == TAKE_CARD and waiting.left > len(waiting.cards):
        yield "left: at most as many as there are cards"
    if kind == AI_TIE and len(waiting.visitors) != 2:
        yield "visitors: the two equally close"


def broken_invariants(state: AzerlandState) -> list[str]:
    """The invariants of the rules reference that do not hold, one sentence each."""
    broken = list(shape_faults(state))
    if not broken:
        broken += _market_conserved(state)
        broken += _visitors_conserved(state)
        broken += _tiles_conserved(state)
        for seat, player in enumerate(state.players):
            broken += [f"seat {seat}: {sentence}" for sentence in _board(state, player)]
    return broken


def _market_conserved(state: AzerlandState) -> Iterator[str]:
    market = state.market
    cards = [*market.deck, *market.row, *market.discards]
    for player in state.players:
        cards += player.black_market
    for waiting in state.pending:
        cards += (*waiting.cards, *waiting.taken)
    if sorted(cards) != list(range(1, MARKET_CARDS + 1)):
        yield f"each of the {MARKET_CARDS} market cards is in one place"
    if len(market.row) > ROW_PER_PLAYER * len(state.cauldrons):
        yield f"the row holds {ROW_PER_PLAYER} cards per player at most"


def _visitors_conserved(state: AzerlandState) -> Iterator[str]:
    """Each visitor in one place, and so many of each pile; the timeline of the rules reference."""
    visitors = state.visitors
    players = len(state.cauldrons)
    displays = [visitor for player in state.players for visitor in player.display]
    seen_in_town = [*visitors.town, *visitors.gone, *displays]
    cards = [*visitors.deck, *visitors.road, *seen_in_town]
    if len(set(cards)) != len(cards):
        yield "each visitor is in one place"
    twos, threes = DECK_OF[players]
    expected = {1: 2 * players, 2: twos, 3: threes, 0: INFINITY_IN_DECK}
    for pile, number in expected.items():
        if sum(pile_of(state.data, visitor) == pile for visitor in cards) != number:
            name = f"with {pile} potions" if pile else "of Infinity"
            yield f"{number} visitors {name} take part"
    day = max(state.day, 1)
    if len(visitors.deck) != max(DAYS - 1 - day, 0) * players:
        yield f"the visitor deck holds {max(DAYS - 1 - day, 0) * players} cards on day {day}"
    if len(visitors.road) != (players if day < DAYS else 0):
        yield f"{players if day < DAYS else 0} visitors are on the road on day {day}"
    if len(seen_in_town) != (day + 1) * players:
        yield f"{(day + 1) * players} visitors have been in town by day {day}"
    if INFINITY.intersection(displays):
        yield "no Infinity visitor is in a display"


def _tiles_conserved(state: AzerlandState) -> Iterator[str]:
    zeros = state.zero_tiles
    for seat, player in enumerate(state.players):
        owned = player.placed_numbers if player.tiles_replaced else player.tiles
        waiting = player.tiles.count(0) + player.tiles_replaced - owned.count(0) if player.tiles_replaced else 0
        zeros += owned.count(0) + waiting
        if any(owned.count(number) > 1 for number in range(1, 6)):
            yield f"seat {seat} owns each of the tiles 1 to 5 at most once"
    if zeros != ZERO_TILES:
        yield f"there are {ZERO_TILES} tiles with 0"


def _board(state: AzerlandState, player: Player) -> Iterator[str]:
    numbers = (player.gold, player.apprentices, player.prestige, *player.ingredients, *player.potions)
    if min(numbers) < 0:
        yield "nothing is negative"
    if not set(player.tilted) <= ONCE_PER_DAY & set(player.display):
        yield "only once-per-day cards of the display are tilted"
    if player.pawn != NONE:
        pawns = [other.pawn for other in state.players]
        if player.pawn in INFINITY or player.pawn not in state.visitors.town or pawns.count(player.pawn) > 1:
            yield "the pawn stands alone on a visitor in town that is not of Infinity"
    if len(player.black_market) > (PRIVATE_CARDS if player.abilities >> BLACK_MARKET & 1 else 0):
        yield f"at most {PRIVATE_CARDS} private cards, and only with Black Market"
    if state.phase >= HARVEST_COLUMN and not player.tiles_replaced and sorted(player.placed_numbers) != [*player.tiles]:
        yield "the plaquette holds the tiles owned"
