"""Keep the word that somebody at a table adds to the sealed bag."""

from __future__ import annotations

from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """The same for each kind of database."""
    op.execute("ALTER TABLE seat ADD COLUMN word TEXT")
