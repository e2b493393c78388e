"""The events of a game, as plain data in the order of happening; all of them are public.

Squares are `(x, y)`, `part` is a segment's name, `piece` and `tile` are ids. Seats are ints.
"""

from __future__ import annotations

from typing import NamedTuple

made = tuple.__new__
"""Makes an event from its class and a tuple of its fields, without the detour through a constructor in Python.

For the three events of every turn on the search path: there the detour costs 3 % of a whole game.
"""


class TurnBegan(NamedTuple):
    """Beginning of a turn, or with `part` 2 of the second part of a turn; `number` counts placed tiles from 1."""

    seat: int
    number: int
    part: int = 1


class TileDrawn(NamedTuple):
    """Draw of a tile that fits in at least one place."""

    tile: str


class TileHeld(NamedTuple):
    """A seat has drawn the tile of its next turn (TH-R1)."""

    seat: int
    tile: str


class TileDiscarded(NamedTuple):
    """The tile drawn fits nowhere and leaves the game (base 4.1, BB-R2)."""

    tile: str


class TilePlaced(NamedTuple):
    """Placement of a tile; the seat is None for the start tile and printed starts."""

    seat: int | None
    tile: str
    x: int
    y: int
    turn: int


class FigurePlaced(NamedTuple):
    """Placement of a figure on a segment; `role` is knight, highwayman, monk, farmer, guard, builder or pig."""

    seat: int
    piece: str
    x: int
    y: int
    part: str
    role: str


class ActionPassed(NamedTuple):
    """A player's choice to pass where they could have acted."""

    seat: int


class ScoringLine(NamedTuple):
    """One line of a sum: `number` times `each` points for `what` (tiles, shields, cities ...)."""

    what: str
    number: int
    each: int


class SeatPoints(NamedTuple):
    """The points of one seat from a scored feature: the sum of its lines."""

    seat: int
    points: int
    lines: tuple[ScoringLine, ...]
    tags: tuple[str, ...]
    """What changed the sum: inn, cathedral, pig, small-city ..."""
    at: tuple[int, int, str] | None
    """A segment of the feature on which a figure of this seat stands."""


class ScoredFigure(NamedTuple):
    """Figure that stood on a scored segment; `role` as in `FigurePlaced`."""

    seat: int
    piece: str
    x: int
    y: int
    part: str
    role: str


COMPLETED, AT_END, IN_TURN = "completed", "end", "turn"
"""Why points come just now: a tile completed the feature, the game is over, or another event of the turn. Expansions have more."""

FIGURES = "figures"
"""Unit of a majority of figures on a feature, each by its votes; expansions that compare other things name those."""


class FeatureScored(NamedTuple):
    """Scoring of a feature, or another scoring at the end.

    `kind`: road, city, cloister, meadow, or the name that an expansion scores under. `weights`: by seat the amount, in `unit`, by
    which the majority is decided.
    """

    kind: str
    complete: bool
    gains: tuple[SeatPoints, ...]
    weights: tuple[tuple[int, int], ...]
    squares: tuple[tuple[int, int], ...]
    """The squares of the feature, in the order of placement; empty for what has no place."""
    occasion: str = COMPLETED
    figures: tuple[ScoredFigure, ...] = ()
    """Every figure that stood there, in the order of deployment."""
    unit: str = FIGURES


class PointsPaid(NamedTuple):
    """Payment that belongs to no feature: fairy income, ransom, toll; `to` is None if no player receives the points."""

    seat: int
    points: int
    reason: str
    to: int | None = None
    occasion: str = IN_TURN


class FigureReturned(NamedTuple):
    """Return of a figure to its owner's supply; `reason`: scored, dragon, tower, princess, orphan, exchange, ransom."""

    seat: int
    piece: str
    x: int
    y: int
    part: str
    reason: str


class GameEnded(NamedTuple):
    """End of the game."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]
