"""Drafts may be confirmed and wait: when they are carried out, and whether they were taken back before."""

from __future__ import annotations

from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Add the columns for taking back a move."""
    moment = "TEXT" if op.get_bind().dialect.name == "sqlite" else "TIMESTAMP WITH TIME ZONE"
    op.execute(f"ALTER TABLE draft ADD COLUMN passes_at {moment}")
    op.execute("ALTER TABLE draft ADD COLUMN taken_back INTEGER DEFAULT 0 NOT NULL")
