"""What each kind of action needs besides its phase, and the most specific rule where that is missing.

When it exists at all is in :mod:`.timing`. Depends on open facts and the seat's own dial only.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

from engine_core.actions import Action
from engine_core.errors import Rejection
from engine_core.games.medico import actions as a
from engine_core.games.medico.board import figures_at, others_at
from engine_core.games.medico.duels import reward_left
from engine_core.games.medico.favor_cards import destination_taken_before
from engine_core.games.medico.knowledge import room_for_marker
from engine_core.games.medico.main_actions import BOTH_PRICE, INSTRUMENT_PRICE
from engine_core.games.medico.rods import rods_within_one
from engine_core.games.medico.side_actions import BOOK_PRICE, MARKER_PRICE, letter_arrives
from engine_core.games.medico.state import MedicoState, Player
from engine_core.games.medico.storage import EXTRA_POUCH_BIT, can_store, pouch_capacity
from engine_core.games.medico.vocabulary import (
    BOTH_REWARDS,
    COURIERS_WAGE,
    DUEL_REWARD,
    END_OF_TURN,
    MAIN_ACTION,
    MAIN_APPRENTICE,
    MAIN_FAVOR,
    MAIN_INSTRUMENTS,
    MAIN_MONEY,
    POUCH,
    PRIVILEGE,
    REMEDY,
)
from engine_core.vocabulary import NONE


def _no(rule_id: str, sentence: str) -> Rejection:
    return Rejection(rule_id, sentence)


# -- start of the game, of the round and of the turn -----------------------------------------------------------------------------


def _start_place(state: MedicoState, seat: int, player: Player, action: a.ChooseStartPlace) -> Rejection | None:
    if figures_at(state, action.place):
        return _no("MED-SET-24", "A figure already stands at that place.")
    return None


def _set_destination(state: MedicoState, seat: int, player: Player, action: a.SetDestination) -> Rejection | None:
    if action.place == player.place:
        return _no("MED-ROUND-05", "The surgeon may not stay where it stands.")
    return None


def _privilege(state: MedicoState, seat: int, player: Player, action: a.UsePrivilege) -> Rejection | None:
    if not player.abilities >> PRIVILEGE & 1:
        return _no("MED-KNOW-08", "Privilege is not unlocked.")
    if state.turn.privilege_used:
        return _no("MED-KNOW-09", "Privilege has been used this turn.")
    if len(player.pouches) >= pouch_capacity(state, player):
        return _no("MED-KNOW-08", "Privilege needs an empty pouch.")
    return None


# -- remedies ------------------------------------------------------------------------------------------------------------------


def _storage(state: MedicoState, player: Player, remedy: int, store_in: int) -> Rejection | None:
    """Why a remedy cannot be stored there."""
    if can_store(state, player, remedy, store_in):
        return None
    if not any(can_store(state, player, remedy, where) for where in (POUCH, 1, 2)):
        return _no("MED-COLL-04", f"There is neither an empty pouch nor an open symbol for {REMEDY.words[remedy]}.")
    if store_in == POUCH:
        return _no("MED-COLL-02", "Every pouch holds a remedy.")
    return _symbol(player, remedy, store_in - 1)


def _symbol(player: Player, remedy: int, space: int) -> Rejection:
    """Why a remedy does not fit the book on a recipe space."""
    if player.book_covered[space] == remedy:
        return _no("MED-COLL-11", f"The symbol {REMEDY.words[remedy]} of that book is already covered.")
    return _no("MED-COLL-03", f"There is no book with an open symbol {REMEDY.words[remedy]} on that recipe space.")


def _collect(state: MedicoState, seat: int, player: Player, action: a.CollectRemedy) -> Rejection | None:
    turn = state.turn
    if turn.taken_here and not turn.rich_find:
        return _no("MED-COLL-01", "A remedy has been taken here already.")
    return _storage(state, player, state.places[turn.waypoint].path_remedy, action.store_in)


def _discard(state: MedicoState, seat: int, player: Player, action: a.DiscardRemedy) -> Rejection | None:
    if action.remedy not in player.pouches:
        return _not_in_pouch(player, action.remedy, "MED-COLL-08", "MED-COLL-07")
    turn = state.turn
    if turn.rich_find and state.places[turn.waypoint].path_remedy == action.remedy:
        return _no("MED-RUL-56", "During a Rich Find the remedy of the path cannot be returned.")
    return None


def _not_in_pouch(player: Player, remedy: int, on_book: str, otherwise: str) -> Rejection:
    if remedy in player.book_covered:
        return _no(on_book, "A remedy on a recipe book stays there.")
    return _no(otherwise, f"No pouch holds {REMEDY.words[remedy]}.")


def _shift(state: MedicoState, seat: int, player: Player, action: a.ShiftRemedy) -> Rejection | None:
    if not player.abilities & EXTRA_POUCH_BIT:
        return _no("MED-COLL-09", "Without the Extra Pouch remedies do not move from a pouch onto a book.")
    if action.remedy not in player.pouches:
        return _no("MED-KNOW-14", f"No pouch holds {REMEDY.words[action.remedy]}.")
    if not can_store(state, player, action.remedy, action.store_in + 1):
        fault = _symbol(player, action.remedy, action.store_in)
        return fault if fault.rule_id == "MED-COLL-11" else _no("MED-KNOW-14", fault.sentence)
    return None


# -- side actions at the destination ---------------------------------------------------------------------------------------------


def _market_open(state: MedicoState, player: Player) -> Rejection | None:
    """Why nothing can be sold at the destination."""
    if state.turn.market_open:
        return None
    if state.turn.sold:
        return _no("MED-RUL-39", "The market of this turn is completed; another one is not open for sales this turn.")
    return _no("MED-SELL-09", "No market is displayed here.")


def _free_symbol(state: MedicoState, player: Player, space: int) -> int:
    """The symbol of a free space of the displayed market; NONE for a covered or missing space."""
    place = state.places[player.place]
    if space >= len(place.market_remedies) or place.market_remedies[space] != NONE:
        return NONE
    return state.data.market_symbols[place.market_stack[0]][space]


def _sell(state: MedicoState, seat: int, player: Player, action: a.SellRemedy) -> Rejection | None:
    closed = _market_open(state, player)
    if closed:
        return closed
    if action.remedy not in player.pouches:
        return _not_in_pouch(player, action.remedy, "MED-SELL-06", "MED-SELL-01")
    if _free_symbol(state, player, action.space_index) != action.remedy:
        return _no("MED-SELL-02", f"That space of the market is no free space for {REMEDY.words[action.remedy]}.")
    return None


def _market_knowledge(state: MedicoState, seat: int, player: Player, action: a.TakeMarketKnowledge) -> Rejection | None:
    if not state.turn.sold:
        return _no("MED-SELL-11", "Nothing has been sold here this turn.")
    if not state.places[player.place].knowledge_markers:
        return _no("MED-SELL-10", "No knowledge marker lies here.")
    return _marker_room(player)


def _marker_room(player: Player) -> Rejection | None:
    return None if room_for_marker(player) else _no("MED-RUL-51", "There is no knowledge space left for a marker.")


def _deliver(state: MedicoState, seat: int, player: Player, action: a.DeliverLetter) -> Rejection | None:
    if not letter_arrives(state, player):
        if player.letter_delivered:
            return _no("MED-RUL-32", "The topmost letter is delivered and there was no new one.")
        here = state.places[player.place].card
        if any(state.data.letter_target[letter] == here for letter in player.letters):
            return _no("MED-LET-06", "Only the topmost letter counts, and its target is another place.")
        return _no("MED-LET-01", "The topmost letter's target is another place.")
    wage = bool(player.abilities >> COURIERS_WAGE & 1)
    if wage and action.reward != BOTH_REWARDS:
        return _no("MED-KNOW-06", "With Courier's Wage the reward is both, 1 prestige and 1 coin.")
    if not wage and action.reward == BOTH_REWARDS:
        return _no("MED-LET-02", "The reward is either 1 prestige or 1 coin.")
    return None


def _buy_book(state: MedicoState, seat: int, player: Player, action: a.BuyRecipeBook) -> Rejection | None:
    if state.turn.book_bought:
        return _no("MED-RUL-06", "A recipe book has been bought this turn.")
    if not state.places[player.place].book_stack:
        return _no("MED-BOOK-06", "No recipe book is displayed here.")
    if NONE not in player.books:
        return _no("MED-BOOK-02", "Both recipe spaces hold an unfulfilled book.")
    if player.coins < BOOK_PRICE:
        return _no("MED-BOOK-03", f"The book costs {BOOK_PRICE} coin.")
    return None


def _medicus(state: MedicoState, seat: int, player: Player, action: a.MeetMedicus) -> Rejection | None:
    if state.medicus_place != player.place:
        return _no("MED-MEDICUS-02", "The Medicus stands elsewhere.")
    if state.turn.medicus_met:
        return _no("MED-MEDICUS-04", "A marker has been bought from the Medicus this turn.")
    if player.coins < MARKER_PRICE:
        return _no("MED-MEDICUS-03", f"The marker costs {MARKER_PRICE} coins.")
    return _marker_room(player)


# -- main actions ----------------------------------------------------------------------------------------------------------------


def _reward_type(state: MedicoState, player: Player, main_action: int) -> Rejection | None:
    """Whether a duel's reward may be of this type."""
    if state.phase == DUEL_REWARD and not reward_left(player) >> main_action & 1:
        return _no("MED-DUEL-06", f"{MAIN_ACTION.words[main_action]} has been carried out this round.")
    return None


def _take_money(state: MedicoState, seat: int, player: Player, action: a.TakeMoney) -> Rejection | None:
    return _reward_type(state, player, MAIN_MONEY)


def _take_favor(state: MedicoState, seat: int, player: Player, action: a.TakeFavorCard) -> Rejection | None:
    excluded = _reward_type(state, player, MAIN_FAVOR)
    if excluded:
        return excluded
    if not state.places[player.place].favor_stack:
        return _no("MED-MAIN-03", "No favor card is displayed here.")
    return None


def _train(state: MedicoState, seat: int, player: Player, action: a.TrainApprentice) -> Rejection | None:
    excluded = _reward_type(state, player, MAIN_APPRENTICE)
    if excluded:
        return excluded
    apprentices = state.places[player.place].apprentices
    costs = state.data.space_costs
    if seat in apprentices:
        return _no("MED-MAIN-07", "An own apprentice already stands here.")
    if not player.apprentices_left:
        return _no("MED-MAIN-08", "No apprentice is left on the player board.")
    if len(apprentices) >= len(costs):
        return _no("MED-RUL-59", "No apprentice space is free here.")
    if player.coins < costs[len(apprentices)]:
        return _no("MED-MAIN-08", f"The next free apprentice space costs {costs[len(apprentices)]} coins.")
    return None


def _buy_instrument(state: MedicoState, seat: int, player: Player, action: a.BuyInstrument) -> Rejection | None:
    excluded = _reward_type(state, player, MAIN_INSTRUMENTS)
    if excluded:
        return excluded
    if not state.places[player.place].instrument_stacks[action.stack]:
        return _no("MED-EOT-05", "That stack shows no instrument.")
    if player.coins < INSTRUMENT_PRICE:
        return _no("MED-MAIN-13", f"An instrument costs {INSTRUMENT_PRICE} coin.")
    return None


def _buy_both(state: MedicoState, seat: int, player: Player, action: a.BuyBothInstruments) -> Rejection | None:
    excluded = _reward_type(state, player, MAIN_INSTRUMENTS)
    if excluded:
        return excluded
    if not all(state.places[player.place].instrument_stacks):
        return _no("MED-RUL-62", "Not both stacks show an instrument.")
    if not others_at(state, player.place):
        return _no("MED-MAIN-11", "Both instruments are sold only if another figure stands here.")
    if player.coins < BOTH_PRICE:
        return _no("MED-MAIN-13", f"Both instruments cost {BOTH_PRICE} coins.")
    return None


# -- favor cards -----------------------------------------------------------------------------------------------------------------


def _individual_path(state: MedicoState, seat: int, player: Player, action: a.PlayIndividualPath) -> Rejection | None:
    if seat == state.starting_seat:
        return _no("MED-RUL-63", "Nobody is before the starting player.")
    if not destination_taken_before(state, seat):
        return _no("MED-FAV-1", "No player before has the same destination this round.")
    if action.new_destination == player.place:
        return _no("MED-FAV-1", "The new destination is not the start place.")
    if action.new_destination == player.destination:
        return _no("MED-FAV-1", "The new destination is another one than the old.")
    return None


def _optimal_condition(
    state: MedicoState, seat: int, player: Player, action: a.PlayOptimalCondition
) -> Rejection | None:
    if rods_within_one(state, player) >> action.rod & 1:
        return None
    if (player.gold_rods | player.silver_rods) >> action.rod & 1:
        return _no("MED-ROD-03", "A rod of this condition is already owned.")
    if not (state.gold_rods_left | state.silver_rods_left) >> action.rod & 1:
        return _no("MED-FAV-3", "No rod of this condition is left.")
    return _no("MED-FAV-3", "More than 1 requirement of this condition is missing.")


def _friendly_gift(state: MedicoState, seat: int, player: Player, action: a.PlayFriendlyGift) -> Rejection | None:
    if not others_at(state, player.place):
        return _no("MED-RUL-65", "No other figure stands here.")
    return None


def _great_demand(state: MedicoState, seat: int, player: Player, action: a.PlayGreatDemand) -> Rejection | None:
    closed = _market_open(state, player)
    if closed:
        return closed
    if action.remedy not in player.pouches:
        return _not_in_pouch(player, action.remedy, "MED-SELL-06", "MED-SELL-01")
    symbol = _free_symbol(state, player, action.space_index)
    if symbol == NONE:
        return _no("MED-FAV-6", "That is no free space of the market.")
    if symbol == action.remedy:
        return _no("MED-RUL-48", "The space shows this very remedy: it can be sold without the card.")
    return None


def _rich_find(state: MedicoState, seat: int, player: Player, action: a.PlayRichFind) -> Rejection | None:
    return _no("MED-FAV-7", "A Rich Find is already made here.") if state.turn.rich_find else None


def _free_decision(state: MedicoState, seat: int, player: Player, action: a.PlayFreeDecision) -> Rejection | None:
    return _no("MED-FAV-8", "The longer way is already chosen.") if state.turn.free_decision else None


def _take_from_market(state: MedicoState, seat: int, player: Player, action: a.TakeFromMarket) -> Rejection | None:
    remedies = state.places[player.place].market_remedies
    if action.space_index >= len(remedies) or remedies[action.space_index] == NONE:
        return _no("MED-FAV-5", "No remedy lies on that space of the market.")
    return _storage(state, player, remedies[action.space_index], action.store_in)


# -- end of the turn -------------------------------------------------------------------------------------------------------------


def _end_turn(state: MedicoState, seat: int, player: Player, action: a.EndTurn) -> Rejection | None:
    if state.phase == END_OF_TURN and player.collected_markers:
        return _no("MED-RUL-52", "All collected knowledge markers are placed first.")
    return None


def _place_knowledge(state: MedicoState, seat: int, player: Player, action: a.PlaceKnowledge) -> Rejection | None:
    if not player.collected_markers:
        return _no("MED-EOT-01", "All collected knowledge markers are placed.")
    if player.abilities >> action.ability & 1:
        return _no("MED-KNOW-01", "A marker already lies on that space.")
    return None


Condition = Callable[[MedicoState, int, Player, Any], Rejection | None]

CONDITIONS: Final[Mapping[type[Action], Condition]] = MappingProxyType(
    {
        a.ChooseStartPlace: _start_place,
        a.SetDestination: _set_destination,
        a.UsePrivilege: _privilege,
        a.CollectRemedy: _collect,
        a.DiscardRemedy: _discard,
        a.ShiftRemedy: _shift,
        a.SellRemedy: _sell,
        a.TakeMarketKnowledge: _market_knowledge,
        a.DeliverLetter: _deliver,
        a.BuyRecipeBook: _buy_book,
        a.MeetMedicus: _medicus,
        a.TakeMoney: _take_money,
        a.TakeFavorCard: _take_favor,
        a.TrainApprentice: _train,
        a.BuyInstrument: _buy_instrument,
        a.BuyBothInstruments: _buy_both,
        a.PlayIndividualPath: _individual_path,
        a.PlayOptimalCondition: _optimal_condition,
        a.PlayFriendlyGift: _friendly_gift,
        a.PlayGreatDemand: _great_demand,
        a.PlayRichFind: _rich_find,
        a.PlayFreeDecision: _free_decision,
        a.TakeFromMarket: _take_from_market,
        a.EndTurn: _end_turn,
        a.PlaceKnowledge: _place_knowledge,
    }
)
"""What a kind needs besides its phase; the kinds that are missing need nothing."""
