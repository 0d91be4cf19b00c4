"""When each kind of action can be taken at all, and which rule says so. What it needs besides is in :mod:`.conditions`."""

from __future__ import annotations

from engine_core.actions import Action
from engine_core.errors import Rejection
from engine_core.games.gleaning.actions import CallNumber
from engine_core.games.gleaning.rounds import still_choosing
from engine_core.games.gleaning.state import GleaningState, Player
from engine_core.games.gleaning.vocabulary import CALL, GLEAN, OVER


def out_of_turn(state: GleaningState, seat: int, action: Action) -> Rejection | None:
    """Why the seat is not asked at all; ``None`` if it is."""
    if state.phase == OVER:
        return Rejection("GLE-END-01", "The last round has been played.")
    if state.phase == GLEAN:
        return None if seat == state.active_seat else Rejection("GLE-CALL-03", "It is another player's turn.")
    if seat in still_choosing(state):
        return None
    return Rejection("GLE-CALL-01", "The number of this round is called.")


def wrong_time(state: GleaningState, seat: int, player: Player, action: Action) -> Rejection | None:
    """Why this kind of action does not exist in this phase."""
    if isinstance(action, CallNumber) != (state.phase == CALL):
        return Rejection("GLE-CALL-01", "Numbers are called first, then everybody gleans.")
    return None
