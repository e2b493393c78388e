"""Drafts may be plans of a turn to come; those that are there are none."""

from __future__ import annotations

from alembic import op

revision = "0028"
down_revision = "0027"


def upgrade() -> None:
    """Add the column of a planned draft."""
    op.execute("ALTER TABLE draft ADD COLUMN planned INTEGER DEFAULT 0 NOT NULL")
