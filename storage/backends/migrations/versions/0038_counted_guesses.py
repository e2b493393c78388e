"""The month in whose table a guess counts, and the number of games in which a member has guessed in a month."""

from __future__ import annotations

from alembic import op

revision = "0038"
down_revision = "0037"


def upgrade() -> None:
    """Add the columns; of guesses so far neither is known."""
    op.execute("ALTER TABLE vote ADD COLUMN counted INTEGER")
    op.execute("ALTER TABLE guess_month ADD COLUMN games INTEGER")
