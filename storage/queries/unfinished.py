"""SQL conditions of unfinished matches and of seats in them, in the very words of their partial indexes.

SQLite uses a partial index only where a query repeats its condition literally: a bound parameter or a shorter list isn't enough.
"""

from __future__ import annotations

from sqlalchemy import ColumnElement, literal_column

from storage.rows import LIVE
from storage.schema import match, seat

IS_LIVE: ColumnElement[bool] = match.c.status.in_([literal_column(f"'{status}'") for status in LIVE])
"""The match is unfinished; index `match_live`."""

IS_OPEN: ColumnElement[bool] = seat.c.live == literal_column("1")
"""The seat belongs to an unfinished match; index `seat_live`."""
