"""What a seat may do, per phase, in catalogue order (table "Legality of each action" of the rules reference).

The lists are put together from :mod:`.action_tables`; :mod:`.timing` and :mod:`.conditions` say why an action is missing from them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine_core.actions import Action
from engine_core.games.medico.action_tables import (
    BUY_BOTH,
    BUY_INSTRUMENT,
    BUY_RECIPE_BOOK,
    CHOOSE_START_PLACE,
    COLLECT,
    DECLINE_DUEL_REWARD,
    DELIVER,
    DISCARD,
    END_TURN,
    FINISH_LONG_FINGERS,
    LEAVE_WAYPOINT,
    MEET_MEDICUS,
    PLACE_KNOWLEDGE,
    PLAY_EARLY_BIRD,
    PLAY_FREE_DECISION,
    PLAY_FRIENDLY_GIFT,
    PLAY_GREAT_DEMAND,
    PLAY_INDIVIDUAL_PATH,
    PLAY_LONG_FINGERS,
    PLAY_OPTIMAL_CONDITION,
    PLAY_RICH_FIND,
    SELL,
    SET_DESTINATION,
    SHIFT,
    START_MOVE,
    TAKE_FAVOR_CARD,
    TAKE_FROM_MARKET,
    TAKE_MARKET_KNOWLEDGE,
    TAKE_MONEY,
    TRAIN_APPRENTICE,
    USE_PRIVILEGE,
)
from engine_core.games.medico.board import others_at
from engine_core.games.medico.duels import reward_left
from engine_core.games.medico.favor_cards import destination_taken_before
from engine_core.games.medico.knowledge import room_for_marker
from engine_core.games.medico.main_actions import ALL_MAIN_ACTIONS, BOTH_PRICE, INSTRUMENT_PRICE
from engine_core.games.medico.rods import rods_within_one
from engine_core.games.medico.side_actions import BOOK_PRICE, MARKER_PRICE, letter_arrives
from engine_core.games.medico.state import BoardPlace, MedicoState, Player
from engine_core.games.medico.storage import EXTRA_POUCH_BIT, pouch_capacity
from engine_core.games.medico.vocabulary import (
    BOTH_REWARDS,
    CHOOSE_DESTINATION,
    COURIERS_WAGE,
    EARLY_BIRD,
    FREE_DECISION,
    FRIENDLY_GIFT,
    GREAT_DEMAND,
    INDIVIDUAL_PATH,
    LONG_FINGERS,
    MAIN_APPRENTICE,
    MAIN_FAVOR,
    MAIN_INSTRUMENTS,
    MAIN_MONEY,
    ONE_COIN,
    ONE_PRESTIGE,
    OPTIMAL_CONDITION,
    POUCH,
    PRIVILEGE,
    RICH_FIND,
)
from engine_core.vocabulary import NONE

_COURIERS_WAGE_BIT: Final = 1 << COURIERS_WAGE
_PRIVILEGE_BIT: Final = 1 << PRIVILEGE
_MONEY_BIT: Final = 1 << MAIN_MONEY
_FAVOR_BIT: Final = 1 << MAIN_FAVOR
_APPRENTICE_BIT: Final = 1 << MAIN_APPRENTICE
_INSTRUMENTS_BIT: Final = 1 << MAIN_INSTRUMENTS


def legal_actions(state: MedicoState, seat: int) -> list[Action]:
    """The seat's legal actions, in catalogue order; empty if it is not asked."""
    if seat == state.active_seat:
        return _BY_PHASE[state.phase](state, seat, state.players[seat])
    if state.phase == CHOOSE_DESTINATION and 0 <= seat < len(state.players):
        return _choose_destination(state, seat, state.players[seat])
    return []


def _choose_start_place(state: MedicoState, seat: int, player: Player) -> list[Action]:
    """Places without any figure (MED-SET-24)."""
    taken = {other.place for other in state.players}
    taken.add(state.medicus_place)
    taken.add(state.neutral_place)
    return [action for action in CHOOSE_START_PLACE if action.place not in taken]


def _choose_destination(state: MedicoState, seat: int, player: Player) -> list[Action]:
    """Any place but the present one, once (MED-ROUND-05, MED-ROUND-06, MED-RUL-08)."""
    if seat < 0 or player.destination != NONE:
        return []
    here = player.place
    return [*SET_DESTINATION[:here], *SET_DESTINATION[here + 1 :]]


def _depart(state: MedicoState, seat: int, player: Player) -> list[Action]:
    """Everything before the first step (MED-RUL-09)."""
    legal: list[Action] = []
    if (
        player.abilities & _PRIVILEGE_BIT
        and not state.turn.privilege_used
        and len(player.pouches) < pouch_capacity(state, player)
    ):
        legal.append(USE_PRIVILEGE)
    legal.append(START_MOVE)
    if player.pouches:
        _make_room(state, player, legal)
    last = NONE
    for favor in player.favors:
        if favor == last:
            continue
        last = favor
        if favor == INDIVIDUAL_PATH:
            if destination_taken_before(state, seat):
                excluded = (player.place, player.destination)
                legal += [action for action in PLAY_INDIVIDUAL_PATH if action.new_destination not in excluded]
        elif favor == EARLY_BIRD:
            legal.append(PLAY_EARLY_BIRD)
        elif favor == OPTIMAL_CONDITION:
            _optimal_conditions(state, player, legal)
        elif favor == FRIENDLY_GIFT:
            if others_at(state, player.place):
                legal.append(PLAY_FRIENDLY_GIFT)
        elif favor == FREE_DECISION and not state.turn.free_decision:
            legal.append(PLAY_FREE_DECISION)
    return legal


def _early_main(state: MedicoState, seat: int, player: Player) -> list[Action]:
    """A main action at the start place; the card says carry out, so none may be declined (MED-FAV-2)."""
    legal: list[Action] = []
    _main_actions(state, seat, player, ALL_MAIN_ACTIONS, legal)
    return legal


def _waypoint(state: MedicoState, seat: int, player: Player) -> list[Action]:
    """Collect Remedies (MED-COLL-01 to 12)."""
    turn = state.turn
    legal: list[Action] = []
    remedy = state.places[turn.waypoint].path_remedy
    if not turn.taken_here or turn.rich_find:
        if len(player.pouches) < pouch_capacity(state, player):
            legal.append(COLLECT[POUCH])
        book_open = state.data.book_open
        lower, upper = player.books
        if book_open[lower][player.book_covered[0]] >> remedy & 1:
            legal.append(COLLECT[1])
        if book_open[upper][player.book_covered[1]] >> remedy & 1:
            legal.append(COLLECT[2])
    legal.append(LEAVE_WAYPOINT)
    if player.pouches:
        _make_room(state, player, legal, kept=remedy if turn.rich_find else NONE)
    favors = player.favors
    if OPTIMAL_CONDITION in favors:
        _optimal_conditions(state, player, legal)
    if RICH_FIND in favors and not turn.rich_find:
        legal.append(PLAY_RICH_FIND)
    return legal


def _destination(state: MedicoState, seat: int, player: Player) -> list[Action]:
    """Side actions in any order, then one main action (MED-MOVE-06, MED-MOVE-07, MED-RUL-05)."""
    turn = state.turn
    place = state.places[player.place]
    coins = player.coins
    favors = player.favors
    legal: list[Action] = []
    if player.pouches:
        _make_room(state, player, legal)
        if turn.market_open:
            remedies = place.market_remedies
            spaces_of = state.data.market_spaces[place.market_stack[0]]
            for remedy in state.data.pouch_kinds[player.pouches]:
                spaces = spaces_of[remedy]
                if spaces:
                    legal += [SELL[remedy][space] for space in spaces if remedies[space] == NONE]
    if place.knowledge_markers and turn.sold and room_for_marker(player):
        legal.append(TAKE_MARKET_KNOWLEDGE)
    if letter_arrives(state, player):
        if player.abilities & _COURIERS_WAGE_BIT:
            legal.append(DELIVER[BOTH_REWARDS])
        else:
            legal += (DELIVER[ONE_PRESTIGE], DELIVER[ONE_COIN])
    if place.book_stack and coins >= BOOK_PRICE and not turn.book_bought and NONE in player.books:
        legal.append(BUY_RECIPE_BOOK)
    if (
        state.medicus_place == player.place
        and coins >= MARKER_PRICE
        and not turn.medicus_met
        and room_for_marker(player)
    ):
        legal.append(MEET_MEDICUS)
    _main_actions(state, seat, player, ALL_MAIN_ACTIONS, legal)
    if favors:
        if OPTIMAL_CONDITION in favors:
            _optimal_conditions(state, player, legal)
        if FRIENDLY_GIFT in favors and others_at(state, player.place):
            legal.append(PLAY_FRIENDLY_GIFT)
        if GREAT_DEMAND in favors and turn.market_open:
            _great_demands(state, player, place, legal)
    return legal


def _after_main(state: MedicoState, seat: int, player: Player) -> list[Action]:
    """Favors, a market's markers, the end of the turn (MED-MOVE-09)."""
    turn = state.turn
    place = state.places[player.place]
    favors = player.favors
    legal: list[Action] = []
    if player.pouches:
        _make_room(state, player, legal)
    if place.knowledge_markers and turn.sold and room_for_marker(player):
        legal.append(TAKE_MARKET_KNOWLEDGE)
    if favors:
        if OPTIMAL_CONDITION in favors:
            _optimal_conditions(state, player, legal)
        if FRIENDLY_GIFT in favors and others_at(state, player.place):
            legal.append(PLAY_FRIENDLY_GIFT)
        if LONG_FINGERS in favors:
            legal.append(PLAY_LONG_FINGERS)
        if GREAT_DEMAND in favors and turn.market_open:
            _great_demands(state, player, place, legal)
    legal.append(END_TURN)
    return legal


def _long_fingers(state: MedicoState, seat: int, player: Player) -> list[Action]:
    """Pieces of the market that can be stored (MED-FAV-5, MED-RUL-57)."""
    legal: list[Action] = []
    if player.pouches:
        _make_room(state, player, legal)
    book_open = state.data.book_open
    lower, upper = player.books
    covered = player.book_covered
    empty_pouch = len(player.pouches) < pouch_capacity(state, player)
    for space, remedy in enumerate(state.places[player.place].market_remedies):
        if remedy != NONE:
            take = TAKE_FROM_MARKET[space]
            if empty_pouch:
                legal.append(take[POUCH])
            if book_open[lower][covered[0]] >> remedy & 1:
                legal.append(take[1])
            if book_open[upper][covered[1]] >> remedy & 1:
                legal.append(take[2])
    legal.append(FINISH_LONG_FINGERS)
    return legal


def _end_of_turn(state: MedicoState, seat: int, player: Player) -> list[Action]:
    """Markers onto free spaces, Favor 3, and the end once all are placed (MED-EOT-01, MED-RUL-35, MED-RUL-52)."""
    legal: list[Action] = []
    if OPTIMAL_CONDITION in player.favors:
        _optimal_conditions(state, player, legal)
    if player.collected_markers:
        legal += [action for action in PLACE_KNOWLEDGE if not player.abilities >> action.ability & 1]
    else:
        legal.append(END_TURN)
    return legal


def _duel_reward(state: MedicoState, seat: int, player: Player) -> list[Action]:
    """A main action of a type not carried out this round, or none (MED-DUEL-05 to 07, MED-DUEL-13)."""
    legal: list[Action] = []
    _main_actions(state, seat, player, reward_left(player), legal)
    legal.append(DECLINE_DUEL_REWARD)
    return legal


def _game_over(state: MedicoState, seat: int, player: Player) -> list[Action]:
    """Nobody is asked any more."""
    return []


def _make_room(state: MedicoState, player: Player, legal: list[Action], kept: int = NONE) -> None:
    """Discard and shift what the pouches hold; ``kept`` may not be discarded (MED-COLL-07, MED-KNOW-14, MED-RUL-56)."""
    kinds = state.data.pouch_kinds[player.pouches]
    legal += [DISCARD[remedy] for remedy in kinds if remedy != kept]
    if player.abilities & EXTRA_POUCH_BIT:
        book_open = state.data.book_open
        lower = book_open[player.books[0]][player.book_covered[0]]
        upper = book_open[player.books[1]][player.book_covered[1]]
        if lower or upper:
            for remedy in kinds:
                if lower >> remedy & 1:
                    legal.append(SHIFT[remedy][0])
                if upper >> remedy & 1:
                    legal.append(SHIFT[remedy][1])


def _main_actions(state: MedicoState, seat: int, player: Player, types: int, legal: list[Action]) -> None:
    """The main actions of the given types that are possible where the surgeon stands (MED-MAIN-01 to 13)."""
    place = state.places[player.place]
    coins = player.coins
    if types & _MONEY_BIT:
        legal.append(TAKE_MONEY)
    if types & _FAVOR_BIT and place.favor_stack:
        legal.append(TAKE_FAVOR_CARD)
    if types & _APPRENTICE_BIT and player.apprentices_left:
        apprentices = place.apprentices
        costs = state.data.space_costs
        if seat not in apprentices and len(apprentices) < len(costs) and coins >= costs[len(apprentices)]:
            legal.append(TRAIN_APPRENTICE)
    if types & _INSTRUMENTS_BIT and coins >= INSTRUMENT_PRICE:
        first, second = place.instrument_stacks
        if first:
            legal.append(BUY_INSTRUMENT[0])
        if second:
            legal.append(BUY_INSTRUMENT[1])
            if first and coins >= BOTH_PRICE and others_at(state, player.place):
                legal += BUY_BOTH


def _optimal_conditions(state: MedicoState, player: Player, legal: list[Action]) -> None:
    """Favor 3 for each rod within reach (MED-FAV-3)."""
    rods = rods_within_one(state, player)
    if rods:
        legal += [action for action in PLAY_OPTIMAL_CONDITION if rods >> action.rod & 1]


def _great_demands(state: MedicoState, player: Player, place: BoardPlace, legal: list[Action]) -> None:
    """Favor 6 for each free space that shows another kind than the remedy (MED-FAV-6)."""
    symbols = state.data.market_symbols[place.market_stack[0]]
    remedies = place.market_remedies
    for remedy in state.data.pouch_kinds[player.pouches]:
        sales = PLAY_GREAT_DEMAND[remedy]
        for space, symbol in enumerate(symbols):
            if symbol != remedy and remedies[space] == NONE:
                legal.append(sales[space])


_BY_PHASE: Final[tuple[Callable[[MedicoState, int, Player], list[Action]], ...]] = (
    _choose_start_place,
    _choose_destination,
    _depart,
    _early_main,
    _waypoint,
    _destination,
    _after_main,
    _long_fingers,
    _end_of_turn,
    _duel_reward,
    _game_over,
)
"""In the order of the phases."""
