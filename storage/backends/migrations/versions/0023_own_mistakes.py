"""The personal puzzles made from one's own turns; existing puzzles belong to no person."""

from __future__ import annotations

from alembic import op

revision = "0023"
down_revision = "0022"


def upgrade() -> None:
    """Add the column of a puzzle's owner."""
    moment = "TEXT" if op.get_bind().dialect.name == "sqlite" else "TIMESTAMP WITH TIME ZONE"
    op.execute("ALTER TABLE puzzle ADD COLUMN user_id BIGINT")
    op.execute(f"ALTER TABLE puzzle ADD COLUMN due_at {moment}")
    op.execute("CREATE INDEX puzzle_of_user ON puzzle (user_id) WHERE user_id IS NOT NULL")
    op.execute("CREATE INDEX puzzle_of_turns ON puzzle (match_id) WHERE user_id IS NOT NULL")
