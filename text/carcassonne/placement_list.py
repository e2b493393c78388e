"""The sentences about legal placements: "3 · N17, beside M17 (west): 90° road to M17; 180° field only"."""

from __future__ import annotations

from collections.abc import Mapping

from games.carcassonne.actions import Action
from games.carcassonne.illegal_move_reasons import AROUND, demands, edge
from games.carcassonne.view import BoardView
from text.carcassonne.segment_names import side_name, tile_at
from text.message_templates import series
from text.protocol import NamedSpot
from text.translator import Translator, phrase

_JOINED: Mapping[str, str] = {"R": phrase("road to {beside}"), "C": phrase("city to {beside}")}
"""By the letter of an edge; meadows are said only where a tile would join nothing else."""


def spot(told: NamedSpot, view: BoardView, words: Translator) -> str:
    """Return the line about a legal square: its number, its neighbours, and what each rotation joins."""
    sides = neighbours(view, told.square, words)
    beside = [words.say("{square} ({side})", square=name, side=side_name(side, words)) for side, name in sides.items()]
    place = words.say("{square}, beside {beside}", square=told.name, beside=words.list(beside)) if beside else told.name
    ways = series((_placement_text(action, view, sides, words) for action in told.actions), words)
    return words.say("{number} · {square}: {ways}", number=told.number, square=place, ways=ways)


def neighbours(view: BoardView, square: tuple[int, int], words: Translator) -> dict[int, str]:
    """Return the names of the neighbours of a square by side: the tile's square, the map's print there, or both."""
    x, y = square
    neighbours = {}
    for side, (dx, dy) in enumerate(AROUND):
        name, printed = view.squares.name(x + dx, y + dy), view.printed.beyond(square, side) if view.printed else ""
        if tile_at(view, x + dx, y + dy) is not None:
            neighbours[side] = name
        elif printed:
            neighbours[side] = printed
        elif view.printed and view.printed.glyph((x + dx, y + dy)) == "B":
            neighbours[side] = words.say("a wall")
    return neighbours


def _placement_text(action: Action, view: BoardView, sides: Mapping[int, str], words: Translator) -> str:
    assert view.hand is not None  # a placement is of the tile in hand
    joined = []
    for side, wanted in enumerate(demands(view, action.square)):
        letter = edge(view.hand, action.turn, side)
        if wanted and side in sides and letter in _JOINED:
            joined.append(words.say(_JOINED[letter], beside=sides[side]))
    return words.say("{turn}° {joined}", turn=action.turn * 90, joined=", ".join(joined) or words.say("field only"))
