"""Potions of Azerland behind the engine's contract (:mod:`engine_core.game`)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar, Final

from engine_core.actions import Action, Catalogue
from engine_core.errors import Rejection
from engine_core.events import EventType, Sink
from engine_core.game import DecisionPoint, Game, Outcome
from engine_core.games.azerland.actions import CATALOGUE
from engine_core.games.azerland.apply import apply_action
from engine_core.games.azerland.check import check_action
from engine_core.games.azerland.data import AzerlandData, load_data, parse_tables
from engine_core.games.azerland.describe import describe_action
from engine_core.games.azerland.determinize import determinize_view
from engine_core.games.azerland.events import EVENTS
from engine_core.games.azerland.fallback import fallback_action
from engine_core.games.azerland.legal import legal_actions
from engine_core.games.azerland.options import Options
from engine_core.games.azerland.positions import broken_invariants, normalise, shape_faults
from engine_core.games.azerland.priorities import still_placing
from engine_core.games.azerland.scoring import outcome_of
from engine_core.games.azerland.setup import SEAT_COUNTS, set_up
from engine_core.games.azerland.state import AzerlandState
from engine_core.games.azerland.streams import STREAMS
from engine_core.games.azerland.view import AzerlandView, view_of
from engine_core.games.azerland.vocabulary import AI_TIE, GAME_OVER, PENDING, PLACE_TILE, PRIORITIES
from engine_core.vocabulary import NONE


class Azerland(Game[AzerlandState, AzerlandView]):
    """The rules of Potions of Azerland for 2 to 4 seats, and for 1 against the AI; every position is an :class:`AzerlandState`."""

    name: ClassVar[str] = "azerland"
    rules_version: ClassVar[int] = 2
    seat_counts: ClassVar[tuple[int, ...]] = SEAT_COUNTS
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

    def new(
        self,
        seats: int,
        options: Options,
        key: bytes,
        data: AzerlandData | None = None,
        sink: Sink | None = None,
    ) -> AzerlandState:
        """A fresh game; :class:`~engine_core.errors.BadSetup` for a seat count (AZE-SET-01), option or key that is impossible."""
        return set_up(seats, options, key, data or load_data(), sink)

    def to_act(self, state: AzerlandState) -> tuple[int, ...]:
        """One seat, or in phase 2 all that have an empty column (AZE-PRIO-01, AZE-RUL-09)."""
        if state.active_seat != NONE:
            return (state.active_seat,)
        return still_placing(state) if state.phase == PRIORITIES else ()

    def legal(self, state: AzerlandState, seat: int) -> list[Action]:
        """See :func:`~engine_core.games.azerland.legal.legal_actions`."""
        return legal_actions(state, seat)

    def apply(self, state: AzerlandState, seat: int, action: Action, sink: Sink | None = None) -> bool:
        """See :func:`~engine_core.games.azerland.apply.apply_action`."""
        return apply_action(state, seat, action, sink)

    def fallback(self, state: AzerlandState, seat: int) -> Action:
        """See :func:`~engine_core.games.azerland.fallback.fallback_action`."""
        return fallback_action(state, seat)

    def check(self, state: AzerlandState, seat: int, action: Action) -> Rejection | None:
        """See :func:`~engine_core.games.azerland.check.check_action`."""
        return check_action(state, seat, action)

    def decision_point(self, state: AzerlandState, seat: int) -> str:
        """What the innermost frame asks, ``place_tile`` in phase 2; only for a seat that is asked."""
        if state.active_seat != NONE:
            return PENDING.words[state.pending[-1].kind] if seat == state.active_seat else ""
        return PLACE_TILE if seat in self.to_act(state) else ""

    def outcome(self, state: AzerlandState) -> Outcome:
        """See :func:`~engine_core.games.azerland.scoring.outcome_of`; :class:`ValueError` before the game is over."""
        if state.phase != GAME_OVER:
            raise ValueError("the game is not over")
        return outcome_of(state)

    def view(self, state: AzerlandState, seat: int | None) -> AzerlandView:
        """See :func:`~engine_core.games.azerland.view.view_of`."""
        return view_of(state, seat)

    def determinize(self, view: AzerlandView, key: bytes, data: AzerlandData | None = None) -> AzerlandState:
        """See :func:`~engine_core.games.azerland.determinize.determinize_view`."""
        return determinize_view(view, key, data or load_data())

    def normalise(self, state: AzerlandState) -> None:
        """See :func:`~engine_core.games.azerland.positions.normalise`."""
        normalise(state)

    def faults(self, state: AzerlandState) -> Iterable[str]:
        """See :func:`~engine_core.games.azerland.positions.shape_faults`."""
        return shape_faults(state)

    def load_data(self, folder: str | None = None) -> AzerlandData:
        """See :func:`~engine_core.games.azerland.data.load_data`."""
        return load_data(folder)

    def parse_data(self, texts: Mapping[str, str]) -> AzerlandData:
        """See :func:`~engine_core.games.azerland.data.parse_tables`."""
        return parse_tables(texts)

    def describe(self, action: Action) -> str:
        """See :func:`~engine_core.games.azerland.describe.describe_action`."""
        return describe_action(action)

    def conserved(self, state: AzerlandState) -> Sequence[str]:
        """See :func:`~engine_core.games.azerland.positions.broken_invariants`."""
        return broken_invariants(state)


AZERLAND: Final = Azerland()
