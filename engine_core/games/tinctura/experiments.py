"""Experimenting and the choice of a skill (chapter Experimenting)."""

from __future__ import annotations

from typing import Final

from engine_core.actions import Action
from engine_core.errors import Rejection
from engine_core.events import EVERYONE, Sink
from engine_core.games.tinctura.action_tables import CHOOSE_SKILL
from engine_core.games.tinctura.actions import ChooseSkill, Experiment
from engine_core.games.tinctura.events import DieRolled, ExperimentMarkerRemoved
from engine_core.games.tinctura.frames import Frame, frame
from engine_core.games.tinctura.melanie_choices import decide
from engine_core.games.tinctura.melanie_skills import wanted_skills
from engine_core.games.tinctura.module_words import LAB_DAMAGE
from engine_core.games.tinctura.state import Player, TincturaState, event_of_the_day, is_melanie, own_player
from engine_core.games.tinctura.streams import DIE_STREAM
from engine_core.games.tinctura.tracks import raise_skill, step_knowledge, watch_knowledge
from engine_core.games.tinctura.vocabulary import (
    ASK_SKILL,
    EXPERIMENTS,
    FILTERING,
    FROM_EXPERIMENT,
    HEATING,
    MIXING,
    PLANT_KNOWLEDGE,
    PRESSING,
    SKILL,
    SKILL_CHOICE,
    SKILLS,
    TURN_AFTER,
)
from engine_core.stack import pop, push, swap_top
from engine_core.vocabulary import NONE

EXPERIMENT_MARKERS: Final = 2
KNOWLEDGE_STEPS: Final = 2
"""Of plant knowledge, where another skill rises by 1 (TIN-EXP-04, TIN-EXP-06)."""
_SKILL_OF_FACE: Final = (0, PLANT_KNOWLEDGE, MIXING, PRESSING, HEATING, FILTERING)
"""Faces 1 to 5 (TIN-EXP-04, TIN-EXP-05)."""
_ANY_SKILL_FACE: Final = 6


def lab_is_damaged(state: TincturaState) -> bool:
    """No experiment of any kind today (TIN-EVT-07)."""
    return event_of_the_day(state) == LAB_DAMAGE


def can_experiment(state: TincturaState) -> bool:
    """As a main action (TIN-EXP-01, TIN-EXP-02)."""
    return state.experiment_markers > 0 and not lab_is_damaged(state)


def refuse_experiment(state: TincturaState, seat: int, player: Player, action: Experiment) -> Rejection | None:
    """See :func:`can_experiment`."""
    if lab_is_damaged(state):
        return Rejection("TIN-EVT-07", "The laboratory is damaged today.")
    if not state.experiment_markers:
        return Rejection("TIN-EXP-02", "Both experiment markers have been removed today.")
    return None


def experiment(state: TincturaState, seat: int, player: Player, action: Experiment, sink: Sink | None) -> None:
    """The main action: one marker, one roll (TIN-EXP-01)."""
    state.experiment_markers -= 1
    if sink:
        sink(EVERYONE, ExperimentMarkerRemoved(seat, state.experiment_markers))
    swap_top(state, frame(TURN_AFTER, seat))
    grant_experiments(state, seat, 1, FROM_EXPERIMENT)


def grant_experiments(state: TincturaState, seat: int, count: int, source: int) -> None:
    """So many experiments one after the other, no marker removed; under Lab Damage they lapse (TIN-EXP-09, TIN-RUL-84)."""
    if count and not lab_is_damaged(state):
        push(state, frame(EXPERIMENTS, seat, count, source=source))


def resume_experiments(state: TincturaState, seat: int, top: Frame, sink: Sink | None) -> bool:
    """Roll the die for the next one (TIN-EXP-04 to 08)."""
    pop(state)
    if top.left > 1:
        push(state, frame(EXPERIMENTS, seat, top.left - 1, source=top.source))
    player = own_player(state, seat)
    watch_knowledge(state, seat, player)
    face = 1 + state.rng.below(DIE_STREAM, 6)
    state._revealed = True
    if sink:
        sink(EVERYONE, DieRolled(seat, top.source, face))
    if face == _ANY_SKILL_FACE:
        push(state, frame(SKILL_CHOICE, seat, 1, amount=1, source=FROM_EXPERIMENT, with_knowledge=True))
    elif face == 1:
        step_knowledge(state, seat, player, KNOWLEDGE_STEPS, FROM_EXPERIMENT, sink)
    else:
        raise_skill(state, seat, player, _SKILL_OF_FACE[face], 1, FROM_EXPERIMENT, sink)
    return False


# -- choosing a skill ----------------------------------------------------------------------------------------------------------


def open_skills(state: TincturaState, player: Player, top: Frame) -> list[int]:
    """The skills below their end that a choice may name (TIN-RUL-17)."""
    end = state.data.skill_end
    found = [skill for skill in range(SKILLS) if player.skills[skill] < end]
    if top.with_knowledge and player.knowledge < state.data.knowledge_end:
        found.append(PLANT_KNOWLEDGE)
    return found


def resume_skill_choice(state: TincturaState, seat: int, top: Frame, sink: Sink | None) -> bool:
    """Without a choice it is made, or lapses; Melanie's follows her priorities (TIN-RUL-17, TIN-RUL-82, TIN-RUL-110)."""
    skills = open_skills(state, state.players[seat], top)
    if len(skills) > 1 and is_melanie(state, seat):
        skill = decide(state, top, ASK_SKILL, wanted_skills(state, skills), top.source)
        if skill == NONE:
            return False
        skills = [skill]
    if len(skills) > 1:
        return True
    if skills:
        take_skill(state, seat, own_player(state, seat), skills[0], sink)
    else:
        pop(state)
    return False


def legal_skill_choice(state: TincturaState, seat: int, player: Player, top: Frame) -> list[Action]:
    """See :func:`open_skills`."""
    return [CHOOSE_SKILL[skill] for skill in open_skills(state, player, top)]


def refuse_choose_skill(state: TincturaState, seat: int, player: Player, action: ChooseSkill) -> Rejection | None:
    """A full track, or plant knowledge where it may not be named."""
    top = state.pending[-1]
    if action.skill == PLANT_KNOWLEDGE and not top.with_knowledge:
        return Rejection("TIN-BON-12", "Plant knowledge cannot be chosen here.")
    if action.skill not in open_skills(state, player, top):
        return Rejection("TIN-RUL-17", f"The track of {SKILL.words[action.skill]} is at its end.")
    return None


def choose_skill(state: TincturaState, seat: int, player: Player, action: ChooseSkill, sink: Sink | None) -> None:
    """One choice of the open frame."""
    take_skill(state, seat, player, action.skill, sink)


def take_skill(state: TincturaState, seat: int, player: Player, skill: int, sink: Sink | None) -> None:
    """Carry out one choice of the innermost frame (a ``skill_choice``) with this skill; with the last one the frame is done."""
    top = state.pending[-1]
    pop(state)
    if top.left > 1:
        push(
            state,
            frame(
                SKILL_CHOICE,
                seat,
                top.left - 1,
                amount=top.amount,
                source=top.source,
                with_knowledge=top.with_knowledge,
            ),
        )
    if skill == PLANT_KNOWLEDGE:
        step_knowledge(state, seat, player, KNOWLEDGE_STEPS * top.amount, top.source, sink)
    else:
        raise_skill(state, seat, player, skill, top.amount, top.source, sink)
