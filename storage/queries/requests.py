"""SQL of requests. Every function works inside a transaction of its caller."""

from __future__ import annotations

from sqlalchemy import Connection, bindparam, select

from games.core.game import Seat
from storage.queries.upsert import upsert
from storage.records import MatchId, RequestRow
from storage.schema import request

_KEYS = tuple(column.key for column in request.c if column.key != "match_id")
"""The columns by the names of the fields, in their order."""
_OF_MATCH = select(*(request.c[key] for key in _KEYS)).where(request.c.match_id == bindparam("of_match")).order_by(request.c.number)


def requests(con: Connection, match_id: MatchId) -> tuple[RequestRow, ...]:
    """All requests of a match, in the order of asking."""
    rows = (dict(zip(_KEYS, row, strict=True)) for row in con.execute(_OF_MATCH, {"of_match": match_id}))
    return tuple(RequestRow(**{**row, "agreed": tuple(Seat(seat) for seat in row["agreed"])}) for row in rows)


def put_request(con: Connection, match_id: MatchId, row: RequestRow) -> None:
    """Keep a request in place of what it was."""
    values = {key: getattr(row, key) for key in _KEYS}
    upsert(con, request, {"match_id": match_id, **values}, ("detail", "status", "agreed", "closed_at", "closed_by"))
