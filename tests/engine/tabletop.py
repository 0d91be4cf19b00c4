"""A position that rule tests play on, whatever the game: what happened, what each observer was told, what was refused.

Each game's ``table.py`` derives its own table from it, which knows how to arrange the game's board. Nothing here knows how a rule is
implemented: moves go through ``apply``, refusals through ``check``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, ClassVar, Generic, Self, TypeVar

from engine_core.actions import Action
from engine_core.events import Event
from engine_core.game import SeatOutcome
from engine_core.position import Position
from engine_core.rng import Rng, key_from_seed

S = TypeVar("S")
"""The game's state class."""
P = TypeVar("P")
"""Its player class."""
V = TypeVar("V")
"""Its view class."""


class Tabletop(Generic[S, P, V]):
    """A position that is played on; ``events`` collects what happened, ``received`` what each observer was told."""

    plain: ClassVar[tuple[Action, ...]]
    """Actions that have as little effect as possible, the first that is legal before the others."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.events: list[Event] = []
        seats = range(len(position.state.players))
        self.received: dict[int | None, list[Event]] = {None: [], **{seat: [] for seat in seats}}
        self._listen()

    # -- looking ---------------------------------------------------------------------------------------------------------------

    @property
    def state(self) -> S:
        state: S = self.position.state
        return state

    @property
    def me(self) -> P:
        """The player of seat 0."""
        return self.player(0)

    def player(self, seat: int) -> P:
        player: P = self.position.state.players[seat]
        return player

    def view(self, seat: int | None) -> V:
        view: V = self.position.game.view(self.position.state, seat)
        return view

    def broken(self) -> list[str]:
        """The invariants that do not hold."""
        return list(self.position.game.conserved(self.position.state))

    def legal(self, seat: int = 0) -> list[Action]:
        return self.position.game.legal(self.position.state, seat)

    def offers(self, action: Action, seat: int = 0) -> bool:
        """Whether the action is legal; ``legal`` and ``check`` must say the same."""
        game = self.position.game
        offered = action in game.legal(self.position.state, seat)
        assert offered == (game.check(self.position.state, seat, action) is None), action
        return offered

    def asked(self) -> tuple[int, ...]:
        """The seats that must decide now."""
        return self.position.to_act()

    def point(self, seat: int = 0) -> str:
        """The decision point of a seat; ``""`` if it is not asked."""
        return self.position.game.decision_point(self.position.state, seat)

    def kinds(self, seat: int = 0) -> set[type[Action]]:
        """The kinds among the seat's legal actions."""
        return {type(action) for action in self.legal(seat)}

    def offered(self, kind: type[Action], seat: int = 0) -> list[Any]:
        """The fields of the legal actions of a kind: the value itself if there is one field."""
        found = [tuple(getattr(action, f) for f in kind.fields) for action in self.legal(seat) if type(action) is kind]
        return [values[0] if len(values) == 1 else values for values in found]

    def json(self) -> dict[str, Any]:
        return self.position.game.to_json(self.position.state)

    def outcome(self) -> tuple[SeatOutcome, ...]:
        """The final result, one entry per seat."""
        return self.position.game.outcome(self.position.state).seats

    def happened(self, kind: type[Event]) -> list[Any]:
        """The events of one kind so far, in order."""
        return [event for event in self.events if isinstance(event, kind)]

    # -- arranging -------------------------------------------------------------------------------------------------------------

    def draws(self, stream: str, *numbers: int, of: int) -> Self:
        """The next draws of a stream of random numbers are these, each of so many."""
        state = self.position.state
        at = state.rng.purposes.index(stream)
        for seed in range(100_000):
            rng = Rng(key_from_seed(seed), state.rng.purposes)
            if all(rng.below(at, of) == number for number in numbers):
                state.rng = Rng(key_from_seed(seed), state.rng.purposes)
                return self
        raise AssertionError("no key makes these draws")

    # -- moving ----------------------------------------------------------------------------------------------------------------

    def play(self, seat: int, *actions: Action) -> Self:
        """Play legal actions of one seat."""
        for action in actions:
            self.position.play(seat, action)
            self._listen()
        return self

    def plainest(self, seat: int) -> Action:
        """A legal action with as little effect as possible."""
        legal = self.legal(seat)
        return next((action for action in self.plain if action in legal), legal[0])

    def idle(self) -> Self:
        """One step of the first seat that is asked, with as little effect as possible."""
        seat = self.asked()[0]
        return self.play(seat, self.plainest(seat))

    def idle_until(self, stands: Callable[[S], bool]) -> Self:
        """Everybody does as little as possible until the position stands where it should; the game may not be over before."""
        while not stands(self.state):
            assert self.asked(), "the game is over"
            self.idle()
        return self

    def to_the_end(self) -> Self:
        """As little as possible until the game is over."""
        return self.idle_until(lambda state: not self.asked())

    def _listen(self) -> None:
        self.events += self.position.events
        for observer, received in self.received.items():
            received += self.position.events_of(observer)

    def rejects(self, action: Action, *rule_ids: str, seat: int = 0) -> Self:
        """The action is refused with one of these rules (where two rules say no, either may be named), and nothing changes."""
        rejection = self.position.rejected(seat, action)
        assert rejection.rule_id in rule_ids, f"{action!r}: {rejection}, expected {rule_ids}"
        assert rejection.sentence
        return self

    def rejects_kinds(self, kinds: Iterable[type[Action]], *rule_ids: str, seat: int = 0) -> Self:
        """Every action of these kinds is refused with one of these rules."""
        for kind in kinds:
            for action in self.position.game.catalogue:
                if type(action) is kind:
                    self.rejects(action, *rule_ids, seat=seat)
        return self

    def changes(self, seat: int, *actions: Action) -> dict[str, tuple[Any, Any]]:
        """Play, and say what became different: path in the JSON form -> (before, after)."""
        before = flat(self.json())
        self.play(seat, *actions)
        after = flat(self.json())
        return {
            path: (before.get(path), after.get(path))
            for path in sorted(before.keys() | after.keys())
            if before.get(path) != after.get(path)
        }


def flat(document: Any, path: str = "") -> dict[str, Any]:
    """A JSON document as path -> value of its leaves; lists of plain values count as one leaf."""
    if isinstance(document, dict):
        return {
            p: v for key, value in document.items() for p, v in flat(value, f"{path}.{key}" if path else key).items()
        }
    if isinstance(document, list) and any(isinstance(element, dict) for element in document):
        return {p: v for i, value in enumerate(document) for p, v in flat(value, f"{path}[{i}]").items()}
    return {path: document}
