"""``greedy`` for Medico: takes what looks best now, by the estimates of :mod:`arena.house.medico_worth`.

It thinks one turn ahead when it sets its dial and one action ahead everywhere else. It looks at nothing but the view.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from arena.house.medico_plan import (
    BOTH_PRICE,
    MONEY,
    Load,
    best_destination,
    free_symbols,
    keeps,
    main_worth,
    turn_worth,
)
from arena.house.medico_worth import GOLD_POINTS, SILVER_POINTS, Worth
from engine_core.actions import Action
from engine_core.games.medico import actions as act
from engine_core.games.medico.data import MedicoData, load_data
from engine_core.games.medico.view import MedicoView
from engine_core.games.medico.vocabulary import (
    EARLY_BIRD,
    FREE_DECISION,
    FRIENDLY_GIFT,
    GREAT_DEMAND,
    INDIVIDUAL_PATH,
    LONG_FINGERS,
    ONE_COIN,
    OPTIMAL_CONDITION,
    POUCH,
    RICH_FIND,
)
from engine_core.rng import Rng
from engine_core.vocabulary import NONE

PASS: Final = 0.0
NEVER: Final = -1.0
MAIN_BELOW_SIDE: Final = -100.0
"""Main actions end the side actions, so every side action that gains comes first."""


class GreedyMedico:
    """A bot: ``bot(view, legal, rng)`` is one of ``legal``. Equal actions are decided by their order in ``legal``."""

    def __init__(self, data: MedicoData | None = None) -> None:
        """``data``: the card tables of the match; the built-in ones if not given."""
        self._data = data or load_data()

    def __call__(self, view: MedicoView, legal: Sequence[Action], rng: Rng) -> Action:
        """The action with the highest estimate."""
        if len(legal) == 1:
            return legal[0]
        worth = Worth(view, self._data)
        return max(legal, key=lambda action: _ESTIMATES[type(action)](worth, action))


def _place(worth: Worth) -> int:
    return int(worth.me.place)


def _start_place(worth: Worth, action: Any) -> float:
    here = worth.board.places[action.place]
    letter = worth.data.letter_target[here.letter] if here.letter != NONE else NONE
    near = any(
        worth.board.places[(action.place + step) % len(worth.board.places)].card == letter for step in (-3, -2, 2, 3)
    )
    return best_destination(worth, action.place)[1] + (0.5 if near else 0.0)


def _destination(worth: Worth, action: Any) -> float:
    return turn_worth(worth, _place(worth), action.place)


def _use_privilege(worth: Worth, action: Any) -> float:
    load = Load.of(worth)
    return 1.0 if load.capacity - len(load.pouches) > 1 or not worth.rounds_left else 0.2


def _pass(worth: Worth, action: Any) -> float:
    return PASS


def _individual_path(worth: Worth, action: Any) -> float:
    start, old = _place(worth), worth.me.destination
    gain = turn_worth(worth, start, action.new_destination) - turn_worth(worth, start, old)
    return gain - keeps(worth, INDIVIDUAL_PATH)


def _free_decision(worth: Worth, action: Any) -> float:
    start, goal = _place(worth), worth.me.destination
    gain = turn_worth(worth, start, goal, longer=True) - turn_worth(worth, start, goal)
    return gain - keeps(worth, FREE_DECISION)


def _early_bird(worth: Worth, action: Any) -> float:
    return main_worth(worth, _place(worth), worth.me.coins) - keeps(worth, EARLY_BIRD)


def _optimal_condition(worth: Worth, action: Any) -> float:
    points = GOLD_POINTS if worth.board.gold_rods_left >> action.rod & 1 else SILVER_POINTS
    return points - keeps(worth, OPTIMAL_CONDITION)


def _friendly_gift(worth: Worth, action: Any) -> float:
    return 2 * worth.others_at(_place(worth)) * worth.coin - keeps(worth, FRIENDLY_GIFT)


def _goal(worth: Worth) -> int:
    return int(worth.me.destination)


def _collect(worth: Worth, action: Any) -> float:
    load = Load.of(worth)
    remedy = worth.board.places[worth.board.turn.waypoint].path_remedy
    if action.store_in == POUCH:
        return load.in_pouch(remedy, load.missing(worth.board.places[_goal(worth)]))
    return load.on_book(action.store_in - 1, remedy)


def _discard(worth: Worth, action: Any) -> float:
    """Only to make room on the way for something that the market ahead misses."""
    turn = worth.board.turn
    load = Load.of(worth)
    if turn.waypoint == NONE or turn.taken_here or len(load.pouches) < load.capacity:
        return NEVER
    goal = worth.board.places[_goal(worth)]
    remedy = worth.board.places[turn.waypoint].path_remedy
    wanted = remedy in load.missing(goal) and max(load.on_book(space, remedy) for space in (0, 1)) < PASS
    return 0.5 if wanted and load.needless(goal) == action.remedy else NEVER


def _shift(worth: Worth, action: Any) -> float:
    """A remedy that the market does not take is better on a book."""
    load = Load.of(worth)
    gain = load.on_book(action.store_in, action.remedy) - 0.5
    here = worth.board.places[_goal(worth)]
    return gain - (1.0 if action.remedy in free_symbols(worth, here) else 0.0)


def _rich_find(worth: Worth, action: Any) -> float:
    load = Load.of(worth)
    remedy = worth.board.places[worth.board.turn.waypoint].path_remedy
    gains = sorted((gain for space in (0, 1) if (gain := load.on_book(space, remedy)) > 0), reverse=True)
    gains += [load.in_pouch(remedy, load.missing(worth.board.places[_goal(worth)]))] * (
        load.capacity - len(load.pouches)
    )
    first = 0 if worth.board.turn.taken_here else 1
    return sum(gains[first:]) - keeps(worth, RICH_FIND)


def _sell(worth: Worth, action: Any) -> float:
    here = worth.board.places[_place(worth)]
    income = not worth.board.turn.sold and worth.pays_rivals(here)
    return worth.sale(here.market_remedies.count(NONE), len(here.market_remedies), income)


def _great_demand(worth: Worth, action: Any) -> float:
    return _sell(worth, action) - keeps(worth, GREAT_DEMAND)


def _market_knowledge(worth: Worth, action: Any) -> float:
    return worth.marker()


def _deliver(worth: Worth, action: Any) -> float:
    here = worth.board.places[_place(worth)]
    reward = worth.coin if action.reward == ONE_COIN else worth.prestige_gain(1)
    return reward + (worth.letter if here.letter != NONE else 0.1)


def _buy_book(worth: Worth, action: Any) -> float:
    return worth.new_book(worth.board.places[_place(worth)].book) - worth.coin


def _medicus(worth: Worth, action: Any) -> float:
    return worth.marker() - 2 * worth.coin


def _money(worth: Worth, action: Any) -> float:
    return MONEY * worth.coin


def _favor_card(worth: Worth, action: Any) -> float:
    return worth.favor_card(worth.board.places[_place(worth)].favor)


def _apprentice(worth: Worth, action: Any) -> float:
    return worth.apprentice(worth.board.places[_place(worth)], worth.me.coins)


def _instrument(worth: Worth, action: Any) -> float:
    kind = worth.board.places[_place(worth)].instruments[action.stack]
    return worth.instrument(kind, worth.me.instruments, worth.me.instrument_counts) - worth.coin


def _both_instruments(worth: Worth, action: Any) -> float:
    kinds = worth.board.places[_place(worth)].instruments
    first, second = kinds[action.first_stack], kinds[1 - action.first_stack]
    return worth.both_instruments(first, second) - BOTH_PRICE * worth.coin


def _long_fingers(worth: Worth, action: Any) -> float:
    load = Load.of(worth)
    gain = float(worth.data.unused_favor_points)
    for remedy in worth.board.places[_place(worth)].market_remedies:
        if remedy != NONE:
            on_book = max(load.on_book(space, remedy) for space in (0, 1))
            gain += max(on_book, 0.5 if len(load.pouches) < load.capacity else 0.0)
    return gain - keeps(worth, LONG_FINGERS)


def _take_from_market(worth: Worth, action: Any) -> float:
    remedy = worth.board.places[_place(worth)].market_remedies[action.space_index]
    return 0.5 if action.store_in == POUCH else Load.of(worth).on_book(action.store_in - 1, remedy)


def _place_knowledge(worth: Worth, action: Any) -> float:
    return 1.0 + worth.ability(action.ability)


Estimate = Callable[[Worth, Any], float]


def _main(estimate: Estimate) -> Estimate:
    """At the destination a main action comes after all side actions that gain; elsewhere it is compared with declining."""

    def estimated(worth: Worth, action: Any) -> float:
        gain = estimate(worth, action)
        return gain + MAIN_BELOW_SIDE if worth.board.turn.start_place != NONE else gain

    return estimated


def _side(estimate: Estimate) -> Estimate:
    """A side action that does not gain is worse than every main action."""

    def estimated(worth: Worth, action: Any) -> float:
        gain = estimate(worth, action)
        return gain if gain > PASS else gain + 2 * MAIN_BELOW_SIDE

    return estimated


_ESTIMATES: Final[dict[type[Action], Estimate]] = {
    act.ChooseStartPlace: _start_place,
    act.SetDestination: _destination,
    act.UsePrivilege: _side(_use_privilege),
    act.StartMove: _pass,
    act.CollectRemedy: _collect,
    act.LeaveWaypoint: _pass,
    act.DiscardRemedy: _side(_discard),
    act.ShiftRemedy: _side(_shift),
    act.SellRemedy: _side(_sell),
    act.TakeMarketKnowledge: _side(_market_knowledge),
    act.DeliverLetter: _side(_deliver),
    act.BuyRecipeBook: _side(_buy_book),
    act.MeetMedicus: _side(_medicus),
    act.TakeMoney: _main(_money),
    act.TakeFavorCard: _main(_favor_card),
    act.TrainApprentice: _main(_apprentice),
    act.BuyInstrument: _main(_instrument),
    act.BuyBothInstruments: _main(_both_instruments),
    act.PlayIndividualPath: _side(_individual_path),
    act.PlayEarlyBird: _side(_early_bird),
    act.PlayOptimalCondition: _side(_optimal_condition),
    act.PlayFriendlyGift: _side(_friendly_gift),
    act.PlayLongFingers: _side(_long_fingers),
    act.PlayGreatDemand: _side(_great_demand),
    act.PlayRichFind: _side(_rich_find),
    act.PlayFreeDecision: _side(_free_decision),
    act.TakeFromMarket: _side(_take_from_market),
    act.FinishLongFingers: _pass,
    act.EndTurn: _pass,
    act.PlaceKnowledge: _place_knowledge,
    act.DeclineDuelReward: _pass,
}

__all__ = ["GreedyMedico"]
