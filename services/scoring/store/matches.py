"""Finished matches, read: one, many, and those of one player."""

from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from arena.pb.rules.v1.records_pb2 import MatchRecord
from arena.pb.rules.v1.results_pb2 import MatchResult, SeatResult
from arena.pb.scoring.v1.ratings_pb2 import HistoryRow, Rating
from services.scoring.domain.raters import rater_name
from services.scoring.domain.ratings import Strength
from services.scoring.store.pages import page_position, page_token
from services.scoring.store.schema import MATCHES, RECORDS, SEATS

DEFAULT_ROWS: Final = 50


def find_match(connection: Connection, match_id: str) -> MatchResult | None:
    """How a match came out; None if it is not known (yet)."""
    stored = connection.scalar(sa.select(MATCHES.c.result).where(MATCHES.c.match_id == match_id))
    return None if stored is None else MatchResult.FromString(stored)


def find_record(connection: Connection, match_id: str) -> MatchRecord | None:
    """The copy of a match's record; None if none is kept (yet)."""
    stored = connection.scalar(sa.select(RECORDS.c.record).where(RECORDS.c.match_id == match_id))
    return None if stored is None else MatchRecord.FromString(stored)


def keep_record(connection: Connection, record: MatchRecord) -> None:
    """Keep the record of a match unless one is kept."""
    if connection.scalar(sa.select(RECORDS.c.match_id).where(RECORDS.c.match_id == record.match_id)) is None:
        connection.execute(
            sa.insert(RECORDS).values(match_id=record.match_id, record=record.SerializeToString(deterministic=True))
        )


def without_record(connection: Connection, after: int, limit: int) -> list[tuple[int, str, str]]:
    """Matches of which no record is kept, oldest first, behind the result `after`: sequence of the result, id, game."""
    query = (
        sa.select(MATCHES.c.sequence, MATCHES.c.match_id, MATCHES.c.game)
        .join(RECORDS, RECORDS.c.match_id == MATCHES.c.match_id, isouter=True)
        .where(MATCHES.c.sequence > after, RECORDS.c.match_id.is_(None))
        .order_by(MATCHES.c.sequence)
        .limit(limit)
    )
    return [(row.sequence, row.match_id, row.game) for row in connection.execute(query)]


def list_matches(
    connection: Connection,
    *,
    game: str = "",
    seats: int = 0,
    tournament_id: str = "",
    pool: str = "",
    rows: int = DEFAULT_ROWS,
    token: str = "",
) -> tuple[list[MatchResult], str]:
    """Finished matches, newest first, and the token for the next page; empty conditions hold for all. Raises BadPageToken."""
    question = ("matches", game, seats, tournament_id, pool)
    query = sa.select(MATCHES.c.sequence, MATCHES.c.result).order_by(MATCHES.c.sequence.desc()).limit(rows + 1)
    for column, wanted in (
        (MATCHES.c.game, game),
        (MATCHES.c.seats, seats),
        (MATCHES.c.tournament_id, tournament_id),
        (MATCHES.c.pool, pool),
    ):
        if wanted:
            query = query.where(column == wanted)
    after = page_position(question, token, (int,))
    if after is not None:
        query = query.where(MATCHES.c.sequence < after[0])
    found = connection.execute(query).all()
    shown = found[:rows]
    following = page_token(question, (shown[-1].sequence,)) if len(found) > rows else ""
    return [MatchResult.FromString(row.result) for row in shown], following


def history(
    connection: Connection, player_id: str, *, game: str = "", seats: int = 0, rows: int = DEFAULT_ROWS, token: str = ""
) -> tuple[list[HistoryRow], str]:
    """A player's matches, newest first, and the token for the next page; raises BadPageToken.

    `player_id` is a player's, that of a house bot on a leaderboard (all its copies), or that of one copy.
    """
    question = ("history", player_id, game, seats)
    query = (
        sa.select(SEATS, MATCHES.c.rated, MATCHES.c.result)
        .join(MATCHES, MATCHES.c.sequence == SEATS.c.sequence)
        .where(sa.or_(SEATS.c.player_id == player_id, SEATS.c.rater_id == player_id))
        .order_by(SEATS.c.sequence.desc(), SEATS.c.seat)
        .limit(rows + 1)
    )
    if game:
        query = query.where(MATCHES.c.game == game)
    if seats:
        query = query.where(MATCHES.c.seats == seats)
    after = page_position(question, token, (int, int))
    if after is not None:
        sequence, seat = after
        query = query.where(
            sa.or_(SEATS.c.sequence < sequence, sa.and_(SEATS.c.sequence == sequence, SEATS.c.seat > seat))
        )
    found = connection.execute(query).all()
    shown = found[:rows]
    following = page_token(question, (shown[-1].sequence, shown[-1].seat)) if len(found) > rows else ""
    return [_history_row(row) for row in shown], following


def _history_row(row: Any) -> HistoryRow:
    result = MatchResult.FromString(row.result)
    seat = result.seats[row.seat]
    line = HistoryRow(
        match_id=result.match_id,
        game=result.game,
        seats=len(result.seats),
        seat=seat.seat,
        place=seat.place,
        points=seat.points,
        match_ending=result.ending,
        seat_ending=seat.ending,
        rated=row.rated,
        finished=result.finished,
    )
    if row.rated:
        before = Strength(row.mu_before, row.sigma_before)
        after = Strength(row.mu_after, row.sigma_after)
        line.rating_before.CopyFrom(_rating(row, result, seat, before, row.games_before, row.wins_before))
        line.rating_after.CopyFrom(
            _rating(row, result, seat, after, row.games_before + 1, row.wins_before + int(row.won))
        )
        line.rating_after.updated.CopyFrom(result.finished)
    return line


def _rating(row: Any, result: MatchResult, seat: SeatResult, strength: Strength, games: int, wins: int) -> Rating:
    return Rating(
        player_id=row.rater_id,
        name=rater_name(seat),
        kind=seat.kind,
        game=result.game,
        seats=len(result.seats),
        mu=strength.mu,
        sigma=strength.sigma,
        ordinal=strength.ordinal,
        games=games,
        wins=wins,
        algorithm=row.algorithm,
        algorithm_version=row.algorithm_version,
    )
