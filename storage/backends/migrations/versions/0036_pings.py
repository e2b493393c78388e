"""Each message has the cause for which it reaches people, and pings that people cause are counted."""

from __future__ import annotations

from alembic import op

revision = "0036"
down_revision = "0035"

_STATEMENTS = (
    "ALTER TABLE outbox ADD COLUMN by_id BIGINT",
    "ALTER TABLE outbox ADD COLUMN cause TEXT",
    "ALTER TABLE outbox ADD COLUMN about TEXT",
    "CREATE INDEX outbox_by_person ON outbox (by_id) WHERE by_id IS NOT NULL",
    """CREATE TABLE ping (
    nonce   TEXT NOT NULL,
    user_id BIGINT NOT NULL,
    by_id   BIGINT NOT NULL,
    at      {moment} NOT NULL,
    PRIMARY KEY (nonce, user_id)
)""",
    "CREATE INDEX ping_by ON ping (by_id, at)",
    "CREATE INDEX ping_of ON ping (user_id, at)",
    "CREATE INDEX ping_at ON ping (at)",
    # What an older program has queued is sent as it would have sent it.
    "UPDATE outbox SET cause = 'before' WHERE sent_at IS NULL AND dead_at IS NULL",
)


def upgrade() -> None:
    """Add the columns and the table."""
    moment = "TEXT" if op.get_bind().dialect.name == "sqlite" else "TIMESTAMP WITH TIME ZONE"
    for statement in _STATEMENTS:
        op.execute(statement.format(moment=moment))
