"""What a seat may play."""

from __future__ import annotations

from typing import Final

from engine_core.actions import Action
from engine_core.games.gleaning.actions import CATALOGUE, CallNumber, DrawHerb, PassTurn, PickHerb
from engine_core.games.gleaning.rounds import still_calling
from engine_core.games.gleaning.state import GleaningState
from engine_core.games.gleaning.vocabulary import CALL, HERBS

CALLS: Final = [action for action in CATALOGUE if isinstance(action, CallNumber)]
PICKS: Final = [PickHerb(herb) for herb in range(HERBS)]
DRAW: Final = DrawHerb()
PASS: Final = PassTurn()


def legal_actions(state: GleaningState, seat: int) -> list[Action]:
    """The seat's legal actions, in catalogue order."""
    if state.phase == CALL:
        return list(CALLS) if seat in still_calling(state) else []
    if seat != state.active_seat:
        return []
    legal: list[Action] = [PICKS[herb] for herb in range(HERBS) if state.meadow[herb]]
    if state.bag:
        legal.append(DRAW)
    legal.append(PASS)
    return legal
