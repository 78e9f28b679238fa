"""The first tables: raw lines, updates, reports."""

import sqlalchemy as sa
from alembic import op

revision = "1"
down_revision = None


def upgrade() -> None:
    """Create the tables."""
    row_id = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "lines",
        sa.Column("id", row_id, primary_key=True, autoincrement=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.Column("origin", sa.Text(), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
    )
    op.create_table(
        "updates",
        sa.Column("id", row_id, primary_key=True, autoincrement=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.Column("game_id", sa.Text(), nullable=False),
        sa.Column("happening", sa.String(20), nullable=False),
        sa.Column("payload", sa.Text(), nullable=False),
    )
    op.create_index("updates_of_game", "updates", ["game_id", "happening", "id"])
    op.create_table(
        "reports",
        sa.Column("game_id", sa.Text(), primary_key=True),
        sa.Column("number", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.Column("rules_version", sa.String(40), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("record", sa.Text(), nullable=False),
        sa.Column("report", sa.Text(), nullable=False),
    )
