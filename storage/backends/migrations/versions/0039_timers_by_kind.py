"""Indexes by which open timers are found by kind, and by when they were set, however many others there are."""

from __future__ import annotations

from alembic import op

revision = "0039"
down_revision = "0038"


def upgrade() -> None:
    """Replace the index of subjects by one that knows kinds and done ones, and add one of the times at which open ones were set."""
    op.execute("DROP INDEX timer_by_subject")
    op.execute("CREATE INDEX timer_by_subject ON timer (subject_kind, subject_id, kind, done_at)")
    op.execute("CREATE INDEX timer_set ON timer (set_at) WHERE done_at IS NULL")
