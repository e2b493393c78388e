"""Packed logs of ended matches: one row of about 2 KB instead of hundreds.

Logs and clock events are append-only: triggers only allow deleting rows that the archive holds, and never a change of the archive.
Rows appended after packing stay as rows, after the packed ones.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, Connection, bindparam, delete, exists, insert, select

from clocks.clock_history import ClockEvent
from games.core.game import Seat
from storage import log_chain
from storage.errors import DatabaseUnavailableError
from storage.rows import ActionRow, MatchId
from storage.schema import action, archive, clock_event

_EPOCH, _MICROSECOND = datetime(1970, 1, 1, tzinfo=UTC), timedelta(microseconds=1)

_ADD = insert(archive)
_PACKED = select(archive.c.actions, archive.c.clock_events).where(archive.c.match_id == bindparam("of_match"))
_CHAINED = select(archive.c.previous, archive.c.logged).where(archive.c.match_id == bindparam("of_match"))
_IS_THERE = select(archive.c.match_id).where(archive.c.match_id == bindparam("of_match"))
_DROP = tuple(delete(table).where(table.c.match_id == bindparam("of_match")) for table in (action, clock_event))


def put(
    con: Connection, match_id: MatchId, actions: Sequence[ActionRow], events: Sequence[ClockEvent], chain: Sequence[str] = ()
) -> None:
    """Pack the whole log, all clock events and the hashes of a match and delete their rows.

    The match must not be packed yet. `chain`: the hash before each row; only the first if the others follow from it; empty for a
    match without hashes.
    """
    acted = sum(1 << seat for seat in {row.seat for row in actions} if seat >= 0)
    numbers: dict[str, object] = {"match_id": match_id, "logged": len(actions), "clocked": len(events), "acted": acted}
    numbers["previous"] = log_chain.text_of(chain) if chain else None
    con.execute(_ADD, {**numbers, "actions": pack_actions(actions), "clock_events": pack_events(events)})
    for drop in _DROP:
        con.execute(drop, {"of_match": match_id})


def is_packed(con: Connection, match_id: MatchId) -> bool:
    """Return whether the log of a match is packed."""
    return con.execute(_IS_THERE, {"of_match": match_id}).first() is not None


def actions(con: Connection, match_id: MatchId) -> tuple[ActionRow, ...]:
    """Return the packed first rows of a log; empty if the match isn't packed."""
    row = con.execute(_PACKED, {"of_match": match_id}).first()
    return () if row is None else unpack_actions(row[0])


def events(con: Connection, match_id: MatchId) -> tuple[ClockEvent, ...]:
    """Return the packed first clock events of a match; empty if the match isn't packed."""
    row = con.execute(_PACKED, {"of_match": match_id}).first()
    return () if row is None else unpack_events(row[1])


def chain(con: Connection, match_id: MatchId) -> tuple[str | None, ...]:
    """Return the hash before each packed row as far as it's kept; empty if the match has none or isn't packed."""
    row = con.execute(_CHAINED, {"of_match": match_id}).first()
    return () if row is None or row[0] is None else log_chain.read(row[0], row[1])


def has_acted(match_id: ColumnElement[int], seat: ColumnElement[int]) -> ColumnElement[bool]:
    """Return the SQL condition that the seat has a packed action."""
    return exists().where(archive.c.match_id == match_id, archive.c.acted.bitwise_rshift(seat).bitwise_and(1) == 1)


# --- the packed format: column by column, which compresses better than rows ---------------------------------------


def pack_actions(rows: Sequence[ActionRow]) -> bytes:
    """Pack a whole log, numbered from 0: zlib-compressed JSON columns."""
    assert [row.seq for row in rows] == list(range(len(rows))), "a log has no gaps"
    return _pack_empty([*_steps(row.at for row in rows)], [row.seat for row in rows], [row.text for row in rows])


def unpack_actions(packed: bytes) -> tuple[ActionRow, ...]:
    """Return the log packed by `pack_actions`; `DatabaseUnavailableError` if damaged."""
    steps, seats, texts = _unpack(packed, 3)
    rows = zip(_moments(steps), seats, texts, strict=True)
    return tuple(ActionRow(seq, Seat(seat), text, at) for seq, (at, seat, text) in enumerate(rows))


def pack_events(rows: Sequence[ClockEvent]) -> bytes:
    """Pack clock events, in order: zlib-compressed JSON columns."""
    ends = [_epoch_since(row.at, end) for row in rows for end in (row.since, row.until)]
    lengths = [row.length // _MICROSECOND for row in rows]
    pack_events = [row.what for row in rows], [row.seat for row in rows], [row.why for row in rows]
    return _pack_empty([*_steps(row.at for row in rows)], *pack_events, ends, lengths)


def unpack_events(packed: bytes) -> tuple[ClockEvent, ...]:
    """Return the clock events packed by `pack_events`; `DatabaseUnavailableError` if damaged."""
    steps, whats, seats, whys, ends, lengths = _unpack(packed, 6)
    rows = zip(_moments(steps), whats, seats, whys, ends[::2], ends[1::2], lengths, strict=True)
    return tuple(
        ClockEvent(at, what, seat, why, _moment_at(at, since), _moment_at(at, until), length * _MICROSECOND)
        for at, what, seat, why, since, until, length in rows
    )


def _steps(moments: Iterable[datetime]) -> Iterator[int]:
    """Yield the microseconds between successive times, the first one since 1970."""
    last = _EPOCH
    for at in moments:
        yield (at - last) // _MICROSECOND
        last = at


def _moments(steps: Iterable[int]) -> Iterator[datetime]:
    at = _EPOCH
    for step in steps:
        at += step * _MICROSECOND
        yield at


def _epoch_since(at: datetime, end: datetime | None) -> int | None:
    return None if end is None else (end - at) // _MICROSECOND


def _moment_at(at: datetime, since: int | None) -> datetime | None:
    return None if since is None else at + since * _MICROSECOND


def _pack_empty(*columns: Sequence[object]) -> bytes:
    return zlib.compress(json.dumps(columns, separators=(",", ":"), ensure_ascii=False).encode(), 9)


def _unpack(packed: bytes, columns: int) -> list[list[Any]]:
    """Return the packed columns; zlib's checksum detects damage."""
    try:
        unpacked: list[list[Any]] = json.loads(zlib.decompress(packed))
    except (zlib.error, ValueError):
        raise DatabaseUnavailableError("a packed log in the database is damaged") from None
    assert len(unpacked) == columns, "nobody else writes here"
    return unpacked
