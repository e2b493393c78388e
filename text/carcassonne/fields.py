"""The texts about fields: their names, owners, adjacent cities and points."""

from __future__ import annotations

from collections.abc import Sequence

from games.carcassonne.events import ScoredFigure
from games.carcassonne.score_explanations import cities_around, field_ids
from games.carcassonne.view import BoardView, FeatureView
from text.carcassonne.score_lines import votes
from text.translator import Translator
from text.users.player_names import colour, safe


def name_of(feature: FeatureView, view: BoardView) -> str:
    """Return the name of a feature: for a field its name from `field_ids`, for any other feature the square where it began."""
    named = (name for name, meadow in field_ids(view) if meadow is feature)
    return next(named, view.squares.name(*feature.segments[0][:2]))


def meadow_at(view: BoardView, x: int, y: int, part: str) -> str:
    """Return the name of the field to which a segment belongs; empty for a field without a name or any other segment."""
    return next((name for name, meadow in field_ids(view) if (x, y, part) in meadow.segments), "")


def told(view: BoardView, names: Sequence[str], words: Translator) -> list[str]:
    """Return a line for each occupied field, and one with the number of all others."""
    lines = [_meadow(name, meadow, view, names, words) for name, meadow in field_ids(view)]
    quiet = sum(not feature.weights for feature in view.features if feature.kind == "meadow")
    free = words.count("{number} field without an owner.", "{number} fields without an owner.", quiet) if quiet else ""
    return [line for line in (*lines, free) if line]


def _meadow(name: str, meadow: FeatureView, view: BoardView, names: Sequence[str], words: Translator) -> str:
    owners = words.list([f"{colour(seat, words)}{safe(names[seat])}" for seat in meadow.owners])
    around = cities_around(view, meadow)
    open_ones = sum(not city.complete for city in around)
    parts = [
        words.count("{number} finished city", "{number} finished cities", len(around) - open_ones),
        words.count("{number} open city", "{number} open cities", open_ones),
    ]
    gains = [points for _, points, _ in meadow.gains]
    if gains:
        parts.append(words.count("{number} point now", "{number} points now", max(gains)))
    if len(meadow.weights) > 1:
        parts.append(words.say("farmers: {votes}", votes=votes(meadow.weights, _farmers(meadow, view), names, words)))
    return words.say("**{meadow}** {owners}: {parts}", meadow=name, owners=owners, parts=", ".join(parts))


def _farmers(meadow: FeatureView, view: BoardView) -> list[ScoredFigure]:
    parts = set(meadow.segments)
    return [
        ScoredFigure(piece.seat, piece.kind, piece.x, piece.y, piece.part, piece.role)
        for piece in view.pieces
        if piece.seat is not None and (piece.x, piece.y, piece.part) in parts
    ]
