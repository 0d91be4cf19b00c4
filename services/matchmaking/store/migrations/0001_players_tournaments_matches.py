"""Players, tournaments, matches."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

_ID = sa.String(26)


def upgrade() -> None:
    op.create_table(
        "matchmaking_fence",
        sa.Column("name", sa.String(64), primary_key=True),
        sa.Column("token", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "matchmaking_players",
        sa.Column("player_id", _ID, primary_key=True),
        sa.Column("name", sa.String(160), nullable=False),
        sa.Column("name_key", sa.String(200), nullable=False),
        sa.Column("secret_hash", sa.String(200), nullable=False),
        sa.Column("roles", sa.String(64), nullable=False),
        sa.Column("registered", sa.BigInteger, nullable=False),
        sa.UniqueConstraint("name_key", name="uq_matchmaking_players_name_key"),
    )
    op.create_table(
        "matchmaking_tournaments",
        sa.Column("tournament_id", _ID, primary_key=True),
        sa.Column("name", sa.String(400), nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("options", sa.LargeBinary, nullable=False),
        sa.Column("table_size", sa.Integer, nullable=False),
        sa.Column("rounds", sa.Integer, nullable=False),
        sa.Column("placement_points", sa.String(200), nullable=False),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("current_round", sa.Integer, nullable=False),
        sa.Column("content_hash", sa.LargeBinary, nullable=False),
        sa.Column("pairing_key", sa.LargeBinary, nullable=False),
        sa.Column("bot_key", sa.LargeBinary, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("started", sa.BigInteger),
        sa.Column("finished", sa.BigInteger),
    )
    op.create_index("ix_matchmaking_tournaments_game", "matchmaking_tournaments", ["game"])
    op.create_index("ix_matchmaking_tournaments_state", "matchmaking_tournaments", ["state"])
    op.create_table(
        "matchmaking_entrants",
        sa.Column("tournament_id", _ID, primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("player_id", _ID, nullable=False),
        sa.Column("name", sa.String(160), nullable=False),
        sa.Column("kind", sa.Integer, nullable=False),
        sa.Column("bot", sa.String(32), nullable=False),
        sa.UniqueConstraint("tournament_id", "player_id", name="uq_matchmaking_entrants_tournament_id_player_id"),
        sa.ForeignKeyConstraint(
            ["tournament_id"], ["matchmaking_tournaments.tournament_id"], name="fk_matchmaking_entrants_tournament_id"
        ),
    )
    op.create_table(
        "matchmaking_matches",
        sa.Column("match_id", _ID, primary_key=True),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("rules_version", sa.Integer, nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("finished", sa.BigInteger),
        sa.Column("result", sa.LargeBinary),
        sa.Column("tournament_id", _ID),
        sa.Column("round", sa.Integer),
        sa.Column("table", sa.Integer),
        sa.Column("attempt", sa.Integer, nullable=False),
        sa.UniqueConstraint(
            "tournament_id",
            "round",
            "table",
            "attempt",
            name="uq_matchmaking_matches_tournament_id_round_table_attempt",
        ),
        sa.ForeignKeyConstraint(
            ["tournament_id"], ["matchmaking_tournaments.tournament_id"], name="fk_matchmaking_matches_tournament_id"
        ),
    )
    op.create_index("ix_matchmaking_matches_state", "matchmaking_matches", ["state"])
    op.create_table(
        "matchmaking_match_seats",
        sa.Column("match_id", _ID, primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("player_id", _ID, nullable=False),
        sa.ForeignKeyConstraint(
            ["match_id"], ["matchmaking_matches.match_id"], name="fk_matchmaking_match_seats_match_id"
        ),
    )
    op.create_index("ix_matchmaking_match_seats_player_id", "matchmaking_match_seats", ["player_id"])


def downgrade() -> None:
    for table in ("match_seats", "matches", "entrants", "tournaments", "players", "fence"):
        op.drop_table(f"matchmaking_{table}")
