"""Why one turn is better than another, with Inns & Cathedrals: what inns and cathedrals make of roads and cities."""

from __future__ import annotations

from collections.abc import Mapping

from games.carcassonne.view import BoardView, FeatureView
from text.carcassonne.places import kind_name, segment_at
from text.carcassonne.reasons import Pair, Why
from text.language import phrase

_RAISED: Mapping[str, str] = {
    "inn": phrase("an inn: 2 points per tile once the road is finished"),
    "cathedral": phrase("a cathedral: 3 points per tile and shield once the city is finished"),
}
"""By the mark, what it makes of a road or city."""


def raised(pair: Pair) -> list[Why]:
    """Roads and cities of somebody that have an inn or a cathedral only in the better position."""
    found = []
    for same in pair.held():
        for mark, said in _RAISED.items():
            if _has(pair.better, same.better, mark) and not (same.other and _has(pair.other, same.other, mark)):
                what = pair.of(kind_name(same.better.kind, pair.words), same.holders)
                worth = float(len(same.better.segments)) * pair.side(*same.holders)
                found.append(Why(worth, pair.line(what, pair.words.say(said))))
    return found


def _has(view: BoardView, feature: FeatureView, mark: str) -> bool:
    return any(mark in segment_at(view, *segment).marks for segment in feature.segments)


REASONS = (raised,)
