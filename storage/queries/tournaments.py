"""SQL of events. Every function runs in its caller's transaction."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, and_, bindparam, delete, exists, func, insert, or_, select, update

from storage.errors import ConflictError
from storage.queries import archive, matches, outbox, timers
from storage.rows import EVENT, LOST, MatchId, MatchRow, NewMatch, NewPost, NewTimer, UserId
from storage.schema import action, entrant, erased, event_, event_entry, event_match, match, seat
from storage.schema import outbox as posts
from storage.sharding import WHOLE, ShardSet, guild_condition, values
from storage.tournament_rows import (
    RUNNING,
    TABLES,
    TOURNAMENT,
    UNDER_WAY,
    EntrantRow,
    EventEntry,
    EventId,
    EventMatch,
    EventRow,
    EventSeat,
    of_event,
)

BROUGHT = 0
"""Game number of a pairing's imported result; played games are numbered from 1."""

_THIS = event_.c.id == bindparam("of_event")
_IS_ERASED = exists().where(erased.c.subject_kind == EVENT, erased.c.subject_id == event_.c.id)
_EVENT = select(event_).where(~_IS_ERASED)
_BY_ID = _EVENT.where(_THIS)
_OF_GUILD = (
    _EVENT.where(
        event_.c.guild_id == bindparam("of_guild"),
        event_.c.kind == TOURNAMENT,
        event_.c.status.in_(bindparam("statuses", expanding=True)),
    )
    .order_by(event_.c.id.desc())
    .limit(bindparam("most"))
)
_UNDER_WAY = select(event_.c.id).where(event_.c.status.in_(UNDER_WAY)).order_by(event_.c.id)
_TABLES = (
    select(func.count())
    .select_from(event_match)
    .where(event_match.c.event_id == event_.c.id, event_match.c.game == 1)
    .scalar_subquery()
)
_POSTED = (
    select(func.count())
    .select_from(posts)
    .where(posts.c.topic_kind == EVENT, posts.c.topic_id == event_.c.id)
    .where(posts.c.kind == "pairing", posts.c.message_id.is_not(None))
    .scalar_subquery()
)
_IS_LOST = exists().where(event_match.c.event_id == event_.c.id, match.c.id == event_match.c.match_id, match.c.status == LOST)
_UNSEATED = select(event_.c.id).where(event_.c.status == RUNNING, or_(_POSTED > _TABLES, _IS_LOST)).order_by(event_.c.id)
_IS_MET = event_.c.id.in_(select(entrant.c.event_id).where(entrant.c.user_id == bindparam("of_user")))
_OF_USER = (
    select(event_.c.id)
    .where(or_(_IS_MET, event_.c.host_id == bindparam("of_user")), event_.c.status.in_(UNDER_WAY))
    .order_by(event_.c.id)
)
_CHANGEABLE = ("name", "channel_id", "host_id", "status", "settings", "version", "started_at", "ended_at")
_INSERT = insert(event_).returning(event_.c.id)
_UPDATE = (
    update(event_)
    .where(_THIS, event_.c.version == bindparam("expected"))
    .values({event_.c[key]: bindparam(f"new_{key}") for key in _CHANGEABLE})
)
_ENTRANTS = (
    select(entrant.c.number, entrant.c.user_id).where(entrant.c.event_id == bindparam("of_event")).order_by(entrant.c.number)
)
_LOG = (
    select(*(column for column in event_entry.c if column.key != "event_id"))
    .where(event_entry.c.event_id == bindparam("of_event"))
    .order_by(event_entry.c.seq)
)
_PLACES = (event_match.c.round, event_match.c.table, event_match.c.game, event_match.c.match_id)
_STANDS = (match.c.channel_id, match.c.status, match.c.started_at, match.c.ended_at, match.c.result)
_MATCHES = (
    select(*_PLACES, *_STANDS)
    .join(match, match.c.id == event_match.c.match_id)
    .where(event_match.c.event_id == bindparam("of_event"), event_match.c.game != BROUGHT)
    .order_by(event_match.c.round, event_match.c.table, event_match.c.game)
)
_OF_ROUND = _MATCHES.where(event_match.c.round == bindparam("of_round"))
_OF_TABLE = _OF_ROUND.where(event_match.c.table == bindparam("of_table"))
_HAS_ACTED = or_(
    exists().where(action.c.match_id == seat.c.match_id, action.c.seat == seat.c.seat),
    archive.has_acted(seat.c.match_id, seat.c.seat),
)
_SEATS = (
    select(seat.c.match_id, seat.c.seat, seat.c.user_id, seat.c.left, seat.c.waiting_since, _HAS_ACTED)
    .where(seat.c.match_id.in_(bindparam("of_matches", expanding=True)))
    .order_by(seat.c.match_id, seat.c.seat)
)
_PLACE = (event_match.c.event_id, event_match.c.round, event_match.c.table)
_PLACE_OF = select(*_PLACE).where(event_match.c.match_id == bindparam("of_match"))


def open_event(
    con: Connection,
    row: EventRow,
    posts: Sequence[NewPost],
    due: Sequence[NewTimer],
    entries: Sequence[EventEntry] = (),
    who: Sequence[EntrantRow] = (),
) -> EventRow:
    """Insert an event with its first messages, timers, log entries and entrants; return its row with the new id."""
    given = values(event_, row, settings=dict(row.settings))
    opened = replace(row, id=EventId(con.execute(_INSERT, given).scalar_one()))
    add_entrants(con, opened.id, who)
    append(con, opened.id, entries)
    outbox.add_posts(con, of_event(opened.id), posts, row.created_at)
    timers.add_timers(con, of_event(opened.id), due, row.created_at)
    return opened


def update_event(con: Connection, row: EventRow, *, logged: int) -> None:
    """Update an event whose log grows by `logged` entries; `ConflictError` unless it's at the version before them."""
    new: dict[str, Any] = {f"new_{key}": getattr(row, key) for key in _CHANGEABLE}
    new |= {"new_settings": dict(row.settings), "of_event": row.id, "expected": row.version - logged}
    if con.execute(_UPDATE, new).rowcount != 1:
        raise ConflictError(f"event {row.id} is not at version {row.version - logged}")


def append(con: Connection, event_id: EventId, entries: Sequence[EventEntry]) -> None:
    """Append log entries; the primary key refuses a `seq` that exists."""
    if entries:
        con.execute(
            insert(event_entry), [values(event_entry, row, event_id=event_id, payload=dict(row.payload)) for row in entries]
        )


def add_entrants(con: Connection, event_id: EventId, rows: Sequence[EntrantRow]) -> None:
    """Insert entrants."""
    if rows:
        con.execute(insert(entrant), [values(entrant, row, event_id=event_id) for row in rows])


def event_by_id(con: Connection, event_id: EventId) -> EventRow | None:
    """Return one event; None if it doesn't exist or was erased."""
    row = con.execute(_BY_ID, {"of_event": event_id}).first()
    return EventRow(*row) if row else None


def events_of_guild(
    con: Connection, guild_id: int, statuses: Sequence[str], limit: int, before: EventId | None = None
) -> tuple[EventRow, ...]:
    """Return a server's tournaments (not duels) in these statuses, newest first, at most `limit`; older than `before`, if given."""
    statement = _OF_GUILD if before is None else _OF_GUILD.where(event_.c.id < bindparam("before"))
    rows = con.execute(statement, {"of_guild": guild_id, "statuses": list(statuses), "most": limit, "before": before})
    return tuple(EventRow(*row) for row in rows)


def unfinished_events(con: Connection, part: ShardSet = WHOLE) -> tuple[EventId, ...]:
    """Return ids of all unfinished events of a part."""
    chosen = _UNDER_WAY if part.is_whole else _UNDER_WAY.where(guild_condition(part, event_.c.guild_id))
    return tuple(con.execute(chosen).scalars())


def unseated_events(con: Connection, part: ShardSet = WHOLE) -> tuple[EventId, ...]:
    """Return ids of running events of a part in which a pairing may need a thread.

    That is: more pairing messages than first games, or a game whose channel is gone.
    """
    chosen = _UNSEATED if part.is_whole else _UNSEATED.where(guild_condition(part, event_.c.guild_id))
    return tuple(con.execute(chosen).scalars())


def events_of_user(con: Connection, user_id: UserId) -> tuple[EventId, ...]:
    """Return ids of unfinished events that a person has entered or organises."""
    return tuple(con.execute(_OF_USER, {"of_user": user_id}).scalars())


def entrants(con: Connection, event_id: EventId) -> tuple[EntrantRow, ...]:
    """Return an event's entrants, by number."""
    return tuple(EntrantRow(*row) for row in con.execute(_ENTRANTS, {"of_event": event_id}))


def log(con: Connection, event_id: EventId) -> tuple[EventEntry, ...]:
    """Return an event's log, in order."""
    return tuple(EventEntry(*row) for row in con.execute(_LOG, {"of_event": event_id}))


def load(con: Connection, event_id: EventId) -> tuple[EventRow, tuple[EntrantRow, ...], tuple[EventEntry, ...]] | None:
    """Return an event with its entrants and log; None if it doesn't exist or was erased."""
    row = event_by_id(con, event_id)
    return None if row is None else (row, entrants(con, event_id), log(con, event_id))


def event_of(con: Connection, match_id: MatchId) -> EventId | None:
    """Return id of the event that a match belongs to; None if none."""
    place = place_of(con, match_id)
    return None if place is None else place[0]


def place_of(con: Connection, match_id: MatchId) -> tuple[EventId, int, int] | None:
    """Return event, round and table at which a match is played; None if it belongs to no event."""
    row = con.execute(_PLACE_OF, {"of_match": match_id}).first()
    return None if row is None else (EventId(row[0]), row[1], row[2])


def open_match(con: Connection, event_id: EventId, round_: int, table: int, game: int, new: NewMatch, wakes: NewTimer) -> MatchRow:
    """Insert a match of an event, and the event's timer `wakes`, which replaces its timers of that kind unless it names tables.

    `ConflictError` if this game of the pairing exists already, or the channel has a live match.
    """
    row = matches.open_match(con, new)
    if TABLES not in wakes.payload:
        timers.drop_timers(con, of_event(event_id), wakes.kind, row.created_at)
    timers.add_timers(con, of_event(event_id), (wakes,), row.created_at)
    place = {"event_id": event_id, "round": round_, "table": table, "game": game}
    con.execute(insert(event_match), {**place, "match_id": row.id})
    return row


def bring(con: Connection, event_id: EventId, round_: int, table: int, new: NewMatch) -> None:
    """Insert a pairing's imported result as a match. `ConflictError` if the pairing has one."""
    match_id = matches.open_match(con, new).id
    values = {"event_id": event_id, "round": round_, "table": table, "game": BROUGHT, "match_id": match_id}
    con.execute(insert(event_match), values)


def imported_result(con: Connection, event_id: EventId, round_: int, table: int) -> MatchRow | None:
    """Return a pairing's imported result, as inserted by `bring`; None if there is none."""
    its = (event_match.c.event_id == event_id, event_match.c.round == round_, event_match.c.table == table)
    match_id = con.execute(select(event_match.c.match_id).where(*its, event_match.c.game == BROUGHT)).scalar()
    return None if match_id is None else matches.match_by_id(con, match_id)


def detach_match(con: Connection, match_id: MatchId) -> None:
    """Remove a match from its event."""
    con.execute(delete(event_match).where(event_match.c.match_id == match_id))


def imported_opponents(con: Connection, user_id: UserId, since: datetime) -> tuple[UserId, ...]:
    """Return a user's opponents in imported results that ended after `since`, once per result."""
    others = seat.alias()
    chosen = (
        select(others.c.user_id)
        .select_from(seat)
        .join(event_match, and_(event_match.c.match_id == seat.c.match_id, event_match.c.game == BROUGHT))
        .join(match, match.c.id == seat.c.match_id)
        .join(others, and_(others.c.match_id == seat.c.match_id, others.c.seat != seat.c.seat))
        .where(seat.c.user_id == user_id, match.c.ended_at > since)
        .order_by(match.c.id)
    )
    return tuple(con.execute(chosen).scalars())


def matches_of(con: Connection, event_id: EventId, round_: int | None = None, table: int | None = None) -> tuple[EventMatch, ...]:
    """Return matches of an event, or of one round or one table of it, ordered by round, table and game.

    Imported results are left out.
    """
    chosen = _MATCHES if round_ is None else _OF_ROUND if table is None else _OF_TABLE
    place = {"of_event": event_id, "of_round": round_, "of_table": table}
    rows = con.execute(chosen, {name: number for name, number in place.items() if number is not None}).all()
    seats: dict[int, list[EventSeat]] = defaultdict(list)
    for match_id, number, user, left, since, acted in con.execute(_SEATS, {"of_matches": [row[3] for row in rows]}) if rows else ():
        seats[match_id].append(EventSeat(number, user, left, since, bool(acted)))
    return tuple(EventMatch(*row, tuple(seats[row[3]])) for row in rows)
