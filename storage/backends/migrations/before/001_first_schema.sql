-- Matches, their seats, their append-only log, and everything that hangs on them.
-- Times are UTC as ISO text of one fixed width, so that they compare as text.

CREATE TABLE match (
    id            INTEGER PRIMARY KEY,
    game          TEXT    NOT NULL,
    options_json  TEXT    NOT NULL,
    rules_version INTEGER NOT NULL,
    guild_id      BIGINT,
    channel_id    BIGINT  NOT NULL,
    host_id       BIGINT  NOT NULL,
    status        TEXT    NOT NULL CHECK (status IN ('lobby', 'running', 'lost', 'finished', 'cancelled', 'expired')),
    seats_wanted  INTEGER NOT NULL,
    seat_order    TEXT    NOT NULL,
    locale        TEXT    NOT NULL,
    secret        BLOB    NOT NULL,
    commitment    TEXT    NOT NULL,
    version       INTEGER NOT NULL,
    created_at    TEXT    NOT NULL,
    started_at    TEXT,
    ended_at      TEXT,
    result_json   TEXT,
    rematch_of    BIGINT REFERENCES match (id)
);
-- A channel names its game: it never holds two that are alive.
CREATE UNIQUE INDEX match_live_in_channel ON match (channel_id) WHERE status IN ('lobby', 'running', 'lost');
CREATE INDEX match_by_channel ON match (channel_id, id);
CREATE INDEX match_by_guild ON match (guild_id, id);
CREATE INDEX match_running ON match (id) WHERE status = 'running';

CREATE TABLE seat (
    match_id      BIGINT  NOT NULL REFERENCES match (id),
    seat          INTEGER NOT NULL,
    user_id       BIGINT,
    level         TEXT,
    left_because  TEXT,
    told          INTEGER NOT NULL,
    waiting_since TEXT,
    joined        INTEGER NOT NULL,
    PRIMARY KEY (match_id, seat),
    UNIQUE (match_id, user_id),
    CHECK (user_id IS NOT NULL OR level IS NOT NULL)
);
CREATE INDEX seat_by_user ON seat (user_id, match_id);
CREATE INDEX seat_waiting ON seat (user_id, waiting_since) WHERE waiting_since IS NOT NULL;

CREATE TABLE action (
    match_id BIGINT  NOT NULL REFERENCES match (id),
    seq      INTEGER NOT NULL,
    seat     INTEGER NOT NULL,
    text     TEXT    NOT NULL,
    at       TEXT    NOT NULL,
    PRIMARY KEY (match_id, seq)
);
CREATE TRIGGER action_is_never_changed BEFORE UPDATE ON action
BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
CREATE TRIGGER action_is_never_deleted BEFORE DELETE ON action
BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;

-- Disposable: every row may be deleted at any time.
CREATE TABLE snapshot (
    match_id      BIGINT  NOT NULL REFERENCES match (id),
    seq           INTEGER NOT NULL,
    rules_version INTEGER NOT NULL,
    state_json    TEXT    NOT NULL,
    PRIMARY KEY (match_id, seq)
);

CREATE TABLE draft (
    match_id   BIGINT  NOT NULL REFERENCES match (id),
    seat       INTEGER NOT NULL,
    version    INTEGER NOT NULL,
    texts_json TEXT    NOT NULL,
    PRIMARY KEY (match_id, seat)
);

CREATE TABLE outbox (
    id           INTEGER PRIMARY KEY,
    match_id     BIGINT  NOT NULL REFERENCES match (id),
    kind         TEXT    NOT NULL,
    payload_json TEXT    NOT NULL,
    nonce        TEXT    NOT NULL UNIQUE CHECK (length(nonce) BETWEEN 1 AND 25),
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
    dead_at      TEXT
);
-- A turn is told once, whatever the program believes.
CREATE UNIQUE INDEX outbox_one_per_turn ON outbox (match_id, upto, seat) WHERE kind = 'turn';
CREATE INDEX outbox_by_match ON outbox (match_id, id);
CREATE INDEX outbox_unsent ON outbox (match_id, id) WHERE sent_at IS NULL AND dead_at IS NULL;

CREATE TABLE timer (
    id           INTEGER PRIMARY KEY,
    match_id     BIGINT REFERENCES match (id),
    kind         TEXT    NOT NULL,
    payload_json TEXT    NOT NULL,
    due_at       TEXT    NOT NULL,
    done_at      TEXT
);
CREATE INDEX timer_due ON timer (due_at) WHERE done_at IS NULL;
CREATE INDEX timer_of_match ON timer (match_id) WHERE done_at IS NULL;

CREATE TABLE player (
    user_id    BIGINT PRIMARY KEY,
    locale     TEXT,
    prefs_json TEXT NOT NULL
);
