"""SQL that erases matches, events and servers permanently. Every function runs in its caller's transaction."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ColumnElement, Connection, Table, and_, delete, insert, select, tuple_, union, update

from clocks.terms import NO_CLOCK
from storage.queries import aggregate_revisions, operators, puzzles
from storage.rows import CANCELLED, EVENT, MATCH, SERVER, MatchId, of_server
from storage.schema import (
    STATS,
    action,
    analysis,
    archive,
    champion_role,
    clock_event,
    draft,
    entrant,
    erased,
    event_,
    event_entry,
    event_match,
    follow,
    game_stats,
    guess_month,
    invitation,
    map_,
    map_upload,
    match,
    outbox,
    puzzle,
    puzzle_answer,
    puzzle_day,
    puzzle_solver,
    request,
    seat,
    server,
    server_record,
    snapshot,
    timer,
    vote,
    web_share,
    wish,
)
from storage.tournament_rows import EventId, of_event

NOBODY = -1
"""Host id of erased matches and events; no person has it."""

_LEADS_NOWHERE = {"guild_id": None, "channel_id": 0, "host_id": NOBODY, "rematch_of": None, "status": CANCELLED}
_SAYS_NOTHING = {
    "options": {},
    "terms": NO_CLOCK,
    "locale": "",
    "secret": b"",
    "commitment": "",
    "version": 0,
    "started_at": None,
    "result": None,
}


def erase_match(con: Connection, match_id: MatchId, at: datetime) -> None:
    """Delete everything about a match. Its blank row stays, marked as erased, so that its id is never reused."""
    _mark(con, MATCH, match_id, at)
    for table in (action, analysis, clock_event, archive, snapshot, request, vote, seat, invitation, game_stats, server_record):
        con.execute(delete(table).where(table.c.match_id == match_id))
    puzzles.erase_own(con, match_id)
    _erase_about(con, MATCH, match_id)
    con.execute(update(match).where(match.c.id == match_id).values({**_LEADS_NOWHERE, **_SAYS_NOTHING, "ended_at": at}))


def erase_event(con: Connection, event_id: EventId, at: datetime) -> None:
    """Delete everything about an event. Its blank row stays, as in `erase_match`."""
    _mark(con, EVENT, event_id, at)
    for table in (event_entry, entrant, event_match):
        con.execute(delete(table).where(table.c.event_id == event_id))
    _erase_about(con, EVENT, event_id)
    aggregate_revisions.advance_all(con, (of_event(event_id),))
    leads_nowhere = {"guild_id": None, "channel_id": 0, "host_id": NOBODY, "status": CANCELLED, "ended_at": at}
    says_nothing = {"name": "", "settings": {}, "seed": "", "commitment": "", "version": 0}
    con.execute(update(event_).where(event_.c.id == event_id).values({**leads_nowhere, **says_nothing}))


def erase_some(con: Connection, guild_id: int, at: datetime, most: int) -> bool:
    """Delete up to `most` rows of a server's events or statistics; return whether there were any.

    In batches, because there may be many.
    """
    event_id = con.execute(select(event_.c.id).where(event_.c.guild_id == guild_id).limit(1)).scalar()
    if event_id is not None:
        _mark(con, EVENT, event_id, at)  # allows deleting its log, and nobody continues with half of it
        con.execute(update(event_).where(event_.c.id == event_id).values(status=CANCELLED))
        about = and_(outbox.c.topic_kind == EVENT, outbox.c.topic_id == event_id)
        if not _delete_some(con, outbox, about, most) and not any(
            _delete_some(con, table, table.c.event_id == event_id, most) for table in (event_match, event_entry, entrant)
        ):
            erase_event(con, EventId(event_id), at)
        return True
    return any(_delete_some(con, table, table.c.guild_id == guild_id, most) for table in STATS)


def _delete_some(con: Connection, table: Table, which: ColumnElement[bool], most: int) -> bool:
    key = table.primary_key.columns
    some = select(*key).where(which).limit(most)
    return bool(con.execute(delete(table).where(tuple_(*key).in_(some))).rowcount)


def with_rows(con: Connection) -> frozenset[int]:
    """Return ids of all servers that have events, requests for games, follows or guesses."""
    kept = (select(table.c.guild_id).where(table.c.guild_id.is_not(None)) for table in (event_, wish, follow, guess_month))
    return frozenset(con.execute(union(*kept)).scalars())


def erase_server(con: Connection, guild_id: int, at: datetime) -> None:
    """Delete what belongs to a server but to no match: events, maps, puzzles, settings, statistics, timers, messages.

    If the server adds the bot again, it starts from nothing.
    """
    for event_id in con.execute(select(event_.c.id).where(event_.c.guild_id == guild_id)).scalars().all():
        erase_event(con, event_id, at)
    _mark(con, SERVER, guild_id, at)
    for table in (
        *(guess_month, map_, map_upload, puzzle_answer, puzzle_solver, puzzle_day, puzzle, server),
        *(wish, champion_role, follow, *STATS),
    ):
        con.execute(delete(table).where(table.c.guild_id == guild_id))
    operators.erase_server(con, guild_id)
    _erase_about(con, SERVER, guild_id)
    aggregate_revisions.forget(con, of_server(guild_id))
    con.execute(delete(erased).where(_is(erased, SERVER, guild_id)))


def is_erased(match_id: ColumnElement[int]) -> ColumnElement[bool]:
    """Return the SQL condition that the match is erased."""
    return match_id.in_(select(erased.c.subject_id).where(erased.c.subject_kind == MATCH))


def _mark(con: Connection, kind: str, number: int, at: datetime) -> None:
    if con.execute(select(erased.c.at).where(_is(erased, kind, number))).first() is None:
        con.execute(insert(erased).values(subject_kind=kind, subject_id=number, at=at))


def _erase_about(con: Connection, kind: str, number: int) -> None:
    """Delete messages, timers, drafts and the public link of a subject."""
    con.execute(delete(outbox).where(and_(outbox.c.topic_kind == kind, outbox.c.topic_id == number)))
    for table in (timer, draft, web_share):
        con.execute(delete(table).where(_is(table, kind, number)))


def _is(table: Table, kind: str, number: int) -> ColumnElement[bool]:
    return and_(table.c.subject_kind == kind, table.c.subject_id == number)
