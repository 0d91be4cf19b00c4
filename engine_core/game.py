"""The contract between a game and everything that plays, hosts, searches or tests it.

A game is one object (:class:`Game`) with pure methods on plain states: no I/O, no clock, no global randomness. Same key, same options
and same actions give the same bytes on every machine and Python version.

Vocabulary: a *seat* is a player's number 0..n-1; a *decision* is one action that a seat is asked for; a *decision point* names the
kind of question; a *ply* is one action applied (see :mod:`engine_core.match`, which counts).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeVar

from engine_core.actions import Action, Catalogue
from engine_core.errors import Rejection
from engine_core.events import EventType, Sink

S = TypeVar("S")
"""The game's state class: annotated slots, see ``engine_core.codec``."""
V = TypeVar("V")
"""The game's view class."""

SPECTATOR = None
"""``view(state, SPECTATOR)`` is what anybody may see."""


@dataclass(frozen=True, slots=True)
class DecisionPoint:
    """A kind of question. ``always_asked``: also put to the seat when only one action is legal."""

    name: str
    always_asked: bool
    simultaneous: bool = False


@dataclass(frozen=True, slots=True)
class SeatOutcome:
    """One seat's final result. ``place`` is 1 for the winner; places are unique unless the game's rules say otherwise."""

    seat: int
    place: int
    points: int
    categories: tuple[tuple[str, int], ...]
    """The breakdown of ``points`` in the rulebook's order; it sums to ``points``."""
    tie_breaks: tuple[int, ...] = ()
    """What decided between equal points, most important first; higher is better."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game: one entry per seat, in seat order."""

    seats: tuple[SeatOutcome, ...]


class Game(ABC, Generic[S, V]):
    """One game's rules. Stateless: every method takes the state it works on."""

    name: ClassVar[str]
    """Name on the wire and on the command line, ``[a-z]+``."""
    rules_version: ClassVar[int]
    """Raised whenever the same log could fold to other digests."""
    seat_counts: ClassVar[tuple[int, ...]]
    catalogue: ClassVar[Catalogue]
    state_type: ClassVar[type]
    view_type: ClassVar[type]
    options_type: ClassVar[type]
    """A frozen dataclass whose fields are annotated with :class:`~engine_core.vocabulary.Labels` or ``bool`` and have defaults."""
    events: ClassVar[tuple[EventType, ...]]
    decision_points: ClassVar[tuple[DecisionPoint, ...]]
    streams: ClassVar[tuple[str, ...]]
    """The purposes of the random streams, in a fixed order."""
    rule_prefix: ClassVar[str]
    """What the ids of its numbered rules begin with, ``MED``."""

    # -- a game's life ---------------------------------------------------------------------------------------------------------

    @abstractmethod
    def new(self, seats: int, options: Any, key: bytes, data: Any = None, sink: Sink | None = None) -> S:
        """A fresh game, at its first decision. Every draw comes from ``key``; ``data`` defaults to the built-in card tables.

        Raises :class:`~engine_core.errors.BadSetup` for a seat count or an option that the rules do not allow.
        """

    @abstractmethod
    def to_act(self, state: S) -> tuple[int, ...]:
        """The seats that must decide now, ascending; several in simultaneous phases; empty when the game is over."""

    @abstractmethod
    def legal(self, state: S, seat: int) -> list[Action]:
        """The seat's legal actions, in catalogue order; empty exactly if the seat is not asked. The list is the caller's."""

    @abstractmethod
    def apply(self, state: S, seat: int, action: Action, sink: Sink | None = None) -> bool:
        """Play a legal action, in place, and every automatic step up to the next decision.

        Trusted: the caller vouches that ``action`` is in ``legal(state, seat)``; anything else leaves an undefined state.
        True if the step revealed something that the seat did not know (a card turned up, a die, another seat's commitment): a
        sequence of actions must stop there, because its next action was chosen without that knowledge.
        """

    @abstractmethod
    def fallback(self, state: S, seat: int) -> Action:
        """What a seat that is gone plays: legal, deterministic; a game of fallbacks only ends."""

    @abstractmethod
    def check(self, state: S, seat: int, action: Action) -> Rejection | None:
        """``None`` if legal, else why not, with the id of the rule. Agrees with :meth:`legal` on the whole catalogue.

        Depends on nothing that the seat must not know.
        """

    @abstractmethod
    def decision_point(self, state: S, seat: int) -> str:
        """The name of the question that the seat is asked now; ``""`` if it is not asked."""

    @abstractmethod
    def outcome(self, state: S) -> Outcome:
        """Places, points and breakdown; only once ``to_act`` is empty (``ValueError`` before)."""

    # -- knowledge -------------------------------------------------------------------------------------------------------------

    @abstractmethod
    def view(self, state: S, seat: int | None) -> V:
        """A new object with only what that seat (``SPECTATOR``: anybody) may know, built from an allow-list."""

    @abstractmethod
    def determinize(self, view: V, key: bytes, data: Any = None) -> S:
        """A full state that fits the view, the unknown drawn uniformly from ``key``: for search. Its view equals ``view``."""

    # -- value semantics -------------------------------------------------------------------------------------------------------

    @abstractmethod
    def clone(self, state: S) -> S:
        """An independent copy; shares only immutable parts."""

    @abstractmethod
    def to_bytes(self, state: S) -> bytes:
        """Canonical bytes: equal states give equal bytes however they came about. Card data and options are not inside."""

    @abstractmethod
    def from_bytes(self, data_bytes: bytes, options: Any, data: Any = None) -> S:
        """Inverse of :meth:`to_bytes`; :class:`~engine_core.errors.BadEncoding` for anything else."""

    @abstractmethod
    def to_json(self, state: S) -> dict[str, Any]:
        """The state with the rulebook's names, as plain JSON values."""

    @abstractmethod
    def from_json(self, document: Mapping[str, Any], options: Any, data: Any = None) -> S:
        """Inverse of :meth:`to_json`; :class:`~engine_core.errors.BadEncoding` names the field that is wrong."""

    @abstractmethod
    def digest(self, state: S) -> bytes:
        """BLAKE2b-128 over :meth:`to_bytes`."""

    # -- data and words --------------------------------------------------------------------------------------------------------

    @abstractmethod
    def load_data(self, folder: str | None = None) -> Any:
        """The card tables, validated: the built-in ones (cached) or those of ``folder``. :class:`~engine_core.errors.BadData`."""

    @abstractmethod
    def data_digest(self, data: Any) -> str:
        """Hex BLAKE2b-128 over the canonical form of the tables; part of every match."""

    @abstractmethod
    def describe(self, action: Action) -> str:
        """One sentence for people: what the action does."""

    @abstractmethod
    def conserved(self, state: S) -> Sequence[str]:
        """The invariants of the rule index that the state breaks, one sentence each; empty for every reachable state."""
