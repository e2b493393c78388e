"""The picture of a user's profile: facts as large numbers, and each rating as a curve."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from render.art.figures import COLOURS
from render.palette import Colour, Palette
from render.palette_image import PaletteImage
from render.png import PngPicture
from render.stamps import BoxStamp
from render.style import CARD_WIDTH, DARK, Style
from render.tournament.curves import CurveLine
from render.typefaces import NameGraphic, width
from tournament.chart_data import DRAWN, LOST, WON, ProfileCard, RatingCurve

SMALLEST = 0.72
"""Nothing is written smaller than so much of the size that it should have."""

_LIGHT_RESULTS: Mapping[str, Colour] = {WON: (176, 208, 128), DRAWN: (255, 226, 140), LOST: (230, 168, 138)}
_DARK_RESULTS: Mapping[str, Colour] = {WON: (58, 104, 56), DRAWN: (112, 88, 26), LOST: (128, 58, 44)}


def fit_text(text: str, height: int, room: int, colour: Colour, smallest: float = SMALLEST) -> NameGraphic:
    """Return a text in one line at the given height, or smaller if it does not fit, and cut only at the smallest height."""
    least = round(height * smallest)
    while height > least and width(text, height) > room:
        height -= 1
    return NameGraphic(text, height, room, colour)


def result_colour(kind: str, style: Style) -> Colour | None:
    """Return the background colour of a won, drawn or lost pairing; None for any other result."""
    return (_DARK_RESULTS if style is DARK else _LIGHT_RESULTS).get(kind)


EDGE = 20
NAMED, FACT, HEAD, CHART = 96, 122, 68, 232
"""Heights: of the name, of a row of facts, of what a rating is called, and of its curve below that."""
GAP = 12
ACROSS = 4
"""The most facts in a row."""


def card(palette: Palette, style: Style, shown: ProfileCard) -> PngPicture:
    """Return the picture of a profile."""
    rows = -(-len(shown.facts) // ACROSS)
    across = -(-len(shown.facts) // max(rows, 1))
    top = EDGE + NAMED
    sheet = PaletteImage(CARD_WIDTH, top + rows * FACT + sum(map(_tall, shown.curves)) + GAP, palette, style.table)
    sheet.put(fit_text(shown.name, 84, CARD_WIDTH - 2 * EDGE - 16, style.ink), EDGE + 8, EDGE + NAMED / 2 - 8, by=(0, 0.5))
    for row in range(rows):
        _facts(sheet, style, shown.facts[row * across : (row + 1) * across], top + row * FACT)
    top += rows * FACT
    for number, curve in enumerate(shown.curves):
        _chart(sheet, style, curve, top, number)
        top += _tall(curve)
    return sheet.picture()


def _tall(curve: RatingCurve) -> int:
    """Return the height in pixels of a rating, which is lower without a curve for a single value."""
    return HEAD + GAP + (CHART if len(curve.course) > 1 else 0)


def _facts(sheet: PaletteImage, style: Style, facts: Sequence[tuple[str, str]], top: int) -> None:
    wide = (CARD_WIDTH - 2 * EDGE - GAP * (len(facts) - 1)) // len(facts)
    for number, (value, what) in enumerate(facts):
        west = EDGE + number * (wide + GAP)
        sheet.put(BoxStamp(wide, FACT - GAP, 12, style.card, style.line, 2), west, top)
        sheet.put(fit_text(value, 66, wide - 20, style.ink), west + wide / 2, top + 42, by=(0.5, 0.5))
        sheet.put(fit_text(what, 34, wide - 16, style.faint), west + wide / 2, top + 86, by=(0.5, 0.5))


def _chart(sheet: PaletteImage, style: Style, curve: RatingCurve, top: int, number: int) -> None:
    """Draw a rating: its name above its curve, the highest and lowest value at the left."""
    wide = CARD_WIDTH - 2 * EDGE
    sheet.put(BoxStamp(wide, _tall(curve) - GAP, 12, style.card, style.line, 2), EDGE, top)
    sheet.put(NameGraphic(curve.value, 52, 400, style.ink), EDGE + wide - 18, top + HEAD / 2, by=(1, 0.5))
    sheet.put(fit_text(curve.name, 40, wide - width(curve.value, 52) - 60, style.ink), EDGE + 18, top + HEAD / 2, by=(0, 0.5))
    if len(curve.course) > 1:
        colour = COLOURS[number % len(COLOURS)].rgb
        _plot(sheet, style, curve.course, colour, (EDGE + 18, top + HEAD, wide - 36, CHART - 16))


def _plot(
    sheet: PaletteImage, style: Style, course: Sequence[float], colour: tuple[int, int, int], room: tuple[int, int, int, int]
) -> None:
    west, top, wide, tall = room
    low, high = min(course), max(course)
    gutter = max(width(f"{value:.0f}", 32) for value in (low, high)) + 14
    for value, y in ((high, top + 16), (low, top + tall - 16)):
        sheet.put(NameGraphic(f"{value:.0f}", 32, gutter, style.faint), west + gutter - 12, y, by=(1, 0.5))
        sheet.fill((west + gutter, y - 1, west + wide, y + 1), style.line)
    line = CurveLine(wide - gutter, tall - 32 + 2 * CurveLine.RIM, tuple(course), colour, style.ink)
    sheet.put(line, west + gutter, top + 16 - CurveLine.RIM)
    last = line.points()[-1]
    sheet.put(
        BoxStamp(18, 18, 9, colour, style.ink, 2.5), west + gutter + last[0], top + 16 - CurveLine.RIM + last[1], by=(0.5, 0.5)
    )
