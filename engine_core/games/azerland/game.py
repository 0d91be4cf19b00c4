"""Potions of Azerland behind the engine's contract (:mod:`engine_core.game`)."""

from __future__ import annotations

from typing import ClassVar, Final

from engine_core.actions import Catalogue
from engine_core.composed import ComposedGame, Parts
from engine_core.events import EventType
from engine_core.game import DecisionPoint
from engine_core.games.azerland.actions import CATALOGUE
from engine_core.games.azerland.conditions import CONDITIONS
from engine_core.games.azerland.course import go_on
from engine_core.games.azerland.data import load_data, parse_tables
from engine_core.games.azerland.describe import describe_action
from engine_core.games.azerland.determinize import determinize_view
from engine_core.games.azerland.events import EVENTS
from engine_core.games.azerland.fallback import fallback_action
from engine_core.games.azerland.legal import legal_actions
from engine_core.games.azerland.options import Options
from engine_core.games.azerland.positions import broken_invariants, normalise, shape_faults
from engine_core.games.azerland.priorities import still_choosing
from engine_core.games.azerland.scoring import outcome_of
from engine_core.games.azerland.setup import SEAT_COUNTS, set_up
from engine_core.games.azerland.state import AzerlandState, begin_step
from engine_core.games.azerland.steps import STEPS
from engine_core.games.azerland.streams import STREAMS
from engine_core.games.azerland.timing import out_of_turn, wrong_time
from engine_core.games.azerland.view import AzerlandView, view_of
from engine_core.games.azerland.vocabulary import AI_TIE, PENDING, PLACE_TILE
from engine_core.steps import applying, checking


def _question(state: AzerlandState) -> str:
    """What the innermost frame asks; in phase 2, which has none, ``place_tile``."""
    return PENDING.words[state.pending[-1].kind] if state.pending else PLACE_TILE


class Azerland(ComposedGame[AzerlandState, AzerlandView]):
    """The rules of Potions of Azerland for 2 to 4 seats, and for 1 against the AI; every position is an :class:`AzerlandState`."""

    name: ClassVar[str] = "azerland"
    title: ClassVar[str] = "Potions of Azerland"
    rules_version: ClassVar[int] = 2
    seat_counts: ClassVar[tuple[int, ...]] = SEAT_COUNTS
    seats_rule: ClassVar[str] = "AZE-SET-01"
    catalogue: ClassVar[Catalogue] = CATALOGUE
    state_type: ClassVar[type] = AzerlandState
    view_type: ClassVar[type] = AzerlandView
    options_type: ClassVar[type] = Options
    events: ClassVar[tuple[EventType, ...]] = EVENTS
    decision_points: ClassVar[tuple[DecisionPoint, ...]] = (
        *(DecisionPoint(word, always_asked=False) for word in PENDING.words[: AI_TIE + 1]),
        DecisionPoint(PLACE_TILE, always_asked=True, simultaneous=True),
    )
    streams: ClassVar[tuple[str, ...]] = STREAMS
    rule_prefix: ClassVar[str] = "AZE"
    parts: ClassVar[Parts[AzerlandState, AzerlandView]] = Parts(
        set_up=set_up,
        choosing=still_choosing,
        question=_question,
        legal=legal_actions,
        check=checking(out_of_turn, wrong_time, CONDITIONS),
        apply=applying(STEPS, begin_step, go_on),
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


AZERLAND: Final = Azerland()
