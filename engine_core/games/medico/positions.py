"""What holds in every position: its shape, which a position written by hand has to respect, and what is conserved."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from engine_core.games.medico.board import figures_at
from engine_core.games.medico.data import APPRENTICES, DEALT_FAVOR_CARDS, KNOWLEDGE_SPACES
from engine_core.games.medico.options import NO_STARTING_MARKETS
from engine_core.games.medico.prestige import prestige_of
from engine_core.games.medico.rods import ALL_RODS
from engine_core.games.medico.rounds import rounds_for
from engine_core.games.medico.setup import SEAT_COUNTS
from engine_core.games.medico.state import MedicoState, Player, own_player
from engine_core.games.medico.storage import pouch_capacity
from engine_core.games.medico.vocabulary import (
    CHOOSE_DESTINATION,
    DUEL_REWARD,
    GAME_OVER,
    INDIVIDUAL_PATH,
    MEDICUS,
    NEUTRAL,
    NEUTRAL_SURGEON,
    PLACES,
    START_PLACE,
    WAYPOINT,
)
from engine_core.vocabulary import NONE


def normalise(state: MedicoState) -> None:
    """Sort what has no order of its own, and the prestige markers by prestige, equal ones as they are given."""
    state._owned = 0
    state._revealed = False
    for seat in range(len(state.players)):
        player = own_player(state, seat)
        player.pouches = tuple(sorted(player.pouches))
        player.favors = tuple(sorted(player.favors))
    state.played_favors = tuple(sorted(state.played_favors))
    figures = {*range(len(state.players)), MEDICUS, NEUTRAL_SURGEON}
    if figures.issuperset(state.prestige_order):
        state.prestige_order = tuple(sorted(state.prestige_order, key=lambda figure: prestige_of(state, figure)))


def shape_faults(state: MedicoState) -> Iterator[str]:
    """Why the rules cannot play on from here: ``field: sentence``; nothing for every reachable position."""
    seats = len(state.players)
    if seats not in SEAT_COUNTS:
        yield f"players: 2, 3 or 4, not {seats}"
        return
    if len(state.places) != PLACES or len({place.card for place in state.places}) != PLACES:
        yield f"places: {PLACES} places with a card of their own each"
        return
    yield from _flow_faults(state, seats)
    yield from _board_faults(state)
    for seat, player in enumerate(state.players):
        for fault in _player_faults(state, player):
            yield f"players[{seat}].{fault}"


def _flow_faults(state: MedicoState, seats: int) -> Iterator[str]:
    phase = state.phase
    asked_together = phase in (CHOOSE_DESTINATION, GAME_OVER)
    if state.starting_seat >= seats or state.active_seat >= seats:
        yield f"starting_seat, active_seat: below {seats}"
        return
    if (state.active_seat == NONE) != asked_together:
        yield "active_seat: null exactly while destinations are chosen and when the game is over"
        return
    if state.round > rounds_for(seats) or (state.round == 0) != (phase == START_PLACE):
        yield f"round: 1 to {rounds_for(seats)}, and 0 exactly while start places are chosen"
    if state.turns_left >= seats:
        yield f"turns_left: below {seats}"
    if state.duel_places_left >= PLACES or (state.duel_places_left and phase != DUEL_REWARD):
        yield f"duel_places_left: below {PLACES}, and 0 except for a duel's reward"
    if phase != START_PLACE and any(player.place == NONE for player in state.players):
        yield "players: every surgeon stands at a place once start places are chosen"
    if phase == CHOOSE_DESTINATION and all(player.destination != NONE for player in state.players):
        yield "players: somebody has still to choose a destination"
    if not asked_together and phase != DUEL_REWARD:
        if (state.active_seat - state.starting_seat) % seats != seats - 1 - state.turns_left:
            yield "turns_left: how many come after active_seat, clockwise up to the right of starting_seat"
        coming = [(state.active_seat + turn) % seats for turn in range(state.turns_left + 1)]
        if phase != START_PLACE and any(state.players[seat].destination == NONE for seat in coming):
            yield "players: whoever has not ended the turn has a destination"
    walking = phase == WAYPOINT
    turn = state.turn
    if walking != (turn.waypoint != NONE) or walking != (turn.steps_left > 0):
        yield "turn: waypoint and steps_left are set exactly while a path is crossed"
    if turn.waypoint_step not in ((-1, 1) if walking else (0,)):
        yield "turn.waypoint_step: 1 or -1 while a path is crossed, otherwise 0"
    figures = [*range(seats), MEDICUS, *([NEUTRAL_SURGEON] if state.neutral_place != NONE else [])]
    if sorted(state.prestige_order) != figures:
        yield "prestige_order: every figure once"
    if (state.neutral_place != NONE) != (seats == 2):
        yield "neutral_place: set exactly with 2 players"
    cards = PLACES - max(state.round - 1, 0) if seats == 2 else 0
    if len(state.neutral_deck) != cards or len(set(state.neutral_deck)) != cards:
        yield f"neutral_deck: {cards} different cards, one for each round to come"


def _board_faults(state: MedicoState) -> Iterator[str]:
    data = state.data
    for index, place in enumerate(state.places):
        symbols = data.market_symbols[place.market_stack[0]] if place.market_stack else ()
        if len(place.market_remedies) != len(symbols):
            yield f"places[{index}].market_remedies: {len(symbols)} spaces, as the displayed market has"
        elif symbols and NONE not in place.market_remedies:
            yield f"places[{index}].market_remedies: a displayed market has a free space"
        if len(place.apprentices) > len(data.space_costs):
            yield f"places[{index}].apprentices: {len(data.space_costs)} at most"
        if any(owner != NEUTRAL and owner >= len(state.players) for owner in place.apprentices):
            yield f"places[{index}].apprentices: of players that take part"
        if len(set(place.apprentices) - {NEUTRAL}) != sum(owner != NEUTRAL for owner in place.apprentices):
            yield f"places[{index}].apprentices: one per player"
    if state.turn.market_open and not state.places[state.players[max(state.active_seat, 0)].place].market_stack:
        yield "turn.market_open: a market is displayed there"


def _player_faults(state: MedicoState, player: Player) -> Iterator[str]:
    data = state.data
    if len(player.pouches) > pouch_capacity(state, player):
        yield f"pouches: {pouch_capacity(state, player)} remedies at most"
    for space, (book, covered) in enumerate(zip(player.books, player.book_covered, strict=True)):
        if covered != NONE and (book == NONE or covered not in data.book_symbols[book]):
            yield f"book_covered[{space}]: a symbol of the book there"
    kinds = player.instruments
    if len(set(kinds)) != len(kinds) or len(kinds) > len(data.column_points):
        yield f"instruments: different kinds, {len(data.column_points)} at most"
    if len(player.instrument_counts) != len(kinds) or 0 in player.instrument_counts:
        yield "instrument_counts: 1 or more per kind"
    if player.apprentices_left > APPRENTICES:
        yield f"apprentices_left: {APPRENTICES} at most"
    if player.abilities.bit_count() + player.collected_markers > KNOWLEDGE_SPACES:
        yield f"collected_markers: with the placed ones {KNOWLEDGE_SPACES} at most"


def broken_invariants(state: MedicoState) -> list[str]:
    """The invariants of the rules reference that do not hold, one sentence each (MED-SET-22, MED-RUL-68, MED-RUL-77)."""
    broken = list(shape_faults(state))
    if not broken:
        broken += _conservation(state)
        broken += _placement(state)
    return broken


def _conservation(state: MedicoState) -> Iterator[str]:
    """Every card and piece exists as often as the data says."""
    data = state.data
    places = state.places
    players = state.players
    books = [b for p in players for b in (*p.books, *p.fulfilled_books) if b != NONE]
    books += [*state.book_supply, *(b for place in places for b in place.book_stack)]
    yield from _each_once("recipe books", books, len(data.book_symbols))
    markets = [*state.market_supply, *state.boxed_markets, *(m for p in players for m in p.markets)]
    markets += [m for place in places for m in place.market_stack]
    in_play = state.options.starting_markets != NO_STARTING_MARKETS
    yield from _each_once("markets", markets, len(data.market_symbols) if in_play else data.regular_markets)
    letters = [letter for p in players for letter in p.letters]
    letters += [letter for place in places for letter in place.letter_stack]
    yield from _each_once("letters", letters, len(data.letter_target))
    instruments = Counter(state.instrument_supply)
    for place in places:
        instruments.update((*place.instrument_stacks[0], *place.instrument_stacks[1]))
    for player in players:
        instruments.update(dict(zip(player.instruments, player.instrument_counts, strict=True)))
    if instruments != Counter(dict(enumerate(data.instrument_pieces))):
        yield "instruments are conserved, kind by kind"
    favors = Counter((*state.favor_supply, *state.played_favors, *(f for p in players for f in p.favors)))
    favors.update(f for place in places for f in place.favor_stack)
    if favors.pop(INDIVIDUAL_PATH, 0) != len(players) or favors.total() != DEALT_FAVOR_CARDS:
        yield f"there are {DEALT_FAVOR_CARDS} favor cards and a starting card per player"
    elif any(favors[favor] != number for favor, number in enumerate(data.favor_cards) if favor != INDIVIDUAL_PATH):
        yield "favor cards are conserved, type by type"
    for name, left, owned in (
        ("gold", state.gold_rods_left, [p.gold_rods for p in players]),
        ("silver", state.silver_rods_left, [p.silver_rods for p in players]),
    ):
        if sum(map(int.bit_count, (left, *owned))) != ALL_RODS.bit_count() or _union((left, *owned)) != ALL_RODS:
            yield f"each {name} rod is in one place"


def _each_once(name: str, cards: Iterable[int], number: int) -> Iterator[str]:
    if sorted(cards) != list(range(number)):
        yield f"each of the {number} {name} is in one place"


def _union(flags: Iterable[int]) -> int:
    union = 0
    for one in flags:
        union |= one
    return union


def _placement(state: MedicoState) -> Iterator[str]:
    """What players and figures never have or do."""
    for seat, player in enumerate(state.players):
        if player.coins < 0 or player.prestige < 0 or player.points < 0:
            yield f"seat {seat} has no negative coins, prestige or points"
        if player.gold_rods & player.silver_rods:
            yield f"seat {seat} has at most one rod per condition"
        standing = sum(seat in place.apprentices for place in state.places)
        if standing != APPRENTICES - player.apprentices_left:
            yield f"seat {seat} has {APPRENTICES} apprentices"
    order = [prestige_of(state, figure) for figure in state.prestige_order]
    if order != sorted(order):
        yield "the prestige markers lie in the order of their prestige"
    if state.round and state.medicus_place != (state.medicus_start + state.round - 1) % PLACES:
        yield "the Medicus has walked one place per round"
    standing = sum(len(figures_at(state, place)) for place in range(PLACES))
    settled = sum(player.place != NONE for player in state.players)
    if standing != settled + 1 + (state.neutral_place != NONE):
        yield "every figure stands at one place"
