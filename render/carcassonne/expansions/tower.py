"""The pictures of The Tower: foundations, towers and their pieces."""

from __future__ import annotations

from math import cos, pi, sin

from PIL import Image, ImageDraw, ImageFont

from render.art.artwork import Artwork, MarkArt
from render.art.canvas import LocalCanvas, Rim, TileCanvas, darker
from render.art.curves import Point
from render.art.figures import MASTER, OUTLINE, REACH, RIM, add_rim, shade_colour
from render.art.marks import LINE
from render.art.themes import Colour, Theme
from render.resource_icons import DARK
from render.stamps import FINE

_FLOOR = 0.085
_TOP_STONE: Colour = (214, 206, 190)
_STONE: Colour = (170, 160, 146)


def _tower(height: int, size: int) -> Image.Image:
    """Return the picture of a tower with at most five floors; a number tells the real height."""
    if height < 1:
        raise ValueError("a tower has at least one floor")
    shown = min(height, 5)
    side = round(2 * REACH * size)
    extra = round(max(0.0, (shown - 2) * _FLOOR) * size)
    body = Image.new("RGBA", (side, side + extra), (0, 0, 0, 0))
    pen = ImageDraw.Draw(body)
    x, y = side / 2, side / 2 + extra + 0.09 * size
    for floor in range(shown):
        _draw_floor(pen, (x, y - floor * _FLOOR * size), size)
    top = y - shown * _FLOOR * size
    r = 0.074 * size
    pen.ellipse((x - 0.105 * size, top - 0.055 * size, x + 0.105 * size, top + 0.055 * size), OUTLINE)
    pen.ellipse((x - 0.095 * size, top - 0.046 * size, x + 0.095 * size, top + 0.046 * size), _TOP_STONE)
    pen.ellipse((x - 0.064 * size, top - 0.028 * size, x + 0.064 * size, top + 0.03 * size), (84, 74, 68))
    at = y - 0.03 * size
    pen.ellipse((x - r, at - r, x + r, at + r), OUTLINE)
    pen.ellipse((x - r * 0.84, at - r * 0.84, x + r * 0.84, at + r * 0.84), RIM)
    pen.text((x, at), str(height), OUTLINE, ImageFont.load_default(r * 1.5), anchor="mm", stroke_width=r * 0.06)
    return add_rim(body, size)


def _draw_floor(pen: ImageDraw.ImageDraw, foot: tuple[float, float], size: int) -> None:
    """Draw one drum of stone, lit from the west."""
    (x, y), half, flat, high = foot, 0.095 * size, 0.046 * size, _FLOOR * size
    pen.ellipse((x - half, y - flat, x + half, y + flat), OUTLINE)
    for step in range(16):
        west = x - half + 2 * half * step / 16
        bend = flat * (1 - ((step + 0.5) / 8 - 1) ** 2) ** 0.5
        shade = shade_colour(_TOP_STONE, (84, 74, 70), step / 15)
        pen.rectangle((west, y - high, west + half / 8, y + bend - size * 0.008), shade)
    pen.arc((x - half, y - high - flat + 4, x + half, y - high + flat + 4), 0, 180, _STONE, max(1, round(size * 0.008)))


def _foundation(canvas: TileCanvas, point: Point, radius: float, theme: Theme) -> None:
    """Draw a tower foundation: a round, hollow stone base."""
    (x, y), r, line = point, radius, theme.outline
    canvas.oval((x + 0.014, y + 0.02), (r, r * 0.86), darker(theme.grass, 0.35))
    canvas.oval((x, y + 0.016), (r, r * 0.84), theme.wall_dark, line=line, width=LINE)
    pen, rim = LocalCanvas(canvas, (x, y - 0.006), r), Rim(line, LINE)
    pen.oval(0, 0, 1, 0.84, theme.wall_light, rim)
    for step in range(10):
        angle = 2 * pi * step / 10
        pen.line([(rx * cos(angle), ry * sin(angle)) for rx, ry in ((0.62, 0.5), (0.96, 0.8))], theme.wall_dark, 0.006)
    pen.oval(0, 0, 0.62, 0.5, (64, 56, 56), rim)
    canvas.oval((x + 0.008, y + 0.006), (r * 0.46, r * 0.34), (104, 92, 84))


def _floor(pen: ImageDraw.ImageDraw, full: int) -> None:
    """Draw one floor of a tower: a drum of stone with battlements."""
    line = max(FINE, full // 16)
    for x in (0.12, 0.40, 0.68):
        pen.rectangle((full * x, full * 0.10, full * (x + 0.20), full * 0.44), (204, 196, 182), DARK, line)
    pen.rectangle((full * 0.12, full * 0.34, full * 0.88, full * 0.94), (186, 176, 162), DARK, line)
    east, south = max(full * 0.62, full * 0.88 - line), max(full * 0.34 + line, full * 0.94 - line)  # never inside out
    pen.rectangle((full * 0.62, full * 0.34 + line, east, south), (150, 140, 130))
    for x, y in ((0.12, 0.62), (0.46, 0.34)):
        pen.line((full * x, full * 0.63, full * (x + 0.42), full * 0.63), DARK, line // 2)
        pen.line((full * (x + 0.2), full * y, full * (x + 0.2), full * (y + 0.30)), DARK, line // 2)


ART = Artwork(
    built={"tower": lambda floors: _tower(floors, MASTER)},
    spots={"tower": MarkArt(_foundation, 0.095)},
    goods={"tower-pieces": _floor},
    at={"raise": "t", "guard": "t"},
    samples={"tower": ("tower/tw01",)},
    legend=(("tower", "tower"),),
    legend_figures=("tower",),
)
