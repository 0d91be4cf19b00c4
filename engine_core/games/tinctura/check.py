"""Why an action is illegal: the most specific rule and a sentence; ``None`` exactly for what :mod:`.legal` lists.

First whose decision it is, then whether the kind of action exists at this decision point (:mod:`.timing`), then what the kind needs
(the ``refuse_`` functions of the chapters). Depends on open facts and the seat's own secrets only.
"""

from __future__ import annotations

from engine_core.actions import Action
from engine_core.errors import Rejection
from engine_core.games.tinctura.state import TincturaState
from engine_core.games.tinctura.steps import REFUSALS
from engine_core.games.tinctura.timing import out_of_turn, wrong_time


def check_action(state: TincturaState, seat: int, action: Action) -> Rejection | None:
    """See :meth:`engine_core.game.Game.check`."""
    rejection = out_of_turn(state, seat, action)
    if rejection is not None:
        return rejection
    who = state.pending[-1].seat if state.pending else seat
    player = state.players[who]
    return wrong_time(state, who, player, action) or REFUSALS[type(action)](state, who, player, action)
