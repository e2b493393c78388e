"""Points that a computer made for a person's seat are told apart."""

from __future__ import annotations

from datetime import UTC, datetime

from editions.registry import GAMES
from games.carcassonne.events import AT_END, COMPLETED, FeatureScored, SeatPoints
from games.core.game import Event, Seat
from service.history.computer_points import points_by_computers
from service.records import LogEntry
from storage.rows import SeatRow, UserId

SEATS = (SeatRow(Seat(0), UserId(1)), SeatRow(Seat(1), UserId(2)), SeatRow(Seat(2), None))


def row(seat: int, points: int = 0, *, kind: str = "action", occasion: str = COMPLETED, undone: bool = False) -> LogEntry:
    gains = (SeatPoints(seat, points, (), (), None),)
    events: tuple[Event, ...] = (FeatureScored("road", True, gains, (), (), occasion),) if points else ()
    return LogEntry(0, Seat(seat), kind, "", datetime(2026, 1, 1, tzinfo=UTC), events, undone)


def test_points_are_those_of_moves_made_while_the_seat_was_given_away() -> None:
    entries = [row(0, 3), row(0, kind="vacate"), row(0, 4), row(1, 9), row(0, 2), row(0, kind="return"), row(0, 5)]

    assert points_by_computers(GAMES["carcassonne"], entries, SEATS) == [(0, 6)]


def test_a_turn_played_for_somebody_counts_and_no_later_one() -> None:
    entries = [row(1, kind="timeout"), row(1, 4), row(1, 2), row(0, 1), row(1, 8)]

    assert points_by_computers(GAMES["carcassonne"], entries, SEATS) == [(1, 6)]


def test_what_was_taken_back_or_counted_at_the_end_or_is_a_computers_own_counts_not() -> None:
    entries = [row(0, kind="vacate"), row(0, 4, undone=True), row(0, 7, occasion=AT_END), row(2, 11)]

    assert points_by_computers(GAMES["carcassonne"], entries, SEATS) == []
