"""Pictures of the practice game: an example for each turn, and each scored feature on its own."""

from __future__ import annotations

from collections.abc import Mapping

from games.carcassonne.score_explanations import Scoring
from games.carcassonne.view import BoardView, PieceView
from render.art.artwork import artwork
from render.examples import Example

_AROUND = ((-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1))

EXAMPLES: Mapping[int, Example] = {
    1: Example(
        ((0, 0, "base/E", 2), (0, 1, "base/E", 0)),
        ((0, 1, "c1", "knight", 0),),
        tint=((0, 0, "c1"), (0, 1, "c1")),
    ),
    2: Example(
        ((0, 0, "base/A", 0), (0, 1, "base/V", 2), (1, 1, "base/W", 0)),
        ((0, 1, "r1", "highwayman", 0),),
        tint=((0, 0, "r1"), (0, 1, "r1"), (1, 1, "r3")),
    ),
    3: Example(
        ((0, 0, "base/N", 2), (0, 1, "base/E", 0)),
        ((0, 1, "c1", "knight", 0),),
        tint=((0, 0, "c1"), (0, 1, "c1")),
        empty=((1, 0, "?"),),
    ),
    4: Example(
        ((1, 0, "base/E", 2), (0, 1, "base/E", 1), (1, 1, "base/M", 0)),
        ((1, 0, "c1", "knight", 0), (0, 1, "c1", "knight", 1)),
        tint=((1, 0, "c1"), (0, 1, "c1"), (1, 1, "c1")),
    ),
    5: Example(
        ((0, 0, "base/B", 0),),
        ((0, 0, "m", "monk", 0),),
        empty=tuple((x, y, str(number)) for number, (x, y) in enumerate(_AROUND, 1)),
    ),
    6: Example(
        ((0, 0, "base/E", 2), (1, 0, "base/E", 2), (0, 1, "base/E", 0), (1, 1, "base/E", 0)),
        ((0, 0, "f1", "farmer", 0),),
        tint=((0, 0, "f1"), (1, 0, "f1")),
        plates=((0, 1, "c1", "+3"), (1, 1, "c1", "+3")),
    ),
    7: Example(
        ((0, 1, "base/E", 1), (1, 1, "base/N", 0)),
        ((1, 1, "c1", "knight", 0),),
        tint=((0, 1, "c1"), (1, 1, "c1")),
        plates=((0, 1, "c1", "+1"), (1, 1, "c1", "+1")),
        empty=((1, 0, ""),),
    ),
}
"""By turn of the learner: `text.carcassonne.lessons.PICTURES` says what they show."""


def scored_alone(view: BoardView, thing: Scoring) -> Example:
    """Return an example with only the tiles of a scoring, the scored land tinted, and the figures that stood there."""
    squares = set(thing.squares) or ({thing.square} if thing.square else set())
    if thing.feature is not None and artwork().summed.get(thing.kind, thing.kind) == "cloister":
        x, y = thing.feature.segments[0][:2]
        squares |= {(x + dx, y + dy) for dx, dy in _AROUND}
    return Example(
        tuple((tile.x, tile.y, tile.tile, tile.turn) for tile in view.tiles if (tile.x, tile.y) in squares),
        figures=tuple(PieceView(each.x, each.y, each.part, each.piece, each.role, each.seat) for each in thing.figures),
        tint=thing.feature.segments if thing.feature else (),
    )
