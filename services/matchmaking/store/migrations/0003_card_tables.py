"""Card tables: what the matches of a tournament, or of a leg, are played with; none before this means the game's own."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for table in ("matchmaking_tournaments", "matchmaking_legs"):
        op.add_column(table, sa.Column("data_digest", sa.LargeBinary, nullable=True))


def downgrade() -> None:
    for table in ("matchmaking_tournaments", "matchmaking_legs"):
        op.drop_column(table, "data_digest")
