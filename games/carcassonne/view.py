"""What one viewer sees of a tile-laying game, as frozen plain data: all that pictures and words are made from.

Nothing here computes rules; `games.carcassonne.look` fills it from a state. Squares are (x, y); parts are segment names.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from games.carcassonne.events import Line
from games.carcassonne.squares import CHAT, Squares


@dataclass(frozen=True)
class TileView:
    """One tile on the board."""

    x: int
    y: int
    tile: str
    """The tile's id, `base/D`."""
    turn: int
    number: int
    """Order of placing from 0; 0 is the start tile."""
    copy: int
    """How many tiles of its kind were placed before it: seeds the painter's variants."""
    seat: int | None
    """Who placed it; None for a start tile."""


@dataclass(frozen=True)
class PieceView:
    """A figure on the board. Neutral figures (dragon, fairy) have no seat, and no part where they stand on a whole tile."""

    x: int
    y: int
    part: str
    kind: str
    """small, big, builder, pig, dragon, fairy."""
    role: str
    """knight, highwayman, monk, farmer, guard, builder, pig, dragon, fairy."""
    seat: int | None


@dataclass(frozen=True)
class SeatView:
    """One player's side of the table."""

    seat: int
    score: int
    supply: tuple[tuple[str, int], ...]
    """Figures at hand by kind, in the order of the rulebook, kinds without any included."""
    extras: tuple[tuple[str, int], ...] = ()
    """Whatever else an expansion lets a player own: goods by kind, tower pieces."""
    prisoners: tuple[tuple[int, str, int], ...] = ()
    """Prisoners that this player holds: owner, kind, how many."""


@dataclass(frozen=True)
class FeatureView:
    """One whole road, city, meadow or cloister."""

    kind: str
    segments: tuple[tuple[int, int, str], ...]
    """Every (x, y, part) of it, in the order of placement."""
    complete: bool
    weights: tuple[tuple[int, int], ...]
    """(seat, votes) of every seat with votes."""
    owners: tuple[int, ...]
    """Seats that would score it now."""
    gains: tuple[tuple[int, int, tuple[Line, ...]], ...]
    """(seat, points, lines) that it would bring if the game ended now; empty without owners."""


@dataclass(frozen=True)
class MarkView:
    """A plain mark that an expansion puts on a square: tower height, printed city, ferry ..."""

    x: int
    y: int
    kind: str
    value: int = 0
    text: str = ""


@dataclass(frozen=True)
class BoardView:
    """The whole table for one viewer."""

    tiles: tuple[TileView, ...]
    """In the order of placing."""
    pieces: tuple[PieceView, ...]
    seats: tuple[SeatView, ...]
    features: tuple[FeatureView, ...]
    """Every feature that somebody stands on, and every meadow and open feature besides; complete and empty ones are left out."""
    to_act: tuple[int, ...]
    decision: str
    """What is being asked: place, deploy, or an expansion's own; empty for the house and after the end."""
    hand: str | None
    """The tile just drawn and not yet placed."""
    current: tuple[int, int] | None
    """The square of the tile placed in this part of the turn."""
    turn: int
    """Number of the tile that is being, or was last, played: 1 is the first after the start tile."""
    turns: int
    """How many tiles will be played if none is discarded."""
    left: int
    """Tiles still in the bag."""
    bag: tuple[tuple[str, int], ...]
    """What is still in the bag: tile id and count, kinds without any left out."""
    over: bool
    theme: str = "summer"
    """summer, winter or map: which painter's theme suits the edition."""
    squares: Squares = CHAT
    marks: tuple[MarkView, ...] = ()
    discarded: tuple[str, ...] = field(default=())
    """Tiles that left the game unplaced."""
    aside: tuple[str, ...] = field(default=())
    """Tiles that wait beside the board and will come back; not counted in `left`."""

    def seat(self, number: int) -> SeatView:
        """The side of one seat."""
        return self.seats[number]
