"""What an event makes of the way in which a match ended."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from arena.pb.rules.v1 import results_pb2
from services.matchmaking.domain.standings import Finish

MAX_ATTEMPTS = 3
"""How often a table is played when the platform or the host stopped its match, the first time included."""

_STOPPED = (results_pb2.MATCH_ENDING_ABORTED, results_pb2.MATCH_ENDING_PLATFORM_FAULT)


class Verdict(Enum):
    """What becomes of a table whose match has ended."""

    SCORED = "scored"
    """The result stands, also that of a match in which every seat was given up."""
    REPLAY = "replay"
    """The same entrants play again on the same seats, in a new match."""
    VOID = "void"
    """Stopped too often: nobody gets a game or a point out of the table."""
    CALLED_OFF = "called_off"
    """Stopped with its tournament: the same for the table, and no fault of anybody's."""


def verdict(ending: results_pb2.MatchEnding.ValueType, attempt: int, *, goes_on: bool = True) -> Verdict:
    """What becomes of a table whose match number `attempt` (from 1) ended like this; whether its tournament `goes_on`."""
    if ending not in _STOPPED:
        return Verdict.SCORED
    if not goes_on:
        return Verdict.CALLED_OFF
    return Verdict.REPLAY if attempt < MAX_ATTEMPTS else Verdict.VOID


def finishes(result: results_pb2.MatchResult) -> Sequence[Finish]:
    """What a scored match brought each of its seats."""
    abandoned = result.ending == results_pb2.MATCH_ENDING_ABANDONED
    return [
        Finish(
            player_id=seat.player_id,
            place=0 if abandoned else seat.place,
            game_points=seat.points,
            given_up=abandoned or seat.ending != results_pb2.SEAT_ENDING_PLAYED,
        )
        for seat in result.seats
    ]
