"""SQL of what happened to the clocks of matches. Every function works inside a transaction of its caller."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from sqlalchemy import Connection, bindparam, insert, select

from clocks.ledger import Event
from storage.records import MatchId
from storage.schema import clock_event

_COLUMNS = (clock_event.c.at, clock_event.c.what, clock_event.c.seat, clock_event.c.why, clock_event.c.since, clock_event.c.until)
_OF = select(*_COLUMNS, clock_event.c.length_us).where(clock_event.c.match_id == bindparam("of_match")).order_by(clock_event.c.seq)
_ADD = insert(clock_event)
_MICROSECOND = timedelta(microseconds=1)


def add_events(con: Connection, match_id: MatchId, first: int, events: Sequence[Event]) -> None:
    """Further events, numbered from `first`; the primary key refuses a number that is taken."""
    if events:
        con.execute(_ADD, [_values(match_id, first + n, event) for n, event in enumerate(events)])


def events(con: Connection, match_id: MatchId) -> tuple[Event, ...]:
    """All events of a match in the order of writing."""
    rows = con.execute(_OF, {"of_match": match_id})
    return tuple(Event(*row[:-1], length=timedelta(microseconds=row[-1])) for row in rows)


def _values(match_id: MatchId, seq: int, event: Event) -> dict[str, Any]:
    when = {"at": event.at, "since": event.since, "until": event.until, "length_us": event.length // _MICROSECOND}
    return {"match_id": match_id, "seq": seq, "what": event.what, "seat": event.seat, "why": event.why, **when}
