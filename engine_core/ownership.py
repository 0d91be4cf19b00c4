"""Who may change a player: the step that has copied it (``docs/decisions/0020``).

Copies of a state share their players (:class:`~engine_core.values.CopyOnChange`). A step therefore begins by copying the player that acts,
and copies any other one when it first changes it; ``_owned`` of the state keeps, as flags, which ones the running step has.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, TypeVar

from engine_core.codec import codec
from engine_core.values import CopyOnChange

P = TypeVar("P", bound=CopyOnChange)


class HasPlayers(Protocol):
    """A state whose players are copied on change."""

    players: list[Any]
    _owned: int


def ownership(cls: type[P]) -> tuple[Callable[[HasPlayers, int], P], Callable[[HasPlayers, int], P]]:
    """``begin_step`` and ``own_player`` for players of this class.

    ``begin_step(state, seat)``: a step of ``seat`` begins; its player, free to be changed. No other player is.
    ``own_player(state, seat)``: any seat's player, free to be changed by the running step.
    """
    copy = codec(cls).copy

    def begin_step(state: HasPlayers, seat: int) -> P:
        state.players[seat] = player = copy(state.players[seat])
        state._owned = 1 << seat
        return player

    def own_player(state: HasPlayers, seat: int) -> P:
        if state._owned >> seat & 1:
            owned: P = state.players[seat]
            return owned
        state.players[seat] = player = copy(state.players[seat])
        state._owned |= 1 << seat
        return player

    return begin_step, own_player
