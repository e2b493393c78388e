"""Figures with shadow, dark outline, light rim, and the player's colour and mark. One light, from the north-west."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageFont

from render.art.silhouettes import ARTS, Art, Layer

Colour = tuple[int, int, int]


@dataclass(frozen=True)
class PlayerColour:
    """One of the six colours of players; the mark says the same to those who cannot tell the colours apart."""

    name: str
    rgb: Colour
    mark: str
    """dot, bar, cross, ring, chevron or square."""


COLOURS: tuple[PlayerColour, ...] = (
    PlayerColour("red", (200, 22, 34), "dot"),
    PlayerColour("blue", (24, 82, 190), "bar"),
    PlayerColour("yellow", (255, 212, 20), "cross"),
    PlayerColour("green", (0, 140, 84), "ring"),
    PlayerColour("black", (38, 36, 42), "chevron"),
    PlayerColour("pink", (244, 142, 196), "square"),
)
"""By seat 0-5."""

NEUTRAL: Colour = (196, 160, 108)
"""Wood: figures shown without a player."""
_OUTLINE: Colour = (24, 18, 20)
_RIM: Colour = (255, 252, 240)
MASTER = 768
"""Pixels of the tile that every figure is drawn for once; all sizes are brought down from it."""
_REACH = 0.34
"""Half the side of the square that every figure is drawn on, in tiles."""


@dataclass(frozen=True, eq=False)
class FigureSprite:
    """A drawn figure. `hot` is the pixel that belongs on the anchor; rim and shadow reach beyond the figure."""

    image: Image.Image
    hot: tuple[int, int]


def figure_sprite(kind: str, role: str, colour: int | None, px: int, *, height: int = 0) -> FigureSprite:
    """A figure for tiles `px` pixels wide: an RGBA picture and its hot spot.

    `kind` is small, big, builder, pig, dragon, fairy or tower; small and big lie as `role` farmer and stand otherwise.
    `colour` is a place in `COLOURS`, None for neutral figures. `height` is the number of floors of a tower, 1 or more.
    Raises `KeyError` for an unknown kind.
    """
    return scaled(figure_master(figure_name(kind, role), colour, height), px)


def figure_name(kind: str, role: str) -> str:
    """What the figure shows: a kind, and whether it lies. All standing roles look the same."""
    return f"{kind} lying" if role == "farmer" and kind in ("small", "big") else kind


def figure_master(name: str, colour: int | None, floors: int = 0) -> FigureSprite:
    """The one large drawing of a figure (`figure_name`); a tenth of a second of work."""
    if name == "tower":
        return _cropped(_tower(floors, MASTER))
    art = ARTS[name]
    paint = NEUTRAL if colour is None else COLOURS[colour].rgb
    body = _body(art, paint, MASTER)
    if colour is not None and art.badge is not None:
        x, y, r = art.badge
        middle = _REACH * MASTER
        draw_mark(ImageDraw.Draw(body), COLOURS[colour], (middle + x * MASTER, middle + y * MASTER), r * MASTER)
    return _cropped(_rimmed(body, MASTER))


def scaled(master: FigureSprite, px: int) -> FigureSprite:
    """A master brought down for tiles of `px` pixels; the last pixel of a side may be partly clear, and nothing is stretched."""
    share = MASTER / px
    width, height = (max(1, ceil(side / share)) for side in master.image.size)
    room = master.image.crop((0, 0, ceil(width * share), ceil(height * share))).convert("RGBa")
    box = (0, 0, width * share, height * share)
    small = room.resize((width, height), Image.Resampling.HAMMING, box, reducing_gap=2.0).convert("RGBA")
    return FigureSprite(small, (round(master.hot[0] / share), round(master.hot[1] / share)))


def mark_colour(colour: PlayerColour) -> Colour:
    """Black or white, whichever stands out from the player's colour."""
    r, g, b = colour.rgb
    return (20, 16, 18) if 0.299 * r + 0.587 * g + 0.114 * b > 140 else (255, 255, 255)


def draw_mark(pen: ImageDraw.ImageDraw, colour: PlayerColour, middle: tuple[float, float], radius: float) -> None:
    """Draws a player's mark around a point, in black or white."""
    (x, y), r, ink = middle, radius, mark_colour(colour)
    width = max(1, round(r * 0.55))
    if colour.mark == "dot":
        pen.ellipse((x - r * 0.68, y - r * 0.68, x + r * 0.68, y + r * 0.68), ink)
    elif colour.mark == "bar":
        pen.rectangle((x - r, y - r * 0.34, x + r, y + r * 0.34), ink)
    elif colour.mark == "cross":
        pen.rectangle((x - r, y - r * 0.28, x + r, y + r * 0.28), ink)
        pen.rectangle((x - r * 0.28, y - r, x + r * 0.28, y + r), ink)
    elif colour.mark == "ring":
        pen.ellipse((x - r, y - r, x + r, y + r), outline=ink, width=width)
    elif colour.mark == "chevron":
        pen.line([(x - r, y + r * 0.55), (x, y - r * 0.5), (x + r, y + r * 0.55)], ink, width, joint="curve")
    else:
        assert colour.mark == "square", colour.mark
        pen.rectangle((x - r * 0.72, y - r * 0.72, x + r * 0.72, y + r * 0.72), ink)


def _mask(layer: Layer, size: int) -> Image.Image:
    """The layer's area with rounded joints, on the square that every figure is drawn on."""
    side = round(2 * _REACH * size)
    middle = _REACH * size
    mask = Image.new("L", (side, side), 0)
    pen = ImageDraw.Draw(mask)
    for x, y, r in layer.discs:
        pen.ellipse((middle + (x - r) * size, middle + (y - r) * size, middle + (x + r) * size, middle + (y + r) * size), 255)
    for line in layer.outlines:
        pen.polygon([(middle + x * size, middle + y * size) for x, y in line], 255)
    soft = mask.filter(ImageFilter.GaussianBlur(size * 0.008))
    return soft.point(lambda value: 255 if value > 118 else 0)


def _body(art: Art, paint: Colour, size: int) -> Image.Image:
    """All layers, each with a lit and a dark flank and a thin line around it."""
    side = round(2 * _REACH * size)
    body = Image.new("RGBA", (side, side), (0, 0, 0, 0))
    for layer in art.layers:
        mask = _mask(layer, size)
        colour = layer.colour or paint
        line = _grown(mask, _odd(size * 0.012))
        body.paste(_OUTLINE, (0, 0), line)
        body.paste(colour, (0, 0), mask)
        step = max(1, round(size * 0.017))
        body.paste(_mixed(colour, (0, 0, 0), 0.3), (0, 0), _flank(mask, -step))
        body.paste(_mixed(colour, (255, 255, 255), 0.42), (0, 0), _flank(mask, step))
    return body


def _flank(mask: Image.Image, step: int) -> Image.Image:
    """The part of a mask that a copy moved by `step` to the south-east leaves bare."""
    moved = ImageChops.offset(mask, step, step)
    return ImageChops.subtract(mask, moved)


def _rimmed(body: Image.Image, size: int) -> Image.Image:
    """The body with dark outline, light rim and a soft shadow to the south-east."""
    solid = body.getchannel("A")
    dark = _grown(solid, _odd(size * 0.026))
    light = _grown(dark, _odd(size * 0.022))
    cast = ImageChops.offset(dark, round(size * 0.022), round(size * 0.026)).filter(ImageFilter.GaussianBlur(size * 0.014))
    picture = Image.new("RGBA", body.size, (0, 0, 0, 0))
    picture.putalpha(cast.point(lambda value: value * 45 // 100))
    picture.paste((*_RIM, 255), (0, 0), light)
    picture.paste((*_OUTLINE, 255), (0, 0), dark)
    picture.alpha_composite(body)
    return picture


def _grown(mask: Image.Image, width: int) -> Image.Image:
    """The greatest value in the square of `width` around each pixel, rows first, then columns."""
    padded = np.pad(np.asarray(mask), width // 2, mode="edge")
    return Image.fromarray(_greatest(_greatest(padded, width).T, width).T)


def _greatest(values: NDArray[np.uint8], width: int) -> NDArray[np.uint8]:
    """The greatest of each `width` rows in a row: what is known of so many rows is known of twice as many in one step."""
    reach = 1
    while reach < width:
        step = min(reach, width - reach)
        values = np.maximum(values[:-step], values[step:])
        reach += step
    return values


def _odd(value: float) -> int:
    return 2 * max(1, round(value / 2)) + 1


def _mixed(colour: Colour, other: Colour, share: float) -> Colour:
    r, g, b = (round(c + (o - c) * share) for c, o in zip(colour, other, strict=True))
    return r, g, b


def _cropped(picture: Image.Image) -> FigureSprite:
    """Cut to what is to be seen, with the hot spot kept."""
    frame = picture.getbbox()
    assert frame is not None, "a figure without a pixel"
    return FigureSprite(picture.crop(frame), (picture.width // 2 - frame[0], round(picture.height - _REACH * MASTER) - frame[1]))


_FLOOR = 0.085
_TOP_STONE: Colour = (214, 206, 190)
_STONE: Colour = (170, 160, 146)


def _tower(height: int, size: int) -> Image.Image:
    """Floors drawn upwards from the foundation, at most five of them; the number says how many there are."""
    if height < 1:
        raise ValueError("a tower has at least one floor")
    shown = min(height, 5)
    side = round(2 * _REACH * size)
    extra = round(max(0.0, (shown - 2) * _FLOOR) * size)
    body = Image.new("RGBA", (side, side + extra), (0, 0, 0, 0))
    pen = ImageDraw.Draw(body)
    x, y = side / 2, side / 2 + extra + 0.09 * size
    for floor in range(shown):
        _draw_floor(pen, (x, y - floor * _FLOOR * size), size)
    top = y - shown * _FLOOR * size
    r = 0.074 * size
    pen.ellipse((x - 0.105 * size, top - 0.055 * size, x + 0.105 * size, top + 0.055 * size), _OUTLINE)
    pen.ellipse((x - 0.095 * size, top - 0.046 * size, x + 0.095 * size, top + 0.046 * size), _TOP_STONE)
    pen.ellipse((x - 0.064 * size, top - 0.028 * size, x + 0.064 * size, top + 0.03 * size), (84, 74, 68))
    at = y - 0.03 * size
    pen.ellipse((x - r, at - r, x + r, at + r), _OUTLINE)
    pen.ellipse((x - r * 0.84, at - r * 0.84, x + r * 0.84, at + r * 0.84), _RIM)
    pen.text((x, at), str(height), _OUTLINE, ImageFont.load_default(r * 1.5), anchor="mm", stroke_width=r * 0.06)
    return _rimmed(body, size)


def _draw_floor(pen: ImageDraw.ImageDraw, foot: tuple[float, float], size: int) -> None:
    """One drum of stone, lit from the west."""
    (x, y), half, flat, high = foot, 0.095 * size, 0.046 * size, _FLOOR * size
    pen.ellipse((x - half, y - flat, x + half, y + flat), _OUTLINE)
    for step in range(16):
        west = x - half + 2 * half * step / 16
        bend = flat * (1 - ((step + 0.5) / 8 - 1) ** 2) ** 0.5
        shade = _mixed(_TOP_STONE, (84, 74, 70), step / 15)
        pen.rectangle((west, y - high, west + half / 8, y + bend - size * 0.008), shade)
    pen.arc((x - half, y - high - flat + 4, x + half, y - high + flat + 4), 0, 180, _STONE, max(1, round(size * 0.008)))
