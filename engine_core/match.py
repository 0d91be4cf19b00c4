"""A match as a fold: a game's state, the ply, each seat's decision number, and the seats that are gone.

The rules service folds a log with it, ``arena play`` plays with it, a record is verified with it; so the same inputs give the same
digests everywhere. A seat that resigned plays the game's ``fallback`` at once whenever it is asked; those moves follow from the log
and are not in it.
"""

from __future__ import annotations

import hashlib
from typing import Any, Generic, TypeVar

from engine_core.actions import Action
from engine_core.errors import Rejection
from engine_core.events import Sink
from engine_core.game import Game, SeatOutcome, places_at

S = TypeVar("S")
V = TypeVar("V")


class Match(Generic[S, V]):
    """One running match. ``apply`` and ``resign`` change it in place; ``clone`` first to try something."""

    __slots__ = ("decisions", "forfeited", "game", "ply", "state")

    def __init__(
        self,
        game: Game[S, V],
        state: S,
        ply: int = 0,
        decisions: tuple[int, ...] = (),
        forfeited: tuple[int, ...] = (),
    ) -> None:
        self.game = game
        self.state = state
        self.ply = ply
        """Actions applied so far, fallbacks of absent seats included. Public."""
        self.decisions = decisions
        """Per seat, how many decisions it has answered: the number of the decision it faces now."""
        self.forfeited = forfeited
        """Seats that are gone, in the order in which they left."""

    @classmethod
    def new(
        cls,
        game: Game[S, V],
        seats: int,
        options: Any,
        key: bytes,
        data: Any = None,
        sink: Sink | None = None,
    ) -> Match[S, V]:
        """A match at its first decision; raises what ``game.new`` raises."""
        return cls(game, game.new(seats, options, key, data, sink), 0, (0,) * seats, ())

    def clone(self) -> Match[S, V]:
        """An independent copy."""
        return Match(self.game, self.game.clone(self.state), self.ply, self.decisions, self.forfeited)

    @property
    def over(self) -> bool:
        """Whether nobody is asked any more."""
        return not self.game.to_act(self.state)

    def check(self, seat: int, action: Action) -> Rejection | None:
        """As :meth:`Game.check`."""
        return self.game.check(self.state, seat, action)

    def apply(self, seat: int, action: Action, sink: Sink | None = None) -> bool:
        """Play a legal action (trusted, see :meth:`Game.apply`), then the fallbacks of absent seats that are asked next.

        True if the seat learned something (see :meth:`Game.apply`) or an absent seat moved in between.
        """
        revealed = self._step(seat, action, sink)
        return self._play_absent(sink) or revealed

    def resign(self, seat: int, sink: Sink | None = None) -> None:
        """The seat is gone for good; it is ranked behind all that stayed. Resigning twice changes nothing.

        ``ValueError`` for a seat that does not exist.
        """
        if not 0 <= seat < len(self.decisions):
            raise ValueError(f"there is no seat {seat}")
        if seat not in self.forfeited:
            self.forfeited = (*self.forfeited, seat)
            self._play_absent(sink)

    def digest(self) -> bytes:
        """BLAKE2b-128 over the state's bytes, the ply, the decision numbers and the seats that are gone."""
        counters = ",".join(map(str, (self.ply, *self.decisions, -1, *self.forfeited))).encode()
        return hashlib.blake2b(self.game.to_bytes(self.state) + b"|" + counters, digest_size=16).digest()

    def places(self) -> tuple[SeatOutcome, ...]:
        """The outcome with absent seats ranked last (who left later ranks higher among them); in seat order.

        A solo game that was given up is lost, whatever the absent seat's moves brought.
        """
        outcome = self.game.outcome(self.state).seats
        if not self.forfeited:
            return outcome
        gone = {seat: order for order, seat in enumerate(self.forfeited)}
        ranked = sorted(outcome, key=lambda o: (o.seat in gone, -gone.get(o.seat, 0), o.place))
        # Counted from the last place, so that the one seat of a solo game is behind the game's own opponent.
        last = places_at(len(outcome))
        places = {o.seat: place for place, o in enumerate(ranked, start=last - len(outcome) + 1)}
        return tuple(SeatOutcome(o.seat, places[o.seat], o.points, o.categories, o.tie_breaks) for o in outcome)

    def _step(self, seat: int, action: Action, sink: Sink | None) -> bool:
        revealed = self.game.apply(self.state, seat, action, sink)
        self.ply += 1
        decisions = self.decisions
        self.decisions = (*decisions[:seat], decisions[seat] + 1, *decisions[seat + 1 :])
        return revealed

    def _play_absent(self, sink: Sink | None) -> bool:
        if not self.forfeited:
            return False
        moved = False
        while True:
            absent = next((seat for seat in self.game.to_act(self.state) if seat in self.forfeited), None)
            if absent is None:
                return moved
            self._step(absent, self.game.fallback(self.state, absent), sink)
            moved = True
