"""A sentence for people about each action of the catalogue."""

from __future__ import annotations

from typing import Final

from engine_core.actions import Action
from engine_core.games.medico import actions as a
from engine_core.vocabulary import Labels

_WHERE: Final = ("into an empty pouch", "onto the first recipe book", "onto the second recipe book")
_BOOKS: Final = ("the first recipe book", "the second recipe book")
_SPACES: Final = ("left", "middle", "right")
_STACKS: Final = ("first", "second")
_REWARDS: Final = ("1 prestige", "1 coin", "1 prestige and 1 coin")
_RODS: Final = (
    "letters",
    "prestige",
    "knowledge markers",
    "different instruments",
    "fulfilled recipe books",
    "markets",
    "placed apprentices",
)
_ABILITIES: Final = (
    "Haggling",
    "Luminary",
    "Obolus",
    "Courier's Wage",
    "Jack-of-all-trades",
    "Privilege",
    "Boredom",
    "Specialist",
    "Courier (first)",
    "Courier (second)",
    "Extra Pouch",
)


def describe_action(action: Action) -> str:
    """What the action does, in one sentence with the rulebook's words."""
    match action:
        case a.ChooseStartPlace(place):
            return f"Begin at place {place} with an apprentice and the letter displayed there."
        case a.SetDestination(place):
            return f"Secretly choose place {place} as destination."
        case a.PlayIndividualPath(place):
            return f"Favor of the Individual Path: go to place {place} instead."
        case a.CollectRemedy(store):
            return f"Take the remedy of the path and put it {_WHERE[store]}."
        case a.DiscardRemedy():
            return f"Return {_remedy(action)} from a pouch to the supply."
        case a.ShiftRemedy(_, space):
            return f"Move {_remedy(action)} from a pouch onto {_BOOKS[space]}."
        case a.SellRemedy(_, space):
            return f"Sell {_remedy(action)} onto the {_SPACES[space]} space of the market."
        case a.PlayGreatDemand(_, space):
            return f"Favor of the Great Demand: sell {_remedy(action)} onto the {_SPACES[space]} space of the market."
        case a.TakeFromMarket(space, store):
            return f"Take the remedy on the {_SPACES[space]} space of the market and put it {_WHERE[store]}."
        case a.DeliverLetter(reward):
            return f"Deliver the topmost letter for {_REWARDS[reward]}."
        case a.BuyInstrument(stack):
            return f"Main action: buy the instrument of the {_STACKS[stack]} stack for 1 coin."
        case a.BuyBothInstruments(stack):
            return f"Main action: buy both instruments for 3 coins, placing that of the {_STACKS[stack]} stack first."
        case a.PlayOptimalCondition(rod):
            return f"Favor of the Optimal Condition: take the rod for {_RODS[rod]}."
        case a.PlaceKnowledge(ability):
            return f"Place a knowledge marker on {_ABILITIES[ability]}."
    return _PLAIN[type(action)]


def _remedy(action: Action) -> str:
    """The remedy of an action that names one, in words."""
    domain = type(action).domains()["remedy"]
    assert isinstance(domain, Labels)
    return domain.words[action.values()[0]].replace("_", " ")


_PLAIN: Final[dict[type[Action], str]] = {
    a.UsePrivilege: "Privilege: put the remedy opposite the start place into an empty pouch.",
    a.StartMove: "Leave the start place.",
    a.LeaveWaypoint: "Walk on.",
    a.TakeMarketKnowledge: "Take a knowledge marker from the market.",
    a.BuyRecipeBook: "Buy the displayed recipe book for 1 coin.",
    a.MeetMedicus: "Meet the Medicus: a knowledge marker for 2 coins.",
    a.TakeMoney: "Main action: take 2 coins.",
    a.TakeFavorCard: "Main action: take the displayed favor card.",
    a.TrainApprentice: "Main action: train an apprentice on the cheapest free space.",
    a.PlayEarlyBird: "Favor of the Early Bird: carry out a main action at the start place.",
    a.PlayFriendlyGift: "Favor of the Friendly Gift: take 2 coins for each other figure here.",
    a.PlayLongFingers: "Favor of the Long Fingers: 2 points, then take remedies from the market.",
    a.PlayRichFind: "Favor of the Rich Find: take as many remedies of this path as can be stored.",
    a.PlayFreeDecision: "Favor of the Free Decision: take the longer way.",
    a.FinishLongFingers: "Take no more remedies from the market.",
    a.EndTurn: "End the turn.",
    a.DeclineDuelReward: "Take no main action as reward of the duel.",
}
