"""Why an action is illegal: the most specific rule and a sentence; ``None`` exactly for what :mod:`.legal` lists.

First whose decision it is, then whether the kind of action exists at this decision point (:mod:`.timing`), then what the kind needs
(:mod:`.conditions`). Depends on open facts and the seat's own plaquette only.
"""

from __future__ import annotations

from engine_core.actions import Action
from engine_core.errors import Rejection
from engine_core.games.azerland.actions import PlaceTile
from engine_core.games.azerland.conditions import CONDITIONS, place_tile
from engine_core.games.azerland.state import AzerlandState
from engine_core.games.azerland.timing import WHEN, out_of_turn, wrong_time
from engine_core.games.azerland.vocabulary import PRIORITIES


def check_action(state: AzerlandState, seat: int, action: Action) -> Rejection | None:
    """See :meth:`engine_core.game.Game.check`."""
    rejection = out_of_turn(state, seat, action)
    if rejection is not None:
        return rejection
    kind = type(action)
    player = state.players[seat]
    if state.phase == PRIORITIES:
        if isinstance(action, PlaceTile):
            return place_tile(state, seat, player, action)
        return wrong_time(state, seat, action)
    if state.pending[-1].kind not in WHEN[kind]:
        return wrong_time(state, seat, action)
    condition = CONDITIONS.get(kind)
    return condition(state, seat, player, action) if condition else None
