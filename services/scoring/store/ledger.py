"""Counting results into the tables: pure in the results and their order, so that a rebuild gives the same rows."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import protovalidate
import sqlalchemy as sa
from google.protobuf.message import DecodeError
from sqlalchemy.engine import Connection

from arena.pb.events.v1.log_pb2 import ResultPublished
from arena.pb.rules.v1.results_pb2 import MatchResult, SeatResult
from services.common.bus import Stored, subjects
from services.common.clock import to_ns
from services.scoring.domain.counting import changes, counts
from services.scoring.domain.raters import rater_id, rater_name
from services.scoring.domain.ratings import ALGORITHM, ALGORITHM_VERSION, UNKNOWN, Strength
from services.scoring.store.boards import Board
from services.scoring.store.checkpoint import Checkpoint, forget_checkpoint, lock_checkpoint, move_checkpoint
from services.scoring.store.schema import MATCHES, RATINGS, REBUILT, SEATS, UNREADABLE


class Gap(Exception):
    """The messages do not continue the checkpoint: read from `after` on."""

    def __init__(self, after: int) -> None:
        super().__init__(f"results after {after} are missing")
        self.after = after


@dataclass(slots=True)
class Counted:
    """What a batch did. `boards` are the (game, number of seats) whose ratings changed."""

    matches: int = 0
    rated: int = 0
    unreadable: int = 0
    sequence: int = 0
    boards: set[Board] = field(default_factory=set)


@dataclass(slots=True)
class _Standing:
    """A rating while a batch is counted."""

    strength: Strength
    games: int
    wins: int


def count(
    connection: Connection, stream: str, messages: Sequence[Stored], after: int, fence: int | None = None
) -> Counted:
    """Count messages and move the checkpoint, all in this transaction; those up to the checkpoint are passed over.

    `messages` are all that the stream has behind the sequence `after`, up to the last of them, in order. Raises Gap when the
    checkpoint is before `after`, and what `lock_checkpoint` raises.
    """
    checkpoint = lock_checkpoint(connection, stream, fence)
    if checkpoint.sequence < after:
        raise Gap(checkpoint.sequence)
    fresh = [message for message in messages if message.sequence > checkpoint.sequence]
    return _count(connection, stream, checkpoint.sequence, fresh)


def recount(connection: Connection, stream: str, messages: Iterable[Stored]) -> Counted:
    """Empty the projections and count `messages`, the whole stream, in this one transaction."""
    forget_checkpoint(connection)
    for table in REBUILT:
        connection.execute(sa.delete(table))
    return _count(connection, stream, 0, list(messages))


def _count(connection: Connection, stream: str, sequence: int, messages: Sequence[Stored]) -> Counted:
    counted = Counted(sequence=sequence)
    for message in messages:
        result = _readable(connection, message)
        if result is None:
            counted.unreadable += 1
        elif _insert(connection, message.sequence, result):
            counted.matches += 1
            if counts(result):
                counted.rated += 1
                counted.boards.add((result.game, len(result.seats)))
        counted.sequence = message.sequence
    if messages:
        move_checkpoint(connection, Checkpoint(stream, counted.sequence))
    return counted


def _readable(connection: Connection, message: Stored) -> MatchResult | None:
    try:
        published = ResultPublished.FromString(message.payload)
        protovalidate.validate(published)
        result = published.result
        why = _contradiction(message.subject, result)
    except (DecodeError, protovalidate.ValidationError) as error:
        why = str(error) or type(error).__name__
    if not why:
        return result
    connection.execute(
        sa.insert(UNREADABLE).values(sequence=message.sequence, subject=message.subject[:200], why=why[:500])
    )
    return None


def _contradiction(subject: str, result: MatchResult) -> str:
    if subject != subjects.result(result.game, result.match_id):
        return f"a result of match {result.match_id} of game {result.game}"
    if [seat.seat for seat in result.seats] != list(range(len(result.seats))):
        return "seats out of order"
    return ""


def _insert(connection: Connection, sequence: int, result: MatchResult) -> bool:
    """Whether the match is new: a result is counted once, whatever the stream says."""
    if connection.scalar(sa.select(MATCHES.c.sequence).where(MATCHES.c.match_id == result.match_id)) is not None:
        return False
    rated = counts(result)
    finished = to_ns(result.finished)
    connection.execute(
        sa.insert(MATCHES).values(
            sequence=sequence,
            match_id=result.match_id,
            game=result.game,
            seats=len(result.seats),
            pool=result.pool,
            tournament_id=result.tournament.tournament_id,
            rated=rated,
            finished=finished,
            result=result.SerializeToString(deterministic=True),
        )
    )
    ratings = _rate(connection, result, finished) if rated else {}
    connection.execute(
        sa.insert(SEATS),
        [
            {
                "sequence": sequence,
                "seat": seat.seat,
                "player_id": seat.player_id,
                "rater_id": rater_id(seat),
                **ratings.get(rater_id(seat), _UNRATED),
            }
            for seat in result.seats
        ],
    )
    return True


_RATED_COLUMNS = (
    SEATS.c.mu_before,
    SEATS.c.sigma_before,
    SEATS.c.mu_after,
    SEATS.c.sigma_after,
    SEATS.c.games_before,
    SEATS.c.wins_before,
    SEATS.c.won,
    SEATS.c.algorithm,
    SEATS.c.algorithm_version,
)
_UNRATED: dict[str, object] = {column.name: None for column in _RATED_COLUMNS}


def _rate(connection: Connection, result: MatchResult, finished: int) -> dict[str, dict[str, object]]:
    """Move the ratings of the table; per rater what stands in the rated columns of its seats."""
    first: dict[str, SeatResult] = {}
    for seat in result.seats:
        first.setdefault(rater_id(seat), seat)
    seats = len(result.seats)
    standings = _standings(connection, result.game, seats, list(first))
    columns: dict[str, dict[str, object]] = {}
    for change in changes(result, lambda rater: standings[rater].strength if rater in standings else UNKNOWN):
        before = standings.get(change.rater_id)
        games, wins = (before.games, before.wins) if before is not None else (0, 0)
        seat = first[change.rater_id]
        values = {
            "name": rater_name(seat),
            "kind": int(seat.kind),
            "mu": change.after.mu,
            "sigma": change.after.sigma,
            "ordinal": change.after.ordinal,
            "games": games + 1,
            "wins": wins + change.won,
            "algorithm": ALGORITHM,
            "algorithm_version": ALGORITHM_VERSION,
            "updated": finished,
        }
        key = {"rater_id": change.rater_id, "game": result.game, "seats": seats}
        if before is None:
            connection.execute(sa.insert(RATINGS).values(**key, **values))
        else:
            connection.execute(
                sa.update(RATINGS).where(*(RATINGS.c[name] == value for name, value in key.items())).values(**values)
            )
        columns[change.rater_id] = {
            "mu_before": change.before.mu,
            "sigma_before": change.before.sigma,
            "mu_after": change.after.mu,
            "sigma_after": change.after.sigma,
            "games_before": games,
            "wins_before": wins,
            "won": change.won,
            "algorithm": ALGORITHM,
            "algorithm_version": ALGORITHM_VERSION,
        }
    return columns


def _standings(connection: Connection, game: str, seats: int, raters: list[str]) -> dict[str, _Standing]:
    rows = connection.execute(
        sa.select(RATINGS).where(RATINGS.c.rater_id.in_(raters), RATINGS.c.game == game, RATINGS.c.seats == seats)
    )
    return {row.rater_id: _Standing(Strength(row.mu, row.sigma), row.games, row.wins) for row in rows}
