"""Why an action is illegal: rule and sentence; ``None`` exactly for what :mod:`.legal` lists."""

from __future__ import annotations

from engine_core.actions import Action
from engine_core.errors import Rejection
from engine_core.games.gleaning.actions import CallNumber, DrawHerb, PickHerb
from engine_core.games.gleaning.legal import seats_to_act
from engine_core.games.gleaning.state import GleaningState
from engine_core.games.gleaning.vocabulary import CALL, HERB


def check_action(state: GleaningState, seat: int, action: Action) -> Rejection | None:
    """See :meth:`engine_core.game.Game.check`."""
    asked = seats_to_act(state)
    if seat not in asked:
        return Rejection("GLE-CALL-01" if asked else "GLE-END-01", "This seat is not asked now.")
    if isinstance(action, CallNumber) != (state.phase == CALL):
        return Rejection("GLE-CALL-01", "Numbers are called first, then everybody gleans.")
    if isinstance(action, PickHerb) and not state.meadow[action.herb]:
        return Rejection("GLE-PICK-01", f"There is no {HERB.words[action.herb]} in the meadow.")
    if isinstance(action, DrawHerb) and not state.bag:
        return Rejection("GLE-PICK-02", "The bag is empty.")
    return None
