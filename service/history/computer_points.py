"""The points that computers made for people's seats: while a seat was given to one, or a turn was played for its owner."""

from __future__ import annotations

from collections.abc import Sequence

from games.core.game import AnyGame, Seat
from service.match import match_log as logs
from service.records import LogEntry
from storage.rows import SeatRow


def points_by_computers(game: AnyGame, entries: Sequence[LogEntry], seats: Sequence[SeatRow]) -> list[tuple[Seat, int]]:
    """Return (seat, points) for each user's seat for which a computer scored in its own moves.

    Points at the end of the game belong to no move and are left out.
    """
    given: set[int] = set()
    lent: int | None = None
    points = [0] * len(seats)
    for entry in entries:
        if entry.kind == logs.VACATE:
            given.add(entry.seat)
        elif entry.kind in (logs.RETURN, logs.TAKEOVER):
            given.discard(entry.seat)
        elif entry.kind in (logs.TIMEOUT, logs.ASKED):
            lent = entry.seat
        elif entry.kind == logs.ACTION and entry.seat >= 0:
            if entry.seat != lent:
                lent = None
            if not entry.undone and (entry.seat in given or entry.seat == lent):
                rows = game.ledger(entry.events).rows
                points[entry.seat] += sum(row.points for row in rows if row.seat == entry.seat and not row.is_final)
    return [(Seat(seat), number) for seat, number in enumerate(points) if number > 0 and seats[seat].user_id is not None]
