"""Keep what the members of a server vote for, where their server plays a seat."""

from __future__ import annotations

from alembic import op

revision = "0024"
down_revision = "0023"

_VOTE = """CREATE TABLE vote (
    match_id   BIGINT NOT NULL REFERENCES match (id),
    seat       INTEGER NOT NULL,
    version    INTEGER NOT NULL,
    user_id    BIGINT NOT NULL,
    texts_json TEXT NOT NULL,
    at         {moment} NOT NULL,
    tenths     INTEGER,
    PRIMARY KEY (match_id, seat, version, user_id)
)"""


def upgrade() -> None:
    """Create the tables of votes."""
    moment = "TEXT" if op.get_bind().dialect.name == "sqlite" else "TIMESTAMP WITH TIME ZONE"
    op.execute(_VOTE.format(moment=moment))
    op.execute("CREATE INDEX vote_of_user ON vote (user_id)")
