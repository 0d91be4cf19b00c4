"""A full position that fits what a seat knows, the unknown drawn uniformly: for search."""

from __future__ import annotations

from typing import Final

from engine_core.games.gleaning.data import GleaningData
from engine_core.games.gleaning.state import GleaningState, Player
from engine_core.games.gleaning.streams import STREAMS
from engine_core.games.gleaning.view import GleaningView
from engine_core.games.gleaning.vocabulary import HERBS, HIGHEST
from engine_core.rng import Rng, derive_key
from engine_core.vocabulary import NONE

_PURPOSES: Final = ("bag", "numbers")


def determinize_view(view: GleaningView, key: bytes, data: GleaningData) -> GleaningState:
    """A state whose view is ``view``."""
    rng = Rng(derive_key(key, "gleaning", "determinize"), _PURPOSES)
    state = GleaningState()
    state.data, state.options = data, view.options
    state._owned, state._revealed = 0, False
    state.rng = Rng(derive_key(key, "gleaning", "rng"), STREAMS)
    state.round, state.phase = view.round, view.phase
    state.active_seat, state.start_seat, state.order = view.active_seat, view.start_seat, view.order
    state.meadow = view.meadow
    state.bag = rng.shuffle(0, [herb for herb in range(HERBS) for _ in range(view.bag[herb])])
    state.players = []
    for seen in view.players:
        player = Player()
        player.herbs, player.points, player.number = seen.herbs, seen.points, seen.number
        if seen.has_called and seen.number == NONE:
            player.number = 1 + rng.below(1, HIGHEST)
        state.players.append(player)
    return state
