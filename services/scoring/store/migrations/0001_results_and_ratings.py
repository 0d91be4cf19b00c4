"""Results, ratings, checkpoint."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

_ID = sa.String(26)
_GAME = sa.String(32)


def upgrade() -> None:
    checkpoint = op.create_table(
        "scoring_checkpoint",
        sa.Column("name", sa.String(32), primary_key=True),
        sa.Column("stream", sa.String(64), nullable=False),
        sa.Column("sequence", sa.BigInteger, nullable=False),
        sa.Column("fence", sa.BigInteger, nullable=False),
    )
    op.bulk_insert(checkpoint, [{"name": "results", "stream": "", "sequence": 0, "fence": 0}])
    op.create_table(
        "scoring_matches",
        sa.Column("sequence", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("match_id", _ID, nullable=False),
        sa.Column("game", _GAME, nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("pool", sa.String(64), nullable=False),
        sa.Column("tournament_id", _ID, nullable=False),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("finished", sa.BigInteger, nullable=False),
        sa.Column("result", sa.LargeBinary, nullable=False),
        sa.UniqueConstraint("match_id", name="uq_scoring_matches_match_id"),
    )
    op.create_index("ix_scoring_matches_tournament_id", "scoring_matches", ["tournament_id"])
    op.create_table(
        "scoring_seats",
        sa.Column("sequence", sa.BigInteger, autoincrement=False),
        sa.Column("seat", sa.Integer, autoincrement=False),
        sa.Column("player_id", _ID, nullable=False),
        sa.Column("rater_id", _ID, nullable=False),
        sa.Column("mu_before", sa.Double),
        sa.Column("sigma_before", sa.Double),
        sa.Column("mu_after", sa.Double),
        sa.Column("sigma_after", sa.Double),
        sa.Column("games_before", sa.Integer),
        sa.Column("wins_before", sa.Integer),
        sa.Column("won", sa.Boolean),
        sa.Column("algorithm", sa.String(64)),
        sa.Column("algorithm_version", sa.String(32)),
        sa.PrimaryKeyConstraint("sequence", "seat", name="pk_scoring_seats"),
        sa.ForeignKeyConstraint(["sequence"], ["scoring_matches.sequence"], name="fk_scoring_seats_sequence"),
    )
    op.create_index("ix_scoring_seats_player_id", "scoring_seats", ["player_id"])
    op.create_index("ix_scoring_seats_rater_id", "scoring_seats", ["rater_id"])
    op.create_table(
        "scoring_ratings",
        sa.Column("rater_id", _ID),
        sa.Column("game", _GAME),
        sa.Column("seats", sa.Integer, autoincrement=False),
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
        sa.PrimaryKeyConstraint("rater_id", "game", "seats", name="pk_scoring_ratings"),
    )
    op.create_index("ix_scoring_ratings_board", "scoring_ratings", ["game", "seats", "ordinal"])
    op.create_table(
        "scoring_unreadable",
        sa.Column("sequence", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("subject", sa.String(200), nullable=False),
        sa.Column("why", sa.String(500), nullable=False),
    )
    op.create_table(
        "scoring_records",
        sa.Column("match_id", _ID, primary_key=True),
        sa.Column("record", sa.LargeBinary, nullable=False),
    )


def downgrade() -> None:
    for table in ("records", "unreadable", "ratings", "seats", "matches", "checkpoint"):
        op.drop_table(f"scoring_{table}")
