"""The weekly paper as a front page: a masthead, a headline with its picture, and short news in two columns."""

from __future__ import annotations

import io
from collections.abc import Sequence

from PIL import Image, ImageDraw

from render.palette import Colour
from render.png import PngPicture
from render.style import CARD_WIDTH, Style
from render.tournament.profile_card import fit_text
from render.typefaces import NameGraphic, width
from tournament.chart_data import FrontPage

EDGE = 28
MASTHEAD, HEADED, SCENE = 160, 142, 540
"""Heights: of the masthead, of the headline with its line, and of the picture."""
GAP = 36
"""Between the two columns."""
ABOVE, LINE = 64, 54
"""Heights: of what an item is, and of each line of the item."""
MOST_LINES = 3
COLOURS = 256
"""As many as a palette holds; players' colours are few pixels, which would be lost among less."""
SETTLED = 10_000
"""The palette is good enough when fewer pixels than these would still change their colour: to wait for the last takes four times as
long, and nobody sees it."""


def paper(style: Style, shown: FrontPage) -> PngPicture:
    """Return the front page of the weekly paper, `CARD_WIDTH` pixels wide."""
    columns = [_wrap(text) for _, text in shown.items]
    rows = [max(map(len, columns[start : start + 2])) * LINE + ABOVE + 12 for start in range(0, len(columns), 2)]
    top = MASTHEAD + HEADED
    scene = SCENE + 20 if shown.scene else 0
    sheet = Image.new("RGBA", (CARD_WIDTH, top + scene + sum(rows) + EDGE), (*style.table, 255))
    pen = ImageDraw.Draw(sheet)
    _draw_masthead(sheet, pen, style, shown)
    room = CARD_WIDTH - 2 * EDGE
    _put(sheet, fit_text(shown.headline, 80, room, style.ink), EDGE, MASTHEAD + 52)
    _put(sheet, fit_text(shown.detail, 46, room, style.faint), EDGE, MASTHEAD + 106)
    if shown.scene:
        _draw_scene(sheet, pen, shown.scene, style.ink, top)
    _draw_items(sheet, pen, style, shown.items, columns, rows, top + scene)
    return _png(sheet)


def _draw_masthead(sheet: Image.Image, pen: ImageDraw.ImageDraw, style: Style, shown: FrontPage) -> None:
    title = fit_text(shown.title, 96, CARD_WIDTH - 2 * EDGE, style.ink)
    _put(sheet, title, CARD_WIDTH / 2, 58, middle=True)
    pen.rectangle((EDGE, 112, CARD_WIDTH - EDGE - 1, 115), fill=style.ink)
    _put(sheet, fit_text(shown.day, 38, CARD_WIDTH - 2 * EDGE, style.faint), CARD_WIDTH / 2, 136, middle=True)
    pen.rectangle((EDGE, 156, CARD_WIDTH - EDGE - 1, 157), fill=style.ink)


def _draw_scene(sheet: Image.Image, pen: ImageDraw.ImageDraw, png: bytes, rim: Colour, top: int) -> None:
    """Draw the middle of the scene's picture, as much as fits, in a thin frame."""
    whole = Image.open(io.BytesIO(png)).convert("RGBA")
    wide = CARD_WIDTH - 2 * EDGE
    scale = max(wide / whole.width, SCENE / whole.height)
    large = whole.resize((max(wide, round(whole.width * scale)), max(SCENE, round(whole.height * scale))), Image.Resampling.LANCZOS)
    west, north = (large.width - wide) // 2, (large.height - SCENE) // 2
    sheet.alpha_composite(large.crop((west, north, west + wide, north + SCENE)), (EDGE, top))
    pen.rectangle((EDGE, top, EDGE + wide - 1, top + SCENE - 1), outline=rim, width=4)


def _draw_items(
    sheet: Image.Image,
    pen: ImageDraw.ImageDraw,
    style: Style,
    items: Sequence[tuple[str, str]],
    columns: Sequence[Sequence[str]],
    rows: Sequence[int],
    top: int,
) -> None:
    for number, ((what, _), lines) in enumerate(zip(items, columns, strict=True)):
        x, y = EDGE + number % 2 * (_COLUMN + GAP), top + sum(rows[: number // 2])
        pen.rectangle((x, y, x + _COLUMN - 1, y + 3), fill=style.ink)
        _put(sheet, fit_text(what, 40, _COLUMN, style.faint), x, y + 34)
        for place, line in enumerate(lines):
            _put(sheet, NameGraphic(line, 50, _COLUMN, style.ink), x, y + ABOVE + place * LINE + 22)


_COLUMN = (CARD_WIDTH - 2 * EDGE - GAP) // 2


def _wrap(text: str) -> list[str]:
    """Return the text divided into lines of a column; the last one is cut if there is more."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and width(longer, 50) > _COLUMN and len(lines) < MOST_LINES:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def _put(sheet: Image.Image, recipe: NameGraphic, x: float, y: float, *, middle: bool = False) -> None:
    """Draw text centred vertically on `y`; it begins at `x`, or with `middle` is centred there."""
    drawn = recipe.draw()
    sheet.alpha_composite(drawn, (round(x - drawn.width / 2 if middle else x), round(y - drawn.height / 2)))


def _png(sheet: Image.Image) -> PngPicture:
    kept = io.BytesIO()
    few = sheet.convert("RGB").quantize(COLOURS, Image.Quantize.MEDIANCUT, kmeans=SETTLED, dither=Image.Dither.NONE)
    few.save(kept, "PNG", optimize=True)
    return PngPicture(kept.getvalue(), sheet.width, sheet.height)
