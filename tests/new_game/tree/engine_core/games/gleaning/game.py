"""Gleaning behind the engine's contract (:mod:`engine_core.game`)."""

from __future__ import annotations

from typing import ClassVar, Final

from engine_core.actions import Catalogue
from engine_core.composed import ComposedGame, Parts
from engine_core.events import EventType
from engine_core.game import DecisionPoint
from engine_core.games.gleaning.actions import CATALOGUE
from engine_core.games.gleaning.conditions import CONDITIONS
from engine_core.games.gleaning.data import load_data, parse_tables
from engine_core.games.gleaning.describe import describe_action
from engine_core.games.gleaning.determinize import determinize_view
from engine_core.games.gleaning.events import EVENTS
from engine_core.games.gleaning.fallback import fallback_action
from engine_core.games.gleaning.legal import legal_actions
from engine_core.games.gleaning.options import Options
from engine_core.games.gleaning.positions import broken_invariants, normalise, shape_faults
from engine_core.games.gleaning.rounds import still_choosing
from engine_core.games.gleaning.scoring import outcome_of
from engine_core.games.gleaning.setup import SEAT_COUNTS, set_up
from engine_core.games.gleaning.state import GleaningState, begin_step
from engine_core.games.gleaning.steps import STEPS
from engine_core.games.gleaning.streams import STREAMS
from engine_core.games.gleaning.timing import out_of_turn, wrong_time
from engine_core.games.gleaning.view import GleaningView, view_of
from engine_core.games.gleaning.vocabulary import CALL, OVER, PHASE
from engine_core.steps import applying, checking


def _question(state: GleaningState) -> str:
    """The phase."""
    return PHASE.words[state.phase]


class Gleaning(ComposedGame[GleaningState, GleaningView]):
    """The rules of Gleaning for 2 to 4 seats; every position is a :class:`GleaningState`."""

    name: ClassVar[str] = "gleaning"
    title: ClassVar[str] = "Gleaning"
    rules_version: ClassVar[int] = 1
    seat_counts: ClassVar[tuple[int, ...]] = SEAT_COUNTS
    seats_rule: ClassVar[str] = "GLE-SET-01"
    catalogue: ClassVar[Catalogue] = CATALOGUE
    state_type: ClassVar[type] = GleaningState
    view_type: ClassVar[type] = GleaningView
    options_type: ClassVar[type] = Options
    events: ClassVar[tuple[EventType, ...]] = EVENTS
    decision_points: ClassVar[tuple[DecisionPoint, ...]] = tuple(
        DecisionPoint(word, always_asked=True, simultaneous=phase == CALL)
        for phase, word in enumerate(PHASE.words[:OVER])
    )
    streams: ClassVar[tuple[str, ...]] = STREAMS
    rule_prefix: ClassVar[str] = "GLE"
    parts: ClassVar[Parts[GleaningState, GleaningView]] = Parts(
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


GLEANING: Final = Gleaning()
