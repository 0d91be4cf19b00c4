"""What a seat that is gone plays: the safe default of each decision point."""

from __future__ import annotations

from typing import Final

from engine_core.actions import Action
from engine_core.games.azerland.action_tables import FINISH, SPEND_APPRENTICES, SPLIT_WAGES, STOP_REVEALING
from engine_core.games.azerland.state import AzerlandState
from engine_core.games.azerland.vocabulary import GOLD_SIDE, PRIORITIES

_DEFAULTS: Final = frozenset({FINISH, SPEND_APPRENTICES[0], SPLIT_WAGES[0], STOP_REVEALING})


def fallback_action(state: AzerlandState, seat: int, legal: list[Action]) -> Action:
    """Work in town with every tile, so that nobody else's rank or cauldron depends on it; no more of anything that can be ended;
    otherwise the first legal action."""
    if state.phase == PRIORITIES:
        return legal[GOLD_SIDE]
    return next((action for action in legal if action in _DEFAULTS), legal[0])
