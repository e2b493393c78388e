"""Drawings of figures with shadow, dark outline, light rim, and the player's colour and mark, lit from the north-west."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageChops, ImageDraw, ImageFilter

from games.carcassonne.tile import SegmentKind
from games.core import emoji_names
from render.art.artwork import artwork
from render.art.silhouettes import ARTS, FigureArt, Layer

Colour = tuple[int, int, int]


@dataclass(frozen=True)
class PlayerColour:
    """One of the six player colours, with the mark that identifies it for people who can't tell the colours apart."""

    name: str
    rgb: Colour
    mark: str
    """dot, bar, cross, ring, chevron or square."""


MARKS = ("dot", "bar", "cross", "ring", "chevron", "square")
COLOURS = tuple(PlayerColour(*each) for each in zip(emoji_names.COLOURS, emoji_names.RGB, MARKS, strict=True))
"""By seat 0-5."""

NEUTRAL: Colour = (196, 160, 108)
"""Wood: figures shown without a player."""
OUTLINE: Colour = (24, 18, 20)
RIM: Colour = (255, 252, 240)
MASTER = 768
"""Pixels of the tile that every figure is drawn for once; all sizes are brought down from it."""
REACH = 0.34
"""Half the side of the square that every figure is drawn on, in tiles."""


@dataclass(frozen=True, eq=False)
class FigureSprite:
    """Drawing of a figure.

    `hot` is the pixel that belongs on the anchor; rim and shadow extend beyond the figure.
    """

    image: Image.Image
    hot: tuple[int, int]


def figure_sprite(kind: str, role: str, colour: int | None, px: int, *, height: int = 0) -> FigureSprite:
    """Return a figure for tiles `px` pixels wide: an RGBA picture and its hot spot.

    `kind` is small or a figure of an expansion; those that can lie do so as `role` farmer and stand otherwise. `colour` is a
    place in `COLOURS`, None for neutral figures. `height` is the number of floors of what is built, 1 or more.
    Raises `KeyError` for an unknown kind.
    """
    return scale_master(figure_master(figure_name(kind, role), colour, height), px)


def figure_name(kind: str, role: str) -> str:
    """Return the name of a figure's drawing: its kind, and whether it lies. All standing roles look the same."""
    lying = f"{kind} lying"
    return lying if role == SegmentKind.FIELD.role and (lying in ARTS or lying in artwork().figures) else kind


def figure_master(name: str, colour: int | None, floors: int = 0) -> FigureSprite:
    """Draw a figure (`figure_name`) in large size; takes a tenth of a second."""
    if name in artwork().built:
        return _crop_sprite(artwork().built[name](floors))
    art = ARTS.get(name) or artwork().figures[name]
    paint = NEUTRAL if colour is None else COLOURS[colour].rgb
    body = _body(art, paint, MASTER)
    if colour is not None and art.badge is not None:
        x, y, r = art.badge
        middle = REACH * MASTER
        draw_mark(ImageDraw.Draw(body), COLOURS[colour], (middle + x * MASTER, middle + y * MASTER), r * MASTER)
    return _crop_sprite(add_rim(body, MASTER))


def scale_master(master: FigureSprite, px: int) -> FigureSprite:
    """Return a large drawing scaled down for tiles of `px` pixels.

    The last pixel of a side may be partly transparent, so that the proportions are kept.
    """
    share = MASTER / px
    width, height = (max(1, ceil(side / share)) for side in master.image.size)
    room = master.image.crop((0, 0, ceil(width * share), ceil(height * share))).convert("RGBa")
    box = (0, 0, width * share, height * share)
    small = room.resize((width, height), Image.Resampling.HAMMING, box, reducing_gap=2.0).convert("RGBA")
    return FigureSprite(small, (round(master.hot[0] / share), round(master.hot[1] / share)))


def mark_colour(colour: PlayerColour) -> Colour:
    """Return black or white, whichever has more contrast to the player's colour."""
    r, g, b = colour.rgb
    return (20, 16, 18) if 0.299 * r + 0.587 * g + 0.114 * b > 140 else (255, 255, 255)


def draw_mark(pen: ImageDraw.ImageDraw, colour: PlayerColour, middle: tuple[float, float], radius: float) -> None:
    """Draw a player's mark around a point, in black or white."""
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
    """Return the mask of a layer with rounded joints, on a square of the size used for all figures."""
    side = round(2 * REACH * size)
    middle = REACH * size
    mask = Image.new("L", (side, side), 0)
    pen = ImageDraw.Draw(mask)
    for x, y, r in layer.discs:
        pen.ellipse((middle + (x - r) * size, middle + (y - r) * size, middle + (x + r) * size, middle + (y + r) * size), 255)
    for line in layer.outlines:
        pen.polygon([(middle + x * size, middle + y * size) for x, y in line], 255)
    soft = mask.filter(ImageFilter.GaussianBlur(size * 0.008))
    return soft.point(lambda value: 255 if value > 118 else 0)


def _body(art: FigureArt, paint: Colour, size: int) -> Image.Image:
    """Return all layers, each with a lit and a dark flank and a thin line around it."""
    side = round(2 * REACH * size)
    body = Image.new("RGBA", (side, side), (0, 0, 0, 0))
    for layer in art.layers:
        mask = _mask(layer, size)
        colour = layer.colour or paint
        line = _dilate(mask, _odd(size * 0.012))
        body.paste(OUTLINE, (0, 0), line)
        body.paste(colour, (0, 0), mask)
        step = max(1, round(size * 0.017))
        body.paste(shade_colour(colour, (0, 0, 0), 0.3), (0, 0), _flank(mask, -step))
        body.paste(shade_colour(colour, (255, 255, 255), 0.42), (0, 0), _flank(mask, step))
    return body


def _flank(mask: Image.Image, step: int) -> Image.Image:
    """Return the part of a mask that is not covered by a copy moved by `step` to the south-east."""
    moved = ImageChops.offset(mask, step, step)
    return ImageChops.subtract(mask, moved)


def add_rim(body: Image.Image, size: int) -> Image.Image:
    """Return the body with dark outline, light rim and a soft shadow to the south-east."""
    solid = body.getchannel("A")
    dark = _dilate(solid, _odd(size * 0.026))
    light = _dilate(dark, _odd(size * 0.022))
    cast = ImageChops.offset(dark, round(size * 0.022), round(size * 0.026)).filter(ImageFilter.GaussianBlur(size * 0.014))
    picture = Image.new("RGBA", body.size, (0, 0, 0, 0))
    picture.putalpha(cast.point(lambda value: value * 45 // 100))
    picture.paste((*RIM, 255), (0, 0), light)
    picture.paste((*OUTLINE, 255), (0, 0), dark)
    picture.alpha_composite(body)
    return picture


def _dilate(mask: Image.Image, width: int) -> Image.Image:
    """Return the greatest value in the square of `width` pixels around each pixel."""
    padded = np.pad(np.asarray(mask), width // 2, mode="edge")
    return Image.fromarray(_greatest(_greatest(padded, width).T, width).T)


def _greatest(values: NDArray[np.uint8], width: int) -> NDArray[np.uint8]:
    """Return the greatest of every `width` successive rows.

    Works by doubling: maxima of n rows give those of 2 n rows in one step.
    """
    reach = 1
    while reach < width:
        step = min(reach, width - reach)
        values = np.maximum(values[:-step], values[step:])
        reach += step
    return values


def _odd(value: float) -> int:
    return 2 * max(1, round(value / 2)) + 1


def shade_colour(colour: Colour, other: Colour, share: float) -> Colour:
    r, g, b = (round(c + (o - c) * share) for c, o in zip(colour, other, strict=True))
    return r, g, b


def _crop_sprite(picture: Image.Image) -> FigureSprite:
    """Crop a figure's drawing to its visible part, and adjust the hot spot."""
    frame = picture.getbbox()
    assert frame is not None, "a figure without a pixel"
    return FigureSprite(picture.crop(frame), (picture.width // 2 - frame[0], round(picture.height - REACH * MASTER) - frame[1]))
