"""Tinctura behind the engine's contract (:mod:`engine_core.game`)."""

from __future__ import annotations

from typing import ClassVar, Final

from engine_core.actions import Catalogue
from engine_core.composed import ComposedGame, Parts
from engine_core.events import EventType
from engine_core.game import DecisionPoint
from engine_core.games.tinctura.actions import CATALOGUE
from engine_core.games.tinctura.data import load_data, parse_tables
from engine_core.games.tinctura.describe import describe_action
from engine_core.games.tinctura.determinize import determinize_view
from engine_core.games.tinctura.events import EVENTS
from engine_core.games.tinctura.fallback import fallback_action
from engine_core.games.tinctura.hours import go_on
from engine_core.games.tinctura.legal import legal_actions
from engine_core.games.tinctura.options import Options
from engine_core.games.tinctura.planning import still_choosing
from engine_core.games.tinctura.positions import broken_invariants, normalise, shape_faults
from engine_core.games.tinctura.scoring import outcome_of
from engine_core.games.tinctura.setup import SEAT_COUNTS, set_up
from engine_core.games.tinctura.state import TincturaState, begin_step
from engine_core.games.tinctura.steps import CONDITIONS, STEPS
from engine_core.games.tinctura.streams import STREAMS
from engine_core.games.tinctura.timing import out_of_turn, wrong_time
from engine_core.games.tinctura.view import TincturaView, view_of
from engine_core.games.tinctura.vocabulary import (
    ALWAYS_ASKED,
    PENDING,
    PHASE,
    PLAN_PHASE,
    SOLO_CHOICE,
)
from engine_core.steps import applying, checking


def _question(state: TincturaState) -> str:
    """What the innermost frame asks, or the phase while all choose."""
    return PENDING.words[state.pending[-1].kind] if state.pending else PHASE.words[state.phase]


def _acting(state: TincturaState, seat: int) -> int:
    """The participant that a decision concerns: what Melanie leaves open is put to the human."""
    pending = state.pending
    return pending[-1].seat if pending else seat


class Tinctura(ComposedGame[TincturaState, TincturaView]):
    """The rules of Tinctura for 2 to 4 seats, and for 1 against Melanie; every position is a :class:`TincturaState`."""

    name: ClassVar[str] = "tinctura"
    title: ClassVar[str] = "Tinctura"
    rules_version: ClassVar[int] = 1
    seat_counts: ClassVar[tuple[int, ...]] = SEAT_COUNTS
    seats_rule: ClassVar[str] = "TIN-SET-01"
    catalogue: ClassVar[Catalogue] = CATALOGUE
    state_type: ClassVar[type] = TincturaState
    view_type: ClassVar[type] = TincturaView
    options_type: ClassVar[type] = Options
    events: ClassVar[tuple[EventType, ...]] = EVENTS
    decision_points: ClassVar[tuple[DecisionPoint, ...]] = (
        *(DecisionPoint(word, always_asked=True, simultaneous=True) for word in PHASE.words[: PLAN_PHASE + 1]),
        *(
            DecisionPoint(word, always_asked=kind in ALWAYS_ASKED)
            for kind, word in enumerate(PENDING.words[: SOLO_CHOICE + 1])
        ),
    )
    streams: ClassVar[tuple[str, ...]] = STREAMS
    rule_prefix: ClassVar[str] = "TIN"
    parts: ClassVar[Parts[TincturaState, TincturaView]] = Parts(
        set_up=set_up,
        choosing=still_choosing,
        question=_question,
        legal=legal_actions,
        check=checking(out_of_turn, wrong_time, CONDITIONS, _acting),
        apply=applying(STEPS, begin_step, go_on, _acting),
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


TINCTURA: Final = Tinctura()
