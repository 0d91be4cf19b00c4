"""``greedy`` for Gleaning: takes what looks best now."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine_core.actions import Action
from engine_core.games.gleaning.actions import CallNumber, DrawHerb, PickHerb
from engine_core.games.gleaning.data import GleaningData, load_data
from engine_core.games.gleaning.scoring import BUNCH_POINTS
from engine_core.games.gleaning.view import GleaningView
from engine_core.games.gleaning.vocabulary import HERBS, HIGHEST
from engine_core.rng import Rng

ALONE: Final = 0.5
"""How likely a number is called by nobody else."""


class GreedyGleaning:
    """A bot: ``bot(view, legal, rng)`` is one of ``legal``. Equal actions are decided by their order in ``legal``."""

    def __init__(self, data: GleaningData | None = None) -> None:
        """``data``: the card table of the match; the built-in one if not given."""
        self._data = data or load_data()

    def __call__(self, view: GleaningView, legal: Sequence[Action], rng: Rng) -> Action:
        """The action with the highest estimate."""
        return max(legal, key=lambda action: self._worth(view, action))

    def _worth(self, view: GleaningView, action: Action) -> float:
        worth = [self._herb(view, herb) for herb in range(HERBS)]
        if isinstance(action, CallNumber):
            best = sorted((worth[herb] for herb in range(HERBS) for _ in range(view.meadow[herb])), reverse=True)
            place = (action.number - 1) * (len(view.players) - 1) // (HIGHEST - 1)
            return ALONE * action.number + (best[place] if place < len(best) else 0)
        if isinstance(action, PickHerb):
            return worth[action.herb]
        if isinstance(action, DrawHerb):
            return sum(count * each for count, each in zip(view.bag, worth, strict=True)) / sum(view.bag)
        return 0.0

    def _herb(self, view: GleaningView, herb: int) -> float:
        held = view.players[view.seat].herbs
        fewest = held[herb] == min(held)
        return self._data.points[herb] + (
            BUNCH_POINTS / held.count(min(held)) if fewest and view.options.bunches else 0
        )


__all__ = ["GreedyGleaning"]
