"""Two servers play one game: which other match a seat is played in, and invitations of servers."""

from __future__ import annotations

from alembic import op

revision = "0029"
down_revision = "0028"

_INVITATION = """CREATE TABLE invitation (
    match_id BIGINT NOT NULL PRIMARY KEY REFERENCES match (id),
    code     TEXT NOT NULL UNIQUE,
    name     TEXT NOT NULL,
    until    {moment} NOT NULL
)"""


def upgrade() -> None:
    """Add the columns of games between servers."""
    moment = "TEXT" if op.get_bind().dialect.name == "sqlite" else "TIMESTAMP WITH TIME ZONE"
    op.execute("ALTER TABLE seat ADD COLUMN mirror BIGINT")
    op.execute("ALTER TABLE seat ADD COLUMN called TEXT")
    op.execute(_INVITATION.format(moment=moment))
