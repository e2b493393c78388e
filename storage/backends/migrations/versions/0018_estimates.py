"""The versions of the estimates that a match's computers used; unknown for older matches."""

from __future__ import annotations

from alembic import op

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    """Add the column of a match's estimates."""
    op.execute("ALTER TABLE match ADD COLUMN estimates_json TEXT DEFAULT '[]' NOT NULL")
