"""Puzzles may be out of a game of a server; those that are there are out of nobody's."""

from __future__ import annotations

from alembic import op

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    """The same words in every kind of database."""
    for column in ("guild_id", "match_id"):
        op.execute(f"ALTER TABLE puzzle ADD COLUMN {column} BIGINT")
    op.execute("CREATE INDEX puzzle_of_guild ON puzzle (guild_id) WHERE guild_id IS NOT NULL")
