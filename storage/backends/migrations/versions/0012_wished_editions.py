"""The edition that a person looks for."""

from __future__ import annotations

from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Add the column of a wish's edition."""
    op.execute("ALTER TABLE wish ADD COLUMN edition TEXT NOT NULL DEFAULT ''")
