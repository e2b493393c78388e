"""The one door to all pictures: plain data in, a PNG out. Pure and thread-safe; call it off the event loop.

No words are painted, only numbers and the names of squares: names and sentences stay in the message.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from games.carcassonne.view import BoardView
from render.board import Crop, Overlay, Wanted, painted
from render.highlights import Ghost, LastMove, Spot
from render.png import Picture
from render.sprites import shared
from render.style import style


def board(
    view: BoardView,
    *,
    crop: Crop = "whole",
    ghosts: Sequence[Ghost] = (),
    last: Sequence[LastMove] = (),
    overlay: Overlay | None = None,
    tint: Sequence[tuple[int, int, str]] = (),
    parts: Sequence[tuple[int, int, str, str]] = (),
    theme: str | None = None,
    dark: bool = False,
    key: Hashable | None = None,
) -> Picture:
    """A board as one viewer sees it.

    `crop="turn"` shows only the squares that matter: last moves, ghosts, numbered parts. `parts` are numbered places for a
    figure, (x, y, segment, label), also on the tile of a preview ghost; `tint` sets segments off. `key` names the match
    whose land is kept between moves.
    """
    wanted = Wanted(
        view=view,
        crop=crop,
        ghosts=tuple(Ghost(*ghost) for ghost in ghosts),
        last=tuple(LastMove(*move) for move in last),
        overlay=overlay,
        tint=tint,
        spots=tuple(Spot(*part) for part in parts),
        theme=theme or view.theme,
        key=key,
    )
    return painted(wanted, shared(), style(wanted.theme, dark=dark))


__all__ = ["Ghost", "LastMove", "Picture", "Spot", "board"]
