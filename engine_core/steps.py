"""One step of a game from the functions of its chapters: why an action is illegal, and what carries it out.

Functions by kind of action, all called ``(state, seat, player, action, ...)``. Where a game puts the decisions of its own opponent to a
seat, *acting* says for whom the seat decides; everywhere else it is the seat itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from engine_core.actions import Action
from engine_core.errors import Rejection
from engine_core.events import Sink

Acting: TypeAlias = Callable[[Any, int], int]
"""``acting(state, seat)``: the place in ``players`` for which the seat that is asked decides."""


def checking(
    out_of_turn: Callable[[Any, int, Action], Rejection | None],
    wrong_time: Callable[[Any, int, Any, Action], Rejection | None],
    conditions: Mapping[type[Action], Callable[[Any, int, Any, Any], Rejection | None]],
    acting: Acting | None = None,
) -> Callable[[Any, int, Action], Rejection | None]:
    """The game's ``check``: first whose decision it is, then whether the kind of action exists at this decision point, then what the kind
    needs. A kind without a condition needs nothing more."""

    def check_action(state: Any, seat: int, action: Action) -> Rejection | None:
        rejection = out_of_turn(state, seat, action)
        if rejection is not None:
            return rejection
        who = seat if acting is None else acting(state, seat)
        player = state.players[who]
        rejection = wrong_time(state, who, player, action)
        if rejection is not None:
            return rejection
        condition = conditions.get(type(action))
        return condition(state, who, player, action) if condition else None

    return check_action


def applying(
    steps: Mapping[type[Action], Callable[[Any, int, Any, Any, Sink | None], None]],
    begin_step: Callable[[Any, int], Any],
    go_on: Callable[[Any, Sink | None], None] | None = None,
    acting: Acting | None = None,
) -> Callable[[Any, int, Action, Sink | None], bool]:
    """The game's ``apply``: the action itself by a player that the step owns, then what follows from it up to the next decision.

    Without *go_on* the functions by kind do that themselves. Whoever brings something hidden to light says so in ``state._revealed``.
    """

    def apply_action(state: Any, seat: int, action: Action, sink: Sink | None = None) -> bool:
        state._revealed = False
        who = seat if acting is None else acting(state, seat)
        steps[type(action)](state, who, begin_step(state, who), action, sink)
        if go_on is not None:
            go_on(state, sink)
        revealed: bool = state._revealed
        return revealed

    return apply_action
