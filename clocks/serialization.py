"""Clock events as plain data, for exports and for `python -m tools.clock_audit`.

Nights are included as computed stops, without the players' time zones.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from itertools import takewhile
from typing import Any

from clocks import durations, sleep_windows
from clocks.clock_history import OVERTIME, STOPPED, WENT, WHATS, ClockEvent, ClockHistory, new_clocks
from clocks.durations import InvalidDurationError
from clocks.terms import read_pace, write_pace

NIGHT = "night"
"""The name of a stop that was somebody's sleep."""
KEYS = ("at", "what", "seat", "why", "since", "until", "length")


def write(sheet: ClockHistory, events: Iterable[ClockEvent], upto: datetime) -> dict[str, Any]:
    """Return the clocks of a match as plain data: pace, seats and every event since the start.

    Nights that begin before `upto` are written as events too.
    """
    rows = [*events]
    first = min((event.at for event in rows), default=upto)
    asleep = (
        ClockEvent(span.begin, STOPPED, seat, NIGHT, until=span.end)
        for seat, history in sheet.sleep.items()
        for span in takewhile(lambda s: s.begin < upto, sleep_windows.nights(history, first))
    )
    ordered = sorted((*asleep, *rows), key=lambda event: event.at)
    return {"pace": write_pace(sheet.pace), "seats": len(sheet.seats), "events": [_row(event) for event in ordered]}


def read(data: Any) -> tuple[ClockHistory, tuple[ClockEvent, ...]]:
    """Return the clocks at the start of the match, and their events, from plain data.

    Raises `InvalidDurationError("bad-row")` with the place of the mistake, and the errors of `read_pace`.
    """
    if not isinstance(data, dict) or not isinstance(data.get("events"), list) or type(data.get("seats")) is not int:
        raise InvalidDurationError("bad-row", where="clock")
    if not 0 < data["seats"] <= 20:
        raise InvalidDurationError("bad-row", where="clock.seats")
    pace = read_pace(str(data.get("pace", "")))
    if not pace.has_clock:
        raise InvalidDurationError("no-pace", value=pace.id)
    return new_clocks(pace, data["seats"]), tuple(_event(row, n, data["seats"]) for n, row in enumerate(data["events"]))


def _row(event: ClockEvent) -> dict[str, Any]:
    row: dict[str, Any] = {"at": event.at.isoformat(), "what": event.what}
    if event.seat is not None:
        row["seat"] = event.seat
    if event.why:
        row["why"] = event.why
    row |= {key: moment.isoformat() for key in ("since", "until") if (moment := getattr(event, key)) is not None}
    if event.length:
        row["length"] = durations.write(event.length)
    return row


def _event(row: Any, number: int, seats: int) -> ClockEvent:
    where = f"clock.events[{number}]"
    try:
        return _checked_event(row, seats)
    except (KeyError, TypeError, ValueError) as error:
        raise InvalidDurationError("bad-row", where=where) from error


def _checked_event(row: Any, seats: int) -> ClockEvent:
    if not isinstance(row, dict):
        raise TypeError
    seat, what = row.get("seat"), row["what"]
    if set(row) - set(KEYS) or what not in WHATS or not (seat is None or (type(seat) is int and 0 <= seat < seats)):
        raise ValueError
    if seat is None and what not in (STOPPED, WENT, OVERTIME):
        raise ValueError
    since, until = (None if row.get(key) is None else _moment(row[key]) for key in ("since", "until"))
    length = durations.read(row["length"]) if "length" in row else timedelta()
    return ClockEvent(_moment(row["at"]), what, seat, str(row.get("why", "")), since, until, length)


def _moment(text: str) -> datetime:
    moment = datetime.fromisoformat(text)
    if moment.tzinfo is None:
        raise ValueError
    return moment.astimezone(UTC)
