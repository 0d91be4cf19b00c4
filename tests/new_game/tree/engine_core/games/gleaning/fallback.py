"""What a seat that is gone plays."""

from __future__ import annotations

from engine_core.actions import Action
from engine_core.games.gleaning.state import GleaningState
from engine_core.games.gleaning.vocabulary import CALL


def fallback_action(state: GleaningState, seat: int, legal: list[Action]) -> Action:
    """The lowest number, and nothing."""
    return legal[0] if state.phase == CALL else legal[-1]
