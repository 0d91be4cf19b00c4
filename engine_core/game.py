"""The contract between a game and everything that plays, hosts, searches or tests it.

A game is one object (:class:`Game`) with pure methods on plain states: no I/O, no clock, no global randomness. Same key, same options
and same actions give the same bytes on every machine and Python version.

Vocabulary: a *seat* is a player's number 0..n-1; a *decision* is one action that a seat is asked for; a *decision point* names the
kind of question; a *ply* is one action applied (see :mod:`engine_core.match`, which counts).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any, ClassVar, Generic, TypeVar

from engine_core import documents
from engine_core.actions import Action, Catalogue
from engine_core.codec import Codec, Context, codec
from engine_core.errors import BadEncoding, BadSetup, Rejection
from engine_core.events import Event, EventType, Sink
from engine_core.rng import commitment
from engine_core.schema import schema_of

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


def places_at(seats: int) -> int:
    """How many places a table of so many seats has: one per seat; at a table of one the game's own opponent is the other."""
    return max(2, seats)


@dataclass(frozen=True, slots=True)
class SeatOutcome:
    """One seat's final result. ``place`` is 1 for the winner; places are unique unless the game's rules say otherwise.

    At a table of one the seat plays against the game itself: place 1 is a game won, place 2 a game lost, by the rulebook's condition.
    """

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

    def to_json(self) -> list[dict[str, Any]]:
        """Per seat ``{"place", "points", "categories": {...}, "tie_breaks": [...]}``, in seat order."""
        return [
            {
                "place": seat.place,
                "points": seat.points,
                "categories": dict(seat.categories),
                "tie_breaks": list(seat.tie_breaks),
            }
            for seat in self.seats
        ]


class Game(ABC, Generic[S, V]):
    """One game's rules. Stateless: every method takes the state it works on."""

    name: ClassVar[str]
    """Name on the wire and on the command line, ``[a-z]+``."""
    title: ClassVar[str]
    """The game's name for people."""
    rules_version: ClassVar[int]
    """Raised whenever the same log could fold to other digests or another outcome."""
    seat_counts: ClassVar[tuple[int, ...]]
    catalogue: ClassVar[Catalogue]
    state_type: ClassVar[type]
    """Has the fields ``data`` and ``options`` as ``Shared`` references and ``rng``."""
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

    # -- value semantics: compiled from the annotations of ``state_type`` -------------------------------------------------------

    def __init_subclass__(cls, **arguments: Any) -> None:
        """Bind the compiled functions of ``state_type`` to the class: called as methods, they cost no extra call."""
        super().__init_subclass__(**arguments)
        if "state_type" in vars(cls):
            compiled: Codec[Any] = codec(cls.state_type)
            setattr(cls, "clone", staticmethod(compiled.clone))  # noqa: B010 - mypy refuses to assign to a method
            setattr(cls, "to_bytes", staticmethod(compiled.to_bytes))  # noqa: B010

    def clone(self, state: S) -> S:
        """An independent copy; shares only immutable parts."""
        raise NotImplementedError(f"{type(self).__name__} names no state_type")

    def to_bytes(self, state: S) -> bytes:
        """Canonical bytes: equal states give equal bytes however they came about. Card data and options are not inside."""
        raise NotImplementedError(f"{type(self).__name__} names no state_type")

    def from_bytes(self, encoded: bytes, options: Any, data: Any = None) -> S:
        """Inverse of :meth:`to_bytes`; :class:`~engine_core.errors.BadEncoding` for anything else, and for what :meth:`faults` finds."""
        state: S = codec(self.state_type).from_bytes(encoded, self.context(options, data))
        return self._playable(state)

    def to_json(self, state: S) -> dict[str, Any]:
        """The state with the rulebook's names, as plain JSON values."""
        shared: Any = state
        return documents.to_json(state, self.context(shared.options, shared.data))

    def from_json(self, document: object, options: Any, data: Any = None) -> S:
        """Inverse of :meth:`to_json`; what has no order of its own may be given in any order (:meth:`normalise`).
        :class:`~engine_core.errors.BadEncoding` names the field that is wrong, and what :meth:`faults` finds."""
        state: S = documents.from_json(self.state_type, document, self.context(options, data))
        self.normalise(state)
        return self._playable(state)

    def normalise(self, state: S) -> None:
        """Bring a position that was written by hand into its canonical form, in place."""

    def faults(self, state: S) -> Iterable[str]:
        """Why the rules cannot play on from a position that was read, ``field: sentence``; nothing for every reachable position."""
        return ()

    def _playable(self, state: S) -> S:
        for fault in self.faults(state):
            raise BadEncoding(fault)
        return state

    def digest(self, state: S) -> bytes:
        """BLAKE2b-128 over :meth:`to_bytes`."""
        return blake2b(self.to_bytes(state), digest_size=16).digest()

    def view_to_bytes(self, view: V) -> bytes:
        """Canonical bytes of a view: equal views give equal bytes."""
        compiled: Codec[Any] = codec(self.view_type)
        return compiled.to_bytes(view)

    def view_to_json(self, view: V, data: Any = None) -> dict[str, Any]:
        """A view with the rulebook's names, as plain JSON values."""
        return documents.to_json(view, self.context(None, data))

    def event_to_json(self, event: Event, data: Any = None) -> dict[str, dict[str, Any]]:
        """``{"remedy_sold": {"seat": 2, "remedy": "leech", ...}}``."""
        return {event.kind: documents.to_json(event, self.context(None, data))}

    def context(self, options: Any, data: Any = None) -> Context:
        """What reading a state needs besides its bytes."""
        tables = self.load_data() if data is None else data
        return Context(tables.names, {"options": options, "data": tables}, self.streams)

    # -- options ---------------------------------------------------------------------------------------------------------------

    def read_options(self, document: Mapping[str, Any]) -> Any:
        """Options from ``{name: word}``; what is left out has its default. :class:`~engine_core.errors.BadSetup` names the option."""
        names = [name for name, _ in schema_of(self.options_type).fields]
        for name, value in document.items():
            if name not in names:
                known = f"options are {', '.join(names)}" if names else "it has no options"
                raise BadSetup(name, f"{self.name} has no option {name!r}; {known}")
            try:
                documents.from_json(self.options_type, {name: value})
            except BadEncoding as wrong:
                raise BadSetup(name, str(wrong)) from None
        return documents.from_json(self.options_type, document)

    def options_to_json(self, options: Any) -> dict[str, Any]:
        """Inverse of :meth:`read_options`, every option written."""
        return documents.to_json(options)

    def commitment(self, options: Any, key: bytes, data: Any = None) -> bytes:
        """What is published before the first draw (see :func:`engine_core.rng.commitment`)."""
        tables = self.load_data() if data is None else data
        chosen = documents.canonical(self.options_to_json(options)).decode()
        return commitment(key, self.name, str(self.rules_version), chosen, self.data_digest(tables))

    # -- data and words --------------------------------------------------------------------------------------------------------

    @abstractmethod
    def load_data(self, folder: str | None = None) -> Any:
        """The card tables, validated: the built-in ones (cached) or those of ``folder``. :class:`~engine_core.errors.BadData`.

        The object offers ``names`` (table -> ids of its rows), ``texts`` (table -> its text, the same for equal tables) and
        ``digest`` (hex BLAKE2b-128 over the canonical form of the tables).
        """

    @abstractmethod
    def parse_data(self, texts: Mapping[str, str]) -> Any:
        """The card tables from their texts, as a record carries them; inverse of ``data.texts``. :class:`~engine_core.errors.BadData`."""

    def data_digest(self, data: Any) -> str:
        """Hex digest of the tables; part of every match."""
        return str(data.digest)

    @abstractmethod
    def describe(self, action: Action) -> str:
        """One sentence for people: what the action does."""

    @abstractmethod
    def conserved(self, state: S) -> Sequence[str]:
        """The invariants of the rule index that the state breaks, one sentence each; empty for every reachable state."""
