PRAGMA user_version = 1000;
BEGIN TRANSACTION;
CREATE TABLE action (
    match_id BIGINT  NOT NULL REFERENCES match (id),
    seq      INTEGER NOT NULL,
    seat     INTEGER NOT NULL,
    text     TEXT    NOT NULL,
    at       TEXT    NOT NULL,
    PRIMARY KEY (match_id, seq)
);
INSERT INTO "action" VALUES(1,0,-1,'draw base/U','2026-03-01T12:00:00.000000Z');
INSERT INTO "action" VALUES(1,1,0,'place 1,0 r0','2026-03-01T12:00:00.000000Z');
INSERT INTO "action" VALUES(1,2,0,'deploy small f1','2026-03-01T12:00:00.000000Z');
INSERT INTO "action" VALUES(1,3,-1,'draw base/B','2026-03-01T12:00:00.000000Z');
INSERT INTO "action" VALUES(1,4,1,'place 0,1 r0','2026-03-01T12:00:00.000000Z');
INSERT INTO "action" VALUES(1,5,1,'deploy small m','2026-03-01T12:00:00.000000Z');
INSERT INTO "action" VALUES(1,6,-1,'draw base/B','2026-03-01T12:00:00.000000Z');
INSERT INTO "action" VALUES(1,7,0,'place -1,1 r0','2026-03-01T12:00:00.000000Z');
INSERT INTO "action" VALUES(1,8,0,'deploy small f1','2026-03-01T12:00:00.000000Z');
INSERT INTO "action" VALUES(1,9,-1,'draw base/A','2026-03-01T12:00:00.000000Z');
INSERT INTO "action" VALUES(1,10,1,'place 2,0 r1','2026-03-01T12:00:00.000000Z');
INSERT INTO "action" VALUES(1,11,1,'skip','2026-03-01T12:00:00.000000Z');
INSERT INTO "action" VALUES(1,12,-1,'draw base/G','2026-03-01T12:00:00.000000Z');
INSERT INTO "action" VALUES(1,13,0,'place 1,-1 r0','2026-03-01T12:00:00.000000Z');
INSERT INTO "action" VALUES(1,14,0,'skip','2026-03-01T12:00:00.000000Z');
INSERT INTO "action" VALUES(1,15,-1,'draw base/O','2026-03-01T12:00:00.000000Z');
INSERT INTO "action" VALUES(1,16,1,'place 0,-1 r2','2026-03-01T12:00:00.000000Z');
INSERT INTO "action" VALUES(1,17,1,'deploy small f2','2026-03-01T12:00:00.000000Z');
INSERT INTO "action" VALUES(1,18,-1,'draw base/J','2026-03-01T12:00:00.000000Z');
INSERT INTO "action" VALUES(1,19,0,'place 2,-1 r3','2026-03-01T12:00:00.000000Z');
INSERT INTO "action" VALUES(1,20,0,'skip','2026-03-01T12:00:00.000000Z');
INSERT INTO "action" VALUES(1,21,-1,'draw base/N','2026-03-01T12:00:00.000000Z');
INSERT INTO "action" VALUES(1,22,1,'place -1,2 r2','2026-03-01T12:00:00.000000Z');
INSERT INTO "action" VALUES(1,23,1,'deploy small c1','2026-03-01T12:00:00.000000Z');
INSERT INTO "action" VALUES(1,24,-1,'draw base/L','2026-03-01T12:00:00.000000Z');
INSERT INTO "action" VALUES(1,25,0,'place -1,-1 r2','2026-03-01T12:00:00.000000Z');
INSERT INTO "action" VALUES(1,26,0,'deploy small f2','2026-03-01T12:00:00.000000Z');
INSERT INTO "action" VALUES(1,27,-1,'draw base/U','2026-03-01T12:00:00.000000Z');
INSERT INTO "action" VALUES(1,28,1,'place 2,1 r0','2026-03-01T12:00:00.000000Z');
INSERT INTO "action" VALUES(1,29,1,'skip','2026-03-01T12:00:00.000000Z');
INSERT INTO "action" VALUES(1,30,-1,'draw base/W','2026-03-01T12:00:00.000000Z');
INSERT INTO "action" VALUES(1,31,0,'place 2,-2 r3','2026-03-01T12:00:00.000000Z');
INSERT INTO "action" VALUES(1,32,0,'deploy small r1','2026-03-01T12:00:00.000000Z');
INSERT INTO "action" VALUES(1,33,-1,'draw base/T','2026-03-01T12:00:00.000000Z');
INSERT INTO "action" VALUES(1,34,1,'place 0,-2 r0','2026-03-01T12:00:00.000000Z');
INSERT INTO "action" VALUES(1,35,1,'deploy small r1','2026-03-01T12:00:00.000000Z');
INSERT INTO "action" VALUES(1,36,-1,'draw base/P','2026-03-01T12:00:00.000000Z');
INSERT INTO "action" VALUES(1,37,0,'place 3,-2 r2','2026-03-01T12:00:00.000000Z');
INSERT INTO "action" VALUES(1,38,0,'deploy small r1','2026-03-01T12:00:00.000000Z');
INSERT INTO "action" VALUES(1,39,-1,'draw base/I','2026-03-01T12:00:00.000000Z');
INSERT INTO "action" VALUES(1,40,1,'place -1,3 r0','2026-03-01T12:00:00.000000Z');
INSERT INTO "action" VALUES(1,41,1,'skip','2026-03-01T12:00:00.000000Z');
INSERT INTO "action" VALUES(1,42,-1,'draw base/N','2026-03-01T12:00:00.000000Z');
INSERT INTO "action" VALUES(1,43,0,'place 2,2 r3','2026-03-01T12:00:00.000000Z');
INSERT INTO "action" VALUES(1,44,0,'deploy small c1','2026-03-01T12:00:00.000000Z');
INSERT INTO "action" VALUES(1,45,-1,'draw base/R','2026-03-01T12:00:00.000000Z');
INSERT INTO "action" VALUES(3,0,-1,'dealer s0','2026-03-01T12:00:00.000000Z');
INSERT INTO "action" VALUES(3,1,-1,'turn bH','2026-03-01T12:00:00.000000Z');
INSERT INTO "action" VALUES(3,2,-1,'turn gH','2026-03-01T12:00:00.000000Z');
INSERT INTO "action" VALUES(3,3,-1,'turn gP2','2026-03-01T12:00:00.000000Z');
INSERT INTO "action" VALUES(3,4,-1,'turn yP1','2026-03-01T12:00:00.000000Z');
INSERT INTO "action" VALUES(3,5,-1,'turn gH','2026-03-01T12:00:00.000000Z');
INSERT INTO "action" VALUES(3,6,-1,'turn yP1','2026-03-01T12:00:00.000000Z');
INSERT INTO "action" VALUES(3,7,-1,'turn bH','2026-03-01T12:00:00.000000Z');
INSERT INTO "action" VALUES(3,8,-1,'turn yP2','2026-03-01T12:00:00.000000Z');
INSERT INTO "action" VALUES(3,9,-1,'turn yP3','2026-03-01T12:00:00.000000Z');
INSERT INTO "action" VALUES(3,10,-1,'turn rP2','2026-03-01T12:00:00.000000Z');
INSERT INTO "action" VALUES(3,11,-1,'deal bP1 s1','2026-03-01T12:00:00.000000Z');
INSERT INTO "action" VALUES(3,12,-1,'deal rP1 s0','2026-03-01T12:00:00.000000Z');
INSERT INTO "action" VALUES(3,13,-1,'deal bH s1','2026-03-01T12:00:00.000000Z');
INSERT INTO "action" VALUES(3,14,-1,'deal rP1 s0','2026-03-01T12:00:00.000000Z');
INSERT INTO "action" VALUES(3,15,-1,'deal gA s1','2026-03-01T12:00:00.000000Z');
INSERT INTO "action" VALUES(3,16,-1,'deal rA s0','2026-03-01T12:00:00.000000Z');
INSERT INTO "action" VALUES(3,17,-1,'deal gP1 s1','2026-03-01T12:00:00.000000Z');
INSERT INTO "action" VALUES(3,18,-1,'deal FA s0','2026-03-01T12:00:00.000000Z');
INSERT INTO "action" VALUES(3,19,-1,'deal JH s1','2026-03-01T12:00:00.000000Z');
INSERT INTO "action" VALUES(3,20,-1,'deal JA s0','2026-03-01T12:00:00.000000Z');
INSERT INTO "action" VALUES(3,21,-1,'deal yP2 s1','2026-03-01T12:00:00.000000Z');
INSERT INTO "action" VALUES(3,22,-1,'deal bP1 s0','2026-03-01T12:00:00.000000Z');
INSERT INTO "action" VALUES(4,0,-1,'draw base/U','2026-03-01T12:00:00.000000Z');
INSERT INTO "action" VALUES(1,46,1,'place 0,2 r2','2026-03-02T12:00:00.000000Z');
INSERT INTO "action" VALUES(1,47,-1,'draw base/H','2026-03-02T12:00:00.000000Z');
INSERT INTO "action" VALUES(1,48,0,'place 3,0 r0','2026-03-02T12:01:00.000000Z');
INSERT INTO "action" VALUES(1,49,0,'deploy small c2','2026-03-02T12:01:00.000000Z');
INSERT INTO "action" VALUES(1,50,-1,'draw base/V','2026-03-02T12:01:00.000000Z');
INSERT INTO "action" VALUES(1,51,1,'place -2,1 r0','2026-03-02T12:01:00.000000Z');
INSERT INTO "action" VALUES(1,52,1,'deploy small f2','2026-03-02T12:01:00.000000Z');
INSERT INTO "action" VALUES(1,53,-1,'draw base/W','2026-03-02T12:01:00.000000Z');
INSERT INTO "action" VALUES(1,54,0,'place -2,-1 r2','2026-03-02T12:02:00.000000Z');
INSERT INTO "action" VALUES(1,55,-1,'draw base/E','2026-03-02T12:02:00.000000Z');
INSERT INTO "action" VALUES(1,56,1,'place 4,-2 r3','2026-03-02T12:02:00.000000Z');
INSERT INTO "action" VALUES(1,57,1,'deploy small f1','2026-03-02T12:02:00.000000Z');
INSERT INTO "action" VALUES(1,58,-1,'draw base/V','2026-03-02T12:02:00.000000Z');
INSERT INTO "action" VALUES(1,59,0,'place 2,-3 r3','2026-03-02T12:03:00.000000Z');
INSERT INTO "action" VALUES(1,60,-1,'draw base/E','2026-03-02T12:03:00.000000Z');
INSERT INTO "action" VALUES(1,61,1,'place -1,4 r1','2026-03-02T12:03:00.000000Z');
INSERT INTO "action" VALUES(1,62,1,'deploy small f1','2026-03-02T12:03:00.000000Z');
INSERT INTO "action" VALUES(1,63,-1,'draw base/V','2026-03-02T12:03:00.000000Z');
INSERT INTO "action" VALUES(1,64,0,'place 3,2 r3','2026-03-02T12:04:00.000000Z');
INSERT INTO "action" VALUES(1,65,-1,'draw base/J','2026-03-02T12:04:00.000000Z');
INSERT INTO "action" VALUES(1,66,1,'place 0,3 r0','2026-03-02T12:04:00.000000Z');
INSERT INTO "action" VALUES(1,67,1,'deploy small f2','2026-03-02T12:04:00.000000Z');
INSERT INTO "action" VALUES(1,68,-1,'draw base/R','2026-03-02T12:04:00.000000Z');
INSERT INTO "action" VALUES(1,69,0,'place -2,3 r2','2026-03-02T12:05:00.000000Z');
INSERT INTO "action" VALUES(1,70,-1,'draw base/L','2026-03-02T12:05:00.000000Z');
INSERT INTO "action" VALUES(1,71,1,'place -3,1 r0','2026-03-02T12:05:00.000000Z');
INSERT INTO "action" VALUES(1,72,-1,'draw base/W','2026-03-02T12:05:00.000000Z');
INSERT INTO "action" VALUES(1,73,0,'place -3,-1 r0','2026-03-02T12:06:00.000000Z');
INSERT INTO "action" VALUES(1,74,-1,'draw base/Q','2026-03-02T12:06:00.000000Z');
INSERT INTO "action" VALUES(1,75,1,'place 1,2 r0','2026-03-02T12:06:00.000000Z');
INSERT INTO "action" VALUES(1,76,-1,'draw base/V','2026-03-02T12:06:00.000000Z');
INSERT INTO "action" VALUES(1,77,0,'place 4,-3 r2','2026-03-02T12:07:00.000000Z');
INSERT INTO "action" VALUES(1,78,-1,'draw base/M','2026-03-02T12:07:00.000000Z');
INSERT INTO "action" VALUES(1,79,1,'place 5,-2 r1','2026-03-02T12:07:00.000000Z');
INSERT INTO "action" VALUES(1,80,-1,'draw base/D','2026-03-02T12:07:00.000000Z');
INSERT INTO "action" VALUES(1,81,1,'vacate resigned citizen','2026-03-02T13:00:00.000000Z');
INSERT INTO "action" VALUES(3,23,1,'vacate resigned citizen','2026-03-02T14:00:00.000000Z');
INSERT INTO "action" VALUES(3,24,0,'vacate resigned citizen','2026-03-02T14:00:00.000000Z');
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0019');
CREATE TABLE analysis (
    match_id    BIGINT NOT NULL,
    judged_json TEXT NOT NULL,
    at          TEXT NOT NULL,
    PRIMARY KEY (match_id),
    FOREIGN KEY(match_id) REFERENCES match (id)
);
CREATE TABLE archive (
    match_id     BIGINT  NOT NULL PRIMARY KEY REFERENCES match (id),
    logged       INTEGER NOT NULL,
    clocked      INTEGER NOT NULL,
    acted        INTEGER NOT NULL,
    actions      BLOB NOT NULL,
    clock_events BLOB NOT NULL
);
CREATE TABLE block (
        user_id    BIGINT NOT NULL,
        blocked_id BIGINT NOT NULL,
        at         TEXT NOT NULL,
        PRIMARY KEY (user_id, blocked_id)
    );
CREATE TABLE clock_event (
    match_id  BIGINT   NOT NULL REFERENCES match (id),
    seq       INTEGER  NOT NULL,
    at        TEXT NOT NULL,
    what      TEXT     NOT NULL,
    seat      INTEGER,
    why       TEXT     NOT NULL,
    since     TEXT,
    until     TEXT,
    length_us BIGINT   NOT NULL,
    PRIMARY KEY (match_id, seq)
);
CREATE TABLE "draft" (
        user_id      BIGINT  NOT NULL,
        subject_kind TEXT    NOT NULL,
        subject_id   BIGINT  NOT NULL,
        version      INTEGER NOT NULL,
        texts_json   TEXT    NOT NULL, passes_at TEXT, taken_back INTEGER DEFAULT 0 NOT NULL,
        PRIMARY KEY (user_id, subject_kind, subject_id)
    );
CREATE TABLE entrant (
    event_id BIGINT  NOT NULL,
    number   INTEGER NOT NULL,
    user_id  BIGINT  NOT NULL,
    PRIMARY KEY (event_id, number),
    UNIQUE (event_id, user_id),
    FOREIGN KEY(event_id) REFERENCES event (id)
);
CREATE TABLE erased (
    subject_kind TEXT   NOT NULL,
    subject_id   BIGINT NOT NULL,
    at           TEXT NOT NULL,
    PRIMARY KEY (subject_kind, subject_id)
);
CREATE TABLE event (
    id            INTEGER PRIMARY KEY,
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
    created_at    TEXT NOT NULL,
    started_at    TEXT,
    ended_at      TEXT
);
CREATE TABLE event_entry (
    event_id     BIGINT  NOT NULL,
    seq          INTEGER NOT NULL,
    kind         TEXT    NOT NULL,
    payload_json TEXT    NOT NULL,
    at           TEXT NOT NULL,
    by_id        BIGINT,
    about        INTEGER,
    reason       TEXT,
    PRIMARY KEY (event_id, seq),
    FOREIGN KEY(event_id) REFERENCES event (id)
);
CREATE TABLE event_match (
    event_id     BIGINT  NOT NULL,
    round        INTEGER NOT NULL,
    table_number INTEGER NOT NULL,
    game         INTEGER NOT NULL,
    match_id     BIGINT  NOT NULL,
    PRIMARY KEY (event_id, round, table_number, game),
    FOREIGN KEY(event_id) REFERENCES event (id),
    FOREIGN KEY(match_id) REFERENCES match (id),
    UNIQUE (match_id)
);
CREATE TABLE lease (
    name   TEXT    NOT NULL,
    holder TEXT    NOT NULL,
    until  TEXT NOT NULL,
    epoch  INTEGER NOT NULL,
    PRIMARY KEY (name)
);
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
INSERT INTO "map" VALUES('isle-8792dc430ccf',7,'My isle','map: isle-1
Ærø ~
',101,'2026-03-01T12:00:00.000000Z',NULL);
CREATE TABLE map_upload (
    guild_id BIGINT NOT NULL,
    user_id  BIGINT NOT NULL,
    text     TEXT   NOT NULL,
    at       TEXT   NOT NULL,
    PRIMARY KEY (guild_id, user_id)
);
INSERT INTO "map_upload" VALUES(7,102,'two','2026-03-01T12:00:00.000000Z');
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
, terms_json TEXT DEFAULT '{}' NOT NULL, bag INTEGER DEFAULT 1 NOT NULL, estimates_json TEXT DEFAULT '[]' NOT NULL);
INSERT INTO "match" VALUES(1,'carcassonne','{"edition":"base","expansions":"","farmers":"on","farm_rule":"edition","small_city":"edition","meeples":"0","first_player":"random","animal_tiles":"on","unfinished_inn_cathedral":"zero","big_followers_per_player":"1","builder_second_part":"automatic","goods_points":"10","builders_per_player":"1","pigs_per_player":"1","fairy_placement":"follower","fairy_final_scoring":"on","dragon_timing":"before_scoring","princess":"may","volcano_wood":"not_on_tile","dragon_tiles_before_volcano":"set_aside","dragon_steps":"6","ransom_needs_points":"on","capture":"optional","abandoned_tower":"reopens","ransom_price":"3","tower_pieces":"0","tower_piece_in_part_2":"on","map":"none","towns":"","starts":"2"}',1,7,70,101,'running',6,'joined','en',X'801FDDA19BA7259C25BD77589A4F2AF4E7086E2B41390EBA4E9D9B20761F1618','f8f27ba2a12c82e44a389d7be26e1d675e710a512a028379c6fc5b21763a32be',82,'2026-03-01T12:00:00.000000Z','2026-03-01T12:00:00.000000Z',NULL,NULL,NULL,'{}',1,'[]');
INSERT INTO "match" VALUES(2,'carcassonne','{"edition":"base","expansions":"inns","farmers":"on","farm_rule":"edition","small_city":"edition","meeples":"0","first_player":"random","animal_tiles":"on","unfinished_inn_cathedral":"zero","big_followers_per_player":"1","builder_second_part":"automatic","goods_points":"10","builders_per_player":"1","pigs_per_player":"1","fairy_placement":"follower","fairy_final_scoring":"on","dragon_timing":"before_scoring","princess":"may","volcano_wood":"not_on_tile","dragon_tiles_before_volcano":"set_aside","dragon_steps":"6","ransom_needs_points":"on","capture":"optional","abandoned_tower":"reopens","ransom_price":"3","tower_pieces":"0","tower_piece_in_part_2":"on","map":"none","towns":"","starts":"2"}',1,7,71,102,'lobby',6,'random','en',X'B641E97FFC072784B607A5E2447C0852ED9EB6C0FA35AE2FCAAB2CD2110DD2C6','6ab9d4dd6179546f0512d05dcc551069f221c0c6d919dc32c0f1a791049d2e5d',0,'2026-03-01T12:00:00.000000Z',NULL,NULL,NULL,NULL,'{}',1,'[]');
INSERT INTO "match" VALUES(3,'cardcassonne','{"animal_table":"3,6,9,12,14,16,18,20,22,24,26,28,30","initial_jokers":"ask"}',1,7,72,103,'running',5,'joined','en',X'DBA19FB20FF2337240EB069895358BDD1DF82448B92BB0F2F446E2E90FE8A7C9','1af73d3ebbb7f383a1db3d7e6a946e3c952197f15a1586600bce246d95630849',25,'2026-03-01T12:00:00.000000Z','2026-03-01T12:00:00.000000Z',NULL,NULL,NULL,'{}',1,'[]');
INSERT INTO "match" VALUES(4,'carcassonne','{"edition":"base","expansions":"","farmers":"on","farm_rule":"edition","small_city":"edition","meeples":"0","first_player":"random","animal_tiles":"on","unfinished_inn_cathedral":"zero","big_followers_per_player":"1","builder_second_part":"automatic","goods_points":"10","builders_per_player":"1","pigs_per_player":"1","fairy_placement":"follower","fairy_final_scoring":"on","dragon_timing":"before_scoring","princess":"may","volcano_wood":"not_on_tile","dragon_tiles_before_volcano":"set_aside","dragon_steps":"6","ransom_needs_points":"on","capture":"optional","abandoned_tower":"reopens","ransom_price":"3","tower_pieces":"0","tower_piece_in_part_2":"on","map":"none","towns":"","starts":"2"}',1,8,80,103,'cancelled',6,'joined','en',X'9FA2B3B440EC9DB16351D1F224577A3CED5C21EB9E6600405A9D20ACFEDAAFF4','e41d74716e2deb21b802dbc6f58db0cba4d64159efc45a57b862c5e971c00a18',1,'2026-03-01T12:00:00.000000Z','2026-03-01T12:00:00.000000Z','2026-03-01T12:00:00.000000Z',NULL,NULL,'{}',1,'[]');
CREATE TABLE note (key TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (key));
CREATE TABLE "outbox" (
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
    );
INSERT INTO "outbox" VALUES(1,'match',1,'lobby','{}','5b9c1851b06321c922c3',70,NULL,NULL,0,'2026-03-01T12:00:00.000000Z','2026-03-01T12:00:00.000000Z',1,'2026-03-01T12:00:00.000000Z',NULL,6001,'2026-03-01T12:00:00.000000Z',NULL);
INSERT INTO "outbox" VALUES(2,'match',1,'turn','{"since":0,"first":true}','211f4682a2189535fa8f',70,101,0,1,'2026-03-01T12:00:00.000000Z','2026-03-01T12:00:00.000000Z',1,'2026-03-01T12:00:00.000000Z',NULL,6002,'2026-03-01T12:00:00.000000Z',NULL);
INSERT INTO "outbox" VALUES(3,'match',1,'turn','{"since":0,"first":true}','072deb7df2af75178ced',70,102,1,4,'2026-03-01T12:00:00.000000Z','2026-03-01T12:00:00.000000Z',1,'2026-03-01T12:00:00.000000Z',NULL,6003,'2026-03-01T12:00:00.000000Z',NULL);
INSERT INTO "outbox" VALUES(4,'match',1,'turn','{"since":1,"first":false}','e4934f5a8f9f5d3df51d',70,101,0,7,'2026-03-01T12:00:00.000000Z','2026-03-01T12:00:00.000000Z',1,'2026-03-01T12:00:00.000000Z',NULL,6004,'2026-03-01T12:00:00.000000Z',NULL);
INSERT INTO "outbox" VALUES(5,'match',1,'turn','{"since":4,"first":false}','d67e029c0300184de76d',70,102,1,10,'2026-03-01T12:00:00.000000Z','2026-03-01T12:00:00.000000Z',1,'2026-03-01T12:00:00.000000Z',NULL,6005,'2026-03-01T12:00:00.000000Z',NULL);
INSERT INTO "outbox" VALUES(6,'match',1,'turn','{"since":7,"first":false}','12e41c98c74ef69bd26e',70,101,0,13,'2026-03-01T12:00:00.000000Z','2026-03-01T12:00:00.000000Z',1,'2026-03-01T12:00:00.000000Z',NULL,6006,'2026-03-01T12:00:00.000000Z',NULL);
INSERT INTO "outbox" VALUES(7,'match',1,'turn','{"since":10,"first":false}','ed342be96c715a349d21',70,102,1,16,'2026-03-01T12:00:00.000000Z','2026-03-01T12:00:00.000000Z',1,'2026-03-01T12:00:00.000000Z',NULL,6007,'2026-03-01T12:00:00.000000Z',NULL);
INSERT INTO "outbox" VALUES(8,'match',1,'turn','{"since":13,"first":false}','57318a65ab34602b5292',70,101,0,19,'2026-03-01T12:00:00.000000Z','2026-03-01T12:00:00.000000Z',1,'2026-03-01T12:00:00.000000Z',NULL,6008,'2026-03-01T12:00:00.000000Z',NULL);
INSERT INTO "outbox" VALUES(9,'match',1,'turn','{"since":16,"first":false}','71193bcad2530b96b9db',70,102,1,22,'2026-03-01T12:00:00.000000Z','2026-03-01T12:00:00.000000Z',1,'2026-03-01T12:00:00.000000Z',NULL,6009,'2026-03-01T12:00:00.000000Z',NULL);
INSERT INTO "outbox" VALUES(10,'match',1,'turn','{"since":19,"first":false}','d8e5f857414b3c5a839e',70,101,0,25,'2026-03-01T12:00:00.000000Z','2026-03-01T12:00:00.000000Z',1,'2026-03-01T12:00:00.000000Z',NULL,6010,'2026-03-01T12:00:00.000000Z',NULL);
INSERT INTO "outbox" VALUES(11,'match',1,'turn','{"since":22,"first":false}','ce2f646f2df0e2a181fe',70,102,1,28,'2026-03-01T12:00:00.000000Z','2026-03-01T12:00:00.000000Z',1,'2026-03-01T12:00:00.000000Z',NULL,6011,'2026-03-01T12:00:00.000000Z',NULL);
INSERT INTO "outbox" VALUES(12,'match',1,'turn','{"since":25,"first":false}','a69f17df214c84865f89',70,101,0,31,'2026-03-01T12:00:00.000000Z','2026-03-01T12:00:00.000000Z',1,'2026-03-01T12:00:00.000000Z',NULL,6012,'2026-03-01T12:00:00.000000Z',NULL);
INSERT INTO "outbox" VALUES(13,'match',1,'turn','{"since":28,"first":false}','b0e8936069b17e550879',70,102,1,34,'2026-03-01T12:00:00.000000Z','2026-03-01T12:00:00.000000Z',1,'2026-03-01T12:00:00.000000Z',NULL,6013,'2026-03-01T12:00:00.000000Z',NULL);
INSERT INTO "outbox" VALUES(14,'match',1,'turn','{"since":31,"first":false}','da4389ab1a0f60ce70e1',70,101,0,37,'2026-03-01T12:00:00.000000Z','2026-03-01T12:00:00.000000Z',1,'2026-03-01T12:00:00.000000Z',NULL,6014,'2026-03-01T12:00:00.000000Z',NULL);
INSERT INTO "outbox" VALUES(15,'match',1,'turn','{"since":34,"first":false}','537e9d28acf89706faf7',70,102,1,40,'2026-03-01T12:00:00.000000Z','2026-03-01T12:00:00.000000Z',1,'2026-03-01T12:00:00.000000Z',NULL,6015,'2026-03-01T12:00:00.000000Z',NULL);
INSERT INTO "outbox" VALUES(16,'match',1,'turn','{"since":37,"first":false}','b441e76bf6c4fd997094',70,101,0,43,'2026-03-01T12:00:00.000000Z','2026-03-01T12:05:00.000000Z',1,'2026-03-01T12:00:00.000000Z','503 0',NULL,NULL,NULL);
INSERT INTO "outbox" VALUES(17,'match',1,'turn','{"since":40,"first":false}','43b14896ce61d507e547',70,102,1,46,'2026-03-01T12:00:00.000000Z','2026-03-01T12:00:00.000000Z',0,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "outbox" VALUES(18,'match',3,'turn','{"since":0,"first":true}','eddbc1b9ebae74a0999d',72,101,1,23,'2026-03-01T12:00:00.000000Z','2026-03-01T12:00:00.000000Z',0,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "outbox" VALUES(19,'match',4,'turn','{"since":0,"first":true}','599938a51f150e81145f',80,103,0,1,'2026-03-01T12:00:00.000000Z','2026-03-01T12:00:00.000000Z',0,NULL,'cancelled',NULL,NULL,'2026-03-01T12:00:00.000000Z');
INSERT INTO "outbox" VALUES(20,'match',4,'notice','{"code":"cancelled","by":103}','899ce01a6f4ff569cc8d',80,NULL,NULL,1,'2026-03-01T12:00:00.000000Z','2026-03-01T12:00:00.000000Z',0,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "outbox" VALUES(21,'match',1,'turn','{"since":43,"first":false}','3bcc34ea7bfca812f7bc',70,101,0,48,'2026-03-02T12:00:00.000000Z','2026-03-02T12:00:00.000000Z',0,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "outbox" VALUES(22,'match',1,'turn','{"since":46,"first":false}','51be90fcb7a91c0007ef',70,102,1,51,'2026-03-02T12:01:00.000000Z','2026-03-02T12:01:00.000000Z',0,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "outbox" VALUES(23,'match',1,'turn','{"since":48,"first":false}','897f961211509b01b2fc',70,101,0,54,'2026-03-02T12:01:00.000000Z','2026-03-02T12:01:00.000000Z',0,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "outbox" VALUES(24,'match',1,'turn','{"since":51,"first":false}','a0bfc7bfcf49a88da6d6',70,102,1,56,'2026-03-02T12:02:00.000000Z','2026-03-02T12:02:00.000000Z',0,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "outbox" VALUES(25,'match',1,'turn','{"since":54,"first":false}','df691059b4438d1709d8',70,101,0,59,'2026-03-02T12:02:00.000000Z','2026-03-02T12:02:00.000000Z',0,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "outbox" VALUES(26,'match',1,'turn','{"since":56,"first":false}','4ca0c504b06b4aec0fb9',70,102,1,61,'2026-03-02T12:03:00.000000Z','2026-03-02T12:03:00.000000Z',0,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "outbox" VALUES(27,'match',1,'turn','{"since":59,"first":false}','edd3fae680b010d4027b',70,101,0,64,'2026-03-02T12:03:00.000000Z','2026-03-02T12:03:00.000000Z',0,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "outbox" VALUES(28,'match',1,'turn','{"since":61,"first":false}','91301469798a9d311944',70,102,1,66,'2026-03-02T12:04:00.000000Z','2026-03-02T12:04:00.000000Z',0,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "outbox" VALUES(29,'match',1,'turn','{"since":64,"first":false}','cabc7f127c2c908cd046',70,101,0,69,'2026-03-02T12:04:00.000000Z','2026-03-02T12:04:00.000000Z',0,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "outbox" VALUES(30,'match',1,'turn','{"since":66,"first":false}','88c46f3db033b2160577',70,102,1,71,'2026-03-02T12:05:00.000000Z','2026-03-02T12:05:00.000000Z',0,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "outbox" VALUES(31,'match',1,'turn','{"since":69,"first":false}','2d6e4cde2ef2f3334205',70,101,0,73,'2026-03-02T12:05:00.000000Z','2026-03-02T12:05:00.000000Z',0,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "outbox" VALUES(32,'match',1,'turn','{"since":71,"first":false}','1f0bb99d1f117f240bdc',70,102,1,75,'2026-03-02T12:06:00.000000Z','2026-03-02T12:06:00.000000Z',0,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "outbox" VALUES(33,'match',1,'turn','{"since":73,"first":false}','4ad38067416572eed01d',70,101,0,77,'2026-03-02T12:06:00.000000Z','2026-03-02T12:06:00.000000Z',0,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "outbox" VALUES(34,'match',1,'turn','{"since":75,"first":false}','56f8ce3c38e31fca0f57',70,102,1,79,'2026-03-02T12:07:00.000000Z','2026-03-02T12:07:00.000000Z',0,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "outbox" VALUES(35,'match',1,'turn','{"since":77,"first":false}','39dc08dd711c9967217b',70,101,0,81,'2026-03-02T12:07:00.000000Z','2026-03-02T12:07:00.000000Z',0,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "outbox" VALUES(36,'match',1,'notice','{"code":"vacated","seat":1,"user":102,"why":"resigned","level":"citizen"}','8b7d9842fc53d8f32870',70,NULL,NULL,82,'2026-03-02T13:00:00.000000Z','2026-03-02T13:00:00.000000Z',0,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "outbox" VALUES(37,'match',3,'notice','{"code":"vacated","seat":1,"user":101,"why":"resigned","level":"citizen"}','340769685dfcceda2b90',72,NULL,NULL,24,'2026-03-02T14:00:00.000000Z','2026-03-02T14:00:00.000000Z',0,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "outbox" VALUES(38,'match',3,'notice','{"code":"vacated","seat":0,"user":103,"why":"resigned","level":"citizen"}','c730d61176e357df40a1',72,NULL,NULL,25,'2026-03-02T14:00:00.000000Z','2026-03-02T14:00:00.000000Z',0,NULL,NULL,NULL,NULL,NULL);
CREATE TABLE player (
    user_id    BIGINT PRIMARY KEY,
    locale     TEXT,
    prefs_json TEXT NOT NULL
);
INSERT INTO "player" VALUES(101,'nl','{"dm":true,"typed":"at-once"}');
CREATE TABLE puzzle (
    id        INTEGER NOT NULL PRIMARY KEY,
    data_json TEXT NOT NULL,
    at        TEXT NOT NULL
, guild_id BIGINT, match_id BIGINT);
CREATE TABLE puzzle_answer (
    guild_id   BIGINT NOT NULL,
    number     INTEGER NOT NULL,
    user_id    BIGINT NOT NULL,
    texts_json TEXT NOT NULL,
    tenths     INTEGER NOT NULL,
    at         TEXT NOT NULL,
    PRIMARY KEY (guild_id, number, user_id)
);
CREATE TABLE puzzle_day (
    guild_id  BIGINT NOT NULL,
    number    INTEGER NOT NULL,
    puzzle_id BIGINT NOT NULL REFERENCES puzzle (id),
    at        TEXT NOT NULL,
    PRIMARY KEY (guild_id, number)
);
CREATE TABLE request (
    match_id    BIGINT NOT NULL REFERENCES match (id),
    number      INTEGER NOT NULL,
    kind        TEXT NOT NULL,
    seat        INTEGER NOT NULL,
    detail_json TEXT NOT NULL,
    version     INTEGER NOT NULL,
    asked_at    TEXT NOT NULL,
    status      TEXT NOT NULL,
    agreed_json TEXT NOT NULL,
    closed_at   TEXT,
    closed_by   INTEGER,
    PRIMARY KEY (match_id, number)
);
CREATE TABLE seat (
    match_id      BIGINT  NOT NULL REFERENCES match (id),
    seat          INTEGER NOT NULL,
    user_id       BIGINT,
    level         TEXT,
    left_because  TEXT,
    told          INTEGER NOT NULL,
    waiting_since TEXT,
    joined        INTEGER NOT NULL, word TEXT,
    PRIMARY KEY (match_id, seat),
    UNIQUE (match_id, user_id),
    CHECK (user_id IS NOT NULL OR level IS NOT NULL)
);
INSERT INTO "seat" VALUES(1,0,101,NULL,NULL,81,'2026-03-02T12:07:00.000000Z',0,NULL);
INSERT INTO "seat" VALUES(1,1,102,'citizen','resigned',79,NULL,1,NULL);
INSERT INTO "seat" VALUES(2,0,102,NULL,NULL,0,NULL,0,NULL);
INSERT INTO "seat" VALUES(3,0,103,'citizen','resigned',0,NULL,0,NULL);
INSERT INTO "seat" VALUES(3,1,101,'citizen','resigned',23,NULL,1,NULL);
INSERT INTO "seat" VALUES(4,0,103,NULL,NULL,1,NULL,0,NULL);
INSERT INTO "seat" VALUES(4,1,101,NULL,NULL,0,NULL,1,NULL);
CREATE TABLE server (guild_id BIGINT NOT NULL PRIMARY KEY, prefs_json TEXT NOT NULL);
CREATE TABLE snapshot (
    match_id      BIGINT  NOT NULL REFERENCES match (id),
    seq           INTEGER NOT NULL,
    rules_version INTEGER NOT NULL,
    state_json    TEXT    NOT NULL,
    PRIMARY KEY (match_id, seq)
);
INSERT INTO "snapshot" VALUES(1,81,1,'{"options":{},"seats":2,"tiles":[[0,0,3,0,-1],[1,0,20,0,0],[0,1,1,0,1],[-1,1,1,0,0],[2,0,0,1,1],[1,-1,6,0,0],[0,-1,14,2,1],[2,-1,9,3,0],[-1,2,13,2,1],[-1,-1,11,2,0],[2,1,20,0,1],[2,-2,22,3,0],[0,-2,19,0,1],[3,-2,15,2,0],[-1,3,8,0,1],[2,2,13,3,0],[0,2,17,2,1],[3,0,7,0,0],[-2,1,21,0,1],[-2,-1,22,2,0],[4,-2,4,3,1],[2,-3,21,3,0],[-1,4,4,1,1],[3,2,21,3,0],[0,3,9,0,1],[-2,3,17,2,0],[-3,1,11,0,1],[-3,-1,22,0,0],[1,2,16,0,1],[4,-3,21,2,0],[5,-2,12,1,1]],"figures":[[1,0,"f1",0],[0,1,"m",1],[-1,1,"f1",0],[0,-1,"f2",1],[-1,2,"c1",1],[-1,-1,"f2",0],[2,-2,"r1",0],[3,-2,"r1",0],[2,2,"c1",0],[3,0,"c2",0],[-2,1,"f2",1],[4,-2,"f1",1],[-1,4,"f1",1],[0,3,"f2",1]],"frontier":[[-1,0,57],[1,1,219],[1,-2,124],[3,-1,145],[-2,2,62],[-1,-2,36],[3,1,177],[0,-3,16],[3,-3,172],[2,3,1],[4,0,192],[-2,0,51],[-2,-2,32],[4,-1,3],[2,-4,48],[1,-3,12],[0,4,66],[-1,5,3],[-2,4,13],[4,2,128],[3,3,2],[1,3,131],[-3,3,4],[-3,0,18],[-3,2,2],[-4,1,8],[-3,-2,48],[-4,-1,8],[4,-4,32],[5,-3,144],[6,-2,64],[5,-1,3]],"discarded":[],"asked":[0],"memory":{},"supply":[0,0],"scores":[0,3],"bag":[1,2,1,2,3,2,0,2,1,1,3,1,1,1,1,2,0,1,2,0,6,5,1,1],"left":40,"hand":3,"number":31,"seat":0,"part":1,"step":3,"decision":"place","over":false}');
CREATE TABLE "timer" (
        id           INTEGER NOT NULL PRIMARY KEY,
        kind         TEXT    NOT NULL,
        subject_kind TEXT    NOT NULL,
        subject_id   BIGINT  NOT NULL,
        seat         INTEGER,
        payload_json TEXT    NOT NULL,
        set_at       TEXT    NOT NULL,
        due_at       TEXT    NOT NULL,
        done_at      TEXT
    );
INSERT INTO "timer" VALUES(2,'lobby-expiry','match',2,NULL,'{}','2026-03-01T12:00:00.000000Z','2026-03-08T12:00:00.000000Z',NULL);
INSERT INTO "timer" VALUES(4,'lobby-expiry','match',4,NULL,'{}','2026-03-01T12:00:00.000000Z','2026-03-08T12:00:00.000000Z','2026-03-01T12:00:00.000000Z');
INSERT INTO "timer" VALUES(5,'clock','match',1,NULL,'{}','2026-03-02T12:00:00.000000Z','2026-03-05T12:00:00.000000Z','2026-03-02T12:01:00.000000Z');
INSERT INTO "timer" VALUES(6,'clock','match',1,NULL,'{}','2026-03-02T12:01:00.000000Z','2026-03-05T12:01:00.000000Z','2026-03-02T12:01:00.000000Z');
INSERT INTO "timer" VALUES(7,'clock','match',1,NULL,'{}','2026-03-02T12:01:00.000000Z','2026-03-05T12:01:00.000000Z','2026-03-02T12:02:00.000000Z');
INSERT INTO "timer" VALUES(8,'clock','match',1,NULL,'{}','2026-03-02T12:02:00.000000Z','2026-03-05T12:02:00.000000Z','2026-03-02T12:02:00.000000Z');
INSERT INTO "timer" VALUES(9,'clock','match',1,NULL,'{}','2026-03-02T12:02:00.000000Z','2026-03-05T12:02:00.000000Z','2026-03-02T12:03:00.000000Z');
INSERT INTO "timer" VALUES(10,'clock','match',1,NULL,'{}','2026-03-02T12:03:00.000000Z','2026-03-05T12:03:00.000000Z','2026-03-02T12:03:00.000000Z');
INSERT INTO "timer" VALUES(11,'clock','match',1,NULL,'{}','2026-03-02T12:03:00.000000Z','2026-03-05T12:03:00.000000Z','2026-03-02T12:04:00.000000Z');
INSERT INTO "timer" VALUES(12,'clock','match',1,NULL,'{}','2026-03-02T12:04:00.000000Z','2026-03-05T12:04:00.000000Z','2026-03-02T12:04:00.000000Z');
INSERT INTO "timer" VALUES(13,'clock','match',1,NULL,'{}','2026-03-02T12:04:00.000000Z','2026-03-05T12:04:00.000000Z','2026-03-02T12:05:00.000000Z');
INSERT INTO "timer" VALUES(14,'clock','match',1,NULL,'{}','2026-03-02T12:05:00.000000Z','2026-03-05T12:05:00.000000Z','2026-03-02T12:05:00.000000Z');
INSERT INTO "timer" VALUES(15,'clock','match',1,NULL,'{}','2026-03-02T12:05:00.000000Z','2026-03-05T12:05:00.000000Z','2026-03-02T12:06:00.000000Z');
INSERT INTO "timer" VALUES(16,'clock','match',1,NULL,'{}','2026-03-02T12:06:00.000000Z','2026-03-05T12:06:00.000000Z','2026-03-02T12:06:00.000000Z');
INSERT INTO "timer" VALUES(17,'clock','match',1,NULL,'{}','2026-03-02T12:06:00.000000Z','2026-03-05T12:06:00.000000Z','2026-03-02T12:07:00.000000Z');
INSERT INTO "timer" VALUES(18,'clock','match',1,NULL,'{}','2026-03-02T12:07:00.000000Z','2026-03-05T12:07:00.000000Z','2026-03-02T12:07:00.000000Z');
INSERT INTO "timer" VALUES(19,'clock','match',1,NULL,'{}','2026-03-02T12:07:00.000000Z','2026-03-05T12:07:00.000000Z',NULL);
CREATE TABLE wish (
    guild_id BIGINT  NOT NULL,
    user_id  BIGINT  NOT NULL,
    game     TEXT    NOT NULL,
    pace     TEXT    NOT NULL,
    seats    INTEGER NOT NULL,
    at       TEXT NOT NULL, edition TEXT NOT NULL DEFAULT '', languages TEXT NOT NULL DEFAULT '', most_wait_s INTEGER NOT NULL DEFAULT 0, least_kept INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (guild_id, user_id)
);
CREATE UNIQUE INDEX match_live_in_channel ON match (channel_id) WHERE status IN ('lobby', 'running', 'lost');
CREATE INDEX match_by_channel ON match (channel_id, id);
CREATE INDEX match_by_guild ON match (guild_id, id);
CREATE INDEX match_running ON match (id) WHERE status = 'running';
CREATE INDEX seat_by_user ON seat (user_id, match_id);
CREATE INDEX seat_waiting ON seat (user_id, waiting_since) WHERE waiting_since IS NOT NULL;
CREATE INDEX map_of_guild ON map (guild_id, added_at) WHERE removed_at IS NULL;
CREATE UNIQUE INDEX outbox_one_per_turn ON outbox (topic_kind, topic_id, upto, seat) WHERE kind = 'turn';
CREATE INDEX outbox_by_topic ON outbox (topic_kind, topic_id, id);
CREATE INDEX outbox_unsent ON outbox (topic_kind, topic_id, id) WHERE sent_at IS NULL AND dead_at IS NULL;
CREATE INDEX timer_due ON timer (due_at) WHERE done_at IS NULL;
CREATE INDEX draft_of_subject ON draft (subject_kind, subject_id);
CREATE INDEX block_of ON block (blocked_id);
CREATE INDEX event_of_guild ON event (guild_id, status);
CREATE INDEX entrant_of_user ON entrant (user_id);
CREATE INDEX timer_by_subject ON timer (subject_kind, subject_id);
CREATE INDEX puzzle_answer_of ON puzzle_answer (user_id);
CREATE INDEX puzzle_of_guild ON puzzle (guild_id) WHERE guild_id IS NOT NULL;
CREATE TRIGGER action_is_never_changed BEFORE UPDATE ON action
BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
CREATE TRIGGER map_text_is_never_changed BEFORE UPDATE OF id, text ON map
BEGIN SELECT RAISE(ABORT, 'a map is never changed'); END;
CREATE TRIGGER map_is_never_deleted BEFORE DELETE ON map WHEN NOT EXISTS (SELECT 1 FROM erased WHERE subject_kind = 'server' AND subject_id = OLD.guild_id) BEGIN SELECT RAISE(ABORT, 'a map is never deleted'); END;
CREATE TRIGGER event_entry_is_never_changed BEFORE UPDATE OF event_id, seq, kind, payload_json, at ON event_entry BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
CREATE TRIGGER event_entry_is_never_deleted BEFORE DELETE ON event_entry WHEN NOT EXISTS (SELECT 1 FROM erased WHERE subject_kind = 'event' AND subject_id = OLD.event_id) BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
CREATE TRIGGER clock_event_is_never_changed BEFORE UPDATE ON clock_event BEGIN SELECT RAISE(ABORT, 'the history of clocks is append-only'); END;
CREATE TRIGGER action_is_never_deleted BEFORE DELETE ON action WHEN NOT (EXISTS (SELECT 1 FROM erased WHERE subject_kind = 'match' AND subject_id = OLD.match_id) OR EXISTS (SELECT 1 FROM archive WHERE archive.match_id = OLD.match_id AND archive.logged > OLD.seq)) BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
CREATE TRIGGER clock_event_is_never_deleted BEFORE DELETE ON clock_event WHEN NOT (EXISTS (SELECT 1 FROM erased WHERE subject_kind = 'match' AND subject_id = OLD.match_id) OR EXISTS (SELECT 1 FROM archive WHERE archive.match_id = OLD.match_id AND archive.clocked > OLD.seq)) BEGIN SELECT RAISE(ABORT, 'the history of clocks is append-only'); END;
CREATE TRIGGER archive_is_never_changed BEFORE UPDATE ON archive BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
CREATE TRIGGER archive_is_never_deleted BEFORE DELETE ON archive WHEN NOT EXISTS (SELECT 1 FROM erased WHERE subject_kind = 'match' AND subject_id = OLD.match_id) BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
COMMIT;
