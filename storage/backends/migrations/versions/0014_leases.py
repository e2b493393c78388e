"""Keep which process looks after which part of everything."""

from __future__ import annotations

from alembic import op

revision = "0014"
down_revision = "0013"

_TABLE = """CREATE TABLE lease (
    name   TEXT    NOT NULL,
    holder TEXT    NOT NULL,
    until  {moment} NOT NULL,
    epoch  INTEGER NOT NULL,
    PRIMARY KEY (name)
)"""


def upgrade() -> None:
    """Create the table of leases."""
    op.execute(_TABLE.format(moment="TEXT" if op.get_bind().dialect.name == "sqlite" else "TIMESTAMP WITH TIME ZONE"))
