"""What happens when a frame becomes the innermost one: a decision opens, or is made by the engine, or a step follows by itself.

A decision with exactly one legal action is carried out without asking but where the rules say "always asked", one with none is dropped
(TIN-RUL-110); each chapter's ``resume_`` function sees to it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine_core.events import Sink
from engine_core.games.tinctura import (
    bonus_tracks,
    courses,
    experiments,
    forest,
    leftovers,
    melanie,
    merchant,
    payments,
    powder,
    production,
    repeat,
    tracks,
)
from engine_core.games.tinctura.frames import Frame
from engine_core.games.tinctura.state import TincturaState, own_player
from engine_core.games.tinctura.steps import STEPS

Resume = Callable[[TincturaState, int, Frame, Sink | None], bool]
"""``resume(state, seat, top, sink)``: true if the seat has to decide. ``seat`` is the frame's participant."""


def _ask(state: TincturaState, seat: int, top: Frame, sink: Sink | None) -> bool:
    """Always asked, or always a choice."""
    return True


def _again(state: TincturaState, seat: int, top: Frame, sink: Sink | None) -> bool:
    """The second execution, which was possible when it was decided: carried out if there is one way only (TIN-RUL-110)."""
    legal = repeat.legal_again(state, seat, state.players[seat], top)
    if len(legal) > 1:
        return True
    STEPS[type(legal[0])](state, seat, own_player(state, seat), legal[0], sink)
    return False


RESUME: Final[tuple[Resume, ...]] = (
    _ask,
    _ask,
    payments.resume_payment,
    production.resume_omit,
    production.resume_mushrooms,
    repeat.resume_repeat,
    _again,
    _ask,
    courses.resume_course_reward,
    courses.resume_marker_colour,
    experiments.resume_skill_choice,
    bonus_tracks.resume_bonus,
    merchant.resume_merchant,
    forest.resume_gather,
    forest.resume_extra_plant,
    forest.resume_rapid_growth,
    forest.resume_share,
    leftovers.resume_leftover,
    powder.resume_powder,
    powder.resume_blossoms,
    _ask,
    _ask,
    merchant.resume_ware_gained,
    production.resume_production,
    experiments.resume_experiments,
    tracks.resume_knowledge_end,
    melanie.resume_melanie_turn,
)
"""By kind of frame, in the order of :data:`~engine_core.games.tinctura.vocabulary.PENDING`."""
