"""The languages in which a person looks for a game, and the pace and reliability of the wanted partners."""

from __future__ import annotations

from alembic import op

revision = "0016"
down_revision = "0015"

_COLUMNS = ("languages TEXT NOT NULL DEFAULT ''", "most_wait_s INTEGER NOT NULL DEFAULT 0", "least_kept INTEGER NOT NULL DEFAULT 0")


def upgrade() -> None:
    """Add the columns of wanted partners."""
    for column in _COLUMNS:
        op.execute(f"ALTER TABLE wish ADD COLUMN {column}")
