"""Medico behind the engine's contract (:mod:`engine_core.game`)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar, Final

from engine_core.actions import Action, Catalogue
from engine_core.errors import Rejection
from engine_core.events import EventType, Sink
from engine_core.game import DecisionPoint, Game, Outcome
from engine_core.games.medico.actions import CATALOGUE
from engine_core.games.medico.apply import apply_action
from engine_core.games.medico.check import check_action
from engine_core.games.medico.data import MedicoData, load_data, parse_tables
from engine_core.games.medico.describe import describe_action
from engine_core.games.medico.determinize import determinize_view
from engine_core.games.medico.events import EVENTS
from engine_core.games.medico.fallback import fallback_action
from engine_core.games.medico.legal import legal_actions
from engine_core.games.medico.options import Options
from engine_core.games.medico.positions import broken_invariants, normalise, shape_faults
from engine_core.games.medico.scoring import outcome_of
from engine_core.games.medico.setup import SEAT_COUNTS, STREAMS, set_up
from engine_core.games.medico.state import MedicoState
from engine_core.games.medico.view import MedicoView, view_of
from engine_core.games.medico.vocabulary import CHOOSE_DESTINATION, END_OF_TURN, GAME_OVER, PHASE
from engine_core.vocabulary import NONE


class Medico(Game[MedicoState, MedicoView]):
    """The rules of Medico for 2 to 4 seats; every position is a :class:`MedicoState`."""

    name: ClassVar[str] = "medico"
    rules_version: ClassVar[int] = 1
    seat_counts: ClassVar[tuple[int, ...]] = SEAT_COUNTS
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

    def new(
        self,
        seats: int,
        options: Options,
        key: bytes,
        data: MedicoData | None = None,
        sink: Sink | None = None,
    ) -> MedicoState:
        """A fresh game; :class:`~engine_core.errors.BadSetup` for a seat count (MED-SET-01), option or key that is impossible."""
        return set_up(seats, options, key, data or load_data(), sink)

    def to_act(self, state: MedicoState) -> tuple[int, ...]:
        """One seat, or while destinations are chosen all that have not set their dial (MED-ROUND-04)."""
        if state.active_seat != NONE:
            return (state.active_seat,)
        if state.phase == GAME_OVER:
            return ()
        return tuple([seat for seat, player in enumerate(state.players) if player.destination == NONE])

    def legal(self, state: MedicoState, seat: int) -> list[Action]:
        """See :func:`~engine_core.games.medico.legal.legal_actions`."""
        return legal_actions(state, seat)

    def apply(self, state: MedicoState, seat: int, action: Action, sink: Sink | None = None) -> bool:
        """See :func:`~engine_core.games.medico.apply.apply_action`."""
        return apply_action(state, seat, action, sink)

    def fallback(self, state: MedicoState, seat: int) -> Action:
        """See :func:`~engine_core.games.medico.fallback.fallback_action`."""
        return fallback_action(state, seat)

    def check(self, state: MedicoState, seat: int, action: Action) -> Rejection | None:
        """See :func:`~engine_core.games.medico.check.check_action`."""
        return check_action(state, seat, action)

    def decision_point(self, state: MedicoState, seat: int) -> str:
        """The phase, for a seat that is asked in it."""
        return PHASE.words[state.phase] if seat in self.to_act(state) else ""

    def outcome(self, state: MedicoState) -> Outcome:
        """See :func:`~engine_core.games.medico.scoring.outcome_of`; :class:`ValueError` before the game is over."""
        if state.phase != GAME_OVER:
            raise ValueError("the game is not over")
        return outcome_of(state)

    def view(self, state: MedicoState, seat: int | None) -> MedicoView:
        """See :func:`~engine_core.games.medico.view.view_of`."""
        return view_of(state, seat)

    def determinize(self, view: MedicoView, key: bytes, data: MedicoData | None = None) -> MedicoState:
        """See :func:`~engine_core.games.medico.determinize.determinize_view`."""
        return determinize_view(view, key, data or load_data())

    def normalise(self, state: MedicoState) -> None:
        """See :func:`~engine_core.games.medico.positions.normalise`."""
        normalise(state)

    def faults(self, state: MedicoState) -> Iterable[str]:
        """See :func:`~engine_core.games.medico.positions.shape_faults`."""
        return shape_faults(state)

    def load_data(self, folder: str | None = None) -> MedicoData:
        """See :func:`~engine_core.games.medico.data.load_data`."""
        return load_data(folder)

    def parse_data(self, texts: Mapping[str, str]) -> MedicoData:
        """See :func:`~engine_core.games.medico.data.parse_tables`."""
        return parse_tables(texts)

    def describe(self, action: Action) -> str:
        """See :func:`~engine_core.games.medico.describe.describe_action`."""
        return describe_action(action)

    def conserved(self, state: MedicoState) -> Sequence[str]:
        """See :func:`~engine_core.games.medico.positions.broken_invariants`."""
        return broken_invariants(state)


MEDICO: Final = Medico()
