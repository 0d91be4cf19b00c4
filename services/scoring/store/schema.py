"""The tables of scoring. Times are UTC nanoseconds since the Unix epoch; messages are protobuf bytes.

Everything but the copies of records follows from the results on the bus, in stream order; `scoring_checkpoint` says how far.
Changed only together with a migration (migrations/); a test compares the two.
"""

import sqlalchemy as sa

from services.common.sql import ID, table_set

METADATA = table_set()

GAME = sa.String(32)

CHECKPOINT = sa.Table(
    "scoring_checkpoint",
    METADATA,
    sa.Column("name", sa.String(32), primary_key=True),
    sa.Column("stream", sa.String(64), nullable=False),
    sa.Column("sequence", sa.BigInteger, nullable=False),
    sa.Column("fence", sa.BigInteger, nullable=False),
)
"""One row, made by the migration and locked by every write.

`stream` tells one stream of results from another (the time it was made, "" before the first result), `sequence` is the last
one counted, `fence` the greatest fencing token that has written.
"""

MATCHES = sa.Table(
    "scoring_matches",
    METADATA,
    sa.Column("sequence", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("match_id", ID, nullable=False, unique=True),
    sa.Column("game", GAME, nullable=False),
    sa.Column("seats", sa.Integer, nullable=False),
    sa.Column("pool", sa.String(64), nullable=False),
    sa.Column("tournament_id", ID, nullable=False, index=True),
    sa.Column("rated", sa.Boolean, nullable=False),
    sa.Column("finished", sa.BigInteger, nullable=False),
    sa.Column("result", sa.LargeBinary, nullable=False),
)
"""Every finished match by the stream sequence of its result. `rated`: whether it changed ratings; `tournament_id` may be ""."""

SEATS = sa.Table(
    "scoring_seats",
    METADATA,
    sa.Column("sequence", sa.BigInteger, sa.ForeignKey(MATCHES.c.sequence), primary_key=True, autoincrement=False),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("player_id", ID, nullable=False, index=True),
    sa.Column("rater_id", ID, nullable=False, index=True),
    sa.Column("mu_before", sa.Double),
    sa.Column("sigma_before", sa.Double),
    sa.Column("mu_after", sa.Double),
    sa.Column("sigma_after", sa.Double),
    sa.Column("games_before", sa.Integer),
    sa.Column("wins_before", sa.Integer),
    sa.Column("won", sa.Boolean),
    sa.Column("algorithm", sa.String(64)),
    sa.Column("algorithm_version", sa.String(32)),
)
"""Who sat where, and what the match did to the rating; the last nine columns are null for matches that are not rated."""

RATINGS = sa.Table(
    "scoring_ratings",
    METADATA,
    sa.Column("rater_id", ID, primary_key=True),
    sa.Column("game", GAME, primary_key=True),
    sa.Column("seats", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("name", sa.String(160), nullable=False),
    sa.Column("kind", sa.Integer, nullable=False),
    sa.Column("mu", sa.Double, nullable=False),
    sa.Column("sigma", sa.Double, nullable=False),
    sa.Column("ordinal", sa.Double, nullable=False),
    sa.Column("games", sa.Integer, nullable=False),
    sa.Column("wins", sa.Integer, nullable=False),
    sa.Column("algorithm", sa.String(64), nullable=False),
    sa.Column("algorithm_version", sa.String(32), nullable=False),
    sa.Column("updated", sa.BigInteger, nullable=False),
    sa.Index("ix_scoring_ratings_board", "game", "seats", "ordinal"),
)
"""The ratings as they are now, one per rater, game and number of seats."""

UNREADABLE = sa.Table(
    "scoring_unreadable",
    METADATA,
    sa.Column("sequence", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("subject", sa.String(200), nullable=False),
    sa.Column("why", sa.String(500), nullable=False),
)
"""Messages among the results that are none: passed over, so that one cannot stop the rest, and kept here to be looked at."""

RECORDS = sa.Table(
    "scoring_records",
    METADATA,
    sa.Column("match_id", ID, primary_key=True),
    sa.Column("record", sa.LargeBinary, nullable=False),
)
"""Copies of the records of finished matches, fetched from the rules service; not part of a rebuild."""

REBUILT = (SEATS, RATINGS, UNREADABLE, MATCHES)
"""What a rebuild empties, in an order that foreign keys allow."""
