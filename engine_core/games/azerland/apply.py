"""One step of the game: the action itself, then what follows from it up to the next decision."""

from __future__ import annotations

from engine_core.actions import Action
from engine_core.events import Sink
from engine_core.games.azerland.course import go_on
from engine_core.games.azerland.state import AzerlandState, begin_step
from engine_core.games.azerland.steps import STEPS


def apply_action(state: AzerlandState, seat: int, action: Action, sink: Sink | None) -> bool:
    """Play a legal action and every automatic step up to the next decision; see :meth:`engine_core.game.Game.apply`."""
    state._revealed = False
    STEPS[type(action)](state, seat, begin_step(state, seat), action, sink)
    go_on(state, sink)
    return state._revealed
