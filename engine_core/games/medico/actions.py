"""Medico's actions: one small decision each; the actor, the phase and the place follow from the state."""

from __future__ import annotations

from typing import Final

from engine_core.actions import Action, Catalogue
from engine_core.games.medico.vocabulary import (
    Ability,
    BookSpace,
    LetterReward,
    Place,
    Remedy,
    Rod,
    SpaceIndex,
    Stack,
    Store,
)


class ChooseStartPlace(Action):
    """Begin at this place (MED-SET-23 to 25)."""

    place: Place


class SetDestination(Action):
    """Set the dial to this place, hidden until the own turn (MED-ROUND-04)."""

    place: Place


class UsePrivilege(Action):
    """Put the remedy opposite the start place into an empty pouch (MED-KNOW-08)."""


class StartMove(Action):
    """Leave the start place (MED-MOVE-02)."""


class CollectRemedy(Action):
    """Take 1 remedy of the path and store it (MED-COLL-01)."""

    store_in: Store


class LeaveWaypoint(Action):
    """Walk on (MED-COLL-12)."""


class DiscardRemedy(Action):
    """Return a remedy from a pouch to the supply (MED-COLL-07)."""

    remedy: Remedy


class ShiftRemedy(Action):
    """Move a remedy from a pouch onto a recipe book (MED-KNOW-14)."""

    remedy: Remedy
    store_in: BookSpace


class SellRemedy(Action):
    """Sell 1 remedy from a pouch onto a matching market space, counted from the left (MED-SELL-03)."""

    remedy: Remedy
    space_index: SpaceIndex


class TakeMarketKnowledge(Action):
    """Take 1 knowledge marker that lies at the market (MED-SELL-10)."""


class DeliverLetter(Action):
    """Deliver the topmost letter (MED-LET-01)."""

    reward: LetterReward


class BuyRecipeBook(Action):
    """Buy the displayed recipe book for 1 coin (MED-BOOK-01)."""


class MeetMedicus(Action):
    """Buy 1 knowledge marker from the Medicus for 2 coins (MED-MEDICUS-01)."""


class TakeMoney(Action):
    """Main action: take 2 coins (MED-MAIN-02)."""


class TakeFavorCard(Action):
    """Main action: take the displayed favor card (MED-MAIN-03)."""


class TrainApprentice(Action):
    """Main action: place the next apprentice on the cheapest free space (MED-MAIN-06)."""


class BuyInstrument(Action):
    """Main action: buy the displayed instrument of one stack for 1 coin (MED-MAIN-09)."""

    stack: Stack


class BuyBothInstruments(Action):
    """Main action: buy both displayed instruments for 3 coins, placing that of ``first_stack`` first (MED-MAIN-10, MED-RUL-61)."""

    first_stack: Stack


class PlayIndividualPath(Action):
    """Favor 1: replace the destination (MED-FAV-1)."""

    new_destination: Place


class PlayEarlyBird(Action):
    """Favor 2: a main action at the start place (MED-FAV-2)."""


class PlayOptimalCondition(Action):
    """Favor 3: take a rod with 1 fewer requirement (MED-FAV-3)."""

    rod: Rod


class PlayFriendlyGift(Action):
    """Favor 4: 2 coins per other figure here (MED-FAV-4)."""


class PlayLongFingers(Action):
    """Favor 5: 2 points, then remedies from the destination's market (MED-FAV-5)."""


class PlayGreatDemand(Action):
    """Favor 6: sell 1 remedy onto a free space that shows another kind (MED-FAV-6)."""

    remedy: Remedy
    space_index: SpaceIndex


class PlayRichFind(Action):
    """Favor 7: take as many of this path's remedy as can be stored (MED-FAV-7)."""


class PlayFreeDecision(Action):
    """Favor 8: take the longer way round (MED-FAV-8)."""


class TakeFromMarket(Action):
    """During Favor 5: take the remedy on this market space and store it (MED-FAV-5)."""

    space_index: SpaceIndex
    store_in: Store


class FinishLongFingers(Action):
    """Take no more from the market (MED-FAV-5)."""


class EndTurn(Action):
    """End the turn (MED-MOVE-09)."""


class PlaceKnowledge(Action):
    """Place a collected knowledge marker and unlock this ability (MED-EOT-01)."""

    ability: Ability


class DeclineDuelReward(Action):
    """Take no (further) main action as the duel's reward (MED-DUEL-07)."""


CATALOGUE: Final = Catalogue(
    "medico",
    (
        ChooseStartPlace,
        SetDestination,
        UsePrivilege,
        StartMove,
        CollectRemedy,
        LeaveWaypoint,
        DiscardRemedy,
        ShiftRemedy,
        SellRemedy,
        TakeMarketKnowledge,
        DeliverLetter,
        BuyRecipeBook,
        MeetMedicus,
        TakeMoney,
        TakeFavorCard,
        TrainApprentice,
        BuyInstrument,
        BuyBothInstruments,
        PlayIndividualPath,
        PlayEarlyBird,
        PlayOptimalCondition,
        PlayFriendlyGift,
        PlayLongFingers,
        PlayGreatDemand,
        PlayRichFind,
        PlayFreeDecision,
        TakeFromMarket,
        FinishLongFingers,
        EndTurn,
        PlaceKnowledge,
        DeclineDuelReward,
    ),
)
"""All actions of Medico; ``CATALOGUE[id]``."""
