"""Set-up (GLE-SET)."""

from __future__ import annotations

from typing import Final

from engine_core.events import Sink
from engine_core.games.gleaning.rounds import start_round
from engine_core.games.gleaning.state import GleaningState, Player
from engine_core.games.gleaning.streams import BAG_STREAM, START_SEAT_STREAM
from engine_core.games.gleaning.vocabulary import HERBS, MAX_SEATS
from engine_core.vocabulary import NONE

SEAT_COUNTS: Final = tuple(range(2, MAX_SEATS + 1))


def set_up(state: GleaningState, seats: int, sink: Sink | None) -> None:
    """Lay out a game up to its first decision (GLE-SET-02)."""
    state._owned = (1 << seats) - 1
    state._revealed = False
    tiles = [herb for herb in range(HERBS) for _ in range(state.data.tiles[herb])]
    state.bag = state.rng.shuffle(BAG_STREAM, tiles)
    state.players = [_player() for _ in range(seats)]
    state.start_seat = state.rng.below(START_SEAT_STREAM, seats)
    state.round, state.meadow, state.order = 0, (0, 0, 0, 0), ()
    start_round(state, sink)


def _player() -> Player:
    player = Player()
    player.number, player.herbs, player.points = NONE, (0, 0, 0, 0), 0
    return player
