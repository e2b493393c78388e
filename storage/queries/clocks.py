"""SQL of what happened to the clocks of matches. Every function works inside a transaction of its caller."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

from sqlalchemy import Connection, bindparam, insert, select

from clocks.ledger import ClockEvent
from storage.queries import archive
from storage.records import MatchId
from storage.schema import clock_event

_COLUMNS = [column for column in clock_event.c if column.key != "match_id"]
_OF = select(*_COLUMNS).where(clock_event.c.match_id == bindparam("of_match")).order_by(clock_event.c.seq)
_ADD = insert(clock_event)
_MICROSECOND = timedelta(microseconds=1)


def add_events(con: Connection, match_id: MatchId, first: int, events: Sequence[ClockEvent]) -> None:
    """Further events, numbered from `first`; the primary key refuses a number that is taken."""
    if events:
        con.execute(_ADD, [{"match_id": match_id, **values_of(first + n, event)} for n, event in enumerate(events)])


def events(con: Connection, match_id: MatchId) -> tuple[ClockEvent, ...]:
    """All events of a match in the order of writing."""
    rows = con.execute(_OF, {"of_match": match_id}).all()
    found = tuple(_event(*row) for row in rows)
    begins_here = rows and rows[0][0] == 0
    return found if begins_here else (*archive.events(con, match_id), *found)


def _event(_seq: int, *fields: Any) -> ClockEvent:
    return replace(ClockEvent(*fields[:-1]), length=fields[-1] * _MICROSECOND)


def values_of(seq: int, event: ClockEvent) -> dict[str, Any]:
    """The columns of an event, but for its match."""
    when = {"at": event.at, "since": event.since, "until": event.until, "length_us": event.length // _MICROSECOND}
    return {"seq": seq, "what": event.what, "seat": event.seat, "why": event.why, **when}
