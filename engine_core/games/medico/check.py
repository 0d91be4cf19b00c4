"""Why an action is illegal: the most specific rule and a sentence; ``None`` exactly for what :mod:`.legal` lists.

First whose decision it is, then whether the kind of action exists in this phase (:mod:`.timing`), then whether the card is held, then what
the kind needs (:mod:`.conditions`). Depends on open facts and the seat's own dial only.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from engine_core.actions import Action
from engine_core.errors import Rejection
from engine_core.games.medico import actions as a
from engine_core.games.medico.conditions import CONDITIONS
from engine_core.games.medico.state import MedicoState
from engine_core.games.medico.timing import TIMING, out_of_turn
from engine_core.games.medico.vocabulary import (
    EARLY_BIRD,
    FAVOR,
    FREE_DECISION,
    FRIENDLY_GIFT,
    GREAT_DEMAND,
    INDIVIDUAL_PATH,
    LONG_FINGERS,
    OPTIMAL_CONDITION,
    RICH_FIND,
)
from engine_core.vocabulary import NONE


def check_action(state: MedicoState, seat: int, action: Action) -> Rejection | None:
    """See :meth:`engine_core.game.Game.check`."""
    rejection = out_of_turn(state, seat, action)
    if rejection is not None:
        return rejection
    kind = type(action)
    timing = TIMING[kind]
    if state.phase not in timing.phases:
        return timing.rejection(state.phase)
    player = state.players[seat]
    card = _CARD.get(kind, NONE)
    if card != NONE and card not in player.favors:
        return Rejection("MED-FAV-0", f"No card {FAVOR.words[card]} is held.")
    condition = CONDITIONS.get(kind)
    return condition(state, seat, player, action) if condition else None


_CARD: Final[Mapping[type[Action], int]] = MappingProxyType(
    {
        a.PlayIndividualPath: INDIVIDUAL_PATH,
        a.PlayEarlyBird: EARLY_BIRD,
        a.PlayOptimalCondition: OPTIMAL_CONDITION,
        a.PlayFriendlyGift: FRIENDLY_GIFT,
        a.PlayLongFingers: LONG_FINGERS,
        a.PlayGreatDemand: GREAT_DEMAND,
        a.PlayRichFind: RICH_FIND,
        a.PlayFreeDecision: FREE_DECISION,
    }
)
