"""What databases on the network said of positions."""

import sqlalchemy as sa
from alembic import op

revision = "2"
down_revision = "1"


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "book_answers",
        sa.Column("database", sa.Text(), primary_key=True),
        sa.Column("epd", sa.Text(), primary_key=True),
        sa.Column("games", sa.BigInteger(), nullable=False),
        sa.Column("moves", sa.Text(), nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
    )
    op.create_index("book_answers_by_time", "book_answers", ["at_ms"])
