"""SQL of timers and of clock events. Every function runs in its caller's transaction."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import cache
from typing import Any

from sqlalchemy import Connection, Select, bindparam, delete, func, insert, select, update

from clocks.clock_history import ClockEvent
from storage.errors import ConflictError
from storage.queries import archive
from storage.rows import MatchId, NewTimer, Subject, TimerRow
from storage.schema import clock_event, timer
from storage.sharding import WHOLE, ShardSet, part_condition

_OPEN = timer.c.done_at.is_(None)
_COLUMNS = (timer.c.id, timer.c.kind, timer.c.subject_kind, timer.c.subject_id, timer.c.seat, timer.c.payload)
_TIMER = select(*_COLUMNS, timer.c.set_at, timer.c.due_at)
_ADD = insert(timer)
_DUE = (
    _TIMER.where(_OPEN, timer.c.due_at <= bindparam("now"), timer.c.kind.in_(bindparam("kinds", expanding=True)))
    .order_by(timer.c.due_at, timer.c.id)
    .limit(bindparam("most"))
)
_NEXT = select(timer.c.due_at).where(_OPEN, timer.c.kind.in_(bindparam("kinds", expanding=True))).order_by(timer.c.due_at).limit(1)
_AHEAD = _TIMER.where(_OPEN, timer.c.set_at > bindparam("now"), timer.c.kind.in_(bindparam("kinds", expanding=True)))
_OF = _TIMER.where(timer.c.subject_kind == bindparam("of_kind"), timer.c.subject_id == bindparam("of_id"), _OPEN).order_by(
    timer.c.due_at, timer.c.id
)
_EVER = (
    select(timer.c.id)
    .where(timer.c.subject_kind == bindparam("of_kind"), timer.c.subject_id == bindparam("of_id"))
    .where(timer.c.kind == bindparam("which"))
    .limit(1)
)
_SUBJECTS = select(timer.c.subject_kind, timer.c.subject_id).where(timer.c.kind == bindparam("which"), _OPEN)
_KINDS = select(timer.c.kind).where(_OPEN).distinct()
_REDATE = update(timer).where(timer.c.id == bindparam("of_timer")).values(set_at=bindparam("set_at"), due_at=bindparam("due_at"))
_ITS = (timer.c.id == bindparam("of_timer"), timer.c.due_at == bindparam("was_due"), _OPEN)
_DONE = update(timer).where(*_ITS).values(done_at=bindparam("done_at"), payload={})
_AGAIN = update(timer).where(*_ITS).values(set_at=bindparam("new_set_at"), due_at=bindparam("new_due_at"))
_newest = timer.alias("newest")
_DROP = (
    update(timer)
    .where(timer.c.subject_kind == bindparam("of_kind"), timer.c.subject_id == bindparam("of_id"))
    .where(timer.c.kind == bindparam("which"), _OPEN)
    .values(done_at=bindparam("done_at"), payload={})  # it may hold a user id
)
_TIDY = delete(timer).where(
    timer.c.subject_kind == bindparam("of_kind"),
    timer.c.subject_id == bindparam("of_id"),
    ~_OPEN,
    timer.c.id < select(func.max(_newest.c.id)).scalar_subquery(),
)


@cache
def _restrict(statement: Select[Any], part: ShardSet) -> Select[Any]:
    """Return the statement restricted to a part's timers."""
    mine = part_condition(part, timer.c.subject_kind, timer.c.subject_id)
    return statement if mine is None else statement.where(mine)


_CLOCK_COLUMNS = [column for column in clock_event.c if column.key != "match_id"]
_CLOCK_OF = select(*_CLOCK_COLUMNS).where(clock_event.c.match_id == bindparam("of_match")).order_by(clock_event.c.seq)
_CLOCK_ADD = insert(clock_event)
_MICROSECOND = timedelta(microseconds=1)


def _timer(row: Any) -> TimerRow:
    return TimerRow(row[0], row[1], Subject(row[2], row[3]), *row[4:])


def add_timers(con: Connection, subject: Subject, timers: Sequence[NewTimer], at: datetime) -> None:
    """Insert timers of a subject, set at `at`."""
    if timers:
        con.execute(_ADD, [_values(subject, timer, at) for timer in timers])


def _values(subject: Subject, new: NewTimer, at: datetime) -> dict[str, Any]:
    whose = {"subject_kind": subject.kind, "subject_id": subject.id, "seat": new.seat}
    return {"kind": new.kind, **whose, "payload": dict(new.payload), "set_at": at, "due_at": new.due_at}


def due_timers(con: Connection, now: datetime, kinds: Sequence[str], limit: int, part: ShardSet = WHOLE) -> tuple[TimerRow, ...]:
    """Return the open timers of these kinds in a part that are due, most overdue first, at most `limit`."""
    rows = con.execute(_restrict(_DUE, part), {"now": now, "kinds": list(kinds), "most": limit})
    return tuple(_timer(row) for row in rows)


def next_timer_at(con: Connection, kinds: Sequence[str], part: ShardSet = WHOLE) -> datetime | None:
    """Return when the next open timer of these kinds in a part falls due; None if there is none."""
    due_at: datetime | None = con.execute(_restrict(_NEXT, part), {"kinds": list(kinds)}).scalar()
    return due_at


def timers_of(con: Connection, subject: Subject) -> tuple[TimerRow, ...]:
    """Return the open timers of a subject, next due first."""
    return tuple(_timer(row) for row in con.execute(_OF, {"of_kind": subject.kind, "of_id": subject.id}))


def was_set(con: Connection, subject: Subject, kind: str) -> bool:
    """Return whether an unfinished subject has or had a timer of this kind.

    When a subject ends, its done timers are deleted.
    """
    return con.execute(_EVER, {"of_kind": subject.kind, "of_id": subject.id, "which": kind}).first() is not None


def subjects(con: Connection, kind: str) -> frozenset[Subject]:
    """Return the subjects with an open timer of this kind."""
    return frozenset(Subject(*row) for row in con.execute(_SUBJECTS, {"which": kind}))


def kinds_there(con: Connection) -> frozenset[str]:
    """Return the kinds of all open timers."""
    return frozenset(con.execute(_KINDS).scalars())


def any_ahead(con: Connection, now: datetime, kinds: Sequence[str], part: ShardSet = WHOLE) -> bool:
    """Return whether a part has open timers of these kinds set after `now` (the clock has been set back)."""
    return con.execute(_restrict(_AHEAD, part), {"now": now, "kinds": list(kinds)}).first() is not None


def redate(con: Connection, now: datetime, kinds: Sequence[str], part: ShardSet = WHOLE) -> None:
    """Restart a part's open timers of these kinds that were set after `now`, with their full wait."""
    for ahead in [_timer(row) for row in con.execute(_restrict(_AHEAD, part), {"now": now, "kinds": list(kinds)})]:
        con.execute(_REDATE, {"of_timer": ahead.id, "set_at": now, "due_at": now + (ahead.due_at - ahead.set_at)})


def timer_done(con: Connection, row: TimerRow, at: datetime, again_at: datetime | None = None) -> None:
    """Mark a timer as done, or restart it until `again_at`. `ConflictError` if it's done already or was restarted since."""
    its = {"of_timer": row.id, "was_due": row.due_at}
    if again_at is None:
        result = con.execute(_DONE, {**its, "done_at": at})
    else:
        result = con.execute(_AGAIN, {**its, "new_set_at": at, "new_due_at": again_at})
    if result.rowcount != 1:
        raise ConflictError(f"timer {row.id} is done already")


def drop_timers(con: Connection, subject: Subject, kind: str, at: datetime) -> None:
    """Mark a subject's open timers of a kind as done."""
    con.execute(_DROP, {"of_kind": subject.kind, "of_id": subject.id, "which": kind, "done_at": at})


def tidy_timers(con: Connection, subject: Subject) -> None:
    """Delete a subject's done timers.

    The newest row of the table is kept, because its id must not be reused while the timer is being handled.
    """
    con.execute(_TIDY, {"of_kind": subject.kind, "of_id": subject.id})


def add_clock_events(con: Connection, match_id: MatchId, first: int, events: Sequence[ClockEvent]) -> None:
    """Append clock events, numbered from `first`; the primary key refuses a number that exists."""
    if events:
        con.execute(
            _CLOCK_ADD, [{"match_id": match_id, **values_of_clock_event(first + n, event)} for n, event in enumerate(events)]
        )


def clock_events(con: Connection, match_id: MatchId) -> tuple[ClockEvent, ...]:
    """Return all clock events of a match in order, packed ones included."""
    rows = con.execute(_CLOCK_OF, {"of_match": match_id}).all()
    clock_events = tuple(_clock_event(*row) for row in rows)
    begins_here = rows and rows[0][0] == 0
    return clock_events if begins_here else (*archive.events(con, match_id), *clock_events)


def _clock_event(_seq: int, *fields: Any) -> ClockEvent:
    return replace(ClockEvent(*fields[:-1]), length=fields[-1] * _MICROSECOND)


def values_of_clock_event(seq: int, event: ClockEvent) -> dict[str, Any]:
    """Return the column values of a clock event, without its match."""
    when = {"at": event.at, "since": event.since, "until": event.until, "length_us": event.length // _MICROSECOND}
    return {"seq": seq, "what": event.what, "seat": event.seat, "why": event.why, **when}
