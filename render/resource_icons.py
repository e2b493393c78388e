"""Icons with numbers for the possessions of a player: figures at hand, goods, tower pieces and prisoners."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from PIL import Image, ImageDraw

from games.carcassonne.view import SeatView
from render.art.artwork import artwork
from render.palette import Colour
from render.palette_image import StampRecipe
from render.pieces import CaptiveIcon, FigureIcon
from render.stamps import FINE, TextStamp, nearby, shrunk
from render.style import Style

DARK: Colour = (62, 48, 42)


@dataclass(frozen=True)
class Goods:
    """Drawing of one kind of goods, `size` pixels wide and high; raises `KeyError` for an unknown kind when drawn."""

    kind: str
    size: int

    def draw(self) -> Image.Image:
        """Return the symbol with a dark outline."""
        full = self.size * FINE
        picture = Image.new("RGBA", (full, full), (*DARK, 0))
        artwork().goods[self.kind](ImageDraw.Draw(picture), full)
        return shrunk(picture)


DIGIT = 8.5
"""Units that a digit is high."""
SMALL = 13.0
"""Units that the icon of a usual figure is high."""
PLAIN = 14.0
CAPTIVE = 16.0


@dataclass(frozen=True)
class IconCount:
    """One kind of possession and the number that a player has."""

    kind: str
    owner: int | None
    count: int
    captive: bool = False

    @property
    def height(self) -> float:
        """Height of the icon in units."""
        return CAPTIVE if self.captive else {"small": SMALL, **artwork().heights}.get(self.kind, PLAIN)

    @property
    def width(self) -> float:
        """Width in units from the icon's west end to the number's east end, never less than drawn."""
        shape = 1.0 if self.owner is None else _slimness(self.kind) + (0.4 if self.captive else 0.1)
        return self.height * shape + writing_width(str(self.count), DIGIT)

    def icon(self, unit: float) -> StampRecipe:
        """Return the recipe of the icon; `unit` is the number of pixels in a unit."""
        size = nearby(self.height * unit)
        if self.owner is None:
            return Goods(self.kind, size)
        return CaptiveIcon(self.kind, self.owner, size) if self.captive else FigureIcon(self.kind, "knight", self.owner, size)

    def number(self, unit: float, style: Style) -> TextStamp:
        """Return the recipe of the number, faint if it is 0."""
        return TextStamp(str(self.count), nearby(DIGIT * unit), style.ink if self.count else style.faint)


def possessions(seat: SeatView) -> tuple[IconCount, ...]:
    """Return the figures at hand, even if there are 0 of a kind, then all other possessions of which the seat has at least one."""
    supply = [IconCount(kind, seat.seat, left) for kind, left in seat.supply]
    goods = [IconCount(kind, None, count) for kind, count in seat.extras if count]
    icon_counts = [IconCount(kind, owner, count, captive=True) for owner, kind, count in seat.prisoners if count]
    return (*supply, *goods, *icon_counts)


def writing_width(text: str, height: float) -> float:
    """Return the width in units of digits of a given height, with the space around them."""
    return (0.80 * len(text) + 0.45) * height


@lru_cache(maxsize=16)
def _slimness(kind: str) -> float:
    """Return the ratio of width to height of a figure."""
    icon = FigureIcon(kind, "knight", 0, 24).draw()
    return icon.width / icon.height
