"""Keep puzzles, which of them a server had on which day, and how they were answered there."""

from __future__ import annotations

from alembic import op

revision = "0017"
down_revision = "0016"

_TABLES = (
    """CREATE TABLE puzzle (
    id        {key},
    data_json TEXT NOT NULL,
    at        {moment} NOT NULL
)""",
    """CREATE TABLE puzzle_day (
    guild_id  BIGINT NOT NULL,
    number    INTEGER NOT NULL,
    puzzle_id BIGINT NOT NULL REFERENCES puzzle (id),
    at        {moment} NOT NULL,
    PRIMARY KEY (guild_id, number)
)""",
    """CREATE TABLE puzzle_answer (
    guild_id   BIGINT NOT NULL,
    number     INTEGER NOT NULL,
    user_id    BIGINT NOT NULL,
    texts_json TEXT NOT NULL,
    tenths     INTEGER NOT NULL,
    at         {moment} NOT NULL,
    PRIMARY KEY (guild_id, number, user_id)
)""",
    "CREATE INDEX puzzle_answer_of ON puzzle_answer (user_id)",
)


def upgrade() -> None:
    """Create the tables of puzzles."""
    on_sqlite = op.get_bind().dialect.name == "sqlite"
    key = "INTEGER NOT NULL PRIMARY KEY" if on_sqlite else "BIGSERIAL NOT NULL PRIMARY KEY"
    for table in _TABLES:
        op.execute(table.format(key=key, moment="TEXT" if on_sqlite else "TIMESTAMP WITH TIME ZONE"))
