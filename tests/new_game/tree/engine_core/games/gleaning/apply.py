"""One step of the game: what carries out each kind of action."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

from engine_core.actions import Action
from engine_core.events import Sink
from engine_core.games.gleaning import actions as a
from engine_core.games.gleaning import rounds
from engine_core.games.gleaning.state import GleaningState, Player, begin_step

Step = Callable[[GleaningState, int, Player, Any, Sink | None], bool]

STEPS: Final[Mapping[type[Action], Step]] = MappingProxyType(
    {
        a.CallNumber: rounds.call_number,
        a.PickHerb: rounds.pick_herb,
        a.DrawHerb: rounds.draw_herb,
        a.PassTurn: rounds.pass_turn,
    }
)
"""One entry per class of the catalogue."""


def apply_action(state: GleaningState, seat: int, action: Action, sink: Sink | None) -> bool:
    """Play a legal action; see :meth:`engine_core.game.Game.apply`."""
    return STEPS[type(action)](state, seat, begin_step(state, seat), action, sink)
