"""Drawings of cards: the face of every card, and the back of face-down ones. Sizes are widths in pixels.

The left band of a face identifies the card: its kind at the top, its colour's symbol below. So overlapping cards can still be read,
in any colour vision.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from PIL import Image, ImageDraw

from render.art.canvas import TileCanvas, darker, lighter, mix_colours
from render.art.figures import COLOURS, draw_mark, figure_sprite
from render.cardcassonne.inks import BACK, BACK_DARK, BACK_LIGHT, OUTLINE, PAPER, SUITS, Suit, suit_of
from render.cardcassonne.scenes import draw_parts, scene
from render.cardcassonne.symbols import draw_symbol
from render.palette import Colour
from render.stamps import FINE, font, shrunk

TALL = 1.4
"""Height of a card in widths."""
BAND = 0.32
"""Width of the band that tells the card."""
CORNER = 0.09
JOKER_SIGNS: Mapping[str, str] = {"DR": "flame", "FA": "wand", "JA": "paw", "JH": "house"}
"""What tells the jokers apart, below their star."""


@dataclass(frozen=True)
class CardFace:
    """Drawing of a card face up."""

    card: str
    width: int

    def draw(self) -> Image.Image:
        """Return the face: band, symbols and painting."""
        canvas = _blank(self.width)
        suit = suit_of(self.card)
        canvas.box((BAND, 0), (1, TALL), suit.pale)
        if self.card[0].isupper():
            _joker(canvas, self.card)
            _four_bands(canvas)
        else:
            _painting(canvas, self.card, suit)
            canvas.box((0, 0), (BAND, TALL), suit.strong)
            draw_symbol(canvas, suit.symbol, (BAND / 2, 0.58), 0.118, suit.ink)
        _index(canvas, self.card, suit.ink)
        return _cut(canvas, self.width)


@dataclass(frozen=True)
class CardBack:
    """Drawing of a card face down, with the colour and mark of its player.

    `card` is written small for viewers who know it.
    """

    seat: int | None
    width: int
    card: str = ""

    def draw(self) -> Image.Image:
        """Return the back: a lattice, and a disc in the player's colour."""
        canvas = _blank(self.width)
        canvas.box((0, 0), (1, TALL), BACK)
        for n in range(-8, 14):
            canvas.line([(n * 0.2, 0), (n * 0.2 + TALL, TALL)], BACK_LIGHT, 0.022)
            canvas.line([(n * 0.2, TALL), (n * 0.2 + TALL, 0)], BACK_LIGHT, 0.022)
        for inset, colour in ((0.0, BACK_DARK), (0.05, PAPER)):
            canvas.line(
                [(inset, inset), (1 - inset, inset), (1 - inset, TALL - inset), (inset, TALL - inset), (inset, inset)],
                colour,
                0.045,
            )
        if self.seat is not None:
            _disc(canvas, self.seat, (0.245, TALL - 0.27) if self.card else (0.245, TALL / 2))
        if self.card:
            _draw_known_slip(canvas, self.card)
        return _cut(canvas, self.width)


@dataclass(frozen=True)
class CardSymbol:
    """Drawing of a single symbol: of a colour, a kind of card, or the chest."""

    symbol: str
    size: int
    ink: Colour

    def draw(self) -> Image.Image:
        """Return the symbol, which fills its box."""
        canvas = TileCanvas(Image.new("RGBA", (self.size * FINE, self.size * FINE), (*self.ink, 0)))
        draw_symbol(canvas, self.symbol, (0.5, 0.5), 0.48, self.ink)
        return shrunk(canvas.picture)


@dataclass(frozen=True)
class AnimalArt:
    """Drawing of the animal of a colour, without a card."""

    colour: str
    size: int

    def draw(self) -> Image.Image:
        """Return the animal, which fills its box."""
        suit = SUITS[self.colour]
        canvas = TileCanvas(Image.new("RGBA", (self.size * FINE, self.size * FINE), (*OUTLINE, 0)))
        draw_parts(canvas, scene(self.colour[0] + "A"), (0.5, 0.5), 0.42, suit=suit.strong, dark=darker(suit.strong, 0.35))
        return shrunk(canvas.picture)


def _blank(width: int) -> TileCanvas:
    return TileCanvas(Image.new("RGBA", (width * FINE, round(width * TALL) * FINE), (*PAPER, 255)))


def _cut(canvas: TileCanvas, width: int) -> Image.Image:
    """Return the card scaled down to `width` pixels, with round corners and a dark rim."""
    picture = canvas.picture
    full = (0, 0, picture.width - 1, picture.height - 1)
    canvas.pen.rounded_rectangle(full, width * FINE * CORNER, None, (*OUTLINE, 255), max(FINE, round(width * FINE * 0.022)))
    mask = Image.new("L", picture.size, 0)
    ImageDraw.Draw(mask).rounded_rectangle(full, width * FINE * CORNER, 255)
    picture.putalpha(mask)
    return shrunk(picture)


def _painting(canvas: TileCanvas, card: str, suit: Suit) -> None:
    """Draw the painting of a card: people as half-length portraits, other subjects on a strip of ground."""
    dark = darker(suit.strong, 0.35)
    if card[1] == "P":
        draw_parts(canvas, scene(card), (0.66, 0.93), 0.335, suit=suit.strong, dark=dark)
        return
    canvas.box((BAND, 0.98), (1, TALL), mix_colours(suit.pale, suit.strong, 0.3))
    draw_parts(canvas, scene(card), (0.655, 0.76), 0.285, suit=suit.strong, dark=dark)


def _index(canvas: TileCanvas, card: str, ink: Colour) -> None:
    """Draw the card's index at the top of the band."""
    point = (BAND / 2, 0.235)
    if card[1] == "P":
        _digit(canvas, card[2], point, 0.3, ink)
    elif card[0].isupper():
        draw_symbol(canvas, "star", point, 0.15, ink)
        draw_symbol(canvas, JOKER_SIGNS[card], (BAND / 2, 0.58), 0.125, ink)
    else:
        draw_symbol(canvas, "house" if card[1] == "H" else "paw", point, 0.135, ink)


def _digit(canvas: TileCanvas, digit: str, point: tuple[float, float], height: float, ink: Colour) -> None:
    size = canvas.size
    face = font(round(height * size / 0.70))
    canvas.pen.text(
        (point[0] * size, point[1] * size), digit, ink, face, anchor="mm", stroke_width=height * size / 18, stroke_fill=ink
    )


def _four_bands(canvas: TileCanvas) -> None:
    """Draw the band of a joker: a dark field, and below it the four colours with their symbols."""
    canvas.box((0, 0), (BAND, TALL), (70, 56, 86))
    half, top, step = BAND / 2, TALL - 0.56, 0.28
    for n, suit in enumerate(SUITS.values()):
        x, y = (n % 2) * half, top + (n // 2) * step
        canvas.box((x, y), (x + half, y + step), suit.strong)
        draw_symbol(canvas, suit.symbol, (x + half / 2, y + step / 2), 0.062, suit.ink)


def _joker(canvas: TileCanvas, card: str) -> None:
    point = (0.66, 0.70)
    if card in ("DR", "FA"):
        canvas.box((BAND, 0.98), (1, TALL), (218, 206, 232))
        _draw_figure(canvas, "dragon" if card == "DR" else "fairy", point)
        return
    for n, suit in enumerate(SUITS.values()):
        x, y = point[0] + (-0.155 if n % 2 == 0 else 0.155), point[1] + (-0.2 if n < 2 else 0.2)
        canvas.box((x - 0.148, y - 0.192), (x + 0.148, y + 0.192), lighter(suit.strong, 0.25), line=OUTLINE, width=0.012)
        parts = scene(next(c for c in SUITS if SUITS[c] is suit)[0] + ("A" if card == "JA" else "H"))
        draw_parts(canvas, parts, (x, y + 0.02), 0.118, suit=suit.strong, dark=darker(suit.strong, 0.35))


def _draw_figure(canvas: TileCanvas, kind: str, point: tuple[float, float]) -> None:
    """Draw the dragon or fairy as on game boards."""
    drawn = figure_sprite(kind, kind, None, round(canvas.size * 0.5)).image
    drawn = drawn.crop(drawn.getchannel("A").point(lambda value: 255 if value > 150 else 0).getbbox())
    factor = min(0.62 * canvas.size / drawn.width, 0.86 * canvas.size / drawn.height)
    size = (round(drawn.width * factor), round(drawn.height * factor))
    drawn = drawn.convert("RGBa").resize(size, Image.Resampling.LANCZOS).convert("RGBA")
    corner = (round(point[0] * canvas.size - size[0] / 2), round(point[1] * canvas.size - size[1] / 2))
    canvas.picture.alpha_composite(drawn, corner)


def _disc(canvas: TileCanvas, seat: int, point: tuple[float, float]) -> None:
    canvas.oval(point, (0.19, 0.19), PAPER, line=OUTLINE, width=0.02)
    canvas.oval(point, (0.158, 0.158), COLOURS[seat].rgb)
    size = canvas.size
    draw_mark(canvas.pen, COLOURS[seat], (point[0] * size, point[1] * size), 0.092 * size)


def _draw_known_slip(canvas: TileCanvas, card: str) -> None:
    """Draw a slip with the index of the card, where a face has it."""
    suit = suit_of(card)
    canvas.box((0.07, 0.07), (0.42, 0.78), suit.strong if card[0].islower() else (70, 56, 86), line=PAPER, width=0.03)
    moved = TileCanvas(canvas.picture)
    point = (0.245, 0.25)
    if card[1] == "P":
        _digit(moved, card[2], point, 0.26, suit.ink)
    else:
        sign = JOKER_SIGNS.get(card) or ("paw" if card[1] == "A" else "house")
        draw_symbol(moved, sign, point, 0.125, suit.ink)
    draw_symbol(moved, suit.symbol, (0.245, 0.58), 0.11, suit.ink)
