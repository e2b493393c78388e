"""The one door to pictures of the card game: a view in, a PNG out. Pure and thread-safe; call it off the event loop.

A picture shows what its view holds and nothing else, so a spectator's view makes a picture for everybody.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.cardcassonne.view import CardView, SeatGain
from render.cardcassonne import table as tables
from render.cardcassonne.table import Fresh
from render.keepsake import GameResult
from render.png import PngPicture


def table(
    view: CardView, *, fresh: Fresh | None = None, numbers: Mapping[str, int] | None = None, dark: bool = False
) -> PngPicture:
    """The table. `fresh` sets off what is new; `numbers` are written on the cards of the viewer's hand."""
    return tables.painted(view, fresh=fresh or Fresh(), numbers=numbers or {}, dark=dark)


def moments(gains: Sequence[SeatGain], *, dark: bool = False) -> PngPicture:
    """What somebody got at once, a line each."""
    return tables.moments(gains, dark=dark)


def keepsake(gains: Sequence[SeatGain], result: GameResult, *, dark: bool = False) -> PngPicture:
    """A finished game as one square picture to share."""
    return tables.keepsake(gains, result, dark=dark)


def hand(view: CardView, *, numbers: Mapping[str, int] | None = None, dark: bool = False) -> PngPicture:
    """The viewer's own hand, large; `ValueError` for a spectator."""
    if view.viewer is None:
        raise ValueError("a spectator has no hand")
    return tables.hand(view, numbers=numbers or {}, dark=dark)


__all__ = ["Fresh", "PngPicture", "hand", "keepsake", "moments", "table"]
