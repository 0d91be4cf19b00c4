"""What a seat may do, per decision point, in catalogue order (table "Action types" of the rules reference).

Each chapter offers its own actions; :mod:`.timing` and each chapter say why an action is missing from them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine_core.actions import Action
from engine_core.games.tinctura import (
    bonus_tracks,
    courses,
    experiments,
    final,
    forest,
    leftovers,
    melanie_choices,
    merchant,
    patients,
    payments,
    powder,
    production,
    repeat,
    tea,
    training,
)
from engine_core.games.tinctura.action_tables import COMPLETE_COURSE, END_TURN, EXPERIMENT, FORGO_ACTION
from engine_core.games.tinctura.frames import Frame
from engine_core.games.tinctura.free_actions import offer_abilities, offer_trades
from engine_core.games.tinctura.planning import legal_choice
from engine_core.games.tinctura.state import Player, TincturaState, current_area, seat_count
from engine_core.games.tinctura.vocabulary import CARE, PHARMACY, PLAN_PHASE, VILLAGE
from engine_core.vocabulary import NONE


def legal_actions(state: TincturaState, seat: int) -> list[Action]:
    """The seat's legal actions, in catalogue order; empty if it is not asked."""
    if seat == state.active_seat:
        top = state.pending[-1]
        return LEGAL[top.kind](state, top.seat, state.players[top.seat], top)
    if state.phase <= PLAN_PHASE and 0 <= seat < seat_count(state):
        return legal_choice(state, state.players[seat])
    return []


def _turn(state: TincturaState, seat: int, player: Player, top: Frame) -> list[Action]:
    """Free actions and one main action of the planned area; in a care hour only the end of the turn, in the second hour of a course only
    its completion (TIN-WORK-04, TIN-RUL-09, TIN-RUL-13)."""
    legal: list[Action] = []
    if player.patients:
        patients.offer_declines(player, legal)
    offer_trades(state, player, legal)
    offer_abilities(state, seat, player, legal)
    area = current_area(state, player)
    if area == CARE:
        legal.append(END_TURN)
        return legal
    if player.course != NONE:
        legal.append(COMPLETE_COURSE)
        return legal
    if area == PHARMACY:
        patients.offer_patients(state, player, legal)
        patients.offer_peek(state, seat, player, legal)
        production.offer_productions(state, player, legal)
        tea.offer_tea(state, seat, player, legal)
    elif area == VILLAGE:
        courses.offer_courses(state, player, legal)
        training.offer_training(state, player, legal)
        training.offer_hiring(state, player, legal)
        merchant.offer_visit(state, player, legal)
    else:
        forest.offer_gathering(state, player, legal)
    if experiments.can_experiment(state):
        legal.append(EXPERIMENT)
    legal.append(FORGO_ACTION)
    return legal


def _turn_after(state: TincturaState, seat: int, player: Player, top: Frame) -> list[Action]:
    """Free actions and the end of the turn (decomposition rule 1)."""
    legal: list[Action] = []
    offer_trades(state, player, legal)
    offer_abilities(state, seat, player, legal)
    legal.append(END_TURN)
    return legal


def _step(state: TincturaState, seat: int, player: Player, top: Frame) -> list[Action]:
    """A step that the rules carry out by themselves asks nothing."""
    return []


LEGAL: Final[tuple[Callable[[TincturaState, int, Player, Frame], list[Action]], ...]] = (
    _turn,
    _turn_after,
    payments.legal_payment,
    production.legal_omit,
    production.legal_mushrooms,
    repeat.legal_repeat,
    repeat.legal_again,
    patients.legal_premonition,
    courses.legal_course_reward,
    courses.legal_marker_colour,
    experiments.legal_skill_choice,
    bonus_tracks.legal_bonus,
    merchant.legal_merchant,
    forest.legal_gather,
    forest.legal_extra_plant,
    forest.legal_rapid_growth,
    forest.legal_share,
    leftovers.legal_leftover,
    powder.legal_powder,
    powder.legal_blossoms,
    final.legal_final,
    melanie_choices.legal_solo_choice,
    _step,
    _step,
    _step,
    _step,
    _step,
)
"""By the kind of the innermost frame, in the order of :data:`~engine_core.games.tinctura.vocabulary.PENDING`."""
