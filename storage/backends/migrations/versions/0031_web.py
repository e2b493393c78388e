"""The open pages in the browser, and the games and tournaments that a public link shows."""

from __future__ import annotations

from alembic import op

revision = "0031"
down_revision = "0030"

_PAGE = """CREATE TABLE web_page (
    nonce   TEXT NOT NULL PRIMARY KEY,
    user_id BIGINT NOT NULL,
    until   {moment} NOT NULL,
    closed  INTEGER NOT NULL
)"""

_SHARE = """CREATE TABLE web_share (
    subject_kind TEXT NOT NULL,
    subject_id   BIGINT NOT NULL,
    secret       TEXT NOT NULL,
    PRIMARY KEY (subject_kind, subject_id)
)"""


def upgrade() -> None:
    """Create the tables of pages and public links."""
    moment = "TEXT" if op.get_bind().dialect.name == "sqlite" else "TIMESTAMP WITH TIME ZONE"
    op.execute(_PAGE.format(moment=moment))
    op.execute("CREATE INDEX web_page_of_user ON web_page (user_id)")
    op.execute(_SHARE)
