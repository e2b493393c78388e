"""A small map of the whole board with a frame around the part that a picture shows."""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image, ImageDraw

from games.carcassonne.view import BoardView
from render.canvas import Window
from render.palette import Colour
from render.stamps import FINE, shrunk


@dataclass(frozen=True)
class Inset:
    """The map: the squares with tiles, those played lately, and the frame."""

    size: int
    """Width and height of the box that the map fills."""
    squares: tuple[tuple[int, int], ...]
    fresh: tuple[tuple[int, int, Colour], ...]
    window: Window
    land: Colour
    ink: Colour

    def draw(self) -> Image.Image:
        """Squares as large as the box allows, in its middle."""
        full = self.size * FINE
        picture = Image.new("RGBA", (full, full), (*self.land, 0))
        pen = ImageDraw.Draw(picture)
        everything = (*self.squares, (self.window.west, self.window.north), (self.window.east - 1, self.window.south - 1))
        west, north = min(x for x, _ in everything), min(y for _, y in everything)
        columns, rows = max(x for x, _ in everything) - west + 1, max(y for _, y in everything) - north + 1
        line = max(FINE, full // 50)
        step = (full - 3 * line) / max(columns, rows)
        left, top = (full - columns * step) / 2, (full - rows * step) / 2
        colours = {(x, y): colour for x, y, colour in self.fresh}
        for x, y in self.squares:
            box = (left + (x - west) * step, top + (y - north) * step)
            gap = step * 0.06
            corner = (box[0] + gap, box[1] + gap, box[0] + step - gap, box[1] + step - gap)
            pen.rectangle(corner, (*colours.get((x, y), self.land), 255))
        frame = (left + (self.window.west - west) * step - line, top + (self.window.north - north) * step - line)
        far = (frame[0] + self.window.columns * step + 2 * line, frame[1] + self.window.rows * step + 2 * line)
        pen.rectangle((*frame, *far), None, (*self.ink, 255), line)
        return shrunk(picture)


def is_partial(view: BoardView, window: Window) -> bool:
    """Whether tiles of the board lie outside a window."""
    return not all(window.covers(Window(tile.x, tile.y, 1, 1)) for tile in view.tiles)
