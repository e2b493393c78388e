"""The statistics of players in each server, as rows; older games are counted in the background after the next start."""

from __future__ import annotations

from alembic import op

revision = "0020"
down_revision = "0019"

_TABLES = (
    """CREATE TABLE server_stats (
    guild_id    BIGINT  NOT NULL PRIMARY KEY,
    counted     INTEGER NOT NULL,
    version     INTEGER NOT NULL,
    reached_at  {moment},
    reached_id  BIGINT,
    is_complete INTEGER NOT NULL,
    checked_at  {moment}
)""",
    """CREATE TABLE game_stats (
    match_id  BIGINT  NOT NULL REFERENCES match (id),
    seat      INTEGER NOT NULL,
    guild_id  BIGINT  NOT NULL,
    number    INTEGER NOT NULL,
    user_id   BIGINT  NOT NULL,
    kind      TEXT    NOT NULL,
    mu        FLOAT(53),
    sigma     FLOAT(53),
    games     INTEGER,
    wins      INTEGER,
    made      INTEGER NOT NULL,
    missed    INTEGER NOT NULL,
    waited_us BIGINT  NOT NULL,
    PRIMARY KEY (match_id, seat)
)""",
    """CREATE TABLE player_stats (
    guild_id       BIGINT  NOT NULL,
    user_id        BIGINT  NOT NULL,
    games          INTEGER NOT NULL,
    wins           INTEGER NOT NULL,
    scored         INTEGER NOT NULL,
    points         INTEGER NOT NULL,
    best           INTEGER NOT NULL,
    margin         INTEGER,
    margin_channel BIGINT,
    PRIMARY KEY (guild_id, user_id)
)""",
    """CREATE TABLE season_stats (
    guild_id BIGINT  NOT NULL,
    season   INTEGER NOT NULL,
    user_id  BIGINT  NOT NULL,
    games    INTEGER NOT NULL,
    wins     INTEGER NOT NULL,
    PRIMARY KEY (guild_id, season, user_id)
)""",
    """CREATE TABLE rating (
    guild_id BIGINT  NOT NULL,
    kind     TEXT    NOT NULL,
    user_id  BIGINT  NOT NULL,
    mu       FLOAT(53) NOT NULL,
    sigma    FLOAT(53) NOT NULL,
    games    INTEGER NOT NULL,
    wins     INTEGER NOT NULL,
    value    INTEGER NOT NULL,
    PRIMARY KEY (guild_id, kind, user_id)
)""",
    """CREATE TABLE rated_kind (
    guild_id BIGINT  NOT NULL,
    kind     TEXT    NOT NULL,
    games    INTEGER NOT NULL,
    PRIMARY KEY (guild_id, kind)
)""",
    """CREATE TABLE opponent_stats (
    guild_id BIGINT  NOT NULL,
    user_id  BIGINT  NOT NULL,
    other_id BIGINT  NOT NULL,
    games    INTEGER NOT NULL,
    won      INTEGER NOT NULL,
    lost     INTEGER NOT NULL,
    PRIMARY KEY (guild_id, user_id, other_id)
)""",
)

_INDEXES = (
    "match_ended ON match (guild_id, ended_at, id) WHERE status = 'finished'",
    "game_stats_of_user ON game_stats (guild_id, user_id, number)",
    "game_stats_in_order ON game_stats (guild_id, number)",
    "player_stats_by_wins ON player_stats (guild_id, wins)",
    "player_stats_of_user ON player_stats (user_id)",
    "season_stats_by_wins ON season_stats (guild_id, season, wins)",
    "season_stats_of_user ON season_stats (guild_id, user_id)",
    "rating_by_value ON rating (guild_id, kind, value)",
    "rating_of_user ON rating (guild_id, user_id)",
    "opponent_stats_of_other ON opponent_stats (other_id)",
)


def upgrade() -> None:
    """Empty tables; a moment is a text in SQLite, which has none."""
    moment = "TEXT" if op.get_bind().dialect.name == "sqlite" else "TIMESTAMPTZ"
    for table in _TABLES:
        op.execute(table.format(moment=moment))
    for index in _INDEXES:
        op.execute(f"CREATE INDEX {index}")
