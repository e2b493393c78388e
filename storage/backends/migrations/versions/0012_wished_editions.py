"""Keep which edition somebody looks for."""

from __future__ import annotations

from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """The same for each kind of database."""
    op.execute("ALTER TABLE wish ADD COLUMN edition TEXT NOT NULL DEFAULT ''")
