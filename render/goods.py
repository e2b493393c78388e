"""What expansions let a player own, as icons."""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image, ImageDraw

from render.art.artwork import artwork
from render.palette import Colour
from render.stamps import FINE, shrunk

DARK: Colour = (62, 48, 42)


@dataclass(frozen=True)
class Goods:
    """One kind, `size` pixels wide and high. `KeyError` for an unknown kind when drawn."""

    kind: str
    size: int

    def draw(self) -> Image.Image:
        """The symbol with a dark outline."""
        full = self.size * FINE
        picture = Image.new("RGBA", (full, full), (*DARK, 0))
        artwork().goods[self.kind](ImageDraw.Draw(picture), full)
        return shrunk(picture)
