"""All table definitions, for both SQLite and PostgreSQL.

New databases are created from them; older ones are upgraded by `migrations/`. The key of a column is its field's name in
`storage.rows`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

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
from sqlalchemy.sql.schema import SchemaItem

from storage.column_types import EstimateVersionsJson, JsonText, Key, TermsJson, UtcDateTime

REVISION = "0040"
"""The latest migration, which new databases are stamped with."""

USER_VERSION = 1000
"""`user_version` of SQLite files since Alembic, so that older versions of the program refuse them."""

metadata = MetaData()

alembic_version = Table("alembic_version", metadata, Column("version_num", String(32), nullable=False))
"""Where Alembic keeps the revision."""
alembic_version.append_constraint(PrimaryKeyConstraint("version_num", name="alembic_version_pkc"))


_KINDS: Mapping[str, Any] = {
    "id": BigInteger,
    "int": Integer,
    "float": Float(53),
    "text": Text,
    "bytes": LargeBinary,
    "moment": UtcDateTime,
    "packed": JsonText,
}
"""Column types by name. A `packed` column gets `_json` appended to its name in the database."""


def _table(name: str, *parts: str | SchemaItem, key: str = "") -> Table:
    """Return a table from short descriptions: `seat int, tenths int?, match_id match`.

    Each column has a type from `_KINDS` or the table it references; `?` means nullable. `key` lists the columns of the primary
    key unless it's a generated id.
    """
    items = [item for part in parts for item in ((part,) if isinstance(part, SchemaItem) else map(_column, part.split(", ")))]
    return Table(name, metadata, *items, *((PrimaryKeyConstraint(*key.split()),) if key else ()))


def _column(described: str) -> Column[Any]:
    key, kind = described.removesuffix("?").split()
    if kind == "key":
        return Column(key, Key, primary_key=True)
    name = f"{key}_json" if kind == "packed" else key
    of = (_KINDS[kind],) if kind in _KINDS else (BigInteger, ForeignKey(f"{kind}.id"))
    return Column(name, *of, key=key, nullable=described.endswith("?"), autoincrement=False)


match = _table(
    "match",
    "id key, game text, options packed, rules_version int, guild_id id?, channel_id id, host_id id, status text",
    "seats_wanted int",
    Column("seat_order", Text, nullable=False, key="order"),
    "locale text, secret bytes, commitment text, version int, created_at moment, started_at moment?, ended_at moment?",
    "result packed?",
    Column("rematch_of", BigInteger, ForeignKey("match.id")),
    Column("terms_json", TermsJson, nullable=False, server_default=text("'{}'"), key="terms"),
    Column("bag", Integer, nullable=False, server_default=text("1")),
    Column("estimates_json", EstimateVersionsJson, nullable=False, server_default=text("'[]'"), key="estimates"),
    # Hash of the last row of the log (`storage.log_chain`); NULL in a lobby, and in a match from before there were any.
    "last_hash text?",
    # NULL in a lobby, and in a match that began before it was noted.
    "told_to text?",
    CheckConstraint("status IN ('lobby', 'running', 'lost', 'finished', 'cancelled', 'expired')"),
)


def _partial(name: str, table: Table, *columns: str, where: str, unique: bool = False) -> None:
    """Declare a partial index as DDL, for the rows that meet the condition `where`.

    An `Index` with a condition would import the PostgreSQL dialect: 0.1 s at every start.
    """
    named = ", ".join(table.c[column].name for column in columns)
    statement = DDL(f"CREATE {'UNIQUE ' if unique else ''}INDEX {name} ON {table.name} ({named}) WHERE {where}")  # type: ignore[no-untyped-call]  # untyped there
    event.listen(table, "after_create", statement)


IS_LIVE = "status IN ('lobby', 'running', 'lost')"
"""Condition of the indexes of unfinished matches. SQLite uses them only for a query that says the same, word for word."""

# A channel identifies its game, so it has at most one live match.
_partial("match_live_in_channel", match, "channel_id", where=IS_LIVE, unique=True)
Index("match_by_channel", match.c.channel_id, match.c.id)
Index("match_by_guild", match.c.guild_id, match.c.id)
Index("match_of_host", match.c.host_id)
_partial("match_running", match, "id", where="status = 'running'")
_partial("match_live", match, "guild_id", "id", where=IS_LIVE)
_partial("match_ended", match, "guild_id", "ended_at", "id", where="status = 'finished'")
_partial("match_told_to", match, "guild_id", "told_to", where="told_to IS NOT NULL")

seat = _table(
    "seat",
    "match_id match, seat int, user_id id?, level text?",
    Column("left_because", Text, key="left"),
    "told int, waiting_since moment?, joined int, word text?, mirror id?, called text?",
    Column("live", Integer, nullable=False, server_default=text("1")),
    UniqueConstraint("match_id", "user_id"),
    CheckConstraint("user_id IS NOT NULL OR level IS NOT NULL"),
    key="match_id seat",
)
Index("seat_by_user", seat.c.user_id, seat.c.match_id)
# `live`: whether the match is unfinished, so that a person's present games are found among all they ever played.
_partial("seat_live", seat, "user_id", "match_id", where="live = 1")
_partial("seat_waiting", seat, "user_id", "waiting_since", where="waiting_since IS NOT NULL")

# Invitations of other servers to a lobby.
invitation = _table("invitation", "match_id match, code text, name text, until moment", UniqueConstraint("code"), key="match_id")

action = _table("action", "match_id match, seq int, seat int, text text, at moment, previous text?", key="match_id seq")

request = _table(
    "request",
    "match_id match, number int, kind text, seat int, detail packed, version int, asked_at moment, status text",
    "agreed packed, closed_at moment?, closed_by int?",
    key="match_id number",
)

# Clock events of a match. With its terms they determine all clocks.
clock_event = _table(
    "clock_event",
    "match_id match, seq int, at moment, what text, seat int?, why text, since moment?, until moment?, length_us id",
    key="match_id seq",
)

# In place of the actions and clock events of a match that has ended: see `storage.queries.archive`.
archive = _table(
    "archive",
    "match_id match, logged int, clocked int, acted int, actions bytes, clock_events bytes, previous text?",
    key="match_id",
)

# Disposable: analyses of finished matches can be computed again.
analysis = _table("analysis", "match_id match, judged packed, at moment", key="match_id")

# Disposable: every row may be deleted at any time.
snapshot = _table("snapshot", "match_id match, seq int, rules_version int, state packed", key="match_id seq")

draft = _table(
    "draft",
    "user_id id, subject_kind text, subject_id id, version int, texts packed, passes_at moment?",
    Column("taken_back", Integer, nullable=False, server_default=text("0")),
    Column("planned", Integer, nullable=False, server_default=text("0")),
    key="user_id subject_kind subject_id",
)
Index("draft_of_subject", draft.c.subject_kind, draft.c.subject_id)

# Votes for moves of a server's seat; also guesses of people's moves.
vote = _table(
    "vote",
    "match_id match, seat int, version int, user_id id, texts packed, at moment, tenths int?, counted int?",
    key="match_id seat version user_id",
)
Index("vote_of_user", vote.c.user_id)

# Scores of guesses of others' moves, by month.
guess_month = _table(
    "guess_month", "guild_id id, month int, user_id id, guesses int, hits int, good int, games int?", key="guild_id month user_id"
)
Index("guess_month_of_user", guess_month.c.user_id)

outbox = _table(
    "outbox",
    "id key, topic_kind text, topic_id id, kind text, payload packed",
    Column("nonce", Text, nullable=False, unique=True),
    "channel_id id?, user_id id?, seat int?, upto int, created_at moment, due_at moment, attempts int, tried_at moment?",
    "error text?, message_id id?, sent_at moment?, dead_at moment?, by_id id?, cause text?, about text?",
    CheckConstraint("length(nonce) BETWEEN 1 AND 25"),
)
# At most one turn message for each turn, whatever the program does.
_partial("outbox_one_per_turn", outbox, "topic_kind", "topic_id", "upto", "seat", where="kind = 'turn'", unique=True)
Index("outbox_by_topic", outbox.c.topic_kind, outbox.c.topic_id, outbox.c.id)
_partial("outbox_of_user", outbox, "user_id", where="user_id IS NOT NULL")
_partial("outbox_by_person", outbox, "by_id", where="by_id IS NOT NULL")
_partial("outbox_unsent_in_order", outbox, "id", where="sent_at IS NULL AND dead_at IS NULL")
_partial("outbox_unsent_private", outbox, "id", where="sent_at IS NULL AND dead_at IS NULL AND channel_id IS NULL")
_partial("outbox_unsent", outbox, "topic_kind", "topic_id", "id", where="sent_at IS NULL AND dead_at IS NULL")

# Whom the operators have barred, what was reported to them, and what they did.
bar = _table("bar", "number id, kind text, by id, at moment", key="number")
report = _table(
    "report",
    "id key, at moment, user_id id, guild_id id?, channel_id id, message_id id, text text, closed_at moment?",
    UniqueConstraint("user_id", "message_id"),
)
operation = _table("operation", "id key, at moment, by id, what text, about id?, detail text")
# To whom a letter of the operators has been queued.
letter_receipt = _table("letter_receipt", "letter id, user_id id", key="letter user_id")
Index("letter_receipt_of", letter_receipt.c.user_id)
Index("bar_by", bar.c.by)
Index("operation_by", operation.c.by)
Index("operation_about", operation.c.about)

# Channels of private messages. Without `channel_id` it was being opened at that time.
# Whom a person has made the bot ping in the last day, by the message that did.
ping = _table("ping", "nonce text, user_id id, by_id id, at moment", key="nonce user_id")
Index("ping_by", ping.c.by_id, ping.c.at)
Index("ping_of", ping.c.user_id, ping.c.at)
Index("ping_at", ping.c.at)

direct_channel = _table("direct_channel", "user_id id, channel_id id?, opened_at moment", key="user_id")
Index("direct_channel_opened", direct_channel.c.opened_at)

timer = _table(
    "timer",
    "id key, kind text, subject_kind text, subject_id id, seat int?, payload packed, set_at moment, due_at moment",
    "done_at moment?",
)
_partial("timer_due", timer, "due_at", where="done_at IS NULL")
_partial("timer_set", timer, "set_at", where="done_at IS NULL")
Index("timer_by_subject", timer.c.subject_kind, timer.c.subject_id, timer.c.kind, timer.c.done_at)

# Positions with the worth of each turn. `puzzle_day` says which servers have had them.
puzzle = _table("puzzle", "id key, data packed, at moment, guild_id id?, match_id id?, user_id id?, due_at moment?")
_partial("puzzle_of_guild", puzzle, "guild_id", where="guild_id IS NOT NULL")
_partial("puzzle_of_user", puzzle, "user_id", where="user_id IS NOT NULL")
_partial("puzzle_of_turns", puzzle, "match_id", where="user_id IS NOT NULL")

puzzle_day = _table(
    "puzzle_day",
    "guild_id id, number int, puzzle_id puzzle, at moment",
    *(Column(name, Integer, nullable=False, server_default=text("0")) for name in ("answers", "solved")),
    key="guild_id number",
)

# `streak`: how many puzzles up to this one the person has solved without a miss; 0 if they missed this one.
puzzle_answer = _table(
    "puzzle_answer",
    "guild_id id, number int, user_id id, texts packed, tenths int, at moment",
    Column("streak", Integer, nullable=False, server_default=text("0")),
    key="guild_id number user_id",
)
Index("puzzle_answer_of", puzzle_answer.c.user_id, puzzle_answer.c.guild_id, puzzle_answer.c.number)
_partial("puzzle_answer_solved", puzzle_answer, "guild_id", "number", "at", "user_id", where="streak > 0")

# Solved puzzles among a server's latest closed ones, by person; a row for each who has solved one of them.
puzzle_solver = _table("puzzle_solver", "guild_id id, user_id id, solved int, streak int", key="guild_id user_id")
Index("puzzle_solver_best", puzzle_solver.c.guild_id, puzzle_solver.c.solved, puzzle_solver.c.streak, puzzle_solver.c.user_id)
Index("puzzle_solver_of", puzzle_solver.c.user_id)

player = _table("player", "user_id id, locale text?, prefs packed", key="user_id")

server = _table("server", "guild_id id, prefs packed", key="guild_id")

# Champion roles that the bot has given, or is about to give.
champion_role = _table("champion_role", "guild_id id, user_id id, role_id id", key="guild_id user_id role_id")
Index("champion_role_of_user", champion_role.c.user_id)

# Followers of a match, or of a person's games in a server.
follow = _table("follow", "user_id id, kind text, followed_id id, guild_id id", key="user_id kind followed_id guild_id")
Index("follow_of", follow.c.kind, follow.c.followed_id, follow.c.guild_id, follow.c.user_id)
Index("follow_in_guild", follow.c.guild_id)

block = _table("block", "user_id id, blocked_id id, at moment", key="user_id blocked_id")
Index("block_of", block.c.blocked_id)

wish = _table(
    "wish",
    "guild_id id, user_id id, game text, pace text, seats int, at moment",
    Column("edition", Text, nullable=False, server_default=text("''")),
    Column("languages", Text, nullable=False, server_default=text("''")),
    Column("most_wait_s", Integer, nullable=False, server_default=text("0")),
    Column("least_kept", Integer, nullable=False, server_default=text("0")),
    key="guild_id user_id",
)

Index("wish_of_user", wish.c.user_id)

# Removed maps keep their text, because matches refer to it.
map_ = _table(
    "map", "id text, guild_id id, title text, text text, added_by id, added_at moment, removed_at moment?", key="id guild_id"
)
Index("map_added_by", map_.c.added_by)
_partial("map_of_guild", map_, "guild_id", "added_at", where="removed_at IS NULL")

# Disposable: each person's latest unconfirmed map upload.
map_upload = _table("map_upload", "guild_id id, user_id id, text text, at moment", key="guild_id user_id")

Index("map_upload_of_user", map_upload.c.user_id)

event_ = _table(
    "event",
    "id key, name text, guild_id id?, channel_id id, host_id id, status text, settings packed, locale text, seed text",
    "commitment text, version int, created_at moment, started_at moment?, ended_at moment?",
    Column("kind", Text, nullable=False, server_default="tournament"),
)
Index("event_of_host", event_.c.host_id)
Index("event_of_guild", event_.c.guild_id, event_.c.kind, event_.c.status)

# The person behind an entrant's number.
entrant = _table(
    "entrant", "event_id event, number int, user_id id", UniqueConstraint("event_id", "user_id"), key="event_id number"
)
Index("entrant_of_user", entrant.c.user_id)

event_entry = _table(
    "event_entry",
    "event_id event, seq int, kind text, payload packed, at moment",
    Column("by_id", BigInteger, key="by"),
    "about int?, reason text?",
    key="event_id seq",
)

_partial("event_entry_by", event_entry, "by", where="by_id IS NOT NULL")

event_match = _table(
    "event_match",
    "event_id event, round int",
    Column("table_number", Integer, nullable=False, key="table"),
    "game int",
    Column("match_id", BigInteger, ForeignKey("match.id"), nullable=False, unique=True),
    key="event_id round table game",
)

# Statistics of each server. Disposable: they are computed from finished matches, and again if missing.
server_stats = _table(
    "server_stats",
    "guild_id id, counted int, version int, reached_at moment?, reached_id id?, is_complete int, checked_at moment?",
    key="guild_id",
)

# A finished match's contribution for each player, and their rating after it.
game_stats = _table(
    "game_stats",
    "match_id match, seat int, guild_id id, number int, user_id id, kind text, mu float?, sigma float?, games int?",
    "wins int?, made int, missed int, waited_us id",
    key="match_id seat",
)
Index("game_stats_of_user", game_stats.c.guild_id, game_stats.c.user_id, game_stats.c.number)
Index("game_stats_in_order", game_stats.c.guild_id, game_stats.c.number)

player_stats = _table(
    "player_stats",
    "guild_id id, user_id id, games int, wins int, scored int, points int, best int, margin int?, margin_channel id?",
    key="guild_id user_id",
)
Index("player_stats_by_wins", player_stats.c.guild_id, player_stats.c.wins)
Index("player_stats_of_user", player_stats.c.user_id)

season_stats = _table("season_stats", "guild_id id, season int, user_id id, games int, wins int", key="guild_id season user_id")
Index("season_stats_by_wins", season_stats.c.guild_id, season_stats.c.season, season_stats.c.wins)
Index("season_stats_of_user", season_stats.c.guild_id, season_stats.c.user_id)

rating = _table(
    "rating",
    "guild_id id, kind text, user_id id, mu float, sigma float, games int, wins int, value int",
    key="guild_id kind user_id",
)
Index("rating_by_value", rating.c.guild_id, rating.c.kind, rating.c.value)
Index("rating_of_user", rating.c.guild_id, rating.c.user_id)

rated_kind = _table("rated_kind", "guild_id id, kind text, games int", key="guild_id kind")

opponent_stats = _table(
    "opponent_stats",
    "guild_id id, user_id id, other_id id, games int, won int, lost int",
    Column("duels_won", Integer, nullable=False, server_default="0"),
    Column("duels_lost", Integer, nullable=False, server_default="0"),
    Column("rated", Integer, nullable=False, server_default="0"),
    key="guild_id user_id other_id",
)
Index("opponent_stats_of_other", opponent_stats.c.other_id)

# A server's records, and the matches in which they were set.
server_record = _table(
    "server_record", "guild_id id, what text, value int, match_id match, seats text, before int?", key="guild_id what"
)
Index("server_record_of_match", server_record.c.match_id)

STATS = (game_stats, player_stats, season_stats, rating, rated_kind, opponent_stats, server_record, server_stats)
"""All tables of statistics. The last one has the progress of counting."""

# Disposable: the program's own notes, such as the last registered commands.
note = _table("note", "key text, value text", key="key")

# Pages in the browser that people have opened, and the links that are used up by that.
web_page = _table("web_page", "nonce text, user_id id, until moment, closed int", key="nonce")
Index("web_page_of_user", web_page.c.user_id)

# Disposable: the games for which people have opened an activity of Discord's, by its instance.
web_launch = _table("web_launch", "instance text, user_id id, match_id id, until moment", key="instance user_id")
Index("web_launch_of_user", web_launch.c.user_id)
Index("web_launch_until", web_launch.c.until)

# The secret parts of public links to games and tournaments.
web_share = _table("web_share", "subject_kind text, subject_id id, secret text", key="subject_kind subject_id")

# Disposable: leases of parts, if several processes share the database.
lease = _table("lease", "name text, holder text, until moment, epoch int", key="name")

# Subjects whose rows may be deleted: matches and events for good, a server while it's being erased.
erased = _table("erased", "subject_kind text, subject_id id, at moment", key="subject_kind subject_id")

# Number of writes to each subject; no row means 0.
revision = _table("revision", "subject_kind text, subject_id id, revision id", key="subject_kind subject_id")


def _forbid(table: Table, name: str, when: str, sentence: str, *, but: str = "FALSE") -> None:
    """Add a trigger that makes the database refuse an update or delete of a row, unless the condition `but` is true for it."""
    begins = f"CREATE TRIGGER {name} BEFORE {when} ON {table.name}"
    unless = "" if but == "FALSE" else f" WHEN NOT {but}"
    raises = f"RAISE EXCEPTION '{sentence}' USING ERRCODE = 'integrity_constraint_violation'"
    body = f"BEGIN IF NOT {but} THEN {raises}; END IF; RETURN OLD; END"
    _create_after(table, "sqlite", f"{begins}{unless} BEGIN SELECT RAISE(ABORT, '{sentence}'); END")
    _create_after(table, "postgresql", f"CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$ {body} $$")
    _create_after(table, "postgresql", f"{begins} FOR EACH ROW EXECUTE FUNCTION {name}()")


_MATCH_ERASED = "EXISTS (SELECT 1 FROM erased WHERE subject_kind = 'match' AND subject_id = OLD.match_id)"
_EVENT_ERASED = "EXISTS (SELECT 1 FROM erased WHERE subject_kind = 'event' AND subject_id = OLD.event_id)"
_SERVER_ERASED = "EXISTS (SELECT 1 FROM erased WHERE subject_kind = 'server' AND subject_id = OLD.guild_id)"


_ARCHIVED = "EXISTS (SELECT 1 FROM archive WHERE archive.match_id = OLD.match_id AND archive.{upto} > OLD.seq)"
_MAY_GO = {upto: f"({_MATCH_ERASED} OR {_ARCHIVED.format(upto=upto)})" for upto in ("logged", "clocked")}


def _create_after(table: Table, dialect: str, statement: str) -> None:
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
"""Payload keys of posts that hold a user id. Turn messages have none."""

NAMES_SOMEBODY = "kind <> 'turn'"


def named_in(dialect: str, key: str) -> str:
    """Return the indexed SQL expression for the user id under a payload key: a number in SQLite, text in PostgreSQL."""
    return f"json_extract(payload_json, '$.{key}')" if dialect == "sqlite" else f"((payload_json::json)->>'{key}')"


for _key in NAMED_IN:
    for _dialect in ("sqlite", "postgresql"):
        _create_after(
            outbox,
            _dialect,
            f"CREATE INDEX outbox_naming_{_key} ON outbox ({named_in(_dialect, _key)}) WHERE {NAMES_SOMEBODY}",
        )
