"""Goods as icons: a barrel of wine, a sheaf of grain, a bolt of cloth, and the floors that towers are built of."""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image, ImageDraw

from render.palette import Colour
from render.stamps import FINE, shrunk

DARK: Colour = (62, 48, 42)


@dataclass(frozen=True)
class Goods:
    """One kind of goods or `tower-pieces`, `size` pixels wide and high. `KeyError` for an unknown kind when drawn."""

    kind: str
    size: int

    def draw(self) -> Image.Image:
        """The symbol with a dark outline."""
        full = self.size * FINE
        picture = Image.new("RGBA", (full, full), (*DARK, 0))
        {"wine": _barrel, "grain": _sheaf, "cloth": _bolt, "tower-pieces": _floor}[self.kind](ImageDraw.Draw(picture), full)
        return shrunk(picture)


def _barrel(pen: ImageDraw.ImageDraw, full: int) -> None:
    line = max(FINE, full // 16)
    pen.rounded_rectangle((full * 0.14, full * 0.04, full * 0.86, full * 0.96), full * 0.26, (150, 62, 70), DARK, line)
    for y in (0.26, 0.66):
        pen.rectangle((full * 0.14, full * y, full * 0.86, full * (y + 0.10)), (222, 184, 110), DARK, line // 2)


def _sheaf(pen: ImageDraw.ImageDraw, full: int) -> None:
    line = max(FINE, full // 16)
    for lean in (-0.30, 0.30, -0.15, 0.15, 0.0):
        top = (full * (0.5 + lean), full * 0.20)
        pen.line((full * (0.5 - lean * 0.6), full * 0.96, *top), DARK, line * 3)
        pen.line((full * (0.5 - lean * 0.6), full * 0.94, *top), (232, 188, 64), line * 2)
        ear = full * 0.12
        pen.ellipse((top[0] - ear, top[1] - ear * 1.5, top[0] + ear, top[1] + ear * 1.5), (246, 208, 84), DARK, line // 2)
    pen.rectangle((full * 0.32, full * 0.56, full * 0.68, full * 0.68), (176, 104, 52), DARK, line // 2)


def _bolt(pen: ImageDraw.ImageDraw, full: int) -> None:
    line = max(FINE, full // 16)
    pen.rounded_rectangle((full * 0.04, full * 0.30, full * 0.96, full * 0.80), full * 0.12, (86, 112, 190), DARK, line)
    pen.ellipse((full * 0.66, full * 0.30, full * 0.96, full * 0.80), (150, 170, 226), DARK, line)
    pen.ellipse((full * 0.76, full * 0.46, full * 0.87, full * 0.64), (86, 112, 190), DARK, line // 2)
    loose = [(full * x, full * y) for x, y in ((0.10, 0.62), (0.56, 0.62), (0.50, 0.96), (0.16, 0.96))]
    pen.polygon(loose, (112, 138, 210), DARK, line // 2)


def _floor(pen: ImageDraw.ImageDraw, full: int) -> None:
    """One floor of a tower: a drum of stone with battlements."""
    line = max(FINE, full // 16)
    for x in (0.12, 0.40, 0.68):
        pen.rectangle((full * x, full * 0.10, full * (x + 0.20), full * 0.44), (204, 196, 182), DARK, line)
    pen.rectangle((full * 0.12, full * 0.34, full * 0.88, full * 0.94), (186, 176, 162), DARK, line)
    east, south = max(full * 0.62, full * 0.88 - line), max(full * 0.34 + line, full * 0.94 - line)  # never inside out
    pen.rectangle((full * 0.62, full * 0.34 + line, east, south), (150, 140, 130))
    for x, y in ((0.12, 0.62), (0.46, 0.34)):
        pen.line((full * x, full * 0.63, full * (x + 0.42), full * 0.63), DARK, line // 2)
        pen.line((full * (x + 0.2), full * y, full * (x + 0.2), full * (y + 0.30)), DARK, line // 2)
