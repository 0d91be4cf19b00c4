"""The tables of matchmaking's primary data. Times are UTC nanoseconds since the Unix epoch; messages are protobuf bytes.

Changed only together with a migration (migrations/); a test compares the two.
"""

import sqlalchemy as sa

from services.common.sql import ID, table_set

METADATA = table_set()


FENCE = sa.Table(
    "matchmaking_fence",
    METADATA,
    sa.Column("name", sa.String(64), primary_key=True),
    sa.Column("token", sa.BigInteger, nullable=False),
)
"""The greatest fencing token that has written here: an instance with a smaller one is refused."""

PLAYERS = sa.Table(
    "matchmaking_players",
    METADATA,
    sa.Column("player_id", ID, primary_key=True),
    sa.Column("name", sa.String(160), nullable=False),
    sa.Column("name_key", sa.String(200), nullable=False, unique=True),
    sa.Column("secret_hash", sa.String(200), nullable=False),
    sa.Column("roles", sa.String(64), nullable=False),
    sa.Column("registered", sa.BigInteger, nullable=False),
)
"""`name_key` is the name as it is compared; `secret_hash` is salted (credentials.py); `roles` are joined by commas."""

TOURNAMENTS = sa.Table(
    "matchmaking_tournaments",
    METADATA,
    sa.Column("tournament_id", ID, primary_key=True),
    sa.Column("name", sa.String(400), nullable=False),
    sa.Column("game", sa.String(32), nullable=False, index=True),
    sa.Column("options", sa.LargeBinary, nullable=False),
    sa.Column("table_size", sa.Integer, nullable=False),
    sa.Column("rounds", sa.Integer, nullable=False),
    sa.Column("placement_points", sa.String(200), nullable=False),
    sa.Column("rated", sa.Boolean, nullable=False),
    sa.Column("state", sa.String(16), nullable=False, index=True),
    sa.Column("current_round", sa.Integer, nullable=False),
    sa.Column("content_hash", sa.LargeBinary, nullable=False),
    sa.Column("pairing_key", sa.LargeBinary, nullable=False),
    sa.Column("bot_key", sa.LargeBinary, nullable=False),
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Column("started", sa.BigInteger),
    sa.Column("finished", sa.BigInteger),
    sa.Column("data_digest", sa.LargeBinary),
)
"""`pairing_key` draws the tables, `bot_key` the house bots' own seeds; neither leaves the service. Without a `data_digest` matches are
played with the game's own card tables."""

LEGS = sa.Table(
    "matchmaking_legs",
    METADATA,
    sa.Column("tournament_id", ID, sa.ForeignKey(TOURNAMENTS.c.tournament_id), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("game", sa.String(32), nullable=False),
    sa.Column("options", sa.LargeBinary, nullable=False),
    sa.Column("rounds", sa.Integer, nullable=False),
    sa.Column("data_digest", sa.LargeBinary),
)
"""Consecutive rounds of one game, for tournaments of several games; the others have none."""

ENTRANTS = sa.Table(
    "matchmaking_entrants",
    METADATA,
    sa.Column("tournament_id", ID, sa.ForeignKey(TOURNAMENTS.c.tournament_id), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("player_id", ID, nullable=False),
    sa.Column("name", sa.String(160), nullable=False),
    sa.Column("kind", sa.Integer, nullable=False),
    sa.Column("bot", sa.String(32), nullable=False),
    sa.UniqueConstraint("tournament_id", "player_id"),
)
"""The participants in the order in which they entered."""

MATCHES = sa.Table(
    "matchmaking_matches",
    METADATA,
    sa.Column("match_id", ID, primary_key=True),
    sa.Column("game", sa.String(32), nullable=False),
    sa.Column("rules_version", sa.Integer, nullable=False),
    sa.Column("state", sa.String(16), nullable=False, index=True),
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Column("finished", sa.BigInteger),
    sa.Column("result", sa.LargeBinary),
    sa.Column("tournament_id", ID, sa.ForeignKey(TOURNAMENTS.c.tournament_id)),
    sa.Column("round", sa.Integer),
    sa.Column("table", sa.Integer),
    sa.Column("attempt", sa.Integer, nullable=False),
    sa.UniqueConstraint("tournament_id", "round", "table", "attempt"),
)
"""Every match that was decided on, by a queue or by a draw; written before the match is created.

`state`: `drawn` (not known to be created), `created`, `playing` (house bots are seated), then `scored`, `replayed` or
`void`. `attempt` counts the matches of one table of a tournament from 1.
"""

MATCH_SEATS = sa.Table(
    "matchmaking_match_seats",
    METADATA,
    sa.Column("match_id", ID, sa.ForeignKey(MATCHES.c.match_id), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("player_id", ID, nullable=False, index=True),
)
"""Who sits where."""
