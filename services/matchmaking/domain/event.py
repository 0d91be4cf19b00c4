"""A tournament and its tables as plain data."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from itertools import accumulate

from arena.pb.rules.v1 import games_pb2, results_pb2


class EventState(StrEnum):
    """Where a tournament stands."""

    CREATED = "created"
    RUNNING = "running"
    FINISHED = "finished"
    ABORTED = "aborted"
    """Stopped by its host; matches that were running may still be on their way to an end."""


class MatchState(StrEnum):
    """Where a match stands, as far as matchmaking is concerned."""

    DRAWN = "drawn"
    """Decided on; the rules service may or may not have it."""
    CREATED = "created"
    """The rules service has it; house bots may or may not be seated."""
    PLAYING = "playing"
    SCORED = "scored"
    REPLAYED = "replayed"
    """Stopped; the next attempt of the table counts."""
    VOID = "void"


UNFINISHED = (MatchState.DRAWN, MatchState.CREATED, MatchState.PLAYING)
"""States of a match without a result."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """A participant. `bot` names the house bot, empty for a registered player."""

    player_id: str
    name: str
    bot: str = ""

    @property
    def kind(self) -> results_pb2.SeatKind.ValueType:
        """Player or house bot."""
        return results_pb2.SEAT_KIND_HOUSE_BOT if self.bot else results_pb2.SEAT_KIND_PLAYER


@dataclass(frozen=True, slots=True)
class Leg:
    """Consecutive rounds of one game."""

    game: str
    options: games_pb2.GameOptions
    rounds: int
    data_digest: bytes = b""
    """The card tables of its matches; empty for the game's own."""


@dataclass(frozen=True, slots=True)
class Event:
    """What a tournament is; fixed when it is created. Times are UTC nanoseconds.

    `game`, `options` and `data_digest` are those of the first round; `legs` is empty when all rounds have them.
    """

    tournament_id: str
    name: str
    game: str
    options: games_pb2.GameOptions
    table_size: int
    rounds: int
    points: tuple[int, ...]
    rated: bool
    entrants: tuple[Entrant, ...]
    content_hash: bytes
    pairing_key: bytes
    bot_key: bytes
    created: int
    legs: tuple[Leg, ...] = ()
    data_digest: bytes = b""

    @property
    def programme(self) -> tuple[Leg, ...]:
        """Which game is played in which rounds, from the first on."""
        return self.legs or (Leg(self.game, self.options, self.rounds, self.data_digest),)

    def leg_of(self, round_number: int) -> Leg:
        """What is played in a round, counted from 1."""
        ends = accumulate(leg.rounds for leg in self.programme)
        return next(leg for leg, end in zip(self.programme, ends, strict=True) if round_number <= end)


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a tournament is; `current_round` is 0 before the start."""

    state: EventState
    current_round: int = 0
    started: int | None = None
    finished: int | None = None


@dataclass(frozen=True, slots=True)
class EventTable:
    """One table of a round: its latest match. `player_ids` are in seat order; `result` is None until it ended."""

    match_id: str
    round: int
    table: int
    attempt: int
    state: MatchState
    player_ids: tuple[str, ...]
    rules_version: int = 0
    result: results_pb2.MatchResult | None = None
