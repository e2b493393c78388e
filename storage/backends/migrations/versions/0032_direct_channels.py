"""The channels of private messages are kept, so that they are opened once."""

from __future__ import annotations

from alembic import op

revision = "0032"
down_revision = "0031"

_TABLE = """CREATE TABLE direct_channel (
    user_id    BIGINT NOT NULL PRIMARY KEY,
    channel_id BIGINT,
    opened_at  {moment} NOT NULL
)"""


def upgrade() -> None:
    """Create the table of stored channels of private messages."""
    moment = "TEXT" if op.get_bind().dialect.name == "sqlite" else "TIMESTAMP WITH TIME ZONE"
    op.execute(_TABLE.format(moment=moment))
    op.execute("CREATE INDEX direct_channel_opened ON direct_channel (opened_at)")
    op.execute("CREATE INDEX outbox_unsent_private ON outbox (id) WHERE sent_at IS NULL AND dead_at IS NULL AND channel_id IS NULL")
