"""Each match notes whose readers may be told of it; those of the past may be told to all members, as before."""

from __future__ import annotations

from alembic import op

revision = "0040"
down_revision = "0039"


def upgrade() -> None:
    """Add the column and its index."""
    op.execute("ALTER TABLE match ADD COLUMN told_to TEXT")
    op.execute("CREATE INDEX match_told_to ON match (guild_id, told_to) WHERE told_to IS NOT NULL")
