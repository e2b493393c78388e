"""Count how well the members of a server guess the moves of others, by month."""

from __future__ import annotations

from alembic import op

revision = "0025"
down_revision = "0024"

_GUESS_MONTH = """CREATE TABLE guess_month (
    guild_id BIGINT NOT NULL,
    month    INTEGER NOT NULL,
    user_id  BIGINT NOT NULL,
    guesses  INTEGER NOT NULL,
    hits     INTEGER NOT NULL,
    good     INTEGER NOT NULL,
    PRIMARY KEY (guild_id, month, user_id)
)"""


def upgrade() -> None:
    """Create the tables of guesses."""
    op.execute(_GUESS_MONTH)
    op.execute("CREATE INDEX guess_month_of_user ON guess_month (user_id)")
