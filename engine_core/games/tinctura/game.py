"""Tinctura behind the engine's contract (:mod:`engine_core.game`)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar, Final

from engine_core.actions import Action, Catalogue
from engine_core.errors import Rejection
from engine_core.events import EventType, Sink
from engine_core.game import DecisionPoint, Game, Outcome
from engine_core.games.tinctura.actions import CATALOGUE
from engine_core.games.tinctura.apply import apply_action
from engine_core.games.tinctura.check import check_action
from engine_core.games.tinctura.data import TincturaData, load_data, parse_tables
from engine_core.games.tinctura.describe import describe_action
from engine_core.games.tinctura.determinize import determinize_view
from engine_core.games.tinctura.events import EVENTS
from engine_core.games.tinctura.fallback import fallback_action
from engine_core.games.tinctura.legal import legal_actions
from engine_core.games.tinctura.options import Options
from engine_core.games.tinctura.planning import still_choosing
from engine_core.games.tinctura.positions import broken_invariants, normalise, shape_faults
from engine_core.games.tinctura.scoring import outcome_of
from engine_core.games.tinctura.setup import SEAT_COUNTS, set_up
from engine_core.games.tinctura.state import TincturaState
from engine_core.games.tinctura.streams import STREAMS
from engine_core.games.tinctura.view import TincturaView, view_of
from engine_core.games.tinctura.vocabulary import (
    ALWAYS_ASKED,
    GAME_OVER,
    PENDING,
    PHASE,
    PLAN_PHASE,
    SOLO_CHOICE,
)
from engine_core.vocabulary import NONE


class Tinctura(Game[TincturaState, TincturaView]):
    """The rules of Tinctura for 2 to 4 seats, and for 1 against Melanie; every position is a :class:`TincturaState`."""

    name: ClassVar[str] = "tinctura"
    rules_version: ClassVar[int] = 1
    seat_counts: ClassVar[tuple[int, ...]] = SEAT_COUNTS
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

    def new(
        self,
        seats: int,
        options: Options,
        key: bytes,
        data: TincturaData | None = None,
        sink: Sink | None = None,
    ) -> TincturaState:
        """A fresh game; :class:`~engine_core.errors.BadSetup` for a seat count (TIN-SET-01), option or key that is impossible."""
        return set_up(seats, options, key, data or load_data(), sink)

    def to_act(self, state: TincturaState) -> tuple[int, ...]:
        """One seat, or all that have not decided while all choose at the same time (TIN-PLAN-01)."""
        if state.active_seat != NONE:
            return (state.active_seat,)
        return still_choosing(state) if state.phase <= PLAN_PHASE else ()

    def legal(self, state: TincturaState, seat: int) -> list[Action]:
        """See :func:`~engine_core.games.tinctura.legal.legal_actions`."""
        return legal_actions(state, seat)

    def apply(self, state: TincturaState, seat: int, action: Action, sink: Sink | None = None) -> bool:
        """See :func:`~engine_core.games.tinctura.apply.apply_action`."""
        return apply_action(state, seat, action, sink)

    def fallback(self, state: TincturaState, seat: int) -> Action:
        """See :func:`~engine_core.games.tinctura.fallback.fallback_action`."""
        return fallback_action(state, seat)

    def check(self, state: TincturaState, seat: int, action: Action) -> Rejection | None:
        """See :func:`~engine_core.games.tinctura.check.check_action`."""
        return check_action(state, seat, action)

    def decision_point(self, state: TincturaState, seat: int) -> str:
        """What the innermost frame asks, or the phase while all choose; only for a seat that is asked."""
        if state.active_seat != NONE:
            return PENDING.words[state.pending[-1].kind] if seat == state.active_seat else ""
        return PHASE.words[state.phase] if seat in self.to_act(state) else ""

    def outcome(self, state: TincturaState) -> Outcome:
        """See :func:`~engine_core.games.tinctura.scoring.outcome_of`; :class:`ValueError` before the game is over."""
        if state.phase != GAME_OVER:
            raise ValueError("the game is not over")
        return outcome_of(state)

    def view(self, state: TincturaState, seat: int | None) -> TincturaView:
        """See :func:`~engine_core.games.tinctura.view.view_of`."""
        return view_of(state, seat)

    def determinize(self, view: TincturaView, key: bytes, data: TincturaData | None = None) -> TincturaState:
        """See :func:`~engine_core.games.tinctura.determinize.determinize_view`."""
        return determinize_view(view, key, data or load_data())

    def normalise(self, state: TincturaState) -> None:
        """See :func:`~engine_core.games.tinctura.positions.normalise`."""
        normalise(state)

    def faults(self, state: TincturaState) -> Iterable[str]:
        """See :func:`~engine_core.games.tinctura.positions.shape_faults`."""
        return shape_faults(state)

    def load_data(self, folder: str | None = None) -> TincturaData:
        """See :func:`~engine_core.games.tinctura.data.load_data`."""
        return load_data(folder)

    def parse_data(self, texts: Mapping[str, str]) -> TincturaData:
        """See :func:`~engine_core.games.tinctura.data.parse_tables`."""
        return parse_tables(texts)

    def describe(self, action: Action) -> str:
        """See :func:`~engine_core.games.tinctura.describe.describe_action`."""
        return describe_action(action)

    def conserved(self, state: TincturaState) -> Sequence[str]:
        """See :func:`~engine_core.games.tinctura.positions.broken_invariants`."""
        return broken_invariants(state)


TINCTURA: Final = Tinctura()
