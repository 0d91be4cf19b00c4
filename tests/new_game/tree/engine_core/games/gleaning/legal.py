"""What a seat may play."""

from __future__ import annotations

from engine_core.actions import Action
from engine_core.games.gleaning.action_tables import CALLS, DRAW, PASS, PICKS
from engine_core.games.gleaning.rounds import still_choosing
from engine_core.games.gleaning.state import GleaningState
from engine_core.games.gleaning.vocabulary import CALL, HERBS


def legal_actions(state: GleaningState, seat: int) -> list[Action]:
    """The seat's legal actions, in catalogue order."""
    if state.phase == CALL:
        return list(CALLS) if seat in still_choosing(state) else []
    if seat != state.active_seat:
        return []
    legal: list[Action] = [PICKS[herb] for herb in range(HERBS) if state.meadow[herb]]
    if state.bag:
        legal.append(DRAW)
    legal.append(PASS)
    return legal
