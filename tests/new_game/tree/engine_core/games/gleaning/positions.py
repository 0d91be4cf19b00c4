"""What holds in every position: invariants, and what makes a position unplayable."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from engine_core.games.gleaning.options import NUMBER_OF_ROUNDS
from engine_core.games.gleaning.setup import SEAT_COUNTS
from engine_core.games.gleaning.state import GleaningState
from engine_core.games.gleaning.vocabulary import CALL, GLEAN, HERB
from engine_core.vocabulary import NONE


def normalise(state: GleaningState) -> None:
    """Nothing has an order that does not count."""
    state._owned = 0
    state._revealed = False


def shape_faults(state: GleaningState) -> Iterator[str]:
    """Why the rules cannot play on from a position that was read; nothing for every reachable one."""
    seats = len(state.players)
    if seats not in SEAT_COUNTS:
        yield f"players: {seats} players"
        return
    if not 1 <= state.round <= NUMBER_OF_ROUNDS[state.options.rounds]:
        yield f"round: there is no round {state.round}"
    if state.start_seat >= seats:
        yield f"start_seat: there is no seat {state.start_seat}"
    if (state.active_seat == NONE) == (state.phase == GLEAN):
        yield "active_seat: a seat is asked alone exactly while it gleans"
    waiting = [*state.order, *([state.active_seat] if state.active_seat != NONE else [])]
    if len(set(waiting)) != len(waiting) or any(seat >= seats for seat in waiting):
        yield "order: each seat gleans once"
    called = sum(player.number > 0 for player in state.players)
    if any(player.number == 0 for player in state.players) or called != {
        CALL: min(called, seats - 1),
        GLEAN: seats,
    }.get(state.phase, 0):
        yield "players: numbers are called in the first phase and kept in the second"


def broken_invariants(state: GleaningState) -> Sequence[str]:
    """GLE-DAT-01: every tile is somewhere."""
    bag = Counter(state.bag)
    return [
        f"there are {tiles} tiles of {HERB.words[herb]}"
        for herb, tiles in enumerate(state.data.tiles)
        if bag[herb] + state.meadow[herb] + sum(player.herbs[herb] for player in state.players) != tiles
    ]
