"""Stamps of figures: on the board with the foot on a given pixel, or as icons of a given height."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from PIL import Image

from render.art.figures import FigureSprite, figure_name
from render.master_sprites import cutout, figure
from render.palette import Palette
from render.palette_image import stamp
from render.png import Pixels


@dataclass(frozen=True)
class FigureStamp:
    """Drawing of a figure at the size for tiles of `px` pixels."""

    kind: str
    role: str
    colour: int | None
    px: int
    height: int = 0

    def draw(self) -> Image.Image:
        """Return the figure with its shadow."""
        return _sprite(self).image

    @property
    def hot(self) -> tuple[int, int]:
        """Pixel of the drawing that belongs on the anchor."""
        return _sprite(self).hot

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the drawing."""
        return _sprite(self).image.size


@lru_cache(maxsize=512)
def _sprite(piece: FigureStamp) -> FigureSprite:
    return figure(piece.kind, piece.role, piece.colour, piece.px, floors=piece.height)


@dataclass(frozen=True)
class FigureIcon:
    """Drawing of a figure for panels, exactly as high as given, without margins."""

    kind: str
    role: str
    colour: int | None
    size: int
    floors: int = 0

    def draw(self) -> Image.Image:
        """Return the icon, scaled down from the large drawing so that the outline stays fine."""
        cut = cutout(figure_name(self.kind, self.role), self.colour, self.floors)
        width = max(1, round(cut.width * self.size / cut.height))
        return cut.resize((width, self.size), Image.Resampling.LANCZOS, reducing_gap=3.0).convert("RGBA")


@dataclass(frozen=True)
class CaptiveIcon:
    """Drawing of a figure behind bars."""

    kind: str
    colour: int
    size: int

    def draw(self) -> Image.Image:
        """Return the icon with three dark bars."""
        icon = FigureIcon(self.kind, "knight", self.colour, self.size).draw()
        bar = max(1, round(self.size / 14))
        cage = Image.new("RGBA", (icon.width + 4 * bar, self.size), (0, 0, 0, 0))
        cage.alpha_composite(icon, (2 * bar, 0))
        for number in range(4):
            x = round(number * (cage.width - bar) / 3)
            cage.paste((70, 66, 62, 255), (x, 0, x + bar, self.size))
        cage.paste((70, 66, 62, 255), (0, 0, cage.width, bar))
        cage.paste((70, 66, 62, 255), (0, self.size - bar, cage.width, self.size))
        return cage


def put_piece(pixels: Pixels, palette: Palette, piece: FigureStamp, x: int, y: int) -> None:
    """Paste a figure with its hot spot on the pixel (x, y) of a picture, cut off at the edges."""
    west, north = piece.hot
    stamp(palette, piece).onto(pixels, x - west, y - north)
