"""Words and names in a given room: a little smaller before anything is cut off. And the colours that tell results apart."""

from __future__ import annotations

from collections.abc import Mapping

from render.palette import Colour
from render.style import DARK, Style
from render.typefaces import Name, width
from tournament.sheets import DRAWN, LOST, WON

SMALLEST = 0.72
"""Nothing is written smaller than so much of the size that it should have."""

_LIGHT_RESULTS: Mapping[str, Colour] = {WON: (176, 208, 128), DRAWN: (255, 226, 140), LOST: (230, 168, 138)}
_DARK_RESULTS: Mapping[str, Colour] = {WON: (58, 104, 56), DRAWN: (112, 88, 26), LOST: (128, 58, 44)}


def fitting(text: str, height: int, room: int, colour: Colour) -> Name:
    """A text in one line, so high if there is room for that, else smaller, and only then cut with an ellipsis."""
    least = round(height * SMALLEST)
    while height > least and width(text, height) > room:
        height -= 1
    return Name(text, height, room, colour)


def result_colour(kind: str, style: Style) -> Colour | None:
    """The ground of a won, drawn or lost pairing; None for what is neither."""
    return (_DARK_RESULTS if style is DARK else _LIGHT_RESULTS).get(kind)
