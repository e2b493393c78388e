"""Adopt the databases from before Alembic: messages belong to a topic, timers to a subject, drafts to a person and a subject."""

from __future__ import annotations

from alembic import op

revision = "0001"
down_revision = None

_NEW_TABLES = (
    """CREATE TABLE new_outbox (
        id           INTEGER NOT NULL PRIMARY KEY,
        topic_kind   TEXT    NOT NULL,
        topic_id     BIGINT  NOT NULL,
        kind         TEXT    NOT NULL,
        payload_json TEXT    NOT NULL,
        nonce        TEXT    NOT NULL UNIQUE,
        channel_id   BIGINT,
        user_id      BIGINT,
        seat         INTEGER,
        upto         INTEGER NOT NULL,
        created_at   TEXT    NOT NULL,
        due_at       TEXT    NOT NULL,
        attempts     INTEGER NOT NULL,
        tried_at     TEXT,
        error        TEXT,
        message_id   BIGINT,
        sent_at      TEXT,
        dead_at      TEXT,
        CHECK (length(nonce) BETWEEN 1 AND 25)
    )""",
    """CREATE TABLE new_timer (
        id           INTEGER NOT NULL PRIMARY KEY,
        kind         TEXT    NOT NULL,
        subject_kind TEXT    NOT NULL,
        subject_id   BIGINT  NOT NULL,
        seat         INTEGER,
        payload_json TEXT    NOT NULL,
        set_at       TEXT    NOT NULL,
        due_at       TEXT    NOT NULL,
        done_at      TEXT
    )""",
    """CREATE TABLE new_draft (
        user_id      BIGINT  NOT NULL,
        subject_kind TEXT    NOT NULL,
        subject_id   BIGINT  NOT NULL,
        version      INTEGER NOT NULL,
        texts_json   TEXT    NOT NULL,
        PRIMARY KEY (user_id, subject_kind, subject_id)
    )""",
)

_COPIES = (
    """INSERT INTO new_outbox
        SELECT id, 'match', match_id, kind, payload_json, nonce, channel_id, user_id, seat, upto, created_at, due_at, attempts,
            tried_at, error, message_id, sent_at, dead_at FROM outbox""",
    """INSERT INTO new_timer
        SELECT t.id, t.kind, 'match', t.match_id, NULL, t.payload_json, m.created_at, t.due_at, t.done_at
        FROM timer t JOIN match m ON m.id = t.match_id""",
    """INSERT INTO new_draft
        SELECT s.user_id, 'match', d.match_id, d.version, d.texts_json
        FROM draft d JOIN seat s ON s.match_id = d.match_id AND s.seat = d.seat WHERE s.user_id IS NOT NULL""",
)

_INDEXES = (
    "CREATE UNIQUE INDEX outbox_one_per_turn ON outbox (topic_kind, topic_id, upto, seat) WHERE kind = 'turn'",
    "CREATE INDEX outbox_by_topic ON outbox (topic_kind, topic_id, id)",
    "CREATE INDEX outbox_unsent ON outbox (topic_kind, topic_id, id) WHERE sent_at IS NULL AND dead_at IS NULL",
    "CREATE INDEX timer_due ON timer (due_at) WHERE done_at IS NULL",
    "CREATE INDEX timer_of_subject ON timer (subject_kind, subject_id) WHERE done_at IS NULL",
    "CREATE INDEX draft_of_subject ON draft (subject_kind, subject_id)",
)


def upgrade() -> None:
    """SQLite only: databases of other kinds are younger than this revision."""
    for statement in (*_NEW_TABLES, *_COPIES):
        op.execute(statement)
    for table in ("outbox", "timer", "draft"):
        op.execute(f"DROP TABLE {table}")
        op.execute(f"ALTER TABLE new_{table} RENAME TO {table}")
    for statement in _INDEXES:
        op.execute(statement)
