"""Set-up (GLE-SET)."""

from __future__ import annotations

from typing import Final

from engine_core.errors import BadSetup
from engine_core.events import Sink
from engine_core.games.gleaning.data import GleaningData
from engine_core.games.gleaning.options import Options
from engine_core.games.gleaning.rounds import start_round
from engine_core.games.gleaning.state import GleaningState, Player
from engine_core.games.gleaning.vocabulary import HERBS, MAX_SEATS
from engine_core.rng import Rng
from engine_core.vocabulary import NONE

SEAT_COUNTS: Final = tuple(range(2, MAX_SEATS + 1))
STREAMS: Final = ("bag", "start_seat")
"""The purposes of the random streams."""
BAG_STREAM, START_SEAT_STREAM = range(len(STREAMS))


def set_up(seats: int, options: Options, key: bytes, data: GleaningData, sink: Sink | None) -> GleaningState:
    """A fresh game (GLE-SET-01, GLE-SET-02)."""
    if seats not in SEAT_COUNTS:
        raise BadSetup("seats", f"gleaning is played with 2 to {MAX_SEATS} seats, not {seats}", "GLE-SET-01")
    state = GleaningState()
    state.data, state.options, state.rng, state._owned = data, options, Rng(key, STREAMS), 0
    state.bag = state.rng.shuffle(BAG_STREAM, [herb for herb in range(HERBS) for _ in range(data.tiles[herb])])
    state.players = [_player() for _ in range(seats)]
    state.start_seat = state.rng.below(START_SEAT_STREAM, seats)
    state.round, state.meadow, state.order, state.active_seat = 0, (0, 0, 0, 0), (), NONE
    start_round(state, sink)
    return state


def _player() -> Player:
    player = Player()
    player.number, player.herbs, player.points = NONE, (0, 0, 0, 0), 0
    return player
