"""The actions that legal lists are made of, made once."""

from __future__ import annotations

from typing import Final

from engine_core.games.gleaning.actions import CATALOGUE, CallNumber, DrawHerb, PassTurn, PickHerb
from engine_core.games.gleaning.vocabulary import HERBS

CALLS: Final = [action for action in CATALOGUE if isinstance(action, CallNumber)]
PICKS: Final = [PickHerb(herb) for herb in range(HERBS)]
DRAW: Final = DrawHerb()
PASS: Final = PassTurn()
