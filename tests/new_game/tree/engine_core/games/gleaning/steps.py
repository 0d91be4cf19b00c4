"""What carries out each kind of action, and every automatic step up to the next decision."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

from engine_core.actions import Action
from engine_core.events import Sink
from engine_core.games.gleaning import actions as a
from engine_core.games.gleaning import rounds
from engine_core.games.gleaning.state import GleaningState, Player

Step = Callable[[GleaningState, int, Player, Any, Sink | None], None]
"""``step(state, seat, player, action, sink)`` changes the state, and says in ``_revealed`` if something hidden came to light."""

STEPS: Final[Mapping[type[Action], Step]] = MappingProxyType(
    {
        a.CallNumber: rounds.call_number,
        a.PickHerb: rounds.pick_herb,
        a.DrawHerb: rounds.draw_herb,
        a.PassTurn: rounds.pass_turn,
    }
)
"""One entry per class of the catalogue."""
