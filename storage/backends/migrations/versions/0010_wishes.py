"""Keep who looks for a game in which server."""

from __future__ import annotations

from alembic import op

revision = "0010"
down_revision = "0009"

_TABLE = """CREATE TABLE wish (
    guild_id BIGINT  NOT NULL,
    user_id  BIGINT  NOT NULL,
    game     TEXT    NOT NULL,
    pace     TEXT    NOT NULL,
    seats    INTEGER NOT NULL,
    at       {moment} NOT NULL,
    PRIMARY KEY (guild_id, user_id)
)"""


def upgrade() -> None:
    """Create the table of wishes."""
    op.execute(_TABLE.format(moment="TEXT" if op.get_bind().dialect.name == "sqlite" else "TIMESTAMP WITH TIME ZONE"))
