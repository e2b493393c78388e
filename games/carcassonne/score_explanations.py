"""What was scored, or would be, as plain data for those who explain it: the feature, the figures that counted, who got what.

Computes no points: they come from the events, and from what the view says of open features.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from games.carcassonne.catalog import tile
from games.carcassonne.events import ActionPassed, FeatureScored, FigurePlaced, FigureReturned, SeatPoints, TilePlaced, TurnBegan
from games.carcassonne.tile import SegmentKind
from games.carcassonne.view import BoardView, FeatureView, PieceView


@dataclass(frozen=True)
class Scoring:
    """One thing that brought points, or that would if the game ended now."""

    kind: str
    """road, city, cloister, meadow, or what an expansion scores."""
    complete: bool
    now: bool
    """It has been paid; else it is what an open feature would bring."""
    gains: tuple[SeatPoints, ...]
    weights: tuple[tuple[int, int], ...]
    squares: tuple[tuple[int, int], ...]
    """In the order of placing; empty for what has no place."""
    feature: FeatureView | None
    """What of the board it is about; None for what is no feature."""
    figures: tuple[PieceView, ...]
    """Those that stood there and have gone home since."""

    @property
    def owners(self) -> tuple[int, ...]:
        """The seats that got it."""
        return tuple(gain.seat for gain in self.gains)

    @property
    def square(self) -> tuple[int, int] | None:
        """By which it is named: where it began, or where the cloister stands; None for what has no place."""
        return self.feature.segments[0][:2] if self.feature else next(iter(self.squares), None)

    def stood(self, view: BoardView) -> tuple[PieceView, ...]:
        """The figures that counted: those that have gone home, and those that stand there still."""
        parts = set(self.feature.segments) if self.feature else set()
        return (*self.figures, *(piece for piece in view.pieces if (piece.x, piece.y, piece.part) in parts))


def final_from(events: Sequence[Any]) -> int:
    """The index of the first event of final scoring, the number of events where there is none. An abbot that is taken back is
    scored unfinished as well, but somebody moves or a figure goes home after that.
    """
    moved = (
        number
        for number, event in enumerate(events)
        if isinstance(event, TurnBegan | TilePlaced | FigurePlaced | ActionPassed | FigureReturned)
    )
    last = max(moved, default=-1)
    ends = (
        number for number, event in enumerate(events) if number > last and isinstance(event, FeatureScored) and not event.complete
    )
    return next(ends, len(events))


def scored(events: Sequence[Any], view: BoardView) -> list[Scoring]:
    """Every scoring among `events` that somebody got or had votes in; `view` is the table after them, or any later one."""
    found = []
    for number, event in enumerate(events):
        if isinstance(event, FeatureScored) and (event.gains or event.weights):
            feature = feature_of(view, event)
            found.append(
                Scoring(
                    event.kind,
                    event.complete,
                    True,
                    event.gains,
                    event.weights,
                    event.squares,
                    feature,
                    _home(events[number:], feature, view),
                )
            )
    return found


def ahead(view: BoardView) -> list[Scoring]:
    """Every open feature in which somebody has votes, the most valuable first."""
    found = []
    for feature in view.features:
        if feature.weights and not view.over:
            gains = tuple(SeatPoints(seat, points, lines, (), None) for seat, points, lines in feature.gains)
            squares = tuple(dict.fromkeys((x, y) for x, y, _ in feature.segments))
            found.append(Scoring(feature.kind, feature.complete, False, gains, feature.weights, squares, feature, ()))
    return sorted(found, key=lambda scoring: -sum(gain.points for gain in scoring.gains))


def field_ids(view: BoardView) -> list[tuple[str, FeatureView]]:
    """Every meadow that somebody stands on by the name that pictures and words call it: where it began, `M13`, or `M13a` and
    `M13b` where two began on one square.
    """
    held = [feature for feature in view.features if feature.kind == SegmentKind.FIELD.value and feature.weights]
    begun = [view.squares.name(*feature.segments[0][:2]) for feature in held]
    return [
        (name + "abcd"[begun[:number].count(name)] if begun.count(name) > 1 else name, feature)
        for number, (name, feature) in enumerate(zip(begun, held, strict=True))
    ]


def cities_around(view: BoardView, farm_field: FeatureView) -> list[FeatureView]:
    """The cities that a meadow borders, complete or not, each once."""
    lying = {(each.x, each.y): tile(each.tile) for each in view.tiles}
    beside: set[tuple[int, int, str]] = set()
    for x, y, part in farm_field.segments:
        segments = lying[x, y].segments
        own = next(segment for segment in segments if segment.name == part)
        beside |= {(x, y, segments[number].name) for number in own.touches}
    every = (*view.features, *view.closed)
    return [feature for feature in every if feature.kind == SegmentKind.CITY.value and beside & set(feature.segments)]


def feature_of(view: BoardView, event: FeatureScored) -> FeatureView | None:
    """The feature on which those stood that got it; None where nobody did, or it has no place."""
    stood = {gain.at for gain in event.gains if gain.at}
    every = (*view.closed, *view.features)
    return next((feature for feature in every if feature.kind == event.kind and stood & set(feature.segments)), None)


def _home(events: Sequence[Any], feature: FeatureView | None, view: BoardView) -> tuple[PieceView, ...]:
    """The figures that went home from a feature because it was scored."""
    parts = set(feature.segments) if feature else set()
    gone = (event for event in events if isinstance(event, FigureReturned) and event.reason == "scored")
    return tuple(
        PieceView(event.x, event.y, event.part, event.piece, _role(view, event), event.seat)
        for event in gone
        if (event.x, event.y, event.part) in parts
    )


def _role(view: BoardView, event: FigureReturned) -> str:
    lies = next(each for each in view.tiles if (each.x, each.y) == (event.x, event.y))
    return next(segment.kind.role for segment in tile(lies.tile).segments if segment.name == event.part)
