"""What a seat that is gone plays."""

from __future__ import annotations

from engine_core.actions import Action
from engine_core.games.gleaning.legal import legal_actions
from engine_core.games.gleaning.state import GleaningState
from engine_core.games.gleaning.vocabulary import CALL


def fallback_action(state: GleaningState, seat: int) -> Action:
    """The lowest number, and nothing; :class:`ValueError` if the seat is not asked."""
    legal = legal_actions(state, seat)
    if not legal:
        raise ValueError(f"seat {seat} is not asked")
    return legal[0] if state.phase == CALL else legal[-1]
