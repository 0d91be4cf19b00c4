"""What a seat that is gone plays: the safe default of each decision point."""

from __future__ import annotations

from engine_core.actions import Action
from engine_core.games.medico.action_tables import (
    DECLINE_DUEL_REWARD,
    END_TURN,
    FINISH_LONG_FINGERS,
    LEAVE_WAYPOINT,
    PLACE_KNOWLEDGE,
    START_MOVE,
    TAKE_MONEY,
)
from engine_core.games.medico.state import MedicoState
from engine_core.games.medico.vocabulary import (
    AFTER_MAIN,
    CHOOSE_DESTINATION,
    DEPART,
    DESTINATION,
    DUEL_REWARD,
    EARLY_MAIN,
    END_OF_TURN,
    LONG_FINGERS_PHASE,
    START_PLACE,
    WAYPOINT,
)

_DEFAULTS = {
    DEPART: START_MOVE,
    EARLY_MAIN: TAKE_MONEY,
    WAYPOINT: LEAVE_WAYPOINT,
    DESTINATION: TAKE_MONEY,
    AFTER_MAIN: END_TURN,
    LONG_FINGERS_PHASE: FINISH_LONG_FINGERS,
    DUEL_REWARD: DECLINE_DUEL_REWARD,
}


def fallback_action(state: MedicoState, seat: int, legal: list[Action]) -> Action:
    """The lowest place, the plain way on, the lowest free ability."""
    if state.phase in (START_PLACE, CHOOSE_DESTINATION):
        return legal[0]
    if state.phase == END_OF_TURN:
        return next(action for action in legal if action is END_TURN or action in PLACE_KNOWLEDGE)
    return _DEFAULTS[state.phase]
