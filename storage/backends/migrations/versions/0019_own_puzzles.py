"""The origin of puzzles in a server's game; existing ones have none."""

from __future__ import annotations

from alembic import op

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    """Add the columns of a puzzle's server and match, with their index."""
    for column in ("guild_id", "match_id"):
        op.execute(f"ALTER TABLE puzzle ADD COLUMN {column} BIGINT")
    op.execute("CREATE INDEX puzzle_of_guild ON puzzle (guild_id) WHERE guild_id IS NOT NULL")
