"""What a seat that is gone plays: the safe default of each decision point."""

from __future__ import annotations

from typing import Final

from engine_core.actions import Action
from engine_core.games.tinctura.action_tables import (
    END_TURN,
    FINISH_FINAL,
    FINISH_POWDER,
    FINISH_VISIT,
    FORGO_ACTION,
    PASS_LEFTOVER,
    POWDER_OR_SERVICE,
    REPEAT_ACTION,
    RESOLVE_BONUS,
    STOP_GATHERING,
    TAKE_RAPID_GROWTH,
    USE_EXTRA_PLANT,
)
from engine_core.games.tinctura.state import TincturaState

_DEFAULTS: Final = frozenset(
    {
        END_TURN,
        FORGO_ACTION,
        FINISH_VISIT,
        FINISH_POWDER,
        FINISH_FINAL,
        PASS_LEFTOVER,
        STOP_GATHERING,
        POWDER_OR_SERVICE[2],
        REPEAT_ACTION[0],
        RESOLVE_BONUS[0],
        USE_EXTRA_PLANT[0],
        TAKE_RAPID_GROWTH[0],
    }
)
"""Each ends something or leaves it; no decision point offers two of them."""


def fallback_action(state: TincturaState, seat: int, legal: list[Action]) -> Action:
    """No action and no more of anything; otherwise the last legal action, which completes a begun course, and is the first at the
    simultaneous choices."""
    if not state.pending:
        return legal[0]
    return next((action for action in legal if action in _DEFAULTS), legal[-1])
