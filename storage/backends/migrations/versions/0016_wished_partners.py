"""Keep in which languages somebody looks for a game, and how slow and how reliable their partners may be."""

from __future__ import annotations

from alembic import op

revision = "0016"
down_revision = "0015"

_COLUMNS = ("languages TEXT NOT NULL DEFAULT ''", "most_wait_s INTEGER NOT NULL DEFAULT 0", "least_kept INTEGER NOT NULL DEFAULT 0")


def upgrade() -> None:
    """The same for each kind of database."""
    for column in _COLUMNS:
        op.execute(f"ALTER TABLE wish ADD COLUMN {column}")
