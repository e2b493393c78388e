"""Matches have terms; those from before have no clock."""

from __future__ import annotations

from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add the column of a match's terms."""
    op.execute("ALTER TABLE match ADD COLUMN terms_json TEXT DEFAULT '{}' NOT NULL")
