-- Maps that servers have added. What was removed from a list keeps its text: matches name it for ever.
CREATE TABLE map (
    id         TEXT   NOT NULL,
    guild_id   BIGINT NOT NULL,
    title      TEXT   NOT NULL,
    text       TEXT   NOT NULL,
    added_by   BIGINT NOT NULL,
    added_at   TEXT   NOT NULL,
    removed_at TEXT,
    PRIMARY KEY (id, guild_id)
);
CREATE INDEX map_of_guild ON map (guild_id, added_at) WHERE removed_at IS NULL;
CREATE TRIGGER map_text_is_never_changed BEFORE UPDATE OF id, text ON map
BEGIN SELECT RAISE(ABORT, 'a map is never changed'); END;
CREATE TRIGGER map_is_never_deleted BEFORE DELETE ON map
BEGIN SELECT RAISE(ABORT, 'a map is never deleted'); END;

-- Disposable: what somebody uploaded last and has not confirmed yet.
CREATE TABLE map_upload (
    guild_id BIGINT NOT NULL,
    user_id  BIGINT NOT NULL,
    text     TEXT   NOT NULL,
    at       TEXT   NOT NULL,
    PRIMARY KEY (guild_id, user_id)
);
