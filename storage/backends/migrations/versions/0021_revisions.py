"""Each match, event, person and server counts how often it was written: anyone who decides on what it was before is told so."""

from __future__ import annotations

from alembic import op

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    """Create the table of revisions."""
    columns = "subject_kind TEXT NOT NULL, subject_id BIGINT NOT NULL, revision BIGINT NOT NULL"
    op.execute(f"CREATE TABLE revision ({columns}, PRIMARY KEY (subject_kind, subject_id))")
