"""What each kind of action needs besides its phase, and the most specific rule where that is missing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

from engine_core.actions import Action
from engine_core.errors import Rejection
from engine_core.games.gleaning.actions import DrawHerb, PickHerb
from engine_core.games.gleaning.state import GleaningState, Player
from engine_core.games.gleaning.vocabulary import HERB

Condition = Callable[[GleaningState, int, Player, Any], Rejection | None]


def _pick(state: GleaningState, seat: int, player: Player, action: PickHerb) -> Rejection | None:
    if not state.meadow[action.herb]:
        return Rejection("GLE-PICK-01", f"There is no {HERB.words[action.herb]} in the meadow.")
    return None


def _draw(state: GleaningState, seat: int, player: Player, action: DrawHerb) -> Rejection | None:
    return None if state.bag else Rejection("GLE-PICK-02", "The bag is empty.")


CONDITIONS: Final[Mapping[type[Action], Condition]] = MappingProxyType({PickHerb: _pick, DrawHerb: _draw})
"""The kinds that are missing need nothing."""
