"""The animation of a whole card game: the table after each turn with its changes highlighted; ends of rounds are shown longer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from PIL import Image

from games.cardcassonne.events import PointsScored
from games.cardcassonne.view import CardView
from render.animation import Animation, frame_seconds
from render.cardcassonne.card_table import draw_table
from render.cardcassonne.colours import THEME, palette
from render.cardcassonne.layout import WIDTH
from render.cardcassonne.recent_changes import new_items
from render.png import Pixels
from render.style import style


def replay(course: Sequence[tuple[CardView, Sequence[Any]]], *, dark: bool = False) -> bytes:
    """Return the GIF of a game; `course` begins with the table before the first turn.

    All frames are as high as the highest one.
    """
    tables = [_table(view, events, dark=dark) for view, events in course]
    high = max(len(pixels) for pixels in tables)
    made = Animation(WIDTH // 2, high, palette())
    ground = palette().place(style(THEME, dark=dark).table)
    for number, (pixels, (_, events)) in enumerate(zip(tables, course, strict=True)):
        frame = np.full((high, WIDTH // 2), ground, dtype=np.uint8)
        frame[: len(pixels)] = pixels
        scored = any(isinstance(event, PointsScored) for event in events)
        made.add(frame, frame_seconds(len(tables), scored=scored, is_last=number + 1 == len(tables)))
    return made.gif()


def _table(view: CardView, events: Sequence[Any], *, dark: bool) -> Pixels:
    """Return the pixels of the table at half size, the size at which a chat shows it."""
    sheet = draw_table(view, fresh=new_items(view, events), numbers={}, dark=dark)
    full = Image.fromarray(sheet.pixels)
    full.putpalette(sheet.palette.colours.tobytes())
    sheet.given_back()
    return palette().places_of(np.asarray(full.convert("RGBA").reduce(2)))
