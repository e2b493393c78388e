"""Keep what was found out about finished matches."""

from __future__ import annotations

from alembic import op

revision = "0015"
down_revision = "0014"

_TABLE = """CREATE TABLE analysis (
    match_id    BIGINT NOT NULL,
    judged_json TEXT NOT NULL,
    at          {moment} NOT NULL,
    PRIMARY KEY (match_id),
    FOREIGN KEY(match_id) REFERENCES match (id)
)"""


def upgrade() -> None:
    """Create the table of analyses."""
    op.execute(_TABLE.format(moment="TEXT" if op.get_bind().dialect.name == "sqlite" else "TIMESTAMP WITH TIME ZONE"))
