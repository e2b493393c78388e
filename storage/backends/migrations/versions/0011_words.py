"""The word that a player adds to the sealed bag."""

from __future__ import annotations

from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Add the column of a seat's word."""
    op.execute("ALTER TABLE seat ADD COLUMN word TEXT")
