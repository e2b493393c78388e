"""The points ledger of a tile-laying game, derived from its events (`Game.ledger`), and the game's achievements."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from games.carcassonne.events import AT_END, FeatureScored, PointsPaid, TurnBegan
from games.carcassonne.expansion import all_expansions, expansion_modules
from games.core.game import Event
from games.core.game_summary import Achievement, achievements, best_achievement, comeback, most_in_one_part, points_by_part
from games.core.ledger import Ledger, LedgerRow, TurnMark


def ledger(events: Sequence[Event]) -> Ledger:
    """Implement `Game.ledger`.

    Both parts of a turn have the number of the first part. A seat whose tiles in hand fit nowhere passes, and the next seat's turn
    has the same number: both count as one turn, that of the later seat.
    """
    turns: list[TurnMark] = []
    rows: list[LedgerRow] = []
    number: int | None = None
    for event in events:
        if isinstance(event, TurnBegan):
            if event.part == 1:
                if event.number == number:
                    turns.pop()
                number = event.number
                turns.append(TurnMark(number, event.seat))
        elif isinstance(event, FeatureScored | PointsPaid):
            final, source = is_final(event), source_of(event)
            turn = None if final else number
            rows += [LedgerRow(seat, points, source, turn, final, event) for seat, points in gains_of(event)]
    return Ledger(tuple(turns), tuple(rows))


def gains_of(event: FeatureScored | PointsPaid) -> list[tuple[int, int]]:
    """Return (seat, points) for every seat that gains or loses points by this event."""
    if isinstance(event, FeatureScored):
        return [(gain.seat, gain.points) for gain in event.gains]
    return [(event.seat, event.points), *([(event.to, -event.points)] if event.to is not None else [])]


def is_final(event: Event) -> bool:
    """Return whether the points of an event are only paid because the game is over."""
    return isinstance(event, FeatureScored | PointsPaid) and event.occasion == AT_END


def source_of(event: FeatureScored | PointsPaid) -> str:
    """Return the source under which results count this event's points.

    Expansions declare sources; raises `KeyError` if none declares this one.
    """
    return _declared_sources(expansion_modules())[event.kind if isinstance(event, FeatureScored) else event.reason]


@cache
def _declared_sources(_modules: tuple[str, ...]) -> Mapping[str, str]:
    return {name: source for expansion in all_expansions() for name, source in expansion.sources.items()}


CITY, ROAD, FIELD, BIG = "city", "road", "field", "big-box"
"""Points of one city, tiles of one road, points of one field, and the score in a game with all large expansions."""


def game_achievements(events: Sequence[Event], scores: Sequence[int], *, is_big: bool) -> Mapping[str, Achievement]:
    """Implement `Game.feats`.

    `is_big` marks games with all large expansions; they are compared only with each other, because they bring more points.
    """
    account = ledger(events)
    turns = points_by_part(account)
    return achievements(
        city=best_achievement((row.seat, row.points) for row, _ in _rows_of_kind("city", account.rows)),
        road=best_achievement((row.seat, len(event.squares)) for row, event in _rows_of_kind("road", account.rows) if row.points),
        field=best_achievement((row.seat, row.points) for row, _ in _rows_of_kind("meadow", account.rows)),
        turn=most_in_one_part(turns),
        comeback=comeback(turns, scores),
        **({BIG: best_achievement(enumerate(scores))} if is_big else {}),
    )


def _rows_of_kind(kind: str, rows: Sequence[LedgerRow]) -> Iterator[tuple[LedgerRow, FeatureScored]]:
    return ((row, row.entry) for row in rows if isinstance(row.entry, FeatureScored) and row.entry.kind == kind)
