"""The program remembers in its database what it has told Discord, not in a file beside it."""

from __future__ import annotations

from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Create the table of notes."""
    op.execute("CREATE TABLE note (key TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (key))")
