"""All tables, once for every kind of database. A new database is made from these; older ones arrive here by `migrations/`.

The key of a column is the name of the field in `storage.records`.
"""

from __future__ import annotations

from sqlalchemy import (
    DDL,
    BigInteger,
    CheckConstraint,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    UniqueConstraint,
    event,
    text,
)

from storage.types import Agreed, Key, Moment, Packed, Weighed

REVISION = "0028"
"""The last of the migrations: what a database made from these tables is stamped with."""

USER_VERSION = 1000
"""What SQLite files carry in `user_version` since then, so that programs from before Alembic refuse them."""

metadata = MetaData()

alembic_version = Table("alembic_version", metadata, Column("version_num", String(32), nullable=False))
"""Where Alembic keeps the revision."""
alembic_version.append_constraint(PrimaryKeyConstraint("version_num", name="alembic_version_pkc"))

match = Table(
    "match",
    metadata,
    Column("id", Key, primary_key=True),
    Column("game", Text, nullable=False),
    Column("options_json", Packed, nullable=False, key="options"),
    Column("rules_version", Integer, nullable=False),
    Column("guild_id", BigInteger),
    Column("channel_id", BigInteger, nullable=False),
    Column("host_id", BigInteger, nullable=False),
    Column("status", Text, nullable=False),
    Column("seats_wanted", Integer, nullable=False),
    Column("seat_order", Text, nullable=False, key="order"),
    Column("locale", Text, nullable=False),
    Column("secret", LargeBinary, nullable=False),
    Column("commitment", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("created_at", Moment, nullable=False),
    Column("started_at", Moment),
    Column("ended_at", Moment),
    Column("result_json", Packed, key="result"),
    Column("rematch_of", BigInteger, ForeignKey("match.id")),
    Column("terms_json", Agreed, nullable=False, server_default=text("'{}'"), key="terms"),
    Column("bag", Integer, nullable=False, server_default=text("1")),
    Column("estimates_json", Weighed, nullable=False, server_default=text("'[]'"), key="estimates"),
    CheckConstraint("status IN ('lobby', 'running', 'lost', 'finished', 'cancelled', 'expired')"),
)


def _partial(name: str, table: Table, *columns: str, where: str, unique: bool = False) -> None:
    """An index over some of the rows only. Written out, for an `Index` with a condition loads what speaks to PostgreSQL, a tenth of
    a second of every start.
    """
    named = ", ".join(table.c[column].name for column in columns)
    statement = DDL(f"CREATE {'UNIQUE ' if unique else ''}INDEX {name} ON {table.name} ({named}) WHERE {where}")  # type: ignore[no-untyped-call]  # untyped there
    event.listen(table, "after_create", statement)


# A channel names its game: it never holds two that are alive.
_partial("match_live_in_channel", match, "channel_id", where="status IN ('lobby', 'running', 'lost')", unique=True)
Index("match_by_channel", match.c.channel_id, match.c.id)
Index("match_by_guild", match.c.guild_id, match.c.id)
Index("match_of_host", match.c.host_id)
_partial("match_running", match, "id", where="status = 'running'")
_partial("match_ended", match, "guild_id", "ended_at", "id", where="status = 'finished'")

seat = Table(
    "seat",
    metadata,
    Column("match_id", BigInteger, ForeignKey("match.id"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("user_id", BigInteger),
    Column("level", Text),
    Column("left_because", Text, key="left"),
    Column("told", Integer, nullable=False),
    Column("waiting_since", Moment),
    Column("joined", Integer, nullable=False),
    Column("word", Text),
    PrimaryKeyConstraint("match_id", "seat"),
    UniqueConstraint("match_id", "user_id"),
    CheckConstraint("user_id IS NOT NULL OR level IS NOT NULL"),
)
Index("seat_by_user", seat.c.user_id, seat.c.match_id)
_partial("seat_waiting", seat, "user_id", "waiting_since", where="waiting_since IS NOT NULL")

action = Table(
    "action",
    metadata,
    Column("match_id", BigInteger, ForeignKey("match.id"), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("text", Text, nullable=False),
    Column("at", Moment, nullable=False),
    PrimaryKeyConstraint("match_id", "seq"),
)

request = Table(
    "request",
    metadata,
    Column("match_id", BigInteger, ForeignKey("match.id"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("kind", Text, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("detail_json", Packed, nullable=False, key="detail"),
    Column("version", Integer, nullable=False),
    Column("asked_at", Moment, nullable=False),
    Column("status", Text, nullable=False),
    Column("agreed_json", Packed, nullable=False, key="agreed"),
    Column("closed_at", Moment),
    Column("closed_by", Integer),
    PrimaryKeyConstraint("match_id", "number"),
)

clock_event = Table(  # What happened to the clocks of a match, with its terms all that there is about them.
    "clock_event",
    metadata,
    Column("match_id", BigInteger, ForeignKey("match.id"), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("at", Moment, nullable=False),
    Column("what", Text, nullable=False),
    Column("seat", Integer),
    Column("why", Text, nullable=False),
    Column("since", Moment),
    Column("until", Moment),
    Column("length_us", BigInteger, nullable=False),
    PrimaryKeyConstraint("match_id", "seq"),
)

archive = Table(  # In place of the actions and clock events of a match that has ended: see `storage.queries.archive`.
    "archive",
    metadata,
    Column("match_id", BigInteger, ForeignKey("match.id"), primary_key=True, autoincrement=False),
    Column("logged", Integer, nullable=False),
    Column("clocked", Integer, nullable=False),
    Column("acted", Integer, nullable=False),
    Column("actions", LargeBinary, nullable=False),
    Column("clock_events", LargeBinary, nullable=False),
)

analysis = Table(  # Disposable: what was found out about a finished match can be found out again.
    "analysis",
    metadata,
    Column("match_id", BigInteger, ForeignKey("match.id"), primary_key=True, autoincrement=False),
    Column("judged_json", Packed, nullable=False, key="judged"),
    Column("at", Moment, nullable=False),
)

snapshot = Table(  # Disposable: every row may be deleted at any time.
    "snapshot",
    metadata,
    Column("match_id", BigInteger, ForeignKey("match.id"), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("rules_version", Integer, nullable=False),
    Column("state_json", Packed, nullable=False, key="state"),
    PrimaryKeyConstraint("match_id", "seq"),
)

draft = Table(
    "draft",
    metadata,
    Column("user_id", BigInteger, nullable=False),
    Column("subject_kind", Text, nullable=False),
    Column("subject_id", BigInteger, nullable=False),
    Column("version", Integer, nullable=False),
    Column("texts_json", Packed, nullable=False, key="texts"),
    Column("passes_at", Moment),
    Column("taken_back", Integer, nullable=False, server_default=text("0")),
    Column("planned", Integer, nullable=False, server_default=text("0")),
    PrimaryKeyConstraint("user_id", "subject_kind", "subject_id"),
)
Index("draft_of_subject", draft.c.subject_kind, draft.c.subject_id)

vote = Table(  # Where a server plays a seat: what each member would play, in each of its turns.
    "vote",
    metadata,
    Column("match_id", BigInteger, ForeignKey("match.id"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("version", Integer, nullable=False),
    Column("user_id", BigInteger, nullable=False),
    Column("texts_json", Packed, nullable=False, key="texts"),
    Column("at", Moment, nullable=False),
    Column("tenths", Integer),
    PrimaryKeyConstraint("match_id", "seat", "version", "user_id"),
)
Index("vote_of_user", vote.c.user_id)

guess_month = Table(  # How well the members of a server have guessed the moves of others.
    "guess_month",
    metadata,
    Column("guild_id", BigInteger, nullable=False),
    Column("month", Integer, nullable=False),
    Column("user_id", BigInteger, nullable=False),
    Column("guesses", Integer, nullable=False),
    Column("hits", Integer, nullable=False),
    Column("good", Integer, nullable=False),
    PrimaryKeyConstraint("guild_id", "month", "user_id"),
)
Index("guess_month_of_user", guess_month.c.user_id)

outbox = Table(
    "outbox",
    metadata,
    Column("id", Key, primary_key=True),
    Column("topic_kind", Text, nullable=False),
    Column("topic_id", BigInteger, nullable=False),
    Column("kind", Text, nullable=False),
    Column("payload_json", Packed, nullable=False, key="payload"),
    Column("nonce", Text, nullable=False, unique=True),
    Column("channel_id", BigInteger),
    Column("user_id", BigInteger),
    Column("seat", Integer),
    Column("upto", Integer, nullable=False),
    Column("created_at", Moment, nullable=False),
    Column("due_at", Moment, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("tried_at", Moment),
    Column("error", Text),
    Column("message_id", BigInteger),
    Column("sent_at", Moment),
    Column("dead_at", Moment),
    CheckConstraint("length(nonce) BETWEEN 1 AND 25"),
)
# A turn is told once, whatever the program believes.
_partial("outbox_one_per_turn", outbox, "topic_kind", "topic_id", "upto", "seat", where="kind = 'turn'", unique=True)
Index("outbox_by_topic", outbox.c.topic_kind, outbox.c.topic_id, outbox.c.id)
_partial("outbox_of_user", outbox, "user_id", where="user_id IS NOT NULL")
_partial("outbox_unsent_in_order", outbox, "id", where="sent_at IS NULL AND dead_at IS NULL")
_partial("outbox_unsent", outbox, "topic_kind", "topic_id", "id", where="sent_at IS NULL AND dead_at IS NULL")

timer = Table(
    "timer",
    metadata,
    Column("id", Key, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("subject_kind", Text, nullable=False),
    Column("subject_id", BigInteger, nullable=False),
    Column("seat", Integer),
    Column("payload_json", Packed, nullable=False, key="payload"),
    Column("set_at", Moment, nullable=False),
    Column("due_at", Moment, nullable=False),
    Column("done_at", Moment),
)
_partial("timer_due", timer, "due_at", where="done_at IS NULL")
Index("timer_by_subject", timer.c.subject_kind, timer.c.subject_id)

puzzle = Table(  # A position with what each turn is worth there; which servers have had it stands in `puzzle_day`.
    "puzzle",
    metadata,
    Column("id", Key, primary_key=True),
    Column("data_json", Packed, nullable=False, key="data"),
    Column("at", Moment, nullable=False),
    Column("guild_id", BigInteger),
    Column("match_id", BigInteger),
    Column("user_id", BigInteger),
    Column("due_at", Moment),
)
_partial("puzzle_of_guild", puzzle, "guild_id", where="guild_id IS NOT NULL")
_partial("puzzle_of_user", puzzle, "user_id", where="user_id IS NOT NULL")
_partial("puzzle_of_turns", puzzle, "match_id", where="user_id IS NOT NULL")

puzzle_day = Table(
    "puzzle_day",
    metadata,
    Column("guild_id", BigInteger, nullable=False),
    Column("number", Integer, nullable=False),
    Column("puzzle_id", BigInteger, ForeignKey("puzzle.id"), nullable=False),
    Column("at", Moment, nullable=False),
    PrimaryKeyConstraint("guild_id", "number"),
)

puzzle_answer = Table(
    "puzzle_answer",
    metadata,
    Column("guild_id", BigInteger, nullable=False),
    Column("number", Integer, nullable=False),
    Column("user_id", BigInteger, nullable=False),
    Column("texts_json", Packed, nullable=False, key="texts"),
    Column("tenths", Integer, nullable=False),
    Column("at", Moment, nullable=False),
    PrimaryKeyConstraint("guild_id", "number", "user_id"),
)
Index("puzzle_answer_of", puzzle_answer.c.user_id)

player = Table(
    "player",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("locale", Text),
    Column("prefs_json", Packed, nullable=False, key="prefs"),
)

server = Table(
    "server",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("prefs_json", Packed, nullable=False, key="prefs"),
)

champion_role = Table(  # To whom the bot has given, or is about to give, a role of a server.
    "champion_role",
    metadata,
    Column("guild_id", BigInteger, nullable=False),
    Column("user_id", BigInteger, nullable=False),
    Column("role_id", BigInteger, nullable=False),
    PrimaryKeyConstraint("guild_id", "user_id", "role_id"),
)
Index("champion_role_of_user", champion_role.c.user_id)

follow = Table(  # Who wants to hear of a match, or of whatever somebody plays in a server.
    "follow",
    metadata,
    Column("user_id", BigInteger, nullable=False),
    Column("kind", Text, nullable=False),
    Column("followed_id", BigInteger, nullable=False),
    Column("guild_id", BigInteger, nullable=False),
    PrimaryKeyConstraint("user_id", "kind", "followed_id", "guild_id"),
)
Index("follow_of", follow.c.kind, follow.c.followed_id, follow.c.guild_id)
Index("follow_in_guild", follow.c.guild_id)

block = Table(
    "block",
    metadata,
    Column("user_id", BigInteger, nullable=False),
    Column("blocked_id", BigInteger, nullable=False),
    Column("at", Moment, nullable=False),
    PrimaryKeyConstraint("user_id", "blocked_id"),
)
Index("block_of", block.c.blocked_id)

wish = Table(
    "wish",
    metadata,
    Column("guild_id", BigInteger, nullable=False),
    Column("user_id", BigInteger, nullable=False),
    Column("game", Text, nullable=False),
    Column("pace", Text, nullable=False),
    Column("seats", Integer, nullable=False),
    Column("at", Moment, nullable=False),
    Column("edition", Text, nullable=False, server_default=text("''")),
    Column("languages", Text, nullable=False, server_default=text("''")),
    Column("most_wait_s", Integer, nullable=False, server_default=text("0")),
    Column("least_kept", Integer, nullable=False, server_default=text("0")),
    PrimaryKeyConstraint("guild_id", "user_id"),
)

Index("wish_of_user", wish.c.user_id)

map_ = Table(  # What was removed from a list keeps its text: matches name it for ever.
    "map",
    metadata,
    Column("id", Text, nullable=False),
    Column("guild_id", BigInteger, nullable=False),
    Column("title", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("added_by", BigInteger, nullable=False),
    Column("added_at", Moment, nullable=False),
    Column("removed_at", Moment),
    PrimaryKeyConstraint("id", "guild_id"),
)
Index("map_added_by", map_.c.added_by)
_partial("map_of_guild", map_, "guild_id", "added_at", where="removed_at IS NULL")

map_upload = Table(  # Disposable: what somebody uploaded last and has not confirmed yet.
    "map_upload",
    metadata,
    Column("guild_id", BigInteger, nullable=False),
    Column("user_id", BigInteger, nullable=False),
    Column("text", Text, nullable=False),
    Column("at", Moment, nullable=False),
    PrimaryKeyConstraint("guild_id", "user_id"),
)

Index("map_upload_of_user", map_upload.c.user_id)

event_ = Table(
    "event",
    metadata,
    Column("id", Key, primary_key=True),
    Column("name", Text, nullable=False),
    Column("guild_id", BigInteger),
    Column("channel_id", BigInteger, nullable=False),
    Column("host_id", BigInteger, nullable=False),
    Column("status", Text, nullable=False),
    Column("settings_json", Packed, nullable=False, key="settings"),
    Column("locale", Text, nullable=False),
    Column("seed", Text, nullable=False),
    Column("commitment", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("created_at", Moment, nullable=False),
    Column("started_at", Moment),
    Column("ended_at", Moment),
    Column("kind", Text, nullable=False, server_default="tournament"),
)
Index("event_of_host", event_.c.host_id)
Index("event_of_guild", event_.c.guild_id, event_.c.kind, event_.c.status)

entrant = Table(  # Which person stands behind a number; nothing else of an event names one.
    "entrant",
    metadata,
    Column("event_id", BigInteger, ForeignKey("event.id"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("user_id", BigInteger, nullable=False),
    PrimaryKeyConstraint("event_id", "number"),
    UniqueConstraint("event_id", "user_id"),
)
Index("entrant_of_user", entrant.c.user_id)

event_entry = Table(
    "event_entry",
    metadata,
    Column("event_id", BigInteger, ForeignKey("event.id"), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("kind", Text, nullable=False),
    Column("payload_json", Packed, nullable=False, key="payload"),
    Column("at", Moment, nullable=False),
    Column("by_id", BigInteger, key="by"),
    Column("about", Integer),
    Column("reason", Text),
    PrimaryKeyConstraint("event_id", "seq"),
)

_partial("event_entry_by", event_entry, "by", where="by_id IS NOT NULL")

event_match = Table(
    "event_match",
    metadata,
    Column("event_id", BigInteger, ForeignKey("event.id"), nullable=False),
    Column("round", Integer, nullable=False),
    Column("table_number", Integer, nullable=False, key="table"),
    Column("game", Integer, nullable=False),
    Column("match_id", BigInteger, ForeignKey("match.id"), nullable=False, unique=True),
    PrimaryKeyConstraint("event_id", "round", "table", "game"),
)

# How people have played in each server. Disposable: all of it is computed from finished matches, and again where it is missing.
server_stats = Table(
    "server_stats",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("counted", Integer, nullable=False),
    Column("version", Integer, nullable=False),
    Column("reached_at", Moment),
    Column("reached_id", BigInteger),
    Column("is_complete", Integer, nullable=False),
    Column("checked_at", Moment),
)

game_stats = Table(  # What a finished match says about each of its people, and the ratings that they had after it.
    "game_stats",
    metadata,
    Column("match_id", BigInteger, ForeignKey("match.id"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("guild_id", BigInteger, nullable=False),
    Column("number", Integer, nullable=False),
    Column("user_id", BigInteger, nullable=False),
    Column("kind", Text, nullable=False),
    Column("mu", Float(53)),
    Column("sigma", Float(53)),
    Column("games", Integer),
    Column("wins", Integer),
    Column("made", Integer, nullable=False),
    Column("missed", Integer, nullable=False),
    Column("waited_us", BigInteger, nullable=False),
    PrimaryKeyConstraint("match_id", "seat"),
)
Index("game_stats_of_user", game_stats.c.guild_id, game_stats.c.user_id, game_stats.c.number)
Index("game_stats_in_order", game_stats.c.guild_id, game_stats.c.number)

player_stats = Table(
    "player_stats",
    metadata,
    Column("guild_id", BigInteger, nullable=False),
    Column("user_id", BigInteger, nullable=False),
    Column("games", Integer, nullable=False),
    Column("wins", Integer, nullable=False),
    Column("scored", Integer, nullable=False),
    Column("points", Integer, nullable=False),
    Column("best", Integer, nullable=False),
    Column("margin", Integer),
    Column("margin_channel", BigInteger),
    PrimaryKeyConstraint("guild_id", "user_id"),
)
Index("player_stats_by_wins", player_stats.c.guild_id, player_stats.c.wins)
Index("player_stats_of_user", player_stats.c.user_id)

season_stats = Table(
    "season_stats",
    metadata,
    Column("guild_id", BigInteger, nullable=False),
    Column("season", Integer, nullable=False),
    Column("user_id", BigInteger, nullable=False),
    Column("games", Integer, nullable=False),
    Column("wins", Integer, nullable=False),
    PrimaryKeyConstraint("guild_id", "season", "user_id"),
)
Index("season_stats_by_wins", season_stats.c.guild_id, season_stats.c.season, season_stats.c.wins)
Index("season_stats_of_user", season_stats.c.guild_id, season_stats.c.user_id)

rating = Table(
    "rating",
    metadata,
    Column("guild_id", BigInteger, nullable=False),
    Column("kind", Text, nullable=False),
    Column("user_id", BigInteger, nullable=False),
    Column("mu", Float(53), nullable=False),
    Column("sigma", Float(53), nullable=False),
    Column("games", Integer, nullable=False),
    Column("wins", Integer, nullable=False),
    Column("value", Integer, nullable=False),
    PrimaryKeyConstraint("guild_id", "kind", "user_id"),
)
Index("rating_by_value", rating.c.guild_id, rating.c.kind, rating.c.value)
Index("rating_of_user", rating.c.guild_id, rating.c.user_id)

rated_kind = Table(
    "rated_kind",
    metadata,
    Column("guild_id", BigInteger, nullable=False),
    Column("kind", Text, nullable=False),
    Column("games", Integer, nullable=False),
    PrimaryKeyConstraint("guild_id", "kind"),
)

opponent_stats = Table(
    "opponent_stats",
    metadata,
    Column("guild_id", BigInteger, nullable=False),
    Column("user_id", BigInteger, nullable=False),
    Column("other_id", BigInteger, nullable=False),
    Column("games", Integer, nullable=False),
    Column("won", Integer, nullable=False),
    Column("lost", Integer, nullable=False),
    Column("duels_won", Integer, nullable=False, server_default="0"),
    Column("duels_lost", Integer, nullable=False, server_default="0"),
    PrimaryKeyConstraint("guild_id", "user_id", "other_id"),
)
Index("opponent_stats_of_other", opponent_stats.c.other_id)

server_record = Table(  # The best of a server in one thing, and the match in which that was done.
    "server_record",
    metadata,
    Column("guild_id", BigInteger, nullable=False),
    Column("what", Text, nullable=False),
    Column("value", Integer, nullable=False),
    Column("match_id", BigInteger, ForeignKey("match.id"), nullable=False),
    Column("seats", Text, nullable=False),
    Column("before", Integer),
    PrimaryKeyConstraint("guild_id", "what"),
)
Index("server_record_of_match", server_record.c.match_id)

STATS = (game_stats, player_stats, season_stats, rating, rated_kind, opponent_stats, server_record, server_stats)
"""All of them; the last says how far the matches of a server are counted."""

note = Table(  # Disposable: what the program remembers about itself, such as what it has told Discord.
    "note",
    metadata,
    Column("key", Text, primary_key=True),
    Column("value", Text, nullable=False),
)

lease = Table(  # Disposable: which process looks after which part; only where several work with one database.
    "lease",
    metadata,
    Column("name", Text, primary_key=True),
    Column("holder", Text, nullable=False),
    Column("until", Moment, nullable=False),
    Column("epoch", Integer, nullable=False),
)

erased = Table(  # Whose rows may be deleted: a match for ever after, a server while that is done.
    "erased",
    metadata,
    Column("subject_kind", Text, nullable=False),
    Column("subject_id", BigInteger, nullable=False),
    Column("at", Moment, nullable=False),
    PrimaryKeyConstraint("subject_kind", "subject_id"),
)

revision = Table(  # How often anything about a subject was written; without a row never.
    "revision",
    metadata,
    Column("subject_kind", Text, nullable=False),
    Column("subject_id", BigInteger, nullable=False),
    Column("revision", BigInteger, nullable=False),
    PrimaryKeyConstraint("subject_kind", "subject_id"),
)


def _forbid(table: Table, name: str, when: str, sentence: str, *, but: str = "FALSE") -> None:
    """The database itself refuses to do this to a row, `but` where this holds of it."""
    begins = f"CREATE TRIGGER {name} BEFORE {when} ON {table.name}"
    unless = "" if but == "FALSE" else f" WHEN NOT {but}"
    raises = f"RAISE EXCEPTION '{sentence}' USING ERRCODE = 'integrity_constraint_violation'"
    body = f"BEGIN IF NOT {but} THEN {raises}; END IF; RETURN OLD; END"
    _after(table, "sqlite", f"{begins}{unless} BEGIN SELECT RAISE(ABORT, '{sentence}'); END")
    _after(table, "postgresql", f"CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$ {body} $$")
    _after(table, "postgresql", f"{begins} FOR EACH ROW EXECUTE FUNCTION {name}()")


_MATCH_ERASED = "EXISTS (SELECT 1 FROM erased WHERE subject_kind = 'match' AND subject_id = OLD.match_id)"
_EVENT_ERASED = "EXISTS (SELECT 1 FROM erased WHERE subject_kind = 'event' AND subject_id = OLD.event_id)"
_SERVER_ERASED = "EXISTS (SELECT 1 FROM erased WHERE subject_kind = 'server' AND subject_id = OLD.guild_id)"


_ARCHIVED = "EXISTS (SELECT 1 FROM archive WHERE archive.match_id = OLD.match_id AND archive.{upto} > OLD.seq)"
_MAY_GO = {upto: f"({_MATCH_ERASED} OR {_ARCHIVED.format(upto=upto)})" for upto in ("logged", "clocked")}


def _after(table: Table, dialect: str, statement: str) -> None:
    ddl = DDL(statement)  # type: ignore[no-untyped-call]  # untyped there
    event.listen(table, "after_create", ddl.execute_if(dialect=dialect))


_forbid(action, "action_is_never_changed", "UPDATE", "the log is append-only")
_forbid(action, "action_is_never_deleted", "DELETE", "the log is append-only", but=_MAY_GO["logged"])
_forbid(event_entry, "event_entry_is_never_changed", "UPDATE OF event_id, seq, kind, payload_json, at", "the log is append-only")
_forbid(event_entry, "event_entry_is_never_deleted", "DELETE", "the log is append-only", but=_EVENT_ERASED)
_forbid(clock_event, "clock_event_is_never_changed", "UPDATE", "the history of clocks is append-only")
_forbid(clock_event, "clock_event_is_never_deleted", "DELETE", "the history of clocks is append-only", but=_MAY_GO["clocked"])
_forbid(archive, "archive_is_never_changed", "UPDATE", "the log is append-only")
_forbid(archive, "archive_is_never_deleted", "DELETE", "the log is append-only", but=_MATCH_ERASED)
_forbid(map_, "map_text_is_never_changed", "UPDATE OF id, text", "a map is never changed")
_forbid(map_, "map_is_never_deleted", "DELETE", "a map is never deleted", but=_SERVER_ERASED)


NAMED_IN = ("user", "by", "former")
"""Where the payload of a message names a person; those of turns name nobody."""

NAMES_SOMEBODY = "kind <> 'turn'"


def named_in(dialect: str, key: str) -> str:
    """The person in a payload as an expression of SQL, for which there is an index: a number in SQLite, else a text."""
    return f"json_extract(payload_json, '$.{key}')" if dialect == "sqlite" else f"((payload_json::json)->>'{key}')"


for _key in NAMED_IN:
    for _dialect in ("sqlite", "postgresql"):
        _after(
            outbox,
            _dialect,
            f"CREATE INDEX outbox_naming_{_key} ON outbox ({named_in(_dialect, _key)}) WHERE {NAMES_SOMEBODY}",
        )
