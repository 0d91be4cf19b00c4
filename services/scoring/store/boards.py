"""Ratings and leaderboards, read."""

from collections.abc import Sequence
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from arena.pb.scoring.v1.ratings_pb2 import LeaderboardRow, Rating
from services.common.clock import timestamp
from services.scoring.store.pages import page_position, page_token
from services.scoring.store.schema import RATINGS, SEATS

Board = tuple[str, int]
"""A game and a number of seats: what has a leaderboard of its own."""

DEFAULT_ROWS: Final = 50


def rating(connection: Connection, player_id: str, game: str, seats: int) -> Rating | None:
    """The rating of a player or a house bot; the id of one copy of a house bot stands for the bot. None before the first."""
    raters = sa.select(SEATS.c.rater_id).where(SEATS.c.player_id == player_id)
    row = connection.execute(
        sa.select(RATINGS)
        .where(
            sa.or_(RATINGS.c.rater_id == player_id, RATINGS.c.rater_id.in_(raters)),
            RATINGS.c.game == game,
            RATINGS.c.seats == seats,
        )
        .limit(1)
    ).first()
    return None if row is None else rating_of(row)


def leaderboard(
    connection: Connection, game: str, seats: int, rows: int = DEFAULT_ROWS, token: str = ""
) -> tuple[list[LeaderboardRow], str]:
    """Rows of a leaderboard from where `token` says, strongest first, and the token for the next; raises BadPageToken.

    Equal ratings share a rank and are listed by id.
    """
    question = ("leaderboard", game, seats)
    after = page_position(question, token, (float, str))
    ranked = (
        sa.select(RATINGS, sa.func.rank().over(order_by=RATINGS.c.ordinal.desc()).label("rank"))
        .where(RATINGS.c.game == game, RATINGS.c.seats == seats)
        .subquery()
    )
    query = sa.select(ranked).order_by(ranked.c.ordinal.desc(), ranked.c.rater_id).limit(rows + 1)
    if after is not None:
        ordinal, rater = after
        query = query.where(
            sa.or_(
                ranked.c.ordinal < ordinal,
                sa.and_(ranked.c.ordinal == ordinal, ranked.c.rater_id > rater),
            )
        )
    found = connection.execute(query).all()
    shown = found[:rows]
    following = page_token(question, (shown[-1].ordinal, shown[-1].rater_id)) if len(found) > rows else ""
    return [LeaderboardRow(rank=row.rank, rating=rating_of(row)) for row in shown], following


def boards(connection: Connection) -> Sequence[tuple[str, int, int]]:
    """Every leaderboard there is: game, number of seats, number of ratings."""
    query = (
        sa.select(RATINGS.c.game, RATINGS.c.seats, sa.func.count())
        .group_by(RATINGS.c.game, RATINGS.c.seats)
        .order_by(RATINGS.c.game, RATINGS.c.seats)
    )
    return [(row[0], row[1], row[2]) for row in connection.execute(query)]


def rating_of(row: Any) -> Rating:
    """A row with the columns of `scoring_ratings` as a message."""
    return Rating(
        player_id=row.rater_id,
        name=row.name,
        kind=row.kind,
        game=row.game,
        seats=row.seats,
        mu=row.mu,
        sigma=row.sigma,
        ordinal=row.ordinal,
        games=row.games,
        wins=row.wins,
        algorithm=row.algorithm,
        algorithm_version=row.algorithm_version,
        updated=timestamp(row.updated),
    )
