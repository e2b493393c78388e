"""Events: who entered, an append-only log, and the matches that are played for them."""

from __future__ import annotations

from alembic import op

revision = "0005"
down_revision = "0004"

_TABLES = (
    """CREATE TABLE event (
    id            {key},
    name          TEXT NOT NULL,
    guild_id      BIGINT,
    channel_id    BIGINT NOT NULL,
    host_id       BIGINT NOT NULL,
    status        TEXT NOT NULL,
    settings_json TEXT NOT NULL,
    locale        TEXT NOT NULL,
    seed          TEXT NOT NULL,
    commitment    TEXT NOT NULL,
    version       INTEGER NOT NULL,
    created_at    {moment} NOT NULL,
    started_at    {moment},
    ended_at      {moment}
)""",
    "CREATE INDEX event_of_guild ON event (guild_id, status)",
    """CREATE TABLE entrant (
    event_id BIGINT  NOT NULL,
    number   INTEGER NOT NULL,
    user_id  BIGINT  NOT NULL,
    PRIMARY KEY (event_id, number),
    UNIQUE (event_id, user_id),
    FOREIGN KEY(event_id) REFERENCES event (id)
)""",
    "CREATE INDEX entrant_of_user ON entrant (user_id)",
    """CREATE TABLE event_entry (
    event_id     BIGINT  NOT NULL,
    seq          INTEGER NOT NULL,
    kind         TEXT    NOT NULL,
    payload_json TEXT    NOT NULL,
    at           {moment} NOT NULL,
    by_id        BIGINT,
    about        INTEGER,
    reason       TEXT,
    PRIMARY KEY (event_id, seq),
    FOREIGN KEY(event_id) REFERENCES event (id)
)""",
    """CREATE TABLE event_match (
    event_id     BIGINT  NOT NULL,
    round        INTEGER NOT NULL,
    table_number INTEGER NOT NULL,
    game         INTEGER NOT NULL,
    match_id     BIGINT  NOT NULL,
    PRIMARY KEY (event_id, round, table_number, game),
    FOREIGN KEY(event_id) REFERENCES event (id),
    FOREIGN KEY(match_id) REFERENCES match (id),
    UNIQUE (match_id)
)""",
)

_ERASED = "EXISTS (SELECT 1 FROM erased WHERE subject_kind = 'event' AND subject_id = OLD.event_id)"
_CHANGED = "UPDATE OF event_id, seq, kind, payload_json, at"

_GUARDS = (("event_entry_is_never_changed", _CHANGED, "FALSE"), ("event_entry_is_never_deleted", "DELETE", _ERASED))
"""Name, what is refused, and where it is not."""


def upgrade() -> None:
    """Create the tables of events."""
    on_sqlite = op.get_bind().dialect.name == "sqlite"
    kinds = {"key": "INTEGER PRIMARY KEY", "moment": "TEXT"}
    if not on_sqlite:
        kinds = {"key": "BIGSERIAL PRIMARY KEY", "moment": "TIMESTAMP WITH TIME ZONE"}
    for statement in _TABLES:
        op.execute(statement.format(**kinds))
    for name, what, but in _GUARDS:
        begins = f"CREATE TRIGGER {name} BEFORE {what} ON event_entry"
        if on_sqlite:
            unless = "" if but == "FALSE" else f" WHEN NOT {but}"
            op.execute(f"{begins}{unless} BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END")
        else:
            raises = "RAISE EXCEPTION 'the log is append-only' USING ERRCODE = 'integrity_constraint_violation'"
            body = f"BEGIN IF NOT {but} THEN {raises}; END IF; RETURN OLD; END"
            op.execute(f"CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$ {body} $$")
            op.execute(f"{begins} FOR EACH ROW EXECUTE FUNCTION {name}()")
