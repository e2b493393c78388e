BEGIN TRANSACTION;
CREATE TABLE action (
	match_id BIGINT NOT NULL, 
	seq INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	text TEXT NOT NULL, 
	at TEXT NOT NULL, 
	PRIMARY KEY (match_id, seq), 
	FOREIGN KEY(match_id) REFERENCES "match" (id)
);
INSERT INTO "action" VALUES(4,0,-1,'draw 2','2026-03-08T19:00:00.000000Z');
INSERT INTO "action" VALUES(5,0,-1,'draw 3','2026-03-08T19:00:00.000000Z');
INSERT INTO "action" VALUES(4,1,0,'keep','2026-03-08T19:00:00.000000Z');
INSERT INTO "action" VALUES(4,2,0,'bank','2026-03-08T19:00:00.000000Z');
INSERT INTO "action" VALUES(4,3,-1,'draw 1','2026-03-08T19:00:00.000000Z');
INSERT INTO "action" VALUES(5,1,0,'keep','2026-03-08T19:00:00.000000Z');
INSERT INTO "action" VALUES(5,2,0,'bank','2026-03-08T19:00:00.000000Z');
INSERT INTO "action" VALUES(5,3,-1,'draw 1','2026-03-08T19:00:00.000000Z');
INSERT INTO "action" VALUES(4,4,1,'keep','2026-03-08T19:00:00.000000Z');
INSERT INTO "action" VALUES(4,5,1,'bank','2026-03-08T19:00:00.000000Z');
INSERT INTO "action" VALUES(4,6,-1,'draw 1','2026-03-08T19:00:00.000000Z');
INSERT INTO "action" VALUES(5,4,1,'pass','2026-03-08T19:00:00.000000Z');
INSERT INTO "action" VALUES(5,5,1,'bank','2026-03-08T19:00:00.000000Z');
INSERT INTO "action" VALUES(5,6,-1,'draw 1','2026-03-08T19:00:00.000000Z');
INSERT INTO "action" VALUES(4,7,0,'pass','2026-03-08T19:00:00.000000Z');
INSERT INTO "action" VALUES(4,8,0,'bank','2026-03-08T19:00:00.000000Z');
INSERT INTO "action" VALUES(4,9,-1,'draw 3','2026-03-08T19:00:00.000000Z');
INSERT INTO "action" VALUES(5,7,0,'pass','2026-03-08T19:00:00.000000Z');
INSERT INTO "action" VALUES(5,8,0,'bank','2026-03-08T19:00:00.000000Z');
INSERT INTO "action" VALUES(5,9,-1,'draw 2','2026-03-08T19:00:00.000000Z');
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0031');
CREATE TABLE analysis (
	match_id BIGINT NOT NULL, 
	judged_json TEXT NOT NULL, 
	at TEXT NOT NULL, 
	PRIMARY KEY (match_id), 
	FOREIGN KEY(match_id) REFERENCES "match" (id)
);
CREATE TABLE archive (
	match_id BIGINT NOT NULL, 
	logged INTEGER NOT NULL, 
	clocked INTEGER NOT NULL, 
	acted INTEGER NOT NULL, 
	actions BLOB NOT NULL, 
	clock_events BLOB NOT NULL, 
	PRIMARY KEY (match_id), 
	FOREIGN KEY(match_id) REFERENCES "match" (id)
);
INSERT INTO "archive" VALUES(1,36,25,3,X'78DA8B8E36343737323633333180021D235323389B0A3056275AD710CC04522048151ED054A594A2C4720543251DA582C4E26220959498970DA4C0C2464046766A6A0116612CAA0D71AB265ED89024B371081B93A41ADD3BB1B1001D9172B5',X'78DA8B8E36343737323633333180021D235323389B2418AB13AD94589C9D9AA2A4A3545C925F50006625E61597A71641985049388D24358454C18480FE85F8DC90686C080AA3FCF23CA031A57929A939996550C38108220C21692102726F5E694E8E0E98D0458D6684C43026E011464AA28E05009C25F0CA');
INSERT INTO "archive" VALUES(2,36,25,3,X'78DA8B8E36343737323633333180021D235323389B0A3056275AD710CC04522048151ED054A594A2C4720523251DA582C4E26220959498970DA4C0C2C64046766A6A019AB011C9C258CC3624C9104392848DB15B69845B35B2706C2C00179572A8',X'78DA8B8E36343737323633333180021D235323389B2418AB13AD94589C9D9AA2A4A3545C925F50006625E61597A71641985049388D24358454C18480FE85F8DC90686C080AA3FCF23CA031A57929A939996550C38108220C21692102726F5E694E8E0E98D0458D6684C43026E011464AA28E05009C25F0CA');
INSERT INTO "archive" VALUES(3,36,25,3,X'78DA8B8E36343737323633333180021D235323389B0A3056275AD710CC04522048151ED054A594A2C4720523251DA5ECD4D40220959498970DA4C0C286D88541AA0B128B8BD1848DB10BE3318478B30D4972201E612C66A3BB243616001B5272B5',X'78DA8B8E36343737323633333180021D235323389B2418AB13AD94589C9D9AA2A4A3545C925F50006625E61597A71641985049388D24358454C18480FE85F8DC90686C080AA3FCF23CA031A57929A939996550C38108220C21692102726F5E694E8E0E98D0458D6684C43026E011464AA28E05009C25F0CA');
CREATE TABLE block (
	user_id BIGINT NOT NULL, 
	blocked_id BIGINT NOT NULL, 
	at TEXT NOT NULL, 
	PRIMARY KEY (user_id, blocked_id)
);
CREATE TABLE champion_role (
	guild_id BIGINT NOT NULL, 
	user_id BIGINT NOT NULL, 
	role_id BIGINT NOT NULL, 
	PRIMARY KEY (guild_id, user_id, role_id)
);
CREATE TABLE clock_event (
	match_id BIGINT NOT NULL, 
	seq INTEGER NOT NULL, 
	at TEXT NOT NULL, 
	what TEXT NOT NULL, 
	seat INTEGER, 
	why TEXT NOT NULL, 
	since TEXT, 
	until TEXT, 
	length_us BIGINT NOT NULL, 
	PRIMARY KEY (match_id, seq), 
	FOREIGN KEY(match_id) REFERENCES "match" (id)
);
INSERT INTO "clock_event" VALUES(4,0,'2026-03-08T19:00:00.000000Z','asked',0,'own',NULL,NULL,0);
INSERT INTO "clock_event" VALUES(5,0,'2026-03-08T19:00:00.000000Z','asked',0,'own',NULL,NULL,0);
INSERT INTO "clock_event" VALUES(4,1,'2026-03-08T19:00:00.000000Z','answered',0,'',NULL,NULL,0);
INSERT INTO "clock_event" VALUES(4,2,'2026-03-08T19:00:00.000000Z','asked',1,'own',NULL,NULL,0);
INSERT INTO "clock_event" VALUES(5,1,'2026-03-08T19:00:00.000000Z','answered',0,'',NULL,NULL,0);
INSERT INTO "clock_event" VALUES(5,2,'2026-03-08T19:00:00.000000Z','asked',1,'own',NULL,NULL,0);
INSERT INTO "clock_event" VALUES(4,3,'2026-03-08T19:00:00.000000Z','asked',0,'own',NULL,NULL,0);
INSERT INTO "clock_event" VALUES(4,4,'2026-03-08T19:00:00.000000Z','answered',1,'',NULL,NULL,0);
INSERT INTO "clock_event" VALUES(5,3,'2026-03-08T19:00:00.000000Z','asked',0,'own',NULL,NULL,0);
INSERT INTO "clock_event" VALUES(5,4,'2026-03-08T19:00:00.000000Z','answered',1,'',NULL,NULL,0);
INSERT INTO "clock_event" VALUES(4,5,'2026-03-08T19:00:00.000000Z','answered',0,'',NULL,NULL,0);
INSERT INTO "clock_event" VALUES(4,6,'2026-03-08T19:00:00.000000Z','asked',1,'own',NULL,NULL,0);
INSERT INTO "clock_event" VALUES(5,5,'2026-03-08T19:00:00.000000Z','answered',0,'',NULL,NULL,0);
INSERT INTO "clock_event" VALUES(5,6,'2026-03-08T19:00:00.000000Z','asked',1,'own',NULL,NULL,0);
CREATE TABLE draft (
	user_id BIGINT NOT NULL, 
	subject_kind TEXT NOT NULL, 
	subject_id BIGINT NOT NULL, 
	version INTEGER NOT NULL, 
	texts_json TEXT NOT NULL, 
	passes_at TEXT, 
	taken_back INTEGER DEFAULT 0 NOT NULL, 
	planned INTEGER DEFAULT 0 NOT NULL, 
	PRIMARY KEY (user_id, subject_kind, subject_id)
);
CREATE TABLE entrant (
	event_id BIGINT NOT NULL, 
	number INTEGER NOT NULL, 
	user_id BIGINT NOT NULL, 
	PRIMARY KEY (event_id, number), 
	UNIQUE (event_id, user_id), 
	FOREIGN KEY(event_id) REFERENCES event (id)
);
INSERT INTO "entrant" VALUES(1,1,1);
INSERT INTO "entrant" VALUES(1,2,2);
INSERT INTO "entrant" VALUES(1,3,3);
INSERT INTO "entrant" VALUES(1,4,4);
INSERT INTO "entrant" VALUES(1,5,5);
CREATE TABLE erased (
	subject_kind TEXT NOT NULL, 
	subject_id BIGINT NOT NULL, 
	at TEXT NOT NULL, 
	PRIMARY KEY (subject_kind, subject_id)
);
CREATE TABLE event (
	id INTEGER NOT NULL, 
	name TEXT NOT NULL, 
	guild_id BIGINT, 
	channel_id BIGINT NOT NULL, 
	host_id BIGINT NOT NULL, 
	status TEXT NOT NULL, 
	settings_json TEXT NOT NULL, 
	locale TEXT NOT NULL, 
	seed TEXT NOT NULL, 
	commitment TEXT NOT NULL, 
	version INTEGER NOT NULL, 
	created_at TEXT NOT NULL, 
	started_at TEXT, 
	ended_at TEXT, 
	kind TEXT DEFAULT 'tournament' NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "event" VALUES(1,'Cup',7,70,900,'running','{"preset":"slow-swiss","stages":"swiss:2","game":"tiny","options":{"rounds":"12","vote":"off"},"pace":"event","most":0,"starts_at":null,"check_in":false,"first_turn":172800.0,"round_length":2419200.0,"vacations":false,"preview":0.0,"referees":null,"own_rules":"","private":false,"by_appointment":false,"absent_loses":true,"rate_elsewhere":false,"least_rating":0,"most_rating":0,"least_games":0,"least_days":0,"role":null,"least_kept":0,"rated":true,"former":null,"season":1}','en','27013638cf404e5a6663750ce4889dd4','cd33e7bcc56cc9ef4b51b8b3c186fdf9ce7c17170a3a2cb79576802239c03e97',12,'2026-03-08T19:00:00.000000Z','2026-03-08T19:00:00.000000Z',NULL,'tournament');
CREATE TABLE event_entry (
	event_id BIGINT NOT NULL, 
	seq INTEGER NOT NULL, 
	kind TEXT NOT NULL, 
	payload_json TEXT NOT NULL, 
	at TEXT NOT NULL, 
	by_id BIGINT, 
	about INTEGER, 
	reason TEXT, 
	PRIMARY KEY (event_id, seq), 
	FOREIGN KEY(event_id) REFERENCES event (id)
);
INSERT INTO "event_entry" VALUES(1,0,'enter','{"entrant":1,"waiting":false,"from_round":1}','2026-03-08T19:00:00.000000Z',1,NULL,NULL);
INSERT INTO "event_entry" VALUES(1,1,'enter','{"entrant":2,"waiting":false,"from_round":1}','2026-03-08T19:00:00.000000Z',2,NULL,NULL);
INSERT INTO "event_entry" VALUES(1,2,'enter','{"entrant":3,"waiting":false,"from_round":1}','2026-03-08T19:00:00.000000Z',3,NULL,NULL);
INSERT INTO "event_entry" VALUES(1,3,'enter','{"entrant":4,"waiting":false,"from_round":1}','2026-03-08T19:00:00.000000Z',4,NULL,NULL);
INSERT INTO "event_entry" VALUES(1,4,'enter','{"entrant":5,"waiting":false,"from_round":1}','2026-03-08T19:00:00.000000Z',5,NULL,NULL);
INSERT INTO "event_entry" VALUES(1,5,'start','{"stages":"swiss:2","entrants":{"1":null,"2":null,"3":null,"4":null,"5":null}}','2026-03-08T19:00:00.000000Z',900,NULL,NULL);
INSERT INTO "event_entry" VALUES(1,6,'stage','{"places":[5,3,2,4,1]}','2026-03-08T19:00:00.000000Z',NULL,NULL,NULL);
INSERT INTO "event_entry" VALUES(1,7,'draw','{"round":1,"couples":[[5,4],[3,1],[2,null]],"best_of":1,"broken":[]}','2026-03-08T19:00:00.000000Z',NULL,NULL,NULL);
INSERT INTO "event_entry" VALUES(1,8,'publish','{"round":1}','2026-03-08T19:00:00.000000Z',NULL,NULL,NULL);
INSERT INTO "event_entry" VALUES(1,9,'called','{"round":1,"table":3}','2026-03-08T19:00:00.000000Z',NULL,NULL,NULL);
INSERT INTO "event_entry" VALUES(1,10,'called','{"round":1,"table":1}','2026-03-08T19:00:00.000000Z',NULL,NULL,NULL);
INSERT INTO "event_entry" VALUES(1,11,'called','{"round":1,"table":2}','2026-03-08T19:00:00.000000Z',NULL,NULL,NULL);
CREATE TABLE event_match (
	event_id BIGINT NOT NULL, 
	round INTEGER NOT NULL, 
	table_number INTEGER NOT NULL, 
	game INTEGER NOT NULL, 
	match_id BIGINT NOT NULL, 
	PRIMARY KEY (event_id, round, table_number, game), 
	FOREIGN KEY(event_id) REFERENCES event (id), 
	UNIQUE (match_id), 
	FOREIGN KEY(match_id) REFERENCES "match" (id)
);
INSERT INTO "event_match" VALUES(1,1,1,1,4);
INSERT INTO "event_match" VALUES(1,1,2,1,5);
CREATE TABLE follow (
	user_id BIGINT NOT NULL, 
	kind TEXT NOT NULL, 
	followed_id BIGINT NOT NULL, 
	guild_id BIGINT NOT NULL, 
	PRIMARY KEY (user_id, kind, followed_id, guild_id)
);
CREATE TABLE game_stats (
	match_id BIGINT NOT NULL, 
	seat INTEGER NOT NULL, 
	guild_id BIGINT NOT NULL, 
	number INTEGER NOT NULL, 
	user_id BIGINT NOT NULL, 
	kind TEXT NOT NULL, 
	mu FLOAT, 
	sigma FLOAT, 
	games INTEGER, 
	wins INTEGER, 
	made INTEGER NOT NULL, 
	missed INTEGER NOT NULL, 
	waited_us BIGINT NOT NULL, 
	PRIMARY KEY (match_id, seat), 
	FOREIGN KEY(match_id) REFERENCES "match" (id)
);
INSERT INTO "game_stats" VALUES(1,0,7,0,1,'tiny duel',NULL,NULL,NULL,NULL,6,0,25200000000);
INSERT INTO "game_stats" VALUES(1,1,7,0,2,'tiny duel',NULL,NULL,NULL,NULL,6,0,0);
INSERT INTO "game_stats" VALUES(2,0,7,1,1,'tiny duel',NULL,NULL,NULL,NULL,6,0,25200000000);
INSERT INTO "game_stats" VALUES(2,1,7,1,2,'tiny duel',NULL,NULL,NULL,NULL,6,0,0);
INSERT INTO "game_stats" VALUES(3,0,7,2,1,'tiny duel',NULL,NULL,NULL,NULL,6,0,25200000000);
INSERT INTO "game_stats" VALUES(3,1,7,2,2,'tiny duel',NULL,NULL,NULL,NULL,6,0,0);
CREATE TABLE guess_month (
	guild_id BIGINT NOT NULL, 
	month INTEGER NOT NULL, 
	user_id BIGINT NOT NULL, 
	guesses INTEGER NOT NULL, 
	hits INTEGER NOT NULL, 
	good INTEGER NOT NULL, 
	PRIMARY KEY (guild_id, month, user_id)
);
CREATE TABLE invitation (
	match_id BIGINT NOT NULL, 
	code TEXT NOT NULL, 
	name TEXT NOT NULL, 
	until TEXT NOT NULL, 
	PRIMARY KEY (match_id), 
	UNIQUE (code), 
	FOREIGN KEY(match_id) REFERENCES "match" (id)
);
CREATE TABLE lease (
	name TEXT NOT NULL, 
	holder TEXT NOT NULL, 
	until TEXT NOT NULL, 
	epoch INTEGER NOT NULL, 
	PRIMARY KEY (name)
);
CREATE TABLE map (
	id TEXT NOT NULL, 
	guild_id BIGINT NOT NULL, 
	title TEXT NOT NULL, 
	text TEXT NOT NULL, 
	added_by BIGINT NOT NULL, 
	added_at TEXT NOT NULL, 
	removed_at TEXT, 
	PRIMARY KEY (id, guild_id)
);
CREATE TABLE map_upload (
	guild_id BIGINT NOT NULL, 
	user_id BIGINT NOT NULL, 
	text TEXT NOT NULL, 
	at TEXT NOT NULL, 
	PRIMARY KEY (guild_id, user_id)
);
CREATE TABLE "match" (
	id INTEGER NOT NULL, 
	game TEXT NOT NULL, 
	options_json TEXT NOT NULL, 
	rules_version INTEGER NOT NULL, 
	guild_id BIGINT, 
	channel_id BIGINT NOT NULL, 
	host_id BIGINT NOT NULL, 
	status TEXT NOT NULL, 
	seats_wanted INTEGER NOT NULL, 
	seat_order TEXT NOT NULL, 
	locale TEXT NOT NULL, 
	secret BLOB NOT NULL, 
	commitment TEXT NOT NULL, 
	version INTEGER NOT NULL, 
	created_at TEXT NOT NULL, 
	started_at TEXT, 
	ended_at TEXT, 
	result_json TEXT, 
	rematch_of BIGINT, 
	terms_json TEXT DEFAULT '{}' NOT NULL, 
	bag INTEGER DEFAULT 1 NOT NULL, 
	estimates_json TEXT DEFAULT '[]' NOT NULL, 
	PRIMARY KEY (id), 
	CHECK (status IN ('lobby', 'running', 'lost', 'finished', 'cancelled', 'expired')), 
	FOREIGN KEY(rematch_of) REFERENCES "match" (id)
);
INSERT INTO "match" VALUES(1,'tiny','{"rounds":"6","vote":"off"}',1,7,80,1,'finished',5,'joined','en',X'6C61F309061EC9537DE2E3192E4ADEE95BF8E734249B9FD35AAD64BE9F24F690','2211e82d71d5643d5673bb589e24cefd2fc974655ac16b66ea8459890197691e',36,'2026-03-01T12:00:00.000000Z','2026-03-01T12:00:00.000000Z','2026-03-01T19:00:00.000000Z','{"scores":[4,9],"winners":[1]}',NULL,'{"pace":"daily","on_timeout":"move","take_back_s":30,"aids":"all","rated":false,"returns":true,"substitutes":true}',2,'[]');
INSERT INTO "match" VALUES(2,'tiny','{"rounds":"6","vote":"off"}',1,7,81,1,'finished',5,'joined','en',X'94129FD3FB84755624832B7B0A23A6533DD3B22275223F63A8EF72CE72DAF0A1','7b7f85f232814d2332eac97442364070c70b3552cb3bb71f3f646a2653fd1d9a',36,'2026-03-01T12:00:00.000000Z','2026-03-01T12:00:00.000000Z','2026-03-01T19:00:00.000000Z','{"scores":[7,10],"winners":[1]}',NULL,'{"pace":"daily","on_timeout":"move","take_back_s":30,"aids":"all","rated":false,"returns":true,"substitutes":true}',2,'[]');
INSERT INTO "match" VALUES(3,'tiny','{"rounds":"6","vote":"off"}',1,7,82,1,'finished',5,'joined','en',X'F2A38297F9C21D2F22B9EC6861E04F63E07A94746A5CAB684238CB787FD946B2','bba33c4098b8f025b81220c1afb093e53f345b9fce29c770cc22564c6905126c',36,'2026-03-01T12:00:00.000000Z','2026-03-01T12:00:00.000000Z','2026-03-01T19:00:00.000000Z','{"scores":[4,7],"winners":[1]}',NULL,'{"pace":"daily","on_timeout":"move","take_back_s":30,"aids":"all","rated":false,"returns":true,"substitutes":true}',2,'[]');
INSERT INTO "match" VALUES(4,'tiny','{"rounds":"12","vote":"off"}',1,7,1043,900,'running',2,'joined','en',X'2BC8069C8F97A6CDF393FAED451AAC20A9AAB43E4B478562984BCAFD7716FD12','c068aa5c2d01ad2bc332873414f62d3354172d2c3c801343d1b43b80c8a573e1',10,'2026-03-08T19:00:00.000000Z','2026-03-08T19:00:00.000000Z',NULL,NULL,NULL,'{"pace":"event","on_timeout":"forfeit","take_back_s":30,"aids":"all","rated":true,"returns":false,"substitutes":false,"vacations":false,"night_minutes":480,"chosen":["pace","rated","returns","substitutes"]}',2,'[]');
INSERT INTO "match" VALUES(5,'tiny','{"rounds":"12","vote":"off"}',1,7,1044,900,'running',2,'joined','en',X'5E3DC86B66D927316AC02090B2F9383994B10C68E648EA01279EF05273091D6C','63adb8c26df0f5ed59758889a51204e8da9ae4dc1a98980286e00597afe696da',10,'2026-03-08T19:00:00.000000Z','2026-03-08T19:00:00.000000Z',NULL,NULL,NULL,'{"pace":"event","on_timeout":"forfeit","take_back_s":30,"aids":"all","rated":true,"returns":false,"substitutes":false,"vacations":false,"night_minutes":480,"chosen":["pace","rated","returns","substitutes"]}',2,'[]');
CREATE TABLE note (
	"key" TEXT NOT NULL, 
	value TEXT NOT NULL, 
	PRIMARY KEY ("key")
);
CREATE TABLE opponent_stats (
	guild_id BIGINT NOT NULL, 
	user_id BIGINT NOT NULL, 
	other_id BIGINT NOT NULL, 
	games INTEGER NOT NULL, 
	won INTEGER NOT NULL, 
	lost INTEGER NOT NULL, 
	duels_won INTEGER DEFAULT '0' NOT NULL, 
	duels_lost INTEGER DEFAULT '0' NOT NULL, 
	PRIMARY KEY (guild_id, user_id, other_id)
);
INSERT INTO "opponent_stats" VALUES(7,1,2,3,0,3,0,0);
INSERT INTO "opponent_stats" VALUES(7,2,1,3,3,0,0,0);
CREATE TABLE outbox (
	id INTEGER NOT NULL, 
	topic_kind TEXT NOT NULL, 
	topic_id BIGINT NOT NULL, 
	kind TEXT NOT NULL, 
	payload_json TEXT NOT NULL, 
	nonce TEXT NOT NULL, 
	channel_id BIGINT, 
	user_id BIGINT, 
	seat INTEGER, 
	upto INTEGER NOT NULL, 
	created_at TEXT NOT NULL, 
	due_at TEXT NOT NULL, 
	attempts INTEGER NOT NULL, 
	tried_at TEXT, 
	error TEXT, 
	message_id BIGINT, 
	sent_at TEXT, 
	dead_at TEXT, 
	PRIMARY KEY (id), 
	CHECK (length(nonce) BETWEEN 1 AND 25), 
	UNIQUE (nonce)
);
INSERT INTO "outbox" VALUES(12,'match',1,'turn','{"since":28,"first":false}','8672c38a878d44e9a1b0',80,2,1,34,'2026-03-01T19:00:00.000000Z','2026-03-01T19:00:00.000000Z',1,'2026-03-01T19:00:00.000000Z',NULL,1011,'2026-03-01T19:00:00.000000Z',NULL);
INSERT INTO "outbox" VALUES(13,'match',1,'end','{"since":34}','88f5e68401269324acf8',80,NULL,NULL,36,'2026-03-01T19:00:00.000000Z','2026-03-01T19:00:00.000000Z',1,'2026-03-01T19:00:00.000000Z',NULL,1012,'2026-03-01T19:00:00.000000Z',NULL);
INSERT INTO "outbox" VALUES(25,'match',2,'turn','{"since":28,"first":false}','b3626cef57a69b081cf3',81,2,1,34,'2026-03-01T19:00:00.000000Z','2026-03-01T19:00:00.000000Z',1,'2026-03-01T19:00:00.000000Z',NULL,1024,'2026-03-01T19:00:00.000000Z',NULL);
INSERT INTO "outbox" VALUES(26,'match',2,'end','{"since":34}','cdaecf20acec831680b9',81,NULL,NULL,36,'2026-03-01T19:00:00.000000Z','2026-03-01T19:00:00.000000Z',1,'2026-03-01T19:00:00.000000Z',NULL,1025,'2026-03-01T19:00:00.000000Z',NULL);
INSERT INTO "outbox" VALUES(38,'match',3,'turn','{"since":28,"first":false}','0dc6a395bd6344790ae1',82,2,1,34,'2026-03-01T19:00:00.000000Z','2026-03-01T19:00:00.000000Z',1,'2026-03-01T19:00:00.000000Z',NULL,1037,'2026-03-01T19:00:00.000000Z',NULL);
INSERT INTO "outbox" VALUES(39,'match',3,'end','{"since":34}','075ca45e49c934c1fee6',82,NULL,NULL,36,'2026-03-01T19:00:00.000000Z','2026-03-01T19:00:00.000000Z',1,'2026-03-01T19:00:00.000000Z',NULL,1038,'2026-03-01T19:00:00.000000Z',NULL);
INSERT INTO "outbox" VALUES(40,'server',7,'paper','{"since":"2026-03-01T18:00:00+00:00","until":"2026-03-08T18:00:00+00:00"}','9443ca03096deaf9b4c7',70,NULL,NULL,0,'2026-03-08T18:00:00.000000Z','2026-03-08T18:00:00.000000Z',1,'2026-03-08T18:00:00.000000Z',NULL,1039,'2026-03-08T18:00:00.000000Z',NULL);
INSERT INTO "outbox" VALUES(41,'event',1,'board','{}','c8e5a56ee402f0409e43',70,NULL,NULL,0,'2026-03-08T19:00:00.000000Z','2026-03-08T19:00:00.000000Z',1,'2026-03-08T19:00:00.000000Z',NULL,1040,'2026-03-08T19:00:00.000000Z',NULL);
INSERT INTO "outbox" VALUES(42,'event',1,'bulletin','{"code":"event-started","entrants":5}','8cfd6a690f3ed2995d95',70,NULL,NULL,0,'2026-03-08T19:00:00.000000Z','2026-03-08T19:00:00.000000Z',1,'2026-03-08T19:00:00.000000Z',NULL,1041,'2026-03-08T19:00:00.000000Z',NULL);
INSERT INTO "outbox" VALUES(43,'event',1,'bulletin','{"code":"round","round":1}','29e76989d69f473f0a08',70,NULL,NULL,0,'2026-03-08T19:00:00.000000Z','2026-03-08T19:00:00.000000Z',1,'2026-03-08T19:00:00.000000Z',NULL,1042,'2026-03-08T19:00:00.000000Z',NULL);
INSERT INTO "outbox" VALUES(44,'event',1,'pairing','{"round":1,"table":1}','d810feb771ffb749f6ba',70,NULL,NULL,0,'2026-03-08T19:00:00.000000Z','2026-03-08T19:00:00.000000Z',1,'2026-03-08T19:00:00.000000Z',NULL,1043,'2026-03-08T19:00:00.000000Z',NULL);
INSERT INTO "outbox" VALUES(45,'event',1,'pairing','{"round":1,"table":2}','d577122fc7093091636d',70,NULL,NULL,0,'2026-03-08T19:00:00.000000Z','2026-03-08T19:00:00.000000Z',1,'2026-03-08T19:00:00.000000Z',NULL,1044,'2026-03-08T19:00:00.000000Z',NULL);
INSERT INTO "outbox" VALUES(46,'event',1,'letter','{"code":"bye","round":1,"table":3,"others":[]}','d1fad065ced5ae338dee',NULL,2,NULL,0,'2026-03-08T19:00:00.000000Z','2026-03-08T19:00:00.000000Z',1,'2026-03-08T19:00:00.000000Z',NULL,1045,'2026-03-08T19:00:00.000000Z',NULL);
INSERT INTO "outbox" VALUES(47,'match',4,'turn','{"since":0,"first":true}','a326069a99d0b310159b',1043,5,0,1,'2026-03-08T19:00:00.000000Z','2026-03-08T19:00:00.000000Z',1,'2026-03-08T19:00:00.000000Z',NULL,1046,'2026-03-08T19:00:00.000000Z',NULL);
INSERT INTO "outbox" VALUES(48,'match',5,'turn','{"since":0,"first":true}','5397561eca73c75b0553',1044,3,0,1,'2026-03-08T19:00:00.000000Z','2026-03-08T19:00:00.000000Z',1,'2026-03-08T19:00:00.000000Z',NULL,1047,'2026-03-08T19:00:00.000000Z',NULL);
INSERT INTO "outbox" VALUES(49,'event',1,'letter','{"code":"play","round":1,"table":1,"others":[4],"until":"2026-04-05T19:00:00+00:00"}','7049e458c65c52be3a0b',NULL,5,NULL,0,'2026-03-08T19:00:00.000000Z','2026-03-08T19:00:00.000000Z',1,'2026-03-08T19:00:00.000000Z',NULL,1048,'2026-03-08T19:00:00.000000Z',NULL);
INSERT INTO "outbox" VALUES(50,'event',1,'letter','{"code":"play","round":1,"table":1,"others":[5],"until":"2026-04-05T19:00:00+00:00"}','a1209c10501aa54db22f',NULL,4,NULL,0,'2026-03-08T19:00:00.000000Z','2026-03-08T19:00:00.000000Z',1,'2026-03-08T19:00:00.000000Z',NULL,1049,'2026-03-08T19:00:00.000000Z',NULL);
INSERT INTO "outbox" VALUES(51,'event',1,'letter','{"code":"play","round":1,"table":2,"others":[1],"until":"2026-04-05T19:00:00+00:00"}','98981d4c6632aadeba3d',NULL,3,NULL,0,'2026-03-08T19:00:00.000000Z','2026-03-08T19:00:00.000000Z',1,'2026-03-08T19:00:00.000000Z',NULL,1050,'2026-03-08T19:00:00.000000Z',NULL);
INSERT INTO "outbox" VALUES(52,'event',1,'letter','{"code":"play","round":1,"table":2,"others":[3],"until":"2026-04-05T19:00:00+00:00"}','161af72cd430662ea1c3',NULL,1,NULL,0,'2026-03-08T19:00:00.000000Z','2026-03-08T19:00:00.000000Z',1,'2026-03-08T19:00:00.000000Z',NULL,1051,'2026-03-08T19:00:00.000000Z',NULL);
INSERT INTO "outbox" VALUES(53,'match',4,'turn','{"since":0,"first":true}','ec1392fbe4508a3c2293',1043,4,1,4,'2026-03-08T19:00:00.000000Z','2026-03-08T19:00:00.000000Z',1,'2026-03-08T19:00:00.000000Z',NULL,1052,'2026-03-08T19:00:00.000000Z',NULL);
INSERT INTO "outbox" VALUES(54,'match',5,'turn','{"since":0,"first":true}','c8b2e68657b3e9ef2192',1044,1,1,4,'2026-03-08T19:00:00.000000Z','2026-03-08T19:00:00.000000Z',1,'2026-03-08T19:00:00.000000Z',NULL,1053,'2026-03-08T19:00:00.000000Z',NULL);
INSERT INTO "outbox" VALUES(55,'match',4,'turn','{"since":1,"first":false}','e1412900ecb4b62754df',1043,5,0,7,'2026-03-08T19:00:00.000000Z','2026-03-08T19:00:00.000000Z',1,'2026-03-08T19:00:00.000000Z',NULL,1054,'2026-03-08T19:00:00.000000Z',NULL);
INSERT INTO "outbox" VALUES(56,'match',5,'turn','{"since":1,"first":false}','0bcd511e1020ba1c27fe',1044,3,0,7,'2026-03-08T19:00:00.000000Z','2026-03-08T19:00:00.000000Z',1,'2026-03-08T19:00:00.000000Z',NULL,1055,'2026-03-08T19:00:00.000000Z',NULL);
INSERT INTO "outbox" VALUES(57,'match',4,'turn','{"since":4,"first":false}','7ce73f270913729814f3',1043,4,1,10,'2026-03-08T19:00:00.000000Z','2026-03-08T19:00:00.000000Z',1,'2026-03-08T19:00:00.000000Z',NULL,1056,'2026-03-08T19:00:00.000000Z',NULL);
INSERT INTO "outbox" VALUES(58,'match',5,'turn','{"since":4,"first":false}','92b91e8157e5755f38b2',1044,1,1,10,'2026-03-08T19:00:00.000000Z','2026-03-08T19:00:00.000000Z',1,'2026-03-08T19:00:00.000000Z',NULL,1057,'2026-03-08T19:00:00.000000Z',NULL);
CREATE TABLE player (
	user_id BIGINT NOT NULL, 
	locale TEXT, 
	prefs_json TEXT NOT NULL, 
	PRIMARY KEY (user_id)
);
CREATE TABLE player_stats (
	guild_id BIGINT NOT NULL, 
	user_id BIGINT NOT NULL, 
	games INTEGER NOT NULL, 
	wins INTEGER NOT NULL, 
	scored INTEGER NOT NULL, 
	points INTEGER NOT NULL, 
	best INTEGER NOT NULL, 
	margin INTEGER, 
	margin_channel BIGINT, 
	PRIMARY KEY (guild_id, user_id)
);
INSERT INTO "player_stats" VALUES(7,1,3,0,3,15,7,NULL,NULL);
INSERT INTO "player_stats" VALUES(7,2,3,3,3,26,10,5,80);
CREATE TABLE puzzle (
	id INTEGER NOT NULL, 
	data_json TEXT NOT NULL, 
	at TEXT NOT NULL, 
	guild_id BIGINT, 
	match_id BIGINT, 
	user_id BIGINT, 
	due_at TEXT, 
	PRIMARY KEY (id)
);
CREATE TABLE puzzle_answer (
	guild_id BIGINT NOT NULL, 
	number INTEGER NOT NULL, 
	user_id BIGINT NOT NULL, 
	texts_json TEXT NOT NULL, 
	tenths INTEGER NOT NULL, 
	at TEXT NOT NULL, 
	streak INTEGER DEFAULT 0 NOT NULL, 
	PRIMARY KEY (guild_id, number, user_id)
);
CREATE TABLE puzzle_day (
	guild_id BIGINT NOT NULL, 
	number INTEGER NOT NULL, 
	puzzle_id BIGINT NOT NULL, 
	at TEXT NOT NULL, 
	answers INTEGER DEFAULT 0 NOT NULL, 
	solved INTEGER DEFAULT 0 NOT NULL, 
	PRIMARY KEY (guild_id, number), 
	FOREIGN KEY(puzzle_id) REFERENCES puzzle (id)
);
CREATE TABLE puzzle_solver (
	guild_id BIGINT NOT NULL, 
	user_id BIGINT NOT NULL, 
	solved INTEGER NOT NULL, 
	streak INTEGER NOT NULL, 
	PRIMARY KEY (guild_id, user_id)
);
CREATE TABLE rated_kind (
	guild_id BIGINT NOT NULL, 
	kind TEXT NOT NULL, 
	games INTEGER NOT NULL, 
	PRIMARY KEY (guild_id, kind)
);
CREATE TABLE rating (
	guild_id BIGINT NOT NULL, 
	kind TEXT NOT NULL, 
	user_id BIGINT NOT NULL, 
	mu FLOAT NOT NULL, 
	sigma FLOAT NOT NULL, 
	games INTEGER NOT NULL, 
	wins INTEGER NOT NULL, 
	value INTEGER NOT NULL, 
	PRIMARY KEY (guild_id, kind, user_id)
);
CREATE TABLE request (
	match_id BIGINT NOT NULL, 
	number INTEGER NOT NULL, 
	kind TEXT NOT NULL, 
	seat INTEGER NOT NULL, 
	detail_json TEXT NOT NULL, 
	version INTEGER NOT NULL, 
	asked_at TEXT NOT NULL, 
	status TEXT NOT NULL, 
	agreed_json TEXT NOT NULL, 
	closed_at TEXT, 
	closed_by INTEGER, 
	PRIMARY KEY (match_id, number), 
	FOREIGN KEY(match_id) REFERENCES "match" (id)
);
CREATE TABLE revision (
	subject_kind TEXT NOT NULL, 
	subject_id BIGINT NOT NULL, 
	revision BIGINT NOT NULL, 
	PRIMARY KEY (subject_kind, subject_id)
);
INSERT INTO "revision" VALUES('server',7,7);
INSERT INTO "revision" VALUES('match',1,15);
INSERT INTO "revision" VALUES('person',2,3);
INSERT INTO "revision" VALUES('match',2,15);
INSERT INTO "revision" VALUES('match',3,15);
INSERT INTO "revision" VALUES('event',1,8);
INSERT INTO "revision" VALUES('match',4,4);
INSERT INTO "revision" VALUES('match',5,4);
CREATE TABLE season_stats (
	guild_id BIGINT NOT NULL, 
	season INTEGER NOT NULL, 
	user_id BIGINT NOT NULL, 
	games INTEGER NOT NULL, 
	wins INTEGER NOT NULL, 
	PRIMARY KEY (guild_id, season, user_id)
);
INSERT INTO "season_stats" VALUES(7,8104,1,3,0);
INSERT INTO "season_stats" VALUES(7,8104,2,3,3);
CREATE TABLE seat (
	match_id BIGINT NOT NULL, 
	seat INTEGER NOT NULL, 
	user_id BIGINT, 
	level TEXT, 
	left_because TEXT, 
	told INTEGER NOT NULL, 
	waiting_since TEXT, 
	joined INTEGER NOT NULL, 
	word TEXT, 
	mirror BIGINT, 
	called TEXT, 
	live INTEGER DEFAULT 1 NOT NULL, 
	PRIMARY KEY (match_id, seat), 
	UNIQUE (match_id, user_id), 
	CHECK (user_id IS NOT NULL OR level IS NOT NULL), 
	FOREIGN KEY(match_id) REFERENCES "match" (id)
);
INSERT INTO "seat" VALUES(1,0,1,NULL,NULL,31,NULL,0,NULL,NULL,NULL,0);
INSERT INTO "seat" VALUES(1,1,2,NULL,NULL,34,NULL,1,NULL,NULL,NULL,0);
INSERT INTO "seat" VALUES(2,0,1,NULL,NULL,31,NULL,0,NULL,NULL,NULL,0);
INSERT INTO "seat" VALUES(2,1,2,NULL,NULL,34,NULL,1,NULL,NULL,NULL,0);
INSERT INTO "seat" VALUES(3,0,1,NULL,NULL,31,NULL,0,NULL,NULL,NULL,0);
INSERT INTO "seat" VALUES(3,1,2,NULL,NULL,34,NULL,1,NULL,NULL,NULL,0);
INSERT INTO "seat" VALUES(4,0,5,NULL,NULL,7,NULL,0,NULL,NULL,NULL,1);
INSERT INTO "seat" VALUES(4,1,4,NULL,NULL,10,'2026-03-08T19:00:00.000000Z',1,NULL,NULL,NULL,1);
INSERT INTO "seat" VALUES(5,0,3,NULL,NULL,7,NULL,0,NULL,NULL,NULL,1);
INSERT INTO "seat" VALUES(5,1,1,NULL,NULL,10,'2026-03-08T19:00:00.000000Z',1,NULL,NULL,NULL,1);
CREATE TABLE server (
	guild_id BIGINT NOT NULL, 
	prefs_json TEXT NOT NULL, 
	PRIMARY KEY (guild_id)
);
INSERT INTO "server" VALUES(7,'{"paper":"70"}');
CREATE TABLE server_record (
	guild_id BIGINT NOT NULL, 
	what TEXT NOT NULL, 
	value INTEGER NOT NULL, 
	match_id BIGINT NOT NULL, 
	seats TEXT NOT NULL, 
	"before" INTEGER, 
	PRIMARY KEY (guild_id, what), 
	FOREIGN KEY(match_id) REFERENCES "match" (id)
);
INSERT INTO "server_record" VALUES(7,'tiny score',10,2,'1',9);
INSERT INTO "server_record" VALUES(7,'tiny closest',3,2,'0 1',5);
CREATE TABLE server_stats (
	guild_id BIGINT NOT NULL, 
	counted INTEGER NOT NULL, 
	version INTEGER NOT NULL, 
	reached_at TEXT, 
	reached_id BIGINT, 
	is_complete INTEGER NOT NULL, 
	checked_at TEXT, 
	PRIMARY KEY (guild_id)
);
INSERT INTO "server_stats" VALUES(7,3,2,NULL,NULL,1,NULL);
CREATE TABLE snapshot (
	match_id BIGINT NOT NULL, 
	seq INTEGER NOT NULL, 
	rules_version INTEGER NOT NULL, 
	state_json TEXT NOT NULL, 
	PRIMARY KEY (match_id, seq), 
	FOREIGN KEY(match_id) REFERENCES "match" (id)
);
CREATE TABLE timer (
	id INTEGER NOT NULL, 
	kind TEXT NOT NULL, 
	subject_kind TEXT NOT NULL, 
	subject_id BIGINT NOT NULL, 
	seat INTEGER, 
	payload_json TEXT NOT NULL, 
	set_at TEXT NOT NULL, 
	due_at TEXT NOT NULL, 
	done_at TEXT, 
	PRIMARY KEY (id)
);
INSERT INTO "timer" VALUES(1,'paper','server',7,NULL,'{}','2026-03-08T18:00:00.000000Z','2026-03-15T18:00:00.000000Z',NULL);
INSERT INTO "timer" VALUES(15,'clock','match',1,NULL,'{}','2026-03-01T19:00:00.000000Z','2026-03-04T07:00:00.000000Z','2026-03-01T19:00:00.000000Z');
INSERT INTO "timer" VALUES(29,'clock','match',2,NULL,'{}','2026-03-01T19:00:00.000000Z','2026-03-04T07:00:00.000000Z','2026-03-01T19:00:00.000000Z');
INSERT INTO "timer" VALUES(43,'clock','match',3,NULL,'{}','2026-03-01T19:00:00.000000Z','2026-03-04T07:00:00.000000Z','2026-03-01T19:00:00.000000Z');
INSERT INTO "timer" VALUES(44,'event-news','event',1,NULL,'{}','2026-03-08T19:00:00.000000Z','2026-03-08T19:00:00.000000Z','2026-03-08T19:00:00.000000Z');
INSERT INTO "timer" VALUES(45,'event-due','event',1,NULL,'{}','2026-03-08T19:00:00.000000Z','2026-03-09T01:00:00.000000Z','2026-03-08T19:00:00.000000Z');
INSERT INTO "timer" VALUES(46,'event-seated','event',1,NULL,'{}','2026-03-08T19:00:00.000000Z','2026-03-08T19:01:00.000000Z','2026-03-08T19:00:00.000000Z');
INSERT INTO "timer" VALUES(47,'clock','match',4,NULL,'{}','2026-03-08T19:00:00.000000Z','2026-03-11T19:00:00.000000Z','2026-03-08T19:00:00.000000Z');
INSERT INTO "timer" VALUES(48,'event-seated','event',1,NULL,'{}','2026-03-08T19:00:00.000000Z','2026-03-08T19:01:00.000000Z','2026-03-08T19:00:00.000000Z');
INSERT INTO "timer" VALUES(49,'clock','match',5,NULL,'{}','2026-03-08T19:00:00.000000Z','2026-03-11T19:00:00.000000Z','2026-03-08T19:00:00.000000Z');
INSERT INTO "timer" VALUES(50,'event-seated','event',1,NULL,'{}','2026-03-08T19:00:00.000000Z','2026-03-08T19:00:00.000000Z','2026-03-08T19:00:00.000000Z');
INSERT INTO "timer" VALUES(51,'event-due','event',1,NULL,'{}','2026-03-08T19:00:00.000000Z','2026-03-09T01:00:00.000000Z',NULL);
INSERT INTO "timer" VALUES(52,'clock','match',4,NULL,'{}','2026-03-08T19:00:00.000000Z','2026-03-11T19:00:00.000000Z','2026-03-08T19:00:00.000000Z');
INSERT INTO "timer" VALUES(53,'clock','match',5,NULL,'{}','2026-03-08T19:00:00.000000Z','2026-03-11T19:00:00.000000Z','2026-03-08T19:00:00.000000Z');
INSERT INTO "timer" VALUES(54,'clock','match',4,NULL,'{}','2026-03-08T19:00:00.000000Z','2026-03-11T19:00:00.000000Z','2026-03-08T19:00:00.000000Z');
INSERT INTO "timer" VALUES(55,'clock','match',5,NULL,'{}','2026-03-08T19:00:00.000000Z','2026-03-11T19:00:00.000000Z','2026-03-08T19:00:00.000000Z');
INSERT INTO "timer" VALUES(56,'clock','match',4,NULL,'{}','2026-03-08T19:00:00.000000Z','2026-03-11T19:00:00.000000Z',NULL);
INSERT INTO "timer" VALUES(57,'clock','match',5,NULL,'{}','2026-03-08T19:00:00.000000Z','2026-03-11T19:00:00.000000Z',NULL);
CREATE TABLE vote (
	match_id BIGINT NOT NULL, 
	seat INTEGER NOT NULL, 
	version INTEGER NOT NULL, 
	user_id BIGINT NOT NULL, 
	texts_json TEXT NOT NULL, 
	at TEXT NOT NULL, 
	tenths INTEGER, 
	PRIMARY KEY (match_id, seat, version, user_id), 
	FOREIGN KEY(match_id) REFERENCES "match" (id)
);
CREATE TABLE web_page (
	nonce TEXT NOT NULL, 
	user_id BIGINT NOT NULL, 
	until TEXT NOT NULL, 
	closed INTEGER NOT NULL, 
	PRIMARY KEY (nonce)
);
CREATE TABLE web_share (
	subject_kind TEXT NOT NULL, 
	subject_id BIGINT NOT NULL, 
	secret TEXT NOT NULL, 
	PRIMARY KEY (subject_kind, subject_id)
);
CREATE TABLE wish (
	guild_id BIGINT NOT NULL, 
	user_id BIGINT NOT NULL, 
	game TEXT NOT NULL, 
	pace TEXT NOT NULL, 
	seats INTEGER NOT NULL, 
	at TEXT NOT NULL, 
	edition TEXT DEFAULT '' NOT NULL, 
	languages TEXT DEFAULT '' NOT NULL, 
	most_wait_s INTEGER DEFAULT 0 NOT NULL, 
	least_kept INTEGER DEFAULT 0 NOT NULL, 
	PRIMARY KEY (guild_id, user_id)
);
CREATE INDEX match_by_channel ON "match" (channel_id, id);
CREATE INDEX match_by_guild ON "match" (guild_id, id);
CREATE INDEX match_of_host ON "match" (host_id);
CREATE UNIQUE INDEX match_live_in_channel ON match (channel_id) WHERE status IN ('lobby', 'running', 'lost');
CREATE INDEX match_running ON match (id) WHERE status = 'running';
CREATE INDEX match_live ON match (guild_id, id) WHERE status IN ('lobby', 'running', 'lost');
CREATE INDEX match_ended ON match (guild_id, ended_at, id) WHERE status = 'finished';
CREATE INDEX draft_of_subject ON draft (subject_kind, subject_id);
CREATE INDEX guess_month_of_user ON guess_month (user_id);
CREATE INDEX outbox_by_topic ON outbox (topic_kind, topic_id, id);
CREATE UNIQUE INDEX outbox_one_per_turn ON outbox (topic_kind, topic_id, upto, seat) WHERE kind = 'turn';
CREATE INDEX outbox_of_user ON outbox (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX outbox_unsent_in_order ON outbox (id) WHERE sent_at IS NULL AND dead_at IS NULL;
CREATE INDEX outbox_unsent ON outbox (topic_kind, topic_id, id) WHERE sent_at IS NULL AND dead_at IS NULL;
CREATE INDEX outbox_naming_user ON outbox (json_extract(payload_json, '$.user')) WHERE kind <> 'turn';
CREATE INDEX outbox_naming_by ON outbox (json_extract(payload_json, '$.by')) WHERE kind <> 'turn';
CREATE INDEX outbox_naming_former ON outbox (json_extract(payload_json, '$.former')) WHERE kind <> 'turn';
CREATE INDEX timer_by_subject ON timer (subject_kind, subject_id);
CREATE INDEX timer_due ON timer (due_at) WHERE done_at IS NULL;
CREATE INDEX puzzle_of_guild ON puzzle (guild_id) WHERE guild_id IS NOT NULL;
CREATE INDEX puzzle_of_user ON puzzle (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX puzzle_of_turns ON puzzle (match_id) WHERE user_id IS NOT NULL;
CREATE INDEX puzzle_answer_of ON puzzle_answer (user_id, guild_id, number);
CREATE INDEX puzzle_answer_solved ON puzzle_answer (guild_id, number, at, user_id) WHERE streak > 0;
CREATE INDEX puzzle_solver_best ON puzzle_solver (guild_id, solved, streak, user_id);
CREATE INDEX puzzle_solver_of ON puzzle_solver (user_id);
CREATE INDEX champion_role_of_user ON champion_role (user_id);
CREATE INDEX follow_in_guild ON follow (guild_id);
CREATE INDEX follow_of ON follow (kind, followed_id, guild_id, user_id);
CREATE INDEX block_of ON block (blocked_id);
CREATE INDEX wish_of_user ON wish (user_id);
CREATE INDEX map_added_by ON map (added_by);
CREATE INDEX map_of_guild ON map (guild_id, added_at) WHERE removed_at IS NULL;
CREATE TRIGGER map_text_is_never_changed BEFORE UPDATE OF id, text ON map BEGIN SELECT RAISE(ABORT, 'a map is never changed'); END;
CREATE TRIGGER map_is_never_deleted BEFORE DELETE ON map WHEN NOT EXISTS (SELECT 1 FROM erased WHERE subject_kind = 'server' AND subject_id = OLD.guild_id) BEGIN SELECT RAISE(ABORT, 'a map is never deleted'); END;
CREATE INDEX map_upload_of_user ON map_upload (user_id);
CREATE INDEX event_of_guild ON event (guild_id, kind, status);
CREATE INDEX event_of_host ON event (host_id);
CREATE INDEX player_stats_of_user ON player_stats (user_id);
CREATE INDEX player_stats_by_wins ON player_stats (guild_id, wins);
CREATE INDEX season_stats_by_wins ON season_stats (guild_id, season, wins);
CREATE INDEX season_stats_of_user ON season_stats (guild_id, user_id);
CREATE INDEX rating_of_user ON rating (guild_id, user_id);
CREATE INDEX rating_by_value ON rating (guild_id, kind, value);
CREATE INDEX opponent_stats_of_other ON opponent_stats (other_id);
CREATE INDEX web_page_of_user ON web_page (user_id);
CREATE INDEX seat_by_user ON seat (user_id, match_id);
CREATE INDEX seat_live ON seat (user_id, match_id) WHERE live = 1;
CREATE INDEX seat_waiting ON seat (user_id, waiting_since) WHERE waiting_since IS NOT NULL;
CREATE TRIGGER action_is_never_changed BEFORE UPDATE ON action BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
CREATE TRIGGER action_is_never_deleted BEFORE DELETE ON action WHEN NOT (EXISTS (SELECT 1 FROM erased WHERE subject_kind = 'match' AND subject_id = OLD.match_id) OR EXISTS (SELECT 1 FROM archive WHERE archive.match_id = OLD.match_id AND archive.logged > OLD.seq)) BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
CREATE TRIGGER clock_event_is_never_changed BEFORE UPDATE ON clock_event BEGIN SELECT RAISE(ABORT, 'the history of clocks is append-only'); END;
CREATE TRIGGER clock_event_is_never_deleted BEFORE DELETE ON clock_event WHEN NOT (EXISTS (SELECT 1 FROM erased WHERE subject_kind = 'match' AND subject_id = OLD.match_id) OR EXISTS (SELECT 1 FROM archive WHERE archive.match_id = OLD.match_id AND archive.clocked > OLD.seq)) BEGIN SELECT RAISE(ABORT, 'the history of clocks is append-only'); END;
CREATE TRIGGER archive_is_never_changed BEFORE UPDATE ON archive BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
CREATE TRIGGER archive_is_never_deleted BEFORE DELETE ON archive WHEN NOT EXISTS (SELECT 1 FROM erased WHERE subject_kind = 'match' AND subject_id = OLD.match_id) BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
CREATE INDEX vote_of_user ON vote (user_id);
CREATE INDEX entrant_of_user ON entrant (user_id);
CREATE INDEX event_entry_by ON event_entry (by_id) WHERE by_id IS NOT NULL;
CREATE TRIGGER event_entry_is_never_changed BEFORE UPDATE OF event_id, seq, kind, payload_json, at ON event_entry BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
CREATE TRIGGER event_entry_is_never_deleted BEFORE DELETE ON event_entry WHEN NOT EXISTS (SELECT 1 FROM erased WHERE subject_kind = 'event' AND subject_id = OLD.event_id) BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
CREATE INDEX game_stats_of_user ON game_stats (guild_id, user_id, number);
CREATE INDEX game_stats_in_order ON game_stats (guild_id, number);
CREATE INDEX server_record_of_match ON server_record (match_id);
COMMIT;
PRAGMA user_version = 1000;
