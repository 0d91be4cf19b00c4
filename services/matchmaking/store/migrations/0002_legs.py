"""Legs: tournaments of several games."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "matchmaking_legs",
        sa.Column("tournament_id", sa.String(26), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("options", sa.LargeBinary, nullable=False),
        sa.Column("rounds", sa.Integer, nullable=False),
        sa.ForeignKeyConstraint(
            ["tournament_id"], ["matchmaking_tournaments.tournament_id"], name="fk_matchmaking_legs_tournament_id"
        ),
    )


def downgrade() -> None:
    op.drop_table("matchmaking_legs")
