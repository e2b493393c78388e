"""Scorings, paid or forecast, as plain data for explanations: the feature, the figures that counted, the points.

Each scoring is one entry of the ledger (`games.carcassonne.ledger`) with the part of the board that it concerns. No points are
computed here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from games.carcassonne.catalog import tile
from games.carcassonne.events import AT_END, FIGURES, FeatureScored, PointsPaid, ScoredFigure, SeatPoints
from games.carcassonne.ledger import gains_of, ledger
from games.carcassonne.tile import SegmentKind
from games.carcassonne.view import BoardView, FeatureView
from games.core.ledger import entries


@dataclass(frozen=True)
class Scoring:
    """One gain or loss of points by one or more seats, either paid or forecast for the case that the game ended now."""

    kind: str
    """road, city, cloister, meadow, or what an expansion scores."""
    complete: bool
    now: bool
    """Whether it has been paid; else it is what would be paid if the game ended now."""
    gains: tuple[SeatPoints, ...]
    weights: tuple[tuple[int, int], ...]
    """What each seat has of that which the majority is about."""
    unit: str
    """In what that is counted: `FIGURES` by their votes, or what an expansion compares."""
    squares: tuple[tuple[int, int], ...]
    """In the order of placing; empty for what has no place."""
    feature: FeatureView | None
    """What of the board it is about; None for what is no feature."""
    figures: tuple[ScoredFigure, ...]
    """Every figure that stood there."""
    occasion: str
    """Why it was paid just then, as the event says."""
    turn: int | None = None
    """The number of the turn in which it was paid; None at the end, and where the events begin in the middle of the turn."""

    @property
    def owners(self) -> tuple[int, ...]:
        """Seats that gained or lost points by it."""
        return tuple(gain.seat for gain in self.gains)

    @property
    def is_final(self) -> bool:
        """Flag for points that are only counted because the game is over."""
        return self.occasion == AT_END

    @property
    def square(self) -> tuple[int, int] | None:
        """Square by which the scoring is named; None if it has no square.

        It is the square where the feature began, or that of the cloister.
        """
        return self.feature.segments[0][:2] if self.feature else next(iter(self.squares), None)


def scored(events: Sequence[Any], view: BoardView) -> list[Scoring]:
    """Return one scoring for each entry of the ledger of `events`.

    `view` is the table after the events, or any later one.
    """
    return [_scoring(entry, view, turn=rows[0].turn) for entry, rows in entries(ledger(events).rows)]


def ahead(view: BoardView) -> list[Scoring]:
    """Return the scorings that would follow if the game ended now, the most points first."""
    scorings = [_scoring(event, view, now=False) for event in view.forecast if gains_of(event)]
    return sorted(scorings, key=lambda scoring: -sum(gain.points for gain in scoring.gains))


def _scoring(event: FeatureScored | PointsPaid, view: BoardView, *, now: bool = True, turn: int | None = None) -> Scoring:
    if isinstance(event, PointsPaid):
        gains = tuple(SeatPoints(seat, points, (), (), None) for seat, points in gains_of(event))
        return Scoring(event.reason, False, now, gains, (), FIGURES, (), None, (), event.occasion, turn)
    return Scoring(
        event.kind,
        event.complete,
        now,
        event.gains,
        event.weights,
        event.unit,
        event.squares,
        feature_of(view, event),
        event.figures,
        event.occasion,
        turn,
    )


def field_ids(view: BoardView) -> list[tuple[str, FeatureView]]:
    """Return each occupied field with the id that pictures and texts use for it.

    The id is the square where the field began (`M13`), with a letter if several began there (`M13a`, `M13b`).
    """
    feature_views = [feature for feature in view.features if feature.kind == SegmentKind.FIELD.value and feature.weights]
    begun = [view.squares.name(*feature.segments[0][:2]) for feature in feature_views]
    return [
        (name + "abcd"[begun[:number].count(name)] if begun.count(name) > 1 else name, feature)
        for number, (name, feature) in enumerate(zip(begun, feature_views, strict=True))
    ]


def cities_around(view: BoardView, farm_field: FeatureView) -> list[FeatureView]:
    """Return the cities that a field touches, complete or not, each once."""
    lying = {(each.x, each.y): tile(each.tile) for each in view.tiles}
    beside: set[tuple[int, int, str]] = set()
    for x, y, part in farm_field.segments:
        segments = lying[x, y].segments
        own = next(segment for segment in segments if segment.name == part)
        beside |= {(x, y, segments[number].name) for number in own.touches}
    every = (*view.features, *view.closed)
    return [feature for feature in every if feature.kind == SegmentKind.CITY.value and beside & set(feature.segments)]


def feature_of(view: BoardView, event: FeatureScored) -> FeatureView | None:
    """Return the feature that a scoring event is about; None if it is about no feature of the view."""
    paid = {gain.at for gain in event.gains if gain.at}
    stood = paid or {(figure.x, figure.y, figure.part) for figure in event.figures}
    every = (*view.closed, *view.features)
    return next((feature for feature in every if feature.kind == event.kind and stood & set(feature.segments)), None)
