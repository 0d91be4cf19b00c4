"""When each kind of action can be taken at all, and which rule says so. What it needs besides is in :mod:`.conditions`.

Everything here follows from open facts and the seat's own dial and hand.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from engine_core.actions import Action
from engine_core.errors import Rejection
from engine_core.games.medico import actions as a
from engine_core.games.medico.state import MedicoState, Player
from engine_core.games.medico.vocabulary import (
    AFTER_MAIN,
    CHOOSE_DESTINATION,
    DEPART,
    DESTINATION,
    DUEL_REWARD,
    EARLY_BIRD,
    EARLY_MAIN,
    END_OF_TURN,
    FAVOR,
    FREE_DECISION,
    FRIENDLY_GIFT,
    GAME_OVER,
    GREAT_DEMAND,
    INDIVIDUAL_PATH,
    LONG_FINGERS,
    LONG_FINGERS_PHASE,
    OPTIMAL_CONDITION,
    RICH_FIND,
    START_PLACE,
    WAYPOINT,
)

_EARLY_MAIN: Final = Rejection("MED-FAV-2", "Favor of the Early Bird: a main action at the start place comes now.")
_LONG_FINGERS: Final = Rejection(
    "MED-FAV-5", "Favor of the Long Fingers: remedies of the market are being taken; finish that first."
)
_ONLY_START_PLACE: Final = Rejection("MED-SET-26", "Only the start place is chosen now.")
_ONLY_DESTINATION: Final = Rejection("MED-ROUND-04", "All players are choosing their destinations now.")
_NO_FAVOR_OFF_TURN: Final = Rejection("MED-FAV-0", "A favor card can be played in the own turn only.")
_ONLY_REWARD: Final = Rejection("MED-DUEL-11", "A duel's reward is a main action, without side action or movement.")


@dataclass(frozen=True, slots=True)
class Timing:
    """The phases in which a kind of action exists; otherwise the rule for that phase, or ``otherwise``."""

    phases: tuple[int, ...]
    otherwise: Rejection
    elsewhere: Mapping[int, Rejection] = field(default_factory=dict)
    favor: bool = False

    def rejection(self, phase: int) -> Rejection:
        """Why not in this phase."""
        if phase in self.elsewhere:
            return self.elsewhere[phase]
        if self.favor and phase in (CHOOSE_DESTINATION, DUEL_REWARD):
            return _NO_FAVOR_OFF_TURN
        return _IN_PHASE.get(phase, self.otherwise)


_IN_PHASE: Final[Mapping[int, Rejection]] = MappingProxyType(
    {
        START_PLACE: _ONLY_START_PLACE,
        CHOOSE_DESTINATION: _ONLY_DESTINATION,
        EARLY_MAIN: _EARLY_MAIN,
        LONG_FINGERS_PHASE: _LONG_FINGERS,
        DUEL_REWARD: _ONLY_REWARD,
    }
)
"""What is said of every kind that does not belong to the phase, unless the kind says something more specific."""

_ON_THE_WAY: Final = Rejection("MED-MOVE-04", "Where a path is crossed the only side action is Collect Remedies.")
_AFTER_MAIN: Final = Rejection("MED-MOVE-09", "After the main action no side action is possible.")
_ONE_MAIN_ACTION: Final = Rejection("MED-MOVE-07", "The main action of this turn is already done.")
_MARKERS_LAST: Final = Rejection("MED-EOT-01", "Collected knowledge markers are placed at the end of the turn.")
_LEFT_ALREADY: Final = Rejection("MED-MOVE-10", "The surgeon has already left its start place.")
_STORAGE_PHASES: Final = (DEPART, WAYPOINT, DESTINATION, AFTER_MAIN, LONG_FINGERS_PHASE)


def _at_destination(start_rule: Rejection, way_rule: Rejection = _ON_THE_WAY) -> Timing:
    """A side action at the destination, before the main action."""
    return Timing((DESTINATION,), _AFTER_MAIN, {DEPART: start_rule, WAYPOINT: way_rule})


def _side(what: str) -> Rejection:
    return Rejection("MED-MOVE-06", f"{what} is possible at the destination only, before the main action.")


_MAIN: Final = Timing(
    (DESTINATION, EARLY_MAIN, DUEL_REWARD),
    _ONE_MAIN_ACTION,
    {
        DEPART: Rejection("MED-FAV-2", "Before the move a main action needs the Favor of the Early Bird."),
        WAYPOINT: Rejection("MED-MOVE-05", "The main action is carried out at the destination, not on the way."),
    },
)


def _favor(number: int, name: str, phases: tuple[int, ...], when: str, **more: Mapping[int, Rejection]) -> Timing:
    return Timing(phases, Rejection(f"MED-FAV-{number}", f"Favor of the {name}: playable {when}."), favor=True, **more)


TIMING: Final[Mapping[type[Action], Timing]] = MappingProxyType(
    {
        a.ChooseStartPlace: Timing(
            (START_PLACE,), Rejection("MED-SET-23", "Start places are chosen before the first round.")
        ),
        a.SetDestination: Timing(
            (CHOOSE_DESTINATION,), Rejection("MED-ROUND-04", "Destinations are chosen at the start of a round.")
        ),
        a.UsePrivilege: Timing(
            (DEPART,), Rejection("MED-KNOW-08", "Privilege is used at the start of the turn, before the first step.")
        ),
        a.StartMove: Timing((DEPART,), _LEFT_ALREADY),
        a.CollectRemedy: Timing(
            (WAYPOINT,), Rejection("MED-COLL-01", "Remedies are collected where the surgeon crosses a path.")
        ),
        a.LeaveWaypoint: Timing((WAYPOINT,), Rejection("MED-COLL-12", "The surgeon is not crossing a path.")),
        a.DiscardRemedy: Timing(
            _STORAGE_PHASES,
            Rejection("MED-RUL-50", "A remedy can be returned only while something could still be stored."),
            {EARLY_MAIN: _EARLY_MAIN},
        ),
        a.ShiftRemedy: Timing(
            _STORAGE_PHASES,
            Rejection("MED-KNOW-14", "Remedies move onto books only while something could still be stored."),
        ),
        a.SellRemedy: _at_destination(_side("Selling")),
        a.TakeMarketKnowledge: Timing(
            (DESTINATION, AFTER_MAIN),
            Rejection("MED-SELL-11", "A marker can be taken only after a sale of this turn at its market."),
            {END_OF_TURN: Rejection("MED-RUL-43", "The right to the market's markers has ended with the turn.")},
        ),
        a.DeliverLetter: _at_destination(
            _side("Delivering"),
            Rejection("MED-LET-05", "A letter is delivered at the destination, not on the way."),
        ),
        a.BuyRecipeBook: _at_destination(_side("Buying a recipe book")),
        a.MeetMedicus: _at_destination(
            Rejection("MED-MEDICUS-02", "The Medicus is met at the destination, not at the start place."),
            Rejection("MED-MEDICUS-02", "The Medicus is met at the destination, not on the way."),
        ),
        a.TakeMoney: _MAIN,
        a.TakeFavorCard: _MAIN,
        a.TrainApprentice: _MAIN,
        a.BuyInstrument: _MAIN,
        a.BuyBothInstruments: _MAIN,
        a.PlayIndividualPath: _favor(1, "Individual Path", (DEPART,), "before the first step"),
        a.PlayEarlyBird: _favor(2, "Early Bird", (DEPART,), "before the first step"),
        a.PlayOptimalCondition: _favor(
            3,
            "Optimal Condition",
            (DEPART, WAYPOINT, DESTINATION, AFTER_MAIN, END_OF_TURN),
            "in the own turn",
            elsewhere={
                phase: Rejection("MED-RUL-35", "It cannot be played in the middle of carrying out another card.")
                for phase in (EARLY_MAIN, LONG_FINGERS_PHASE)
            },
        ),
        a.PlayFriendlyGift: _favor(
            4,
            "Friendly Gift",
            (DEPART, DESTINATION, AFTER_MAIN),
            "at the start place, and at the destination until the turn is ended",
        ),
        a.PlayLongFingers: _favor(5, "Long Fingers", (AFTER_MAIN,), "after the main action until the turn is ended"),
        a.PlayGreatDemand: _favor(
            6, "Great Demand", (DESTINATION, AFTER_MAIN), "from the arrival at the destination until the turn is ended"
        ),
        a.PlayRichFind: _favor(7, "Rich Find", (WAYPOINT,), "where a path is crossed"),
        a.PlayFreeDecision: _favor(8, "Free Decision", (DEPART,), "before the first step"),
        a.TakeFromMarket: Timing(
            (LONG_FINGERS_PHASE,),
            Rejection("MED-FAV-5", "Only the Favor of the Long Fingers takes remedies from a market."),
        ),
        a.FinishLongFingers: Timing(
            (LONG_FINGERS_PHASE,), Rejection("MED-FAV-5", "The Favor of the Long Fingers is not being carried out.")
        ),
        a.EndTurn: Timing(
            (AFTER_MAIN, END_OF_TURN), Rejection("MED-MOVE-07", "The turn cannot end without a main action.")
        ),
        a.PlaceKnowledge: Timing((END_OF_TURN,), _MARKERS_LAST),
        a.DeclineDuelReward: Timing(
            (DUEL_REWARD,), Rejection("MED-DUEL-07", "There is no duel's reward to decline now.")
        ),
    }
)
"""One entry per class of the catalogue."""

_CARD: Final[Mapping[type[Action], int]] = MappingProxyType(
    {
        a.PlayIndividualPath: INDIVIDUAL_PATH,
        a.PlayEarlyBird: EARLY_BIRD,
        a.PlayOptimalCondition: OPTIMAL_CONDITION,
        a.PlayFriendlyGift: FRIENDLY_GIFT,
        a.PlayLongFingers: LONG_FINGERS,
        a.PlayGreatDemand: GREAT_DEMAND,
        a.PlayRichFind: RICH_FIND,
        a.PlayFreeDecision: FREE_DECISION,
    }
)
"""The card that a kind of action plays."""


def out_of_turn(state: MedicoState, seat: int, action: Action) -> Rejection | None:
    """Why the seat is not asked at all; ``None`` if it is. Says nothing but whose decision it is, which is public."""
    phase = state.phase
    favor = TIMING[type(action)].favor
    if phase == GAME_OVER:
        return Rejection("MED-ROUND-01", "The last round has been played.")
    if phase == CHOOSE_DESTINATION:
        if 0 <= seat < len(state.players) and state.players[seat].destination < 0:
            return None
        if favor:
            return _NO_FAVOR_OFF_TURN
        if isinstance(action, a.SetDestination):
            return Rejection("MED-RUL-08", "The dial is set and cannot be changed.")
        return _ONLY_DESTINATION
    if seat == state.active_seat:
        return None
    if phase == START_PLACE:
        return Rejection("MED-SET-23", "Players choose their start places one at a time; another one's turn it is.")
    if favor:
        return _NO_FAVOR_OFF_TURN
    if phase == DUEL_REWARD:
        return Rejection("MED-DUEL-05", "The reward belongs to the winner of the duel.")
    return Rejection("MED-ROUND-08", "It is another player's turn.")


def wrong_time(state: MedicoState, seat: int, player: Player, action: Action) -> Rejection | None:
    """Why this kind of action does not exist in this phase for the seat that is asked, or which card it needs; ``None`` if it exists."""
    kind = type(action)
    timing = TIMING[kind]
    if state.phase not in timing.phases:
        return timing.rejection(state.phase)
    if kind in _CARD and _CARD[kind] not in player.favors:
        return Rejection("MED-FAV-0", f"No card {FAVOR.words[_CARD[kind]]} is held.")
    return None
