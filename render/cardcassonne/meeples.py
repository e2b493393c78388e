"""Players' figures as stamps of any height: each is drawn once, in one size, because theirs is what drawing costs."""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image

from render.masters import figure

DRAWN = {"big": 270, "small": 150}
"""Tile sizes at which the figures are drawn: about 130 and 55 pixels high."""


@dataclass(frozen=True)
class Meeple:
    """A standing figure with its colour and mark, exactly as high as asked: `big` claims cards, `small` marks points."""

    kind: str
    seat: int
    size: int

    def draw(self) -> Image.Image:
        """The figure without the room and the shadow around it."""
        drawn = figure(self.kind, "knight", self.seat, DRAWN[self.kind]).image
        cut = drawn.crop(drawn.getchannel("A").point(lambda value: 255 if value > 150 else 0).getbbox())
        size = (max(1, round(cut.width * self.size / cut.height)), self.size)
        return cut.convert("RGBa").resize(size, Image.Resampling.LANCZOS).convert("RGBA")
