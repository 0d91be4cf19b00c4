"""What a seat may play."""

from __future__ import annotations

from typing import Final

from engine_core.actions import Action
from engine_core.games.gleaning.actions import CATALOGUE, CallNumber, DrawHerb, PassTurn, PickHerb
from engine_core.games.gleaning.state import GleaningState
from engine_core.games.gleaning.vocabulary import CALL, GLEAN, HERBS
from engine_core.vocabulary import NONE

CALLS: Final = [action for action in CATALOGUE if isinstance(action, CallNumber)]
PICKS: Final = [PickHerb(herb) for herb in range(HERBS)]
DRAW: Final = DrawHerb()
PASS: Final = PassTurn()


def seats_to_act(state: GleaningState) -> tuple[int, ...]:
    """One seat, or all that have not called a number yet."""
    if state.phase == GLEAN:
        return (state.active_seat,)
    if state.phase == CALL:
        return tuple([seat for seat, player in enumerate(state.players) if player.number == NONE])
    return ()


def legal_actions(state: GleaningState, seat: int) -> list[Action]:
    """The seat's legal actions, in catalogue order."""
    if seat not in seats_to_act(state):
        return []
    if state.phase == CALL:
        return list(CALLS)
    legal: list[Action] = [PICKS[herb] for herb in range(HERBS) if state.meadow[herb]]
    if state.bag:
        legal.append(DRAW)
    legal.append(PASS)
    return legal
