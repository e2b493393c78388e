"""Duels are events that are no tournaments; people see who won theirs."""

from __future__ import annotations

from alembic import op

revision = "0026"
down_revision = "0025"


def upgrade() -> None:
    """Add the kind of an event, and its index."""
    op.execute("ALTER TABLE event ADD COLUMN kind TEXT NOT NULL DEFAULT 'tournament'")
    op.execute("DROP INDEX event_of_guild")
    op.execute("CREATE INDEX event_of_guild ON event (guild_id, kind, status)")
    for column in ("duels_won", "duels_lost"):
        op.execute(f"ALTER TABLE opponent_stats ADD COLUMN {column} INTEGER NOT NULL DEFAULT 0")
