"""The symbols on tiles, upright and plain at 96 pixels: one function for each, found by name in `PAINTERS`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import cos, pi, sin

from render.art.animals import draw_animal
from render.art.buildings import draw_church, draw_cone, draw_house
from render.art.canvas import Canvas, darker, lighter, mixed
from render.art.curves import Point
from render.art.silhouettes import ARTS
from render.art.themes import Colour, Theme

_LINE = 0.008


def _disc(canvas: Canvas, at: Point, radius: float, fill: Colour, rim: Colour) -> None:
    """A round badge with its shadow."""
    x, y = at
    canvas.oval((x + 0.01, y + 0.013), (radius, radius), mixed(rim, (0, 0, 0), 0.55))
    canvas.oval(at, (radius, radius), rim)
    canvas.oval(at, (radius * 0.86, radius * 0.86), fill)


def draw_shield(canvas: Canvas, at: Point, radius: float, theme: Theme) -> None:
    """A coat of arms: blue and white with a golden rim."""
    (x, y), r = at, radius

    def outline(grow: float, dx: float = 0.0, dy: float = 0.0) -> list[Point]:
        half, top = 0.74 * r + grow, -0.85 * r - grow
        low = [(half * cos(a), 0.1 * r + (0.9 * r + grow) * sin(a)) for a in (0.0, 0.45, 0.85, 1.2, pi / 2)]
        right = [(half, top), *low]
        return [(x + dx + px, y + dy + py) for px, py in [*right, *((-px, py) for px, py in reversed(right))]]

    canvas.poly(outline(0.013, 0.01, 0.014), darker(theme.city, 0.5))
    canvas.poly(outline(0.013), theme.outline)
    canvas.poly(outline(0.006), (236, 190, 62))
    canvas.poly(outline(-0.006), (245, 245, 250))
    canvas.poly([p if p[0] <= x else (x, p[1]) for p in outline(-0.006)], (34, 86, 176))
    canvas.oval((x - 0.35 * r, y - 0.38 * r), (0.17 * r, 0.17 * r), (245, 245, 250))
    canvas.oval((x + 0.35 * r, y - 0.38 * r), (0.17 * r, 0.17 * r), (34, 86, 176))


def draw_cathedral(canvas: Canvas, at: Point, radius: float, theme: Theme) -> None:
    """Two spires, a high nave, a rose window."""
    (x, y), r, line = at, radius, theme.outline
    stone, slate = lighter(theme.wall_light, 0.25), theme.cone
    foot = y + 0.82 * r
    canvas.poly(
        [(x + 0.3 * r, foot), (x + 1.0 * r, foot), (x + 1.14 * r, foot - 0.2 * r), (x + 0.9 * r, foot - 0.4 * r)],
        darker(theme.city, 0.38),
    )
    canvas.box((x - 0.95 * r, foot - 0.55 * r), (x + 0.95 * r, foot), stone, line=line, width=_LINE)
    canvas.poly(
        [
            (x - 1.0 * r, foot - 0.53 * r),
            (x + 1.0 * r, foot - 0.53 * r),
            (x + 0.75 * r, foot - 0.9 * r),
            (x - 0.75 * r, foot - 0.9 * r),
        ],
        _snowy(slate, theme),
        line=line,
        width=_LINE,
    )
    canvas.box((x - 0.36 * r, foot - 0.95 * r), (x + 0.36 * r, foot), lighter(stone, 0.15), line=line, width=_LINE)
    canvas.poly(
        [(x - 0.4 * r, foot - 0.94 * r), (x + 0.4 * r, foot - 0.94 * r), (x, foot - 1.34 * r)],
        _snowy(slate, theme),
        line=line,
        width=_LINE,
    )
    canvas.poly([(x + 0.4 * r, foot - 0.94 * r), (x, foot - 0.94 * r), (x, foot - 1.34 * r)], darker(slate, 0.2))
    for side in (-1, 1):
        mid = x + side * 0.58 * r
        canvas.box((mid - 0.2 * r, foot - 1.1 * r), (mid + 0.2 * r, foot), lighter(stone, 0.1), line=line, width=_LINE)
        canvas.box((mid + 0.06 * r, foot - 1.06 * r), (mid + 0.18 * r, foot - 0.03 * r), darker(stone, 0.14))
        canvas.box((mid - 0.06 * r, foot - 0.95 * r), (mid + 0.05 * r, foot - 0.68 * r), darker(slate, 0.4))
        canvas.box((mid - 0.06 * r, foot - 0.5 * r), (mid + 0.05 * r, foot - 0.24 * r), darker(slate, 0.4))
        draw_cone(canvas, (mid, foot - 1.1 * r), 0.26 * r, slate, theme)
    canvas.oval((x, foot - 0.66 * r), (0.19 * r, 0.19 * r), (226, 176, 70), line=line, width=_LINE)
    canvas.oval((x, foot - 0.66 * r), (0.09 * r, 0.09 * r), (66, 108, 186))
    canvas.oval((x, foot - 0.24 * r), (0.13 * r, 0.13 * r), darker(theme.trunk, 0.35))
    canvas.box((x - 0.13 * r, foot - 0.24 * r), (x + 0.13 * r, foot), darker(theme.trunk, 0.35))


def _snowy(colour: Colour, theme: Theme) -> Colour:
    return mixed(colour, (246, 250, 255), 0.75) if theme.snow else lighter(colour, 0.12)


def draw_wine(canvas: Canvas, at: Point, radius: float, theme: Theme) -> None:
    """A barrel with iron hoops."""
    _disc(canvas, at, radius, (250, 238, 212), theme.outline)
    (x, y), r = at, radius * 0.86
    shape = [
        (-0.42, -0.66),
        (0.42, -0.66),
        (0.6, -0.3),
        (0.64, 0.0),
        (0.6, 0.3),
        (0.42, 0.66),
        (-0.42, 0.66),
        (-0.6, 0.3),
        (-0.64, 0.0),
        (-0.6, -0.3),
    ]
    canvas.poly([(x + px * r, y + py * r) for px, py in shape], (150, 74, 44), line=(58, 26, 20), width=_LINE)
    canvas.poly(
        [(x + px * r, y + py * r) for px, py in ((-0.36, -0.6), (-0.08, -0.6), (-0.12, 0.6), (-0.36, 0.6), (-0.52, 0.0))],
        (192, 108, 66),
    )
    for level, half in ((-0.36, 0.58), (0.36, 0.58)):
        canvas.line([(x - half * r, y + level * r), (x + half * r, y + level * r)], (56, 52, 62), 0.014)
    canvas.oval((x, y + 0.02 * r), (0.17 * r, 0.17 * r), (120, 24, 58), line=(58, 26, 20), width=0.006)


def draw_grain(canvas: Canvas, at: Point, radius: float, theme: Theme) -> None:
    """A bound sheaf."""
    _disc(canvas, at, radius, (250, 238, 212), theme.outline)
    (x, y), r, ink = at, radius * 0.86, (140, 92, 18)
    for lean in (-0.56, -0.28, 0.0, 0.28, 0.56):
        canvas.line([(x - lean * 0.75 * r, y + 0.72 * r), (x, y + 0.2 * r), (x + lean * r, y - 0.36 * r)], ink, 0.017)
        canvas.oval((x + lean * 1.06 * r, y - 0.48 * r), (0.15 * r, 0.3 * r), ink)
        canvas.oval((x + lean * 1.06 * r - 0.01 * r, y - 0.5 * r), (0.105 * r, 0.24 * r), (238, 186, 44))
    canvas.box((x - 0.25 * r, y + 0.1 * r), (x + 0.25 * r, y + 0.28 * r), (186, 50, 38), line=(92, 30, 20), width=0.005)


def draw_cloth(canvas: Canvas, at: Point, radius: float, theme: Theme) -> None:
    """A bolt of cloth, half unrolled."""
    _disc(canvas, at, radius, (250, 238, 212), theme.outline)
    (x, y), r, ink, dye = at, radius * 0.86, (26, 40, 88), (52, 104, 190)
    canvas.poly(
        [(x - 0.3 * r, y - 0.1 * r), (x + 0.62 * r, y - 0.1 * r), (x + 0.5 * r, y + 0.68 * r), (x - 0.42 * r, y + 0.68 * r)],
        dye,
        line=ink,
        width=_LINE,
    )
    for step in (0.2, 0.46):
        canvas.line(
            [(x - (0.32 + 0.1 * step) * r, y + step * r), (x + (0.6 - 0.14 * step) * r, y + step * r)], (244, 200, 70), 0.01
        )
    canvas.box((x - 0.62 * r, y - 0.56 * r), (x + 0.56 * r, y - 0.02 * r), lighter(dye, 0.2), line=ink, width=_LINE)
    canvas.oval((x + 0.56 * r, y - 0.29 * r), (0.18 * r, 0.28 * r), (232, 222, 204), line=ink, width=_LINE)
    canvas.oval((x + 0.56 * r, y - 0.29 * r), (0.07 * r, 0.11 * r), ink)


def draw_princess(canvas: Canvas, at: Point, radius: float, _theme: Theme) -> None:
    """A crowned lady in a rose gown."""
    _disc(canvas, at, radius, (252, 226, 236), (128, 34, 92))
    (x, y), r, ink = at, radius * 0.88, (96, 22, 70)
    canvas.oval((x, y - 0.22 * r), (0.36 * r, 0.4 * r), (150, 92, 40))
    canvas.poly(
        [(x - 0.24 * r, y + 0.06 * r), (x + 0.24 * r, y + 0.06 * r), (x + 0.56 * r, y + 0.74 * r), (x - 0.56 * r, y + 0.74 * r)],
        (214, 60, 128),
        line=ink,
        width=0.006,
    )
    canvas.oval((x, y - 0.2 * r), (0.24 * r, 0.27 * r), (250, 214, 182))
    crown = ((-0.3, -0.4), (-0.36, -0.78), (-0.14, -0.58), (0.0, -0.86), (0.14, -0.58), (0.36, -0.78), (0.3, -0.4))
    canvas.poly([(x + px * r, y + py * r) for px, py in crown], (250, 200, 50), line=(130, 84, 10), width=0.006)
    for side in (-1, 1):
        canvas.oval((x + side * 0.1 * r, y - 0.2 * r), (0.035 * r, 0.05 * r), ink)


def draw_dragon_symbol(canvas: Canvas, at: Point, radius: float, _theme: Theme) -> None:
    """The dragon in pale yellow on a dark red badge."""
    _disc(canvas, at, radius, (150, 24, 34), (255, 222, 130))
    (x, y), scale = at, radius * 2.7
    for layer in ARTS["dragon"].layers[:2]:
        for dx, dy, r in layer.discs:
            canvas.oval((x + (dx + 0.005) * scale, y + dy * scale), (r * scale, r * scale), (255, 226, 140))
        for line in layer.outlines:
            canvas.poly([(x + (px + 0.005) * scale, y + py * scale) for px, py in line], (255, 226, 140))
    canvas.oval((x - 0.145 * scale, y - 0.125 * scale), (0.02 * scale, 0.02 * scale), (150, 24, 34))


def draw_portal(canvas: Canvas, at: Point, radius: float, theme: Theme) -> None:
    """A stone arch around a violet whirl."""
    (x, y), r = at, radius
    foot = y + 0.86 * r
    canvas.oval((x + 0.12 * r, foot - 0.02 * r), (0.98 * r, 0.2 * r), darker(theme.grass, 0.3))
    stone, line = theme.wall_light, theme.outline
    for half, fill in ((0.88, line), (0.81, stone), (0.56, line), (0.5, (84, 40, 168))):
        canvas.oval((x, y - 0.02 * r), (half * r, half * r), fill)
        canvas.box((x - half * r, y - 0.02 * r), (x + half * r, foot if half > 0.7 else foot - 0.02 * r), fill)
    for half, fill in ((0.38, (122, 74, 216)), (0.25, (176, 134, 250)), (0.12, (244, 232, 255))):
        canvas.oval((x, y + 0.12 * r), (half * r, half * 1.3 * r), fill)
    for step in range(7):
        angle = pi + pi * (step + 0.0) / 6
        inner, outer = (
            (x + 0.56 * r * cos(angle), y + 0.56 * r * sin(angle)),
            (x + 0.85 * r * cos(angle), y + 0.85 * r * sin(angle)),
        )
        canvas.line([inner, outer], line, 0.008)
    canvas.oval((x, y - 0.7 * r), (0.11 * r, 0.11 * r), (90, 220, 236), line=line, width=0.006)


def draw_volcano(canvas: Canvas, at: Point, radius: float, theme: Theme) -> None:
    """A smoking mountain with glowing streams."""
    (x, y), r = at, radius
    rock: Colour = (122, 98, 88)
    canvas.oval((x + 0.15 * r, y + 0.78 * r), (0.98 * r, 0.2 * r), darker(theme.grass, 0.28))
    for dx, dy, s in ((0.2, -0.86, 0.15), (0.03, -0.74, 0.19), (-0.1, -0.6, 0.15)):
        canvas.oval((x + dx * r, y + dy * r), (s * r, s * 0.85 * r), mixed((150, 144, 146), (236, 232, 230), 0.4 - dx))
    cone = [
        (-0.98, 0.8),
        (-0.62, 0.3),
        (-0.3, -0.42),
        (-0.14, -0.5),
        (0.14, -0.5),
        (0.3, -0.42),
        (0.6, 0.26),
        (1.0, 0.8),
        (0.5, 0.9),
        (-0.4, 0.92),
    ]
    canvas.poly([(x + px * r, y + py * r) for px, py in cone], rock, line=theme.outline, width=_LINE)
    lit = [(-0.95, 0.79), (-0.6, 0.3), (-0.28, -0.4), (-0.1, -0.42), (-0.2, 0.3), (-0.4, 0.86)]
    canvas.poly([(x + px * r, y + py * r) for px, py in lit], lighter(rock, 0.28) if not theme.snow else (236, 240, 246))
    dark = [(0.3, -0.4), (0.6, 0.26), (0.97, 0.79), (0.55, 0.86), (0.3, 0.3)]
    canvas.poly([(x + px * r, y + py * r) for px, py in dark], darker(rock, 0.32))
    for stream in (
        ((-0.12, -0.44), (0.02, -0.44), (-0.06, -0.05), (0.06, 0.28), (-0.06, 0.62), (-0.18, 0.62), (-0.08, 0.28), (-0.2, -0.02)),
        ((0.08, -0.44), (0.18, -0.42), (0.28, 0.0), (0.42, 0.4), (0.34, 0.46), (0.18, 0.06)),
    ):
        canvas.poly([(x + px * r, y + py * r) for px, py in stream], (232, 72, 24), line=(140, 28, 16), width=0.005)
    canvas.oval((x, y - 0.46 * r), (0.3 * r, 0.11 * r), (250, 150, 40), line=theme.outline, width=_LINE)
    canvas.oval((x, y - 0.45 * r), (0.19 * r, 0.06 * r), (255, 226, 110))


def draw_foundation(canvas: Canvas, at: Point, radius: float, theme: Theme) -> None:
    """A round stone base, hollow, waiting for a tower."""
    (x, y), r, line = at, radius, theme.outline
    canvas.oval((x + 0.014, y + 0.02), (r, r * 0.86), darker(theme.grass, 0.35))
    canvas.oval((x, y + 0.016), (r, r * 0.84), theme.wall_dark, line=line, width=_LINE)
    canvas.oval((x, y - 0.006), (r, r * 0.84), theme.wall_light, line=line, width=_LINE)
    for step in range(10):
        angle = 2 * pi * step / 10
        canvas.line(
            [
                (x + 0.62 * r * cos(angle), y - 0.006 + 0.5 * r * sin(angle)),
                (x + 0.96 * r * cos(angle), y - 0.006 + 0.8 * r * sin(angle)),
            ],
            theme.wall_dark,
            0.006,
        )
    canvas.oval((x, y - 0.006), (r * 0.62, r * 0.5), (64, 56, 56), line=line, width=_LINE)
    canvas.oval((x + 0.008, y + 0.006), (r * 0.46, r * 0.34), (104, 92, 84))


def draw_inn(canvas: Canvas, at: Point, radius: float, theme: Theme) -> None:
    """A house with a bright sign by a lake."""
    (x, y), r = at, radius
    shore = darker(theme.water, 0.4) if not theme.snow else (110, 140, 176)
    canvas.oval((x + 0.08 * r, y + 0.36 * r), (0.9 * r, 0.52 * r), shore)
    canvas.oval((x + 0.08 * r, y + 0.36 * r), (0.82 * r, 0.45 * r), theme.water)
    canvas.oval((x + 0.3 * r, y + 0.5 * r), (0.3 * r, 0.1 * r), lighter(theme.water, 0.4))
    roof = theme.roofs[0]
    draw_house(
        canvas, (x - 0.28 * r, y + 0.22 * r), 1.0 * r, theme, mixed(roof, (246, 250, 255), 0.7) if theme.snow else roof, gable=False
    )
    post = x + 0.5 * r
    canvas.line([(post, y + 0.2 * r), (post, y - 0.66 * r)], theme.outline, 0.012)
    canvas.box((post - 0.06 * r, y - 0.7 * r), (post + 0.42 * r, y - 0.28 * r), (252, 206, 64), line=theme.outline, width=0.007)
    canvas.oval((post + 0.18 * r, y - 0.49 * r), (0.09 * r, 0.11 * r), (150, 58, 30))


def draw_cloister(canvas: Canvas, at: Point, radius: float, theme: Theme) -> None:
    """A walled garden around a church."""
    (x, y), r = at, radius
    garden = mixed(theme.grass, theme.hedge, 0.45) if not theme.snow else (206, 218, 230)
    wall = theme.wall_light
    canvas.box((x - r + 0.012, y - r * 0.82 + 0.016), (x + r + 0.012, y + r * 0.9 + 0.016), darker(theme.grass, 0.35))
    canvas.box((x - r, y - r * 0.82), (x + r, y + r * 0.9), theme.outline)
    canvas.box((x - r + 0.006, y - r * 0.82 + 0.006), (x + r - 0.006, y + r * 0.9 - 0.006), wall)
    canvas.box((x - r + 0.024, y - r * 0.82 + 0.024), (x + r - 0.024, y + r * 0.9 - 0.024), garden, line=theme.wall_dark)
    for row in range(3):
        for column in range(2):
            px = x + (0.42 + 0.3 * column) * r
            py = y + (0.28 + 0.2 * row) * r
            canvas.oval((px, py), (0.1 * r, 0.07 * r), darker(theme.leaves[1], 0.1))
            canvas.oval((px - 0.02 * r, py - 0.02 * r), (0.06 * r, 0.04 * r), lighter(theme.leaves[1], 0.25))
    roof = theme.roofs[1]
    draw_church(canvas, (x - 0.4 * r, y + 0.42 * r), r * 5.4, theme, mixed(roof, (246, 250, 255), 0.3) if theme.snow else roof)


def draw_village(canvas: Canvas, at: Point, _radius: float, theme: Theme) -> None:
    """The green in the middle of a crossing; the houses stand beside the roads."""
    canvas.oval(at, (0.083, 0.083), theme.road_edge)
    canvas.oval(at, (0.075, 0.075), theme.road)
    canvas.oval(at, (0.04, 0.04), mixed(theme.grass, theme.hedge, 0.3), line=mixed(theme.road, theme.road_edge, 0.6))
    canvas.oval((at[0] - 0.005, at[1] - 0.012), (0.027, 0.026), darker(theme.leaves[0], 0.2))
    canvas.oval((at[0] - 0.01, at[1] - 0.018), (0.016, 0.014), (246, 250, 255) if theme.snow else lighter(theme.leaves[0], 0.3))


def draw_farm(canvas: Canvas, at: Point, _radius: float, theme: Theme) -> None:
    """A house where a road ends."""
    roof = mixed(theme.roofs[0], (246, 250, 255), 0.7) if theme.snow else theme.roofs[0]
    canvas.oval((at[0] + 0.014, at[1] + 0.045), (0.085, 0.03), darker(theme.grass, 0.3))
    draw_house(canvas, (at[0], at[1] + 0.045), 0.13, theme, roof, gable=False)


Painter = Callable[[Canvas, Point, float, Theme], None]

PAINTERS: Mapping[str, Painter] = {
    "shield": draw_shield,
    "cathedral": draw_cathedral,
    "wine": draw_wine,
    "grain": draw_grain,
    "cloth": draw_cloth,
    "princess": draw_princess,
    "dragon": draw_dragon_symbol,
    "portal": draw_portal,
    "volcano": draw_volcano,
    "foundation": draw_foundation,
    "inn": draw_inn,
    "cloister": draw_cloister,
    "village": draw_village,
    "house": draw_farm,
}
"""How each symbol is drawn: canvas, middle, radius, theme."""


def draw_mark(canvas: Canvas, name: str, at: Point, radius: float, theme: Theme, tile_id: str) -> None:
    """Draws a symbol; raises `KeyError` for one that nobody taught the painter."""
    if name == "animal":
        draw_animal(canvas, tile_id, at, radius)
    else:
        PAINTERS[name](canvas, at, radius, theme)
