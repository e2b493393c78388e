"""Keep what servers have chosen, and whom people want nothing to do with."""

from __future__ import annotations

from alembic import op

revision = "0004"
down_revision = "0003"

_TABLES = (
    "CREATE TABLE server (guild_id BIGINT NOT NULL PRIMARY KEY, prefs_json TEXT NOT NULL)",
    """CREATE TABLE block (
        user_id    BIGINT NOT NULL,
        blocked_id BIGINT NOT NULL,
        at         {moment} NOT NULL,
        PRIMARY KEY (user_id, blocked_id)
    )""",
    "CREATE INDEX block_of ON block (blocked_id)",
)


def upgrade() -> None:
    """Create the tables of choices."""
    moment = "TEXT" if op.get_bind().dialect.name == "sqlite" else "TIMESTAMP WITH TIME ZONE"
    for statement in _TABLES:
        op.execute(statement.format(moment=moment))
