"""What all seats decide at the same time: personality, private goal, the plan of a day (chapters Setup, Planning Phase)."""

from __future__ import annotations

from engine_core.actions import Action
from engine_core.errors import Rejection
from engine_core.events import EVERYONE, Sink
from engine_core.games.tinctura.action_tables import CHOOSE_PERSONALITY, CHOOSE_PRIVATE_GOAL, PLAN_HOUR
from engine_core.games.tinctura.actions import ChoosePersonality, ChoosePrivateGoal, PlanHour
from engine_core.games.tinctura.flow_events import (
    HourPlanned,
    HourSet,
    PersonalityChosen,
    PersonalityRevealed,
    PlanRevealed,
    PrivateGoalChosen,
)
from engine_core.games.tinctura.state import Player, TincturaState, seat_count
from engine_core.games.tinctura.vocabulary import (
    CARE,
    FIRST_HOUR,
    HOURS,
    MARKER_COLOUR,
    PERSONALITIES_PHASE,
    PLAN_PHASE,
    PRIVATE_GOALS_PHASE,
)
from engine_core.vocabulary import NONE


def still_choosing(state: TincturaState) -> tuple[int, ...]:
    """The seats that have not decided in the present simultaneous phase, ascending; none in any other."""
    players, phase = state.players, state.phase
    if phase > PLAN_PHASE:
        return ()
    seats = range(seat_count(state))
    if phase == PERSONALITIES_PHASE:
        return tuple([seat for seat in seats if players[seat].personality == NONE])
    if phase == PRIVATE_GOALS_PHASE:
        return tuple([seat for seat in seats if players[seat].private_goal == NONE])
    return tuple([seat for seat in seats if len(players[seat].plan) < HOURS])


def legal_choice(state: TincturaState, player: Player) -> list[Action]:
    """What a seat may decide now; empty if it has decided (TIN-SET-22, TIN-PG-01, TIN-PLAN-02 to 07)."""
    if state.phase == PERSONALITIES_PHASE:
        return [CHOOSE_PERSONALITY[card] for card in player.dealt_personalities] if player.personality == NONE else []
    if state.phase == PRIVATE_GOALS_PHASE:
        return [CHOOSE_PRIVATE_GOAL[card] for card in player.dealt_goals] if player.private_goal == NONE else []
    plan = player.plan
    if len(plan) == HOURS:
        return []
    care_due = len(player.apprentices) - plan.count(CARE)
    legal: list[Action] = []
    if HOURS - 1 - len(plan) >= care_due:
        markers = player.markers
        legal = [PLAN_HOUR[area] for area in range(CARE) if plan.count(area) < markers[area]]
    if care_due:
        legal.append(PLAN_HOUR[CARE])
    return legal


# -- personality and private goal ----------------------------------------------------------------------------------------------


def refuse_personality(state: TincturaState, seat: int, player: Player, action: ChoosePersonality) -> Rejection | None:
    """One of the two dealt to the seat."""
    if action.personality not in player.dealt_personalities:
        return Rejection("TIN-SET-22", "This card was not dealt to the seat.")
    return None


def choose_personality(
    state: TincturaState, seat: int, player: Player, action: ChoosePersonality, sink: Sink | None
) -> None:
    """Keep a card; it is shown once all have chosen (TIN-RUL-07)."""
    player.personality = action.personality
    if sink:
        sink(EVERYONE, PersonalityChosen(seat))


def reveal_personalities(state: TincturaState, sink: Sink | None) -> None:
    """All have chosen (TIN-RUL-07)."""
    state._revealed = True
    if sink:
        for seat, player in enumerate(state.players):
            if player.personality != NONE:
                sink(EVERYONE, PersonalityRevealed(seat, player.personality))


def refuse_private_goal(state: TincturaState, seat: int, player: Player, action: ChoosePrivateGoal) -> Rejection | None:
    """One of the two dealt to the seat."""
    if action.private_goal not in player.dealt_goals:
        return Rejection("TIN-PG-01", "This goal was not dealt to the seat.")
    return None


def choose_private_goal(
    state: TincturaState, seat: int, player: Player, action: ChoosePrivateGoal, sink: Sink | None
) -> None:
    """Keep a goal; which, nobody learns before the end (TIN-PG-03)."""
    player.private_goal = action.private_goal
    if sink:
        sink(EVERYONE, PrivateGoalChosen(seat))


# -- the plan of a day ---------------------------------------------------------------------------------------------------------


def refuse_plan_hour(state: TincturaState, seat: int, player: Player, action: PlanHour) -> Rejection | None:
    """A marker that is left, and exactly one care hour per apprentice (TIN-PLAN-04 to 07)."""
    plan = player.plan
    care_due = len(player.apprentices) - plan.count(CARE)
    if action.area == CARE:
        if care_due:
            return None
        return Rejection("TIN-PLAN-07", "There are as many care hours as untrained apprentices.")
    if HOURS - 1 - len(plan) < care_due:
        return Rejection("TIN-PLAN-06", "The hours that are left are care hours.")
    if plan.count(action.area) >= player.markers[action.area]:
        return Rejection("TIN-PLAN-04", f"No marker for the {MARKER_COLOUR.words[action.area]} is left.")
    return None


def plan_hour(state: TincturaState, seat: int, player: Player, action: PlanHour, sink: Sink | None) -> None:
    """Put a marker on the next hour; nobody else sees which (TIN-PLAN-01, TIN-PLAN-03)."""
    player.plan = (*player.plan, action.area)
    if sink:
        hours = len(player.plan)
        sink(seat, HourSet(seat, FIRST_HOUR + hours - 1, action.area))
        sink(EVERYONE, HourPlanned(seat, hours))


def reveal_plans(state: TincturaState, sink: Sink | None) -> None:
    """All plans are complete: they become public at once (TIN-PLAN-11)."""
    state._revealed = True
    if sink:
        for seat in range(seat_count(state)):
            sink(EVERYONE, PlanRevealed(seat, state.players[seat].plan))
