"""The games for which people have opened an activity of Discord's."""

from __future__ import annotations

from alembic import op

revision = "0037"
down_revision = "0036"

_LAUNCH = """CREATE TABLE web_launch (
    instance TEXT NOT NULL,
    user_id  BIGINT NOT NULL,
    match_id BIGINT NOT NULL,
    until    {moment} NOT NULL,
    PRIMARY KEY (instance, user_id)
)"""


def upgrade() -> None:
    """Create the table of opened activities."""
    moment = "TEXT" if op.get_bind().dialect.name == "sqlite" else "TIMESTAMP WITH TIME ZONE"
    op.execute(_LAUNCH.format(moment=moment))
    op.execute("CREATE INDEX web_launch_of_user ON web_launch (user_id)")
    op.execute("CREATE INDEX web_launch_until ON web_launch (until)")
