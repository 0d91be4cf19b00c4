"""A game put together from functions: the contract (:mod:`engine_core.game`) on one side, what a game's modules offer on the other.

A game names its functions once, in :class:`Parts`; what every game does alike with them stands here: who is asked, how a game begins,
what is refused of a set-up, when there is an outcome.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic

from engine_core.actions import Action
from engine_core.errors import Rejection
from engine_core.events import Sink
from engine_core.game import Game, Outcome, S, V
from engine_core.setup import random_streams, require_options, require_seats
from engine_core.vocabulary import NONE


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts(Generic[S, V]):
    """The functions of a game. Those that are methods of :class:`~engine_core.game.Game` too keep its contract."""

    set_up: Callable[[S, int, Sink | None], None]
    """``set_up(state, seats, sink)``: fill a state of which only ``data``, ``options`` and ``rng`` are set, up to the first decision."""
    choosing: Callable[[S], tuple[int, ...]]
    """While no seat is active: those that choose at the same time and have not chosen yet; none once the game is over."""
    question: Callable[[S], str]
    """The decision point of a state in which somebody is asked."""
    legal: Callable[[S, int], list[Action]]
    check: Callable[[S, int, Action], Rejection | None]
    apply: Callable[[S, int, Action, Sink | None], bool]
    fallback: Callable[[S, int, list[Action]], Action]
    """``fallback(state, seat, legal)``: which of the seat's legal actions, of which there is one at least."""
    outcome: Callable[[S], Outcome]
    view: Callable[[S, int | None], V]
    determinize: Callable[[V, bytes, Any], S]
    normalise: Callable[[S], None]
    faults: Callable[[S], Iterable[str]]
    conserved: Callable[[S], Sequence[str]]
    describe: Callable[[Action], str]
    load_data: Callable[[str | None], Any]
    parse_data: Callable[[Mapping[str, str]], Any]


_AS_THEY_ARE = ("legal", "check", "apply", "view", "normalise", "faults", "conserved", "describe")


class ComposedGame(Game[S, V]):
    """A game whose states have ``active_seat`` and ``players`` and whose rules are its ``parts``."""

    parts: ClassVar[Parts[Any, Any]]
    seats_rule: ClassVar[str]
    """The id of the rule that says how many play."""

    def __init_subclass__(cls, **arguments: Any) -> None:
        """Bind the functions that need nothing else to the class: called as methods, they cost no extra call."""
        super().__init_subclass__(**arguments)
        if "parts" in vars(cls):
            for name in _AS_THEY_ARE:
                if name not in vars(cls):
                    setattr(cls, name, staticmethod(getattr(cls.parts, name)))

    def new(self, seats: int, options: Any, key: bytes, data: Any = None, sink: Sink | None = None) -> S:
        """A game at its first decision; :class:`~engine_core.errors.BadSetup` for a seat count, option or key that is impossible."""
        require_seats(seats, self.seat_counts, self.title, self.seats_rule)
        require_options(options, self.options_type, self.title)
        state: Any = self.state_type()
        state.rng = random_streams(key, self.streams)
        state.data = self.load_data() if data is None else data
        state.options = options
        self.parts.set_up(state, seats, sink)
        begun: S = state
        return begun

    def to_act(self, state: S) -> tuple[int, ...]:
        """The active seat, or all that still have to choose while everybody chooses at the same time."""
        active: int = state.active_seat  # type: ignore[attr-defined]
        return (active,) if active != NONE else self.parts.choosing(state)

    def decision_point(self, state: S, seat: int) -> str:
        """See :meth:`engine_core.game.Game.decision_point`."""
        return self.parts.question(state) if seat in self.to_act(state) else ""

    def outcome(self, state: S) -> Outcome:
        """See :meth:`engine_core.game.Game.outcome`."""
        if self.to_act(state):
            raise ValueError("the game is not over")
        return self.parts.outcome(state)

    def fallback(self, state: S, seat: int) -> Action:
        """See :meth:`engine_core.game.Game.fallback`; :class:`ValueError` if the seat is not asked."""
        legal = self.parts.legal(state, seat)
        if not legal:
            raise ValueError(f"seat {seat} is not asked")
        return self.parts.fallback(state, seat, legal)

    def legal(self, state: S, seat: int) -> list[Action]:
        """See :meth:`engine_core.game.Game.legal`."""
        return self.parts.legal(state, seat)

    def check(self, state: S, seat: int, action: Action) -> Rejection | None:
        """See :meth:`engine_core.game.Game.check`."""
        return self.parts.check(state, seat, action)

    def apply(self, state: S, seat: int, action: Action, sink: Sink | None = None) -> bool:
        """See :meth:`engine_core.game.Game.apply`."""
        return self.parts.apply(state, seat, action, sink)

    def view(self, state: S, seat: int | None) -> V:
        """See :meth:`engine_core.game.Game.view`."""
        view: V = self.parts.view(state, seat)
        return view

    def determinize(self, view: V, key: bytes, data: Any = None) -> S:
        """See :meth:`engine_core.game.Game.determinize`."""
        state: S = self.parts.determinize(view, key, self.load_data() if data is None else data)
        return state

    def normalise(self, state: S) -> None:
        """See :meth:`engine_core.game.Game.normalise`."""
        self.parts.normalise(state)

    def faults(self, state: S) -> Iterable[str]:
        """See :meth:`engine_core.game.Game.faults`."""
        return self.parts.faults(state)

    def conserved(self, state: S) -> Sequence[str]:
        """See :meth:`engine_core.game.Game.conserved`."""
        return self.parts.conserved(state)

    def describe(self, action: Action) -> str:
        """See :meth:`engine_core.game.Game.describe`."""
        return self.parts.describe(action)

    def load_data(self, folder: str | None = None) -> Any:
        """See :meth:`engine_core.game.Game.load_data`."""
        return self.parts.load_data(folder)

    def parse_data(self, texts: Mapping[str, str]) -> Any:
        """See :meth:`engine_core.game.Game.parse_data`."""
        return self.parts.parse_data(texts)
