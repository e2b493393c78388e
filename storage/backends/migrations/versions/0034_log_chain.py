"""Each row of a log keeps the hash of the row before, and each match that of its last row."""

from __future__ import annotations

from alembic import op

revision = "0034"
down_revision = "0033"


def upgrade() -> None:
    """Add the columns; matches that have begun before stay without."""
    op.execute("ALTER TABLE match ADD COLUMN last_hash TEXT")
    op.execute("ALTER TABLE action ADD COLUMN previous TEXT")
    op.execute("ALTER TABLE archive ADD COLUMN previous TEXT")
