"""Requests of people who sit in a game, and by which numbering its draws are made."""

from __future__ import annotations

from alembic import op

revision = "0008"
down_revision = "0007"

_TABLE = """CREATE TABLE request (
    match_id    BIGINT NOT NULL REFERENCES match (id),
    number      INTEGER NOT NULL,
    kind        TEXT NOT NULL,
    seat        INTEGER NOT NULL,
    detail_json TEXT NOT NULL,
    version     INTEGER NOT NULL,
    asked_at    {moment} NOT NULL,
    status      TEXT NOT NULL,
    agreed_json TEXT NOT NULL,
    closed_at   {moment},
    closed_by   INTEGER,
    PRIMARY KEY (match_id, number)
)"""


def upgrade() -> None:
    """Create the table of requests."""
    on_sqlite = op.get_bind().dialect.name == "sqlite"
    op.execute(_TABLE.format(moment="TEXT" if on_sqlite else "TIMESTAMP WITH TIME ZONE"))
    op.execute("ALTER TABLE match ADD COLUMN bag INTEGER DEFAULT 1 NOT NULL")
