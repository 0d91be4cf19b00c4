"""What carries out each kind of action, and every automatic step up to the next decision."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

from engine_core.actions import Action
from engine_core.events import Sink
from engine_core.games.medico import actions as a
from engine_core.games.medico import favor_cards, knowledge, main_actions, movement, rounds, selling, side_actions
from engine_core.games.medico.state import MedicoState, Player

Step = Callable[[MedicoState, int, Player, Any, Sink | None], None]
"""``step(state, seat, player, action, sink)`` changes the state, and says in ``_revealed`` if something hidden came to light."""


def _as_main_action(step: Step) -> Step:
    """The main action itself, then what follows it in the present phase."""

    def carry_out(state: MedicoState, seat: int, player: Player, action: Action, sink: Sink | None) -> None:
        step(state, seat, player, action, sink)
        rounds.main_action_done(state, seat, player, sink)

    return carry_out


STEPS: Final[Mapping[type[Action], Step]] = MappingProxyType(
    {
        a.ChooseStartPlace: rounds.choose_start_place,
        a.SetDestination: rounds.set_destination,
        a.UsePrivilege: knowledge.use_privilege,
        a.StartMove: movement.start_move,
        a.CollectRemedy: movement.collect_remedy,
        a.LeaveWaypoint: movement.leave_waypoint,
        a.DiscardRemedy: movement.discard_remedy,
        a.ShiftRemedy: movement.shift_remedy,
        a.SellRemedy: selling.sell_remedy,
        a.TakeMarketKnowledge: selling.take_market_knowledge,
        a.DeliverLetter: side_actions.deliver_letter,
        a.BuyRecipeBook: side_actions.buy_recipe_book,
        a.MeetMedicus: side_actions.meet_medicus,
        a.TakeMoney: _as_main_action(main_actions.take_money),
        a.TakeFavorCard: _as_main_action(main_actions.take_favor_card),
        a.TrainApprentice: _as_main_action(main_actions.train_apprentice),
        a.BuyInstrument: _as_main_action(main_actions.buy_instrument),
        a.BuyBothInstruments: _as_main_action(main_actions.buy_both_instruments),
        a.PlayIndividualPath: favor_cards.individual_path,
        a.PlayEarlyBird: favor_cards.early_bird,
        a.PlayOptimalCondition: rounds.play_optimal_condition,
        a.PlayFriendlyGift: favor_cards.friendly_gift,
        a.PlayLongFingers: favor_cards.long_fingers,
        a.PlayGreatDemand: favor_cards.great_demand,
        a.PlayRichFind: favor_cards.rich_find,
        a.PlayFreeDecision: favor_cards.free_decision,
        a.TakeFromMarket: favor_cards.take_from_market,
        a.FinishLongFingers: favor_cards.finish_long_fingers,
        a.EndTurn: rounds.end_turn,
        a.PlaceKnowledge: rounds.place_marker,
        a.DeclineDuelReward: rounds.decline_duel_reward,
    }
)
"""One entry per class of the catalogue."""
