"""Setting up a game (chapter Setup). Every shuffle has a random stream of its own; afterwards nothing is random (MED-SET-28)."""

from __future__ import annotations

from typing import Final

from engine_core.codec import evolve
from engine_core.events import Sink
from engine_core.games.medico.data import APPRENTICES
from engine_core.games.medico.options import (
    MATCHED_STARTING_MARKETS,
    NO_STARTING_MARKETS,
    RANDOM_START_PLACES,
)
from engine_core.games.medico.rods import ALL_RODS
from engine_core.games.medico.rounds import settle, start_round
from engine_core.games.medico.selling import free_spaces
from engine_core.games.medico.state import BoardPlace, MedicoState, Player, Turn
from engine_core.games.medico.streams import (
    FAVOR_CARDS,
    INSTRUMENTS,
    LETTERS,
    MARKETS,
    PLACE_CARDS,
    RECIPE_BOOKS,
    RING,
    STARTING_MARKETS,
    STARTING_PLAYER,
)
from engine_core.games.medico.vocabulary import (
    INDIVIDUAL_PATH,
    MEDICUS,
    NEUTRAL,
    NEUTRAL_SURGEON,
    PLACES,
    START_PLACE,
)
from engine_core.vocabulary import NONE

SEAT_COUNTS: Final = (2, 3, 4)

STACK: Final = 3
"""Favor cards, instruments, books and markets per stack."""
COINS: Final = 3
FIRST_PRESTIGE: Final = 2
"""Of the Medicus and the neutral surgeon (MED-SET-13, MED-2P-03)."""


def set_up(state: MedicoState, seats: int, sink: Sink | None) -> None:
    """Lay out a game up to its first decision."""
    state.round = 0
    state.duel_places_left = 0
    state._owned = (1 << seats) - 1
    state._revealed = False
    state.turn = _no_turn()
    state.played_favors = state.boxed_markets = ()
    state.gold_rods_left = state.silver_rods_left = ALL_RODS  # MED-SET-10
    _lay_out_board(state)
    cards = _place_figures(state, seats)
    state.starting_seat = state.rng.below(STARTING_PLAYER, seats)  # MED-SET-16
    _hand_out(state, seats)
    _choose_start_places(state, cards, sink)


def _no_turn() -> Turn:
    turn = Turn()
    turn.start_place = turn.waypoint = NONE
    turn.waypoint_step = turn.steps_left = turn.sold = 0
    turn.free_decision = turn.privilege_used = turn.taken_here = turn.rich_find = False
    turn.market_open = turn.book_bought = turn.medicus_met = False
    return turn


def _lay_out_board(state: MedicoState) -> None:
    """The ring and the stacks on it; what is left over lies face down as supply (MED-SET-02 to 08, MED-SET-28)."""
    data = state.data
    rng = state.rng
    ring = rng.shuffle(RING, range(PLACES))
    favors = rng.shuffle(FAVOR_CARDS, _deck(data.favor_cards, without=INDIVIDUAL_PATH))
    instruments = rng.shuffle(INSTRUMENTS, _deck(data.instrument_pieces))
    books = rng.shuffle(RECIPE_BOOKS, range(len(data.book_symbols)))
    letters = [
        rng.shuffle(LETTERS, [letter for letter, origin in enumerate(data.letter_origin) if origin == card])
        for card in ring
    ]
    markets = rng.shuffle(MARKETS, range(data.regular_markets))
    on_top = _starting_markets(state, ring)
    state.places = []
    for index, card in enumerate(ring):
        stacks = [instruments[(2 * index + stack) * STACK :][:STACK] for stack in (0, 1)]
        market_stack = (*on_top[index : index + 1], *markets[index * STACK :][:STACK])
        place = BoardPlace(
            card=card,
            path_remedy=data.path_remedy[card],
            favor_stack=favors[index * STACK :][:STACK],
            instrument_stacks=(stacks[0], stacks[1]),
            book_stack=books[index * STACK :][:STACK],
            market_stack=market_stack,
            market_remedies=free_spaces(data, market_stack),
            letter_stack=letters[index],
            apprentices=(),
            knowledge_markers=0,
        )
        state.places.append(place)
    state.favor_supply = favors[PLACES * STACK :]
    state.instrument_supply = instruments[2 * PLACES * STACK :]
    state.book_supply = books[PLACES * STACK :]
    state.market_supply = markets[PLACES * STACK :]


def _deck(copies: tuple[int, ...], without: int = NONE) -> list[int]:
    return [card for card, count in enumerate(copies) if card != without for _ in range(count)]


def _starting_markets(state: MedicoState, ring: tuple[int, ...]) -> tuple[int, ...]:
    """The starting markets by place, or none at all (MED-SET-08, MED-RUL-42)."""
    data = state.data
    chosen = state.options.starting_markets
    if chosen == NO_STARTING_MARKETS:
        return ()
    starting = range(data.regular_markets, len(data.market_symbols))
    if chosen == MATCHED_STARTING_MARKETS:
        shows = {data.market_symbols[market][0]: market for market in starting}
        return tuple(shows[data.path_remedy[ring[(place + 1) % PLACES]]] for place in range(PLACES))
    return state.rng.shuffle(STARTING_MARKETS, starting)


def _place_figures(state: MedicoState, seats: int) -> tuple[int, ...]:
    """Medicus, with two players the neutral surgeon too, their apprentices and prestige (MED-SET-11 to 13, MED-2P-01 to 04).

    Returns the ring positions on the place cards not drawn yet, in their order.
    """
    cards = state.rng.shuffle(PLACE_CARDS, range(PLACES))
    position = {place.card: index for index, place in enumerate(state.places)}
    first, *others = (position[card] for card in cards)
    state.medicus_place = state.medicus_start = first
    state.medicus_prestige = FIRST_PRESTIGE
    _place_neutral_apprentices(state, first, 1 if seats == 4 else 2)
    state.neutral_place = NONE
    state.neutral_prestige = 0
    state.neutral_deck = ()
    state.prestige_order = (MEDICUS,)
    if seats == 2:
        second, *others = others
        state.neutral_place = second
        state.neutral_prestige = FIRST_PRESTIGE
        _place_neutral_apprentices(state, second, 2)
        state.neutral_deck = state.rng.shuffle(PLACE_CARDS, range(PLACES))
        state.prestige_order = (MEDICUS, NEUTRAL_SURGEON)
    return tuple(others)


def _place_neutral_apprentices(state: MedicoState, place: int, number: int) -> None:
    state.places[place] = evolve(state.places[place], apprentices=(NEUTRAL,) * number)


def _hand_out(state: MedicoState, seats: int) -> None:
    """Boards, starting cards, coins, books and prestige markers, in turn order (MED-SET-14 to 20, MED-RUL-18, MED-RUL-72)."""
    order = [(state.starting_seat + i) % seats for i in range(seats)]
    state.players = [_new_player() for _ in range(seats)]
    for seat in order:
        book, *books = state.book_supply
        state.book_supply = tuple(books)
        state.players[seat].books = (book, NONE)
    if seats > 2:
        state.players[order[0]].coins -= 1
        state.players[order[-1]].coins += 1
    state.prestige_order = (*order, *state.prestige_order)


def _new_player() -> Player:
    player = Player()
    player.place = player.destination = NONE
    player.coins = COINS
    player.points = player.prestige = player.collected_markers = 0
    player.pouches = player.fulfilled_books = player.markets = player.letters = ()
    player.instruments = player.instrument_counts = ()
    player.books = player.book_covered = (NONE, NONE)
    player.letter_delivered = False
    player.favors = (INDIVIDUAL_PATH,)
    player.apprentices_left = APPRENTICES
    player.abilities = player.gold_rods = player.silver_rods = player.main_actions = 0
    return player


def _choose_start_places(state: MedicoState, cards: tuple[int, ...], sink: Sink | None) -> None:
    """One at a time, starting player first; or by the next place cards without a decision (MED-SET-23, MED-SET-29)."""
    seats = len(state.players)
    state.phase = START_PLACE
    state.active_seat = state.starting_seat
    state.turns_left = seats - 1
    if state.options.start_places == RANDOM_START_PLACES:
        state.turns_left = 0
        for turn, place in zip(range(seats), cards, strict=False):
            settle(state, (state.starting_seat + turn) % seats, place, sink)
        start_round(state, 1, sink)
