"""Tables of bars, reports, letters, and the log of what operators did."""

from __future__ import annotations

from alembic import op

revision = "0035"
down_revision = "0034"

_TABLES = (
    """CREATE TABLE bar (
    number BIGINT NOT NULL PRIMARY KEY,
    kind   TEXT NOT NULL,
    "by"   BIGINT NOT NULL,
    at     {moment} NOT NULL
)""",
    """CREATE TABLE report (
    id         {key},
    at         {moment} NOT NULL,
    user_id    BIGINT NOT NULL,
    guild_id   BIGINT,
    channel_id BIGINT NOT NULL,
    message_id BIGINT NOT NULL,
    text       TEXT NOT NULL,
    closed_at  {moment},
    UNIQUE (user_id, message_id)
)""",
    """CREATE TABLE operation (
    id     {key},
    at     {moment} NOT NULL,
    "by"   BIGINT NOT NULL,
    what   TEXT NOT NULL,
    about  BIGINT,
    detail TEXT NOT NULL
)""",
    """CREATE TABLE letter_receipt (
    letter  BIGINT NOT NULL,
    user_id BIGINT NOT NULL,
    PRIMARY KEY (letter, user_id)
)""",
    "CREATE INDEX letter_receipt_of ON letter_receipt (user_id)",
    'CREATE INDEX bar_by ON bar ("by")',
    'CREATE INDEX operation_by ON operation ("by")',
    "CREATE INDEX operation_about ON operation (about)",
)


def upgrade() -> None:
    """Create the tables of bars, reports, operations and letters."""
    on_sqlite = op.get_bind().dialect.name == "sqlite"
    key = "INTEGER NOT NULL PRIMARY KEY" if on_sqlite else "BIGSERIAL NOT NULL PRIMARY KEY"
    for table in _TABLES:
        op.execute(table.format(key=key, moment="TEXT" if on_sqlite else "TIMESTAMP WITH TIME ZONE"))
