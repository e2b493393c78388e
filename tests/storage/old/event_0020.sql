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
INSERT INTO "action" VALUES(3,0,-1,'draw 2','2026-03-01T12:00:00.000000Z');
INSERT INTO "action" VALUES(4,0,-1,'draw 1','2026-03-01T12:00:00.000000Z');
INSERT INTO "action" VALUES(3,1,0,'keep','2026-03-01T12:00:00.000000Z');
INSERT INTO "action" VALUES(3,2,0,'bank','2026-03-01T12:00:00.000000Z');
INSERT INTO "action" VALUES(3,3,-1,'draw 1','2026-03-01T12:00:00.000000Z');
INSERT INTO "action" VALUES(4,1,0,'keep','2026-03-01T12:00:00.000000Z');
INSERT INTO "action" VALUES(4,2,0,'bank','2026-03-01T12:00:00.000000Z');
INSERT INTO "action" VALUES(4,3,-1,'draw 2','2026-03-01T12:00:00.000000Z');
INSERT INTO "action" VALUES(3,4,1,'pass','2026-03-01T12:00:00.000000Z');
INSERT INTO "action" VALUES(3,5,1,'bank','2026-03-01T12:00:00.000000Z');
INSERT INTO "action" VALUES(3,6,-1,'draw 1','2026-03-01T12:00:00.000000Z');
INSERT INTO "action" VALUES(4,4,1,'pass','2026-03-01T12:00:00.000000Z');
INSERT INTO "action" VALUES(4,5,1,'bank','2026-03-01T12:00:00.000000Z');
INSERT INTO "action" VALUES(4,6,-1,'draw 1','2026-03-01T12:00:00.000000Z');
INSERT INTO "action" VALUES(3,7,0,'keep','2026-03-01T12:00:00.000000Z');
INSERT INTO "action" VALUES(3,8,0,'bank','2026-03-01T12:00:00.000000Z');
INSERT INTO "action" VALUES(3,9,-1,'draw 1','2026-03-01T12:00:00.000000Z');
INSERT INTO "action" VALUES(4,7,0,'keep','2026-03-01T12:00:00.000000Z');
INSERT INTO "action" VALUES(4,8,0,'bank','2026-03-01T12:00:00.000000Z');
INSERT INTO "action" VALUES(4,9,-1,'draw 1','2026-03-01T12:00:00.000000Z');
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0020');
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
INSERT INTO "archive" VALUES(1,36,24,3,X'78DA8B8E36343737323633333180021DAAC0589D685D4330134881205578405395528A12CB158C9474940A128B8B815452625E3690020B1B0219D9A9A90568C2C6D8551B61578DC3103CAA89778911B58491AD8C8D0500ACD270CE',X'78DA8B8E36343737323633333180021D9260AC4EB4526271766A8A928E52625E71796A11840913C222358454C18480BE04F9D690686C080A97FCF23CA021400461C0B9541701B92FAF34274767E410D0182125A5C60200BFF7E289');
INSERT INTO "archive" VALUES(2,36,24,3,X'78DA8B8E36343737323633333180021DAAC0589D685D4330134881205578405395528A12CB158C9574940A128B8B815452625E3690020B1B0119D9A9A90568C2C6D8850DB10B1B6137DB902443481726DE3BE8C2B1B100A49E70BB',X'78DA8B8E36343737323633333180021D9260AC4EB4526271766A8A928E52625E71796A11840913C222358454C18480BE04F9D690686C080A97FCF23CA021400461C0B9541701B92FAF34274767E410D0182125A5C60200BFF7E289');
CREATE TABLE block (
	user_id BIGINT NOT NULL, 
	blocked_id BIGINT NOT NULL, 
	at TEXT NOT NULL, 
	PRIMARY KEY (user_id, blocked_id)
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
INSERT INTO "clock_event" VALUES(3,0,'2026-03-01T12:00:00.000000Z','asked',0,'own',NULL,NULL,0);
INSERT INTO "clock_event" VALUES(4,0,'2026-03-01T12:00:00.000000Z','asked',0,'own',NULL,NULL,0);
INSERT INTO "clock_event" VALUES(3,1,'2026-03-01T12:00:00.000000Z','answered',0,'',NULL,NULL,0);
INSERT INTO "clock_event" VALUES(3,2,'2026-03-01T12:00:00.000000Z','asked',1,'own',NULL,NULL,0);
INSERT INTO "clock_event" VALUES(4,1,'2026-03-01T12:00:00.000000Z','answered',0,'',NULL,NULL,0);
INSERT INTO "clock_event" VALUES(4,2,'2026-03-01T12:00:00.000000Z','asked',1,'own',NULL,NULL,0);
INSERT INTO "clock_event" VALUES(3,3,'2026-03-01T12:00:00.000000Z','asked',0,'own',NULL,NULL,0);
INSERT INTO "clock_event" VALUES(3,4,'2026-03-01T12:00:00.000000Z','answered',1,'',NULL,NULL,0);
INSERT INTO "clock_event" VALUES(4,3,'2026-03-01T12:00:00.000000Z','asked',0,'own',NULL,NULL,0);
INSERT INTO "clock_event" VALUES(4,4,'2026-03-01T12:00:00.000000Z','answered',1,'',NULL,NULL,0);
INSERT INTO "clock_event" VALUES(3,5,'2026-03-01T12:00:00.000000Z','answered',0,'',NULL,NULL,0);
INSERT INTO "clock_event" VALUES(3,6,'2026-03-01T12:00:00.000000Z','asked',1,'own',NULL,NULL,0);
INSERT INTO "clock_event" VALUES(4,5,'2026-03-01T12:00:00.000000Z','answered',0,'',NULL,NULL,0);
INSERT INTO "clock_event" VALUES(4,6,'2026-03-01T12:00:00.000000Z','asked',1,'own',NULL,NULL,0);
CREATE TABLE draft (
	user_id BIGINT NOT NULL, 
	subject_kind TEXT NOT NULL, 
	subject_id BIGINT NOT NULL, 
	version INTEGER NOT NULL, 
	texts_json TEXT NOT NULL, 
	passes_at TEXT, 
	taken_back INTEGER DEFAULT 0 NOT NULL, 
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
	PRIMARY KEY (id)
);
INSERT INTO "event" VALUES(1,'Cup',7,70,900,'running','{"preset":"slow-swiss","stages":"swiss:2","game":"tiny","options":{"rounds":"12","vote":"off"},"pace":"event","most":0,"starts_at":null,"check_in":false,"first_turn":172800.0,"round_length":2419200.0,"vacations":false,"preview":0.0,"referees":null,"least_rating":0,"most_rating":0,"least_games":0,"least_days":0,"role":null,"least_kept":0}','en','955b9ecb96853987f7ac2f9be3c97423','8c9d427504e782b5396ef60c2007aa16c1bbc6860eb04fd88e72c75116c617bc',9,'2026-03-01T12:00:00.000000Z','2026-03-01T12:00:00.000000Z',NULL);
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
INSERT INTO "event_entry" VALUES(1,0,'enter','{"entrant":1,"waiting":false,"from_round":1}','2026-03-01T12:00:00.000000Z',1,NULL,NULL);
INSERT INTO "event_entry" VALUES(1,1,'enter','{"entrant":2,"waiting":false,"from_round":1}','2026-03-01T12:00:00.000000Z',2,NULL,NULL);
INSERT INTO "event_entry" VALUES(1,2,'enter','{"entrant":3,"waiting":false,"from_round":1}','2026-03-01T12:00:00.000000Z',3,NULL,NULL);
INSERT INTO "event_entry" VALUES(1,3,'enter','{"entrant":4,"waiting":false,"from_round":1}','2026-03-01T12:00:00.000000Z',4,NULL,NULL);
INSERT INTO "event_entry" VALUES(1,4,'enter','{"entrant":5,"waiting":false,"from_round":1}','2026-03-01T12:00:00.000000Z',5,NULL,NULL);
INSERT INTO "event_entry" VALUES(1,5,'start','{"stages":"swiss:2","entrants":{"1":null,"2":null,"3":null,"4":null,"5":null}}','2026-03-01T12:00:00.000000Z',900,NULL,NULL);
INSERT INTO "event_entry" VALUES(1,6,'stage','{"places":[1,3,4,5,2]}','2026-03-01T12:00:00.000000Z',NULL,NULL,NULL);
INSERT INTO "event_entry" VALUES(1,7,'draw','{"round":1,"couples":[[1,5],[3,2],[4,null]],"best_of":1,"broken":[]}','2026-03-01T12:00:00.000000Z',NULL,NULL,NULL);
INSERT INTO "event_entry" VALUES(1,8,'publish','{"round":1}','2026-03-01T12:00:00.000000Z',NULL,NULL,NULL);
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
INSERT INTO "event_match" VALUES(1,1,1,1,3);
INSERT INTO "event_match" VALUES(1,1,2,1,4);
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
INSERT INTO "game_stats" VALUES(1,0,7,0,1,'tiny duel',NULL,NULL,NULL,NULL,6,0,0);
INSERT INTO "game_stats" VALUES(1,1,7,0,2,'tiny duel',NULL,NULL,NULL,NULL,6,0,0);
INSERT INTO "game_stats" VALUES(2,0,7,1,1,'tiny duel',NULL,NULL,NULL,NULL,6,0,0);
INSERT INTO "game_stats" VALUES(2,1,7,1,2,'tiny duel',NULL,NULL,NULL,NULL,6,0,0);
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
INSERT INTO "match" VALUES(1,'tiny','{"rounds":"6","vote":"off"}',1,7,80,1,'finished',5,'joined','en',X'C2AB859959F569A610BB0ED9874CC650FF253B9CD796641478902B7C38FA54A1','99198bf8ceea22dbd24b92f69821d7dd9518061754f5c477c4102a640e03767a',36,'2026-03-01T12:00:00.000000Z','2026-03-01T12:00:00.000000Z','2026-03-01T12:00:00.000000Z','{"scores":[5,8],"winners":[1]}',NULL,'{"pace":"daily","on_timeout":"move","take_back_s":30,"aids":"all","rated":false,"returns":true,"substitutes":true}',2,'[]');
INSERT INTO "match" VALUES(2,'tiny','{"rounds":"6","vote":"off"}',1,7,81,1,'finished',5,'joined','en',X'AF3ACB345E46B333DF64684E90882FD86E88C0CD97B3715816C11F678950FBCF','02865bf692b0338a770e468bce8927745606cdf9acfb592deee82a9caed29607',36,'2026-03-01T12:00:00.000000Z','2026-03-01T12:00:00.000000Z','2026-03-01T12:00:00.000000Z','{"scores":[7,7],"winners":[0,1]}',NULL,'{"pace":"daily","on_timeout":"move","take_back_s":30,"aids":"all","rated":false,"returns":true,"substitutes":true}',2,'[]');
INSERT INTO "match" VALUES(3,'tiny','{"rounds":"12","vote":"off"}',1,7,1029,900,'running',2,'joined','en',X'9BEB0CE63278700AE31B8BC98E1F52A641BE39782B44146EA3B8CF794724E8DD','5ad866a9a3e3ea3ac02f31a94638e42fa302883a255054b232b84caf57048d54',10,'2026-03-01T12:00:00.000000Z','2026-03-01T12:00:00.000000Z',NULL,NULL,NULL,'{"pace":"event","on_timeout":"forfeit","take_back_s":30,"aids":"all","rated":true,"returns":false,"substitutes":false,"vacations":false,"night_minutes":480,"chosen":["pace","rated","returns","substitutes"]}',2,'[]');
INSERT INTO "match" VALUES(4,'tiny','{"rounds":"12","vote":"off"}',1,7,1030,900,'running',2,'joined','en',X'C1E4FBD27A5441003717C05F291FBEC9FF3D1C2722259F10775124632DBF6E8E','05f8448430aabf20570d2687a7e5a6bf3b83a847058301dc9b9dd32b5d852872',10,'2026-03-01T12:00:00.000000Z','2026-03-01T12:00:00.000000Z',NULL,NULL,NULL,'{"pace":"event","on_timeout":"forfeit","take_back_s":30,"aids":"all","rated":true,"returns":false,"substitutes":false,"vacations":false,"night_minutes":480,"chosen":["pace","rated","returns","substitutes"]}',2,'[]');
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
	PRIMARY KEY (guild_id, user_id, other_id)
);
INSERT INTO "opponent_stats" VALUES(7,1,2,2,0,1);
INSERT INTO "opponent_stats" VALUES(7,2,1,2,1,0);
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
INSERT INTO "outbox" VALUES(12,'match',1,'turn','{"since":28,"first":false}','d393fb67ed2be2105c98',80,2,1,34,'2026-03-01T12:00:00.000000Z','2026-03-01T12:00:00.000000Z',1,'2026-03-01T12:00:00.000000Z',NULL,1011,'2026-03-01T12:00:00.000000Z',NULL);
INSERT INTO "outbox" VALUES(13,'match',1,'end','{"since":34}','270ed454797dcef7ebc0',80,NULL,NULL,36,'2026-03-01T12:00:00.000000Z','2026-03-01T12:00:00.000000Z',1,'2026-03-01T12:00:00.000000Z',NULL,1012,'2026-03-01T12:00:00.000000Z',NULL);
INSERT INTO "outbox" VALUES(25,'match',2,'turn','{"since":28,"first":false}','2475bc31e0e1fcbb0071',81,2,1,34,'2026-03-01T12:00:00.000000Z','2026-03-01T12:00:00.000000Z',1,'2026-03-01T12:00:00.000000Z',NULL,1024,'2026-03-01T12:00:00.000000Z',NULL);
INSERT INTO "outbox" VALUES(26,'match',2,'end','{"since":34}','e954bfa612b12f4cdf7c',81,NULL,NULL,36,'2026-03-01T12:00:00.000000Z','2026-03-01T12:00:00.000000Z',1,'2026-03-01T12:00:00.000000Z',NULL,1025,'2026-03-01T12:00:00.000000Z',NULL);
INSERT INTO "outbox" VALUES(27,'event',1,'board','{}','e10f8fde8ac3d054b09a',70,NULL,NULL,0,'2026-03-01T12:00:00.000000Z','2026-03-01T12:00:00.000000Z',1,'2026-03-01T12:00:00.000000Z',NULL,1026,'2026-03-01T12:00:00.000000Z',NULL);
INSERT INTO "outbox" VALUES(28,'event',1,'bulletin','{"code":"event-started","entrants":5}','ff3e17e618c98dbdc132',70,NULL,NULL,0,'2026-03-01T12:00:00.000000Z','2026-03-01T12:00:00.000000Z',1,'2026-03-01T12:00:00.000000Z',NULL,1027,'2026-03-01T12:00:00.000000Z',NULL);
INSERT INTO "outbox" VALUES(29,'event',1,'bulletin','{"code":"round","round":1}','9cbc07a76e0e10b2a53b',70,NULL,NULL,0,'2026-03-01T12:00:00.000000Z','2026-03-01T12:00:00.000000Z',1,'2026-03-01T12:00:00.000000Z',NULL,1028,'2026-03-01T12:00:00.000000Z',NULL);
INSERT INTO "outbox" VALUES(30,'event',1,'pairing','{"round":1,"table":1}','41a7ccfefdeed65df2b7',70,NULL,NULL,0,'2026-03-01T12:00:00.000000Z','2026-03-01T12:00:00.000000Z',1,'2026-03-01T12:00:00.000000Z',NULL,1029,'2026-03-01T12:00:00.000000Z',NULL);
INSERT INTO "outbox" VALUES(31,'event',1,'pairing','{"round":1,"table":2}','de75e023098ad09858c3',70,NULL,NULL,0,'2026-03-01T12:00:00.000000Z','2026-03-01T12:00:00.000000Z',1,'2026-03-01T12:00:00.000000Z',NULL,1030,'2026-03-01T12:00:00.000000Z',NULL);
INSERT INTO "outbox" VALUES(32,'match',3,'turn','{"since":0,"first":true}','279046f4bae5646162a8',1029,1,0,1,'2026-03-01T12:00:00.000000Z','2026-03-01T12:00:00.000000Z',1,'2026-03-01T12:00:00.000000Z',NULL,1031,'2026-03-01T12:00:00.000000Z',NULL);
INSERT INTO "outbox" VALUES(33,'match',4,'turn','{"since":0,"first":true}','72caaf2bd0eba91d6ee9',1030,3,0,1,'2026-03-01T12:00:00.000000Z','2026-03-01T12:00:00.000000Z',1,'2026-03-01T12:00:00.000000Z',NULL,1032,'2026-03-01T12:00:00.000000Z',NULL);
INSERT INTO "outbox" VALUES(34,'match',3,'turn','{"since":0,"first":true}','a420c3e1632b8817f477',1029,5,1,4,'2026-03-01T12:00:00.000000Z','2026-03-01T12:00:00.000000Z',1,'2026-03-01T12:00:00.000000Z',NULL,1033,'2026-03-01T12:00:00.000000Z',NULL);
INSERT INTO "outbox" VALUES(35,'match',4,'turn','{"since":0,"first":true}','da23fb69285f33e0115d',1030,2,1,4,'2026-03-01T12:00:00.000000Z','2026-03-01T12:00:00.000000Z',1,'2026-03-01T12:00:00.000000Z',NULL,1034,'2026-03-01T12:00:00.000000Z',NULL);
INSERT INTO "outbox" VALUES(36,'match',3,'turn','{"since":1,"first":false}','22d299862ef640217a17',1029,1,0,7,'2026-03-01T12:00:00.000000Z','2026-03-01T12:00:00.000000Z',1,'2026-03-01T12:00:00.000000Z',NULL,1035,'2026-03-01T12:00:00.000000Z',NULL);
INSERT INTO "outbox" VALUES(37,'match',4,'turn','{"since":1,"first":false}','52b01c33c9dac1acea47',1030,3,0,7,'2026-03-01T12:00:00.000000Z','2026-03-01T12:00:00.000000Z',1,'2026-03-01T12:00:00.000000Z',NULL,1036,'2026-03-01T12:00:00.000000Z',NULL);
INSERT INTO "outbox" VALUES(38,'match',3,'turn','{"since":4,"first":false}','70561f4d2c430dfb2dd2',1029,5,1,10,'2026-03-01T12:00:00.000000Z','2026-03-01T12:00:00.000000Z',1,'2026-03-01T12:00:00.000000Z',NULL,1037,'2026-03-01T12:00:00.000000Z',NULL);
INSERT INTO "outbox" VALUES(39,'match',4,'turn','{"since":4,"first":false}','24457525bf2f8c30ce98',1030,2,1,10,'2026-03-01T12:00:00.000000Z','2026-03-01T12:00:00.000000Z',1,'2026-03-01T12:00:00.000000Z',NULL,1038,'2026-03-01T12:00:00.000000Z',NULL);
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
INSERT INTO "player_stats" VALUES(7,1,2,1,2,12,7,NULL,NULL);
INSERT INTO "player_stats" VALUES(7,2,2,2,2,15,8,3,80);
CREATE TABLE puzzle (
	id INTEGER NOT NULL, 
	data_json TEXT NOT NULL, 
	at TEXT NOT NULL, 
	guild_id BIGINT, 
	match_id BIGINT, 
	PRIMARY KEY (id)
);
CREATE TABLE puzzle_answer (
	guild_id BIGINT NOT NULL, 
	number INTEGER NOT NULL, 
	user_id BIGINT NOT NULL, 
	texts_json TEXT NOT NULL, 
	tenths INTEGER NOT NULL, 
	at TEXT NOT NULL, 
	PRIMARY KEY (guild_id, number, user_id)
);
CREATE TABLE puzzle_day (
	guild_id BIGINT NOT NULL, 
	number INTEGER NOT NULL, 
	puzzle_id BIGINT NOT NULL, 
	at TEXT NOT NULL, 
	PRIMARY KEY (guild_id, number), 
	FOREIGN KEY(puzzle_id) REFERENCES puzzle (id)
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
CREATE TABLE season_stats (
	guild_id BIGINT NOT NULL, 
	season INTEGER NOT NULL, 
	user_id BIGINT NOT NULL, 
	games INTEGER NOT NULL, 
	wins INTEGER NOT NULL, 
	PRIMARY KEY (guild_id, season, user_id)
);
INSERT INTO "season_stats" VALUES(7,8104,1,2,1);
INSERT INTO "season_stats" VALUES(7,8104,2,2,2);
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
	PRIMARY KEY (match_id, seat), 
	UNIQUE (match_id, user_id), 
	CHECK (user_id IS NOT NULL OR level IS NOT NULL), 
	FOREIGN KEY(match_id) REFERENCES "match" (id)
);
INSERT INTO "seat" VALUES(1,0,1,NULL,NULL,31,NULL,0,NULL);
INSERT INTO "seat" VALUES(1,1,2,NULL,NULL,34,NULL,1,NULL);
INSERT INTO "seat" VALUES(2,0,1,NULL,NULL,31,NULL,0,NULL);
INSERT INTO "seat" VALUES(2,1,2,NULL,NULL,34,NULL,1,NULL);
INSERT INTO "seat" VALUES(3,0,1,NULL,NULL,7,NULL,0,NULL);
INSERT INTO "seat" VALUES(3,1,5,NULL,NULL,10,'2026-03-01T12:00:00.000000Z',1,NULL);
INSERT INTO "seat" VALUES(4,0,3,NULL,NULL,7,NULL,0,NULL);
INSERT INTO "seat" VALUES(4,1,2,NULL,NULL,10,'2026-03-01T12:00:00.000000Z',1,NULL);
CREATE TABLE server (
	guild_id BIGINT NOT NULL, 
	prefs_json TEXT NOT NULL, 
	PRIMARY KEY (guild_id)
);
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
INSERT INTO "server_stats" VALUES(7,2,1,NULL,NULL,1,NULL);
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
INSERT INTO "timer" VALUES(13,'clock','match',1,NULL,'{}','2026-03-01T12:00:00.000000Z','2026-03-04T00:00:00.000000Z','2026-03-01T12:00:00.000000Z');
INSERT INTO "timer" VALUES(26,'clock','match',2,NULL,'{}','2026-03-01T12:00:00.000000Z','2026-03-04T00:00:00.000000Z','2026-03-01T12:00:00.000000Z');
INSERT INTO "timer" VALUES(27,'event-news','event',1,NULL,'{}','2026-03-01T12:00:00.000000Z','2026-03-01T12:00:00.000000Z','2026-03-01T12:00:00.000000Z');
INSERT INTO "timer" VALUES(28,'event-due','event',1,NULL,'{}','2026-03-01T12:00:00.000000Z','2026-03-01T18:00:00.000000Z','2026-03-01T12:00:00.000000Z');
INSERT INTO "timer" VALUES(29,'clock','match',3,NULL,'{}','2026-03-01T12:00:00.000000Z','2026-03-04T12:00:00.000000Z','2026-03-01T12:00:00.000000Z');
INSERT INTO "timer" VALUES(30,'event-news','event',1,NULL,'{}','2026-03-01T12:00:00.000000Z','2026-03-01T12:00:00.000000Z','2026-03-01T12:00:00.000000Z');
INSERT INTO "timer" VALUES(31,'clock','match',4,NULL,'{}','2026-03-01T12:00:00.000000Z','2026-03-04T12:00:00.000000Z','2026-03-01T12:00:00.000000Z');
INSERT INTO "timer" VALUES(32,'event-news','event',1,NULL,'{}','2026-03-01T12:00:00.000000Z','2026-03-01T12:00:00.000000Z','2026-03-01T12:00:00.000000Z');
INSERT INTO "timer" VALUES(33,'event-due','event',1,NULL,'{}','2026-03-01T12:00:00.000000Z','2026-03-01T18:00:00.000000Z','2026-03-01T12:00:00.000000Z');
INSERT INTO "timer" VALUES(34,'event-due','event',1,NULL,'{}','2026-03-01T12:00:00.000000Z','2026-03-01T18:00:00.000000Z',NULL);
INSERT INTO "timer" VALUES(35,'clock','match',3,NULL,'{}','2026-03-01T12:00:00.000000Z','2026-03-04T12:00:00.000000Z','2026-03-01T12:00:00.000000Z');
INSERT INTO "timer" VALUES(36,'clock','match',4,NULL,'{}','2026-03-01T12:00:00.000000Z','2026-03-04T12:00:00.000000Z','2026-03-01T12:00:00.000000Z');
INSERT INTO "timer" VALUES(37,'clock','match',3,NULL,'{}','2026-03-01T12:00:00.000000Z','2026-03-04T12:00:00.000000Z','2026-03-01T12:00:00.000000Z');
INSERT INTO "timer" VALUES(38,'clock','match',4,NULL,'{}','2026-03-01T12:00:00.000000Z','2026-03-04T12:00:00.000000Z','2026-03-01T12:00:00.000000Z');
INSERT INTO "timer" VALUES(39,'clock','match',3,NULL,'{}','2026-03-01T12:00:00.000000Z','2026-03-04T12:00:00.000000Z',NULL);
INSERT INTO "timer" VALUES(40,'clock','match',4,NULL,'{}','2026-03-01T12:00:00.000000Z','2026-03-04T12:00:00.000000Z',NULL);
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
CREATE INDEX match_by_guild ON "match" (guild_id, id);
CREATE INDEX match_by_channel ON "match" (channel_id, id);
CREATE UNIQUE INDEX match_live_in_channel ON match (channel_id) WHERE status IN ('lobby', 'running', 'lost');
CREATE INDEX match_running ON match (id) WHERE status = 'running';
CREATE INDEX match_ended ON match (guild_id, ended_at, id) WHERE status = 'finished';
CREATE INDEX draft_of_subject ON draft (subject_kind, subject_id);
CREATE INDEX outbox_by_topic ON outbox (topic_kind, topic_id, id);
CREATE UNIQUE INDEX outbox_one_per_turn ON outbox (topic_kind, topic_id, upto, seat) WHERE kind = 'turn';
CREATE INDEX outbox_unsent ON outbox (topic_kind, topic_id, id) WHERE sent_at IS NULL AND dead_at IS NULL;
CREATE INDEX timer_by_subject ON timer (subject_kind, subject_id);
CREATE INDEX timer_due ON timer (due_at) WHERE done_at IS NULL;
CREATE INDEX puzzle_of_guild ON puzzle (guild_id) WHERE guild_id IS NOT NULL;
CREATE INDEX puzzle_answer_of ON puzzle_answer (user_id);
CREATE INDEX block_of ON block (blocked_id);
CREATE INDEX map_of_guild ON map (guild_id, added_at) WHERE removed_at IS NULL;
CREATE TRIGGER map_text_is_never_changed BEFORE UPDATE OF id, text ON map BEGIN SELECT RAISE(ABORT, 'a map is never changed'); END;
CREATE TRIGGER map_is_never_deleted BEFORE DELETE ON map WHEN NOT EXISTS (SELECT 1 FROM erased WHERE subject_kind = 'server' AND subject_id = OLD.guild_id) BEGIN SELECT RAISE(ABORT, 'a map is never deleted'); END;
CREATE INDEX event_of_guild ON event (guild_id, status);
CREATE INDEX player_stats_by_wins ON player_stats (guild_id, wins);
CREATE INDEX player_stats_of_user ON player_stats (user_id);
CREATE INDEX season_stats_of_user ON season_stats (guild_id, user_id);
CREATE INDEX season_stats_by_wins ON season_stats (guild_id, season, wins);
CREATE INDEX rating_of_user ON rating (guild_id, user_id);
CREATE INDEX rating_by_value ON rating (guild_id, kind, value);
CREATE INDEX opponent_stats_of_other ON opponent_stats (other_id);
CREATE INDEX seat_by_user ON seat (user_id, match_id);
CREATE INDEX seat_waiting ON seat (user_id, waiting_since) WHERE waiting_since IS NOT NULL;
CREATE TRIGGER action_is_never_changed BEFORE UPDATE ON action BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
CREATE TRIGGER action_is_never_deleted BEFORE DELETE ON action WHEN NOT (EXISTS (SELECT 1 FROM erased WHERE subject_kind = 'match' AND subject_id = OLD.match_id) OR EXISTS (SELECT 1 FROM archive WHERE archive.match_id = OLD.match_id AND archive.logged > OLD.seq)) BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
CREATE TRIGGER clock_event_is_never_changed BEFORE UPDATE ON clock_event BEGIN SELECT RAISE(ABORT, 'the history of clocks is append-only'); END;
CREATE TRIGGER clock_event_is_never_deleted BEFORE DELETE ON clock_event WHEN NOT (EXISTS (SELECT 1 FROM erased WHERE subject_kind = 'match' AND subject_id = OLD.match_id) OR EXISTS (SELECT 1 FROM archive WHERE archive.match_id = OLD.match_id AND archive.clocked > OLD.seq)) BEGIN SELECT RAISE(ABORT, 'the history of clocks is append-only'); END;
CREATE TRIGGER archive_is_never_changed BEFORE UPDATE ON archive BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
CREATE TRIGGER archive_is_never_deleted BEFORE DELETE ON archive WHEN NOT EXISTS (SELECT 1 FROM erased WHERE subject_kind = 'match' AND subject_id = OLD.match_id) BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
CREATE INDEX entrant_of_user ON entrant (user_id);
CREATE TRIGGER event_entry_is_never_changed BEFORE UPDATE OF event_id, seq, kind, payload_json, at ON event_entry BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
CREATE TRIGGER event_entry_is_never_deleted BEFORE DELETE ON event_entry WHEN NOT EXISTS (SELECT 1 FROM erased WHERE subject_kind = 'event' AND subject_id = OLD.event_id) BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
CREATE INDEX game_stats_of_user ON game_stats (guild_id, user_id, number);
CREATE INDEX game_stats_in_order ON game_stats (guild_id, number);
COMMIT;
PRAGMA user_version = 1000;
