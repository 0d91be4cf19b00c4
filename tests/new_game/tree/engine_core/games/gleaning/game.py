"""Gleaning behind the engine's contract (:mod:`engine_core.game`)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar, Final

from engine_core.actions import Action, Catalogue
from engine_core.errors import Rejection
from engine_core.events import EventType, Sink
from engine_core.game import DecisionPoint, Game, Outcome
from engine_core.games.gleaning.actions import CATALOGUE
from engine_core.games.gleaning.apply import apply_action
from engine_core.games.gleaning.check import check_action
from engine_core.games.gleaning.data import GleaningData, load_data, parse_tables
from engine_core.games.gleaning.describe import describe_action
from engine_core.games.gleaning.determinize import determinize_view
from engine_core.games.gleaning.events import EVENTS
from engine_core.games.gleaning.fallback import fallback_action
from engine_core.games.gleaning.legal import legal_actions, seats_to_act
from engine_core.games.gleaning.options import Options
from engine_core.games.gleaning.positions import broken_invariants, shape_faults
from engine_core.games.gleaning.scoring import outcome_of
from engine_core.games.gleaning.setup import SEAT_COUNTS, STREAMS, set_up
from engine_core.games.gleaning.state import GleaningState
from engine_core.games.gleaning.view import GleaningView, view_of
from engine_core.games.gleaning.vocabulary import CALL, OVER, PHASE


class Gleaning(Game[GleaningState, GleaningView]):
    """The rules of Gleaning for 2 to 4 seats; every position is a :class:`GleaningState`."""

    name: ClassVar[str] = "gleaning"
    rules_version: ClassVar[int] = 1
    seat_counts: ClassVar[tuple[int, ...]] = SEAT_COUNTS
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

    def new(
        self,
        seats: int,
        options: Options,
        key: bytes,
        data: GleaningData | None = None,
        sink: Sink | None = None,
    ) -> GleaningState:
        """A fresh game; :class:`~engine_core.errors.BadSetup` for a seat count that is impossible."""
        return set_up(seats, options, key, data or load_data(), sink)

    def to_act(self, state: GleaningState) -> tuple[int, ...]:
        """See :func:`~engine_core.games.gleaning.legal.seats_to_act`."""
        return seats_to_act(state)

    def legal(self, state: GleaningState, seat: int) -> list[Action]:
        """See :func:`~engine_core.games.gleaning.legal.legal_actions`."""
        return legal_actions(state, seat)

    def apply(self, state: GleaningState, seat: int, action: Action, sink: Sink | None = None) -> bool:
        """See :func:`~engine_core.games.gleaning.apply.apply_action`."""
        return apply_action(state, seat, action, sink)

    def fallback(self, state: GleaningState, seat: int) -> Action:
        """See :func:`~engine_core.games.gleaning.fallback.fallback_action`."""
        return fallback_action(state, seat)

    def check(self, state: GleaningState, seat: int, action: Action) -> Rejection | None:
        """See :func:`~engine_core.games.gleaning.check.check_action`."""
        return check_action(state, seat, action)

    def decision_point(self, state: GleaningState, seat: int) -> str:
        """The phase, for a seat that is asked in it."""
        return PHASE.words[state.phase] if seat in seats_to_act(state) else ""

    def outcome(self, state: GleaningState) -> Outcome:
        """See :func:`~engine_core.games.gleaning.scoring.outcome_of`; :class:`ValueError` before the game is over."""
        if state.phase != OVER:
            raise ValueError("the game is not over")
        return outcome_of(state)

    def view(self, state: GleaningState, seat: int | None) -> GleaningView:
        """See :func:`~engine_core.games.gleaning.view.view_of`."""
        return view_of(state, seat)

    def determinize(self, view: GleaningView, key: bytes, data: GleaningData | None = None) -> GleaningState:
        """See :func:`~engine_core.games.gleaning.determinize.determinize_view`."""
        return determinize_view(view, key, data or load_data())

    def faults(self, state: GleaningState) -> Iterable[str]:
        """See :func:`~engine_core.games.gleaning.positions.shape_faults`."""
        return shape_faults(state)

    def load_data(self, folder: str | None = None) -> GleaningData:
        """See :func:`~engine_core.games.gleaning.data.load_data`."""
        return load_data(folder)

    def parse_data(self, texts: Mapping[str, str]) -> GleaningData:
        """See :func:`~engine_core.games.gleaning.data.parse_tables`."""
        return parse_tables(texts)

    def describe(self, action: Action) -> str:
        """See :func:`~engine_core.games.gleaning.describe.describe_action`."""
        return describe_action(action)

    def conserved(self, state: GleaningState) -> Sequence[str]:
        """See :func:`~engine_core.games.gleaning.positions.broken_invariants`."""
        return broken_invariants(state)


GLEANING: Final = Gleaning()
