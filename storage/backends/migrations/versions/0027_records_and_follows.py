"""Records of servers, the role of their champions, and who follows which games and players.

The records are empty at first: the program that keeps them counts all matches again.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"


def upgrade() -> None:
    """Create the tables of records and follows."""
    number, text = sa.BigInteger, sa.Text
    op.create_table(
        "server_record",
        sa.Column("guild_id", number, nullable=False),
        sa.Column("what", text, nullable=False),
        sa.Column("value", sa.Integer, nullable=False),
        sa.Column("match_id", number, sa.ForeignKey("match.id"), nullable=False),
        sa.Column("seats", text, nullable=False),
        sa.Column("before", sa.Integer),
        sa.PrimaryKeyConstraint("guild_id", "what"),
    )
    op.create_index("server_record_of_match", "server_record", ["match_id"])
    op.create_table(
        "champion_role",
        *(sa.Column(name, number, nullable=False) for name in ("guild_id", "user_id", "role_id")),
        sa.PrimaryKeyConstraint("guild_id", "user_id", "role_id"),
    )
    op.create_index("champion_role_of_user", "champion_role", ["user_id"])
    op.create_table(
        "follow",
        sa.Column("user_id", number, nullable=False),
        sa.Column("kind", text, nullable=False),
        sa.Column("followed_id", number, nullable=False),
        sa.Column("guild_id", number, nullable=False),
        sa.PrimaryKeyConstraint("user_id", "kind", "followed_id", "guild_id"),
    )
    op.create_index("follow_of", "follow", ["kind", "followed_id", "guild_id"])
    op.create_index("follow_in_guild", "follow", ["guild_id"])
