"""The number of rated games of two people: each further one says less about their strength."""

from __future__ import annotations

from alembic import op

revision = "0033"
down_revision = "0032"


def upgrade() -> None:
    """Add the number of rated games of two; everything is counted again, and fills it."""
    op.execute("ALTER TABLE opponent_stats ADD COLUMN rated INTEGER NOT NULL DEFAULT 0")
