"""One step of the game: the action itself, then what follows from it up to the next decision."""

from __future__ import annotations

from engine_core.actions import Action
from engine_core.events import Sink
from engine_core.games.tinctura.hours import go_on
from engine_core.games.tinctura.state import TincturaState, begin_step
from engine_core.games.tinctura.steps import STEPS


def apply_action(state: TincturaState, seat: int, action: Action, sink: Sink | None) -> bool:
    """Play a legal action and every automatic step up to the next decision; see :meth:`engine_core.game.Game.apply`."""
    state._revealed = False
    who = state.pending[-1].seat if state.pending else seat
    STEPS[type(action)](state, who, begin_step(state, who), action, sink)
    go_on(state, sink)
    return state._revealed
