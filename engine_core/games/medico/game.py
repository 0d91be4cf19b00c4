"""Medico behind the engine's contract (:mod:`engine_core.game`)."""

from __future__ import annotations

from typing import ClassVar, Final

from engine_core.actions import Catalogue
from engine_core.composed import ComposedGame, Parts
from engine_core.events import EventType
from engine_core.game import DecisionPoint
from engine_core.games.medico.actions import CATALOGUE
from engine_core.games.medico.conditions import CONDITIONS
from engine_core.games.medico.data import load_data, parse_tables
from engine_core.games.medico.describe import describe_action
from engine_core.games.medico.determinize import determinize_view
from engine_core.games.medico.events import EVENTS
from engine_core.games.medico.fallback import fallback_action
from engine_core.games.medico.legal import legal_actions
from engine_core.games.medico.options import Options
from engine_core.games.medico.positions import broken_invariants, normalise, shape_faults
from engine_core.games.medico.rounds import still_choosing
from engine_core.games.medico.scoring import outcome_of
from engine_core.games.medico.setup import SEAT_COUNTS, set_up
from engine_core.games.medico.state import MedicoState, begin_step
from engine_core.games.medico.steps import STEPS
from engine_core.games.medico.streams import STREAMS
from engine_core.games.medico.timing import out_of_turn, wrong_time
from engine_core.games.medico.view import MedicoView, view_of
from engine_core.games.medico.vocabulary import CHOOSE_DESTINATION, END_OF_TURN, GAME_OVER, PHASE
from engine_core.steps import applying, checking


def _question(state: MedicoState) -> str:
    """The phase."""
    return PHASE.words[state.phase]


class Medico(ComposedGame[MedicoState, MedicoView]):
    """The rules of Medico for 2 to 4 seats; every position is a :class:`MedicoState`."""

    name: ClassVar[str] = "medico"
    title: ClassVar[str] = "Medico"
    rules_version: ClassVar[int] = 1
    seat_counts: ClassVar[tuple[int, ...]] = SEAT_COUNTS
    seats_rule: ClassVar[str] = "MED-SET-01"
    catalogue: ClassVar[Catalogue] = CATALOGUE
    state_type: ClassVar[type] = MedicoState
    view_type: ClassVar[type] = MedicoView
    options_type: ClassVar[type] = Options
    events: ClassVar[tuple[EventType, ...]] = EVENTS
    decision_points: ClassVar[tuple[DecisionPoint, ...]] = tuple(
        DecisionPoint(word, always_asked=phase != END_OF_TURN, simultaneous=phase == CHOOSE_DESTINATION)
        for phase, word in enumerate(PHASE.words)
        if phase != GAME_OVER
    )
    streams: ClassVar[tuple[str, ...]] = STREAMS
    rule_prefix: ClassVar[str] = "MED"
    parts: ClassVar[Parts[MedicoState, MedicoView]] = Parts(
        set_up=set_up,
        choosing=still_choosing,
        question=_question,
        legal=legal_actions,
        check=checking(out_of_turn, wrong_time, CONDITIONS),
        apply=applying(STEPS, begin_step),
        fallback=fallback_action,
        outcome=outcome_of,
        view=view_of,
        determinize=determinize_view,
        normalise=normalise,
        faults=shape_faults,
        conserved=broken_invariants,
        describe=describe_action,
        load_data=load_data,
        parse_data=parse_tables,
    )


MEDICO: Final = Medico()
