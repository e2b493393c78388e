"""Matches name the versions of the estimates that their computers weighed with; nobody knows those of before."""

from __future__ import annotations

from alembic import op

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    """The same words in every kind of database."""
    op.execute("ALTER TABLE match ADD COLUMN estimates_json TEXT DEFAULT '[]' NOT NULL")
