"""The view of a tile-laying game for one viewer, as frozen plain data for pictures and texts.

No rules are computed here; `games.carcassonne.view_builder` fills it from a state. Squares are (x, y); parts are segment names.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from games.carcassonne.events import FeatureScored, PointsPaid, ScoringLine
from games.carcassonne.geometry import CHAT, Squares


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
    """Figure on the board.

    Neutral figures (dragon, fairy) have no seat, and no part if they stand on a whole tile.
    """

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
    """Public state of one seat: its points, figures and other possessions."""

    seat: int
    score: int
    supply: tuple[tuple[str, int], ...]
    """Figures at hand by kind, in the order of the rulebook, kinds without any included."""
    extras: tuple[tuple[str, int], ...] = ()
    """Whatever else an expansion lets a player own: goods by kind, tower pieces."""
    prisoners: tuple[tuple[int, str, int], ...] = ()
    """Prisoners that this player holds: owner, kind, how many."""
    name: str = ""
    """What the player is called, in a view that is going to be painted; no game knows it."""
    held: str | None = None
    """The tile that the seat has in hand for its next turn."""
    meeples: int = 0
    """Figures at hand that the base action may send, whatever their kind: what pictures and words call meeples."""


@dataclass(frozen=True)
class FeatureView:
    """One whole road, city, field or cloister."""

    kind: str
    segments: tuple[tuple[int, int, str], ...]
    """Every (x, y, part) of it, in the order of placement."""
    complete: bool
    weights: tuple[tuple[int, int], ...]
    """(seat, votes) of every seat with votes."""
    owners: tuple[int, ...]
    """Seats that would score it now."""
    gains: tuple[tuple[int, int, tuple[ScoringLine, ...]], ...]
    """(seat, points, lines) that it would bring if the game ended now; empty without owners."""
    printed: tuple[int, ...] = ()
    """What belongs to it of `MapView.parts`, as places there."""
    ends: int = 0
    """Open ends of a road or city, missing squares of a cloister; 0 for a meadow."""
    cities: tuple[int, int] = (0, 0)
    """How many finished and how many open cities a meadow touches, printed ones included."""


@dataclass(frozen=True)
class MarkView:
    """Mark that an expansion shows on a square: tower height, printed city, ferry ..."""

    x: int
    y: int
    kind: str
    value: int = 0
    text: str = ""


HOLDS_TILES = ".oS"
"""The glyphs of a map's squares that can hold a tile."""


@dataclass(frozen=True)
class BigCityView:
    """A printed city that fills a square of the map."""

    x: int
    y: int
    name: str
    shields: int
    open: tuple[int, ...]
    """Its sides 0-3 at which tiles go on with it; the others are walls."""
    connected: bool
    """A tile has lain beside an open side, so all of them are within reach."""


@dataclass(frozen=True)
class BorderView:
    """A printed road or city beyond one side of a square."""

    x: int
    y: int
    side: int
    kind: str
    """road or city."""
    name: str
    shields: int


@dataclass(frozen=True)
class FerryView:
    """A printed road over water."""

    ends: tuple[tuple[int, int, int], tuple[int, int, int]]
    """(x, y, side) of both landings: squares that hold tiles, and the sides from which the route leaves."""
    name: str
    shields: int
    connected: bool
    """A tile has lain on one landing, so the other is within reach."""


@dataclass(frozen=True)
class TownView:
    """A small city printed on a square; a tile may cover it."""

    x: int
    y: int
    name: str
    start: bool
    """A start square, with its frame."""
    covered: bool
    """A tile lies on it."""


@dataclass(frozen=True)
class IslandView:
    """Squares beside the land that hold no tiles; only scenery without the chips variant."""

    squares: tuple[tuple[int, int], ...]
    name: str


@dataclass(frozen=True)
class MapView:
    """Print of the board, with the printed parts that are in play so far."""

    id: str
    title: str
    columns: int
    rows: int
    grid: tuple[str, ...]
    """Rows of glyphs from the north: `.` land, `o` small city, `S` start, `B` big city, `w` waves, `I` island, `~` nothing."""
    borders: tuple[BorderView, ...]
    ferries: tuple[FerryView, ...]
    cities: tuple[BigCityView, ...]
    towns: tuple[TownView, ...]
    islands: tuple[IslandView, ...]
    reach: tuple[tuple[int, int], ...]
    """The empty squares on which a fitting tile may lie now, row by row."""
    demands: tuple[tuple[tuple[int, int], tuple[str, str, str, str]], ...]
    """Squares beside something printed: what a tile there must show N E S W, C or R, empty for anything; row by row."""

    @property
    def parts(self) -> tuple[BorderView | FerryView | BigCityView, ...]:
        """Printed objects through which roads and cities run, in the order that `FeatureView.printed` counts."""
        return (*self.borders, *self.ferries, *self.cities)

    def glyph(self, square: tuple[int, int]) -> str:
        """Return the glyph drawn on a square; a square beyond the grid has the glyph for nothing."""
        x, y = square
        return self.grid[y][x] if 0 <= x < self.columns and 0 <= y < self.rows else "~"

    def beyond(self, square: tuple[int, int], side: int) -> str:
        """Return the name of the print beyond a side of a square that holds tiles; empty if there is none."""
        end, (dx, dy) = (*square, side), ((0, -1), (1, 0), (0, 1), (-1, 0))[side]
        neighbours = [b.name for b in self.borders if (b.x, b.y, b.side) == end]
        neighbours += [f.name for f in self.ferries if end in f.ends]
        facing = (square[0] + dx, square[1] + dy)
        neighbours += [c.name for c in self.cities if (c.x, c.y) == facing and (side + 2) & 3 in c.open]
        return next(iter(neighbours), "")

    def demand(self, square: tuple[int, int]) -> tuple[str, str, str, str]:
        """Return the letters printed beyond the four sides N E S W of a square; empty for a side without print."""
        return dict(self.demands).get(square, ("", "", "", ""))


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
    stacks: tuple[tuple[tuple[str, int], ...], ...] = field(default=())
    """Those of the bag that are drawn before all others, stack after stack, as in `bag`; used-up stacks are left out."""
    aside: tuple[str, ...] = field(default=())
    """Tiles that wait beside the board and will come back; not counted in `left`."""
    printed: MapView | None = None
    """The map under the tiles; None on an empty table."""
    forecast: tuple[FeatureScored | PointsPaid, ...] = field(default=(), repr=False)
    """Everything that would be scored if the game ended now, in the order of final scoring; empty after the end."""

    closed: tuple[FeatureView, ...] = field(default=(), repr=False)
    """The complete features that nobody stands on: what scorings of earlier were about."""

    dead: tuple[tuple[int, int], ...] = field(default=(), repr=False)
    """Empty squares to be shown as ones that no tile still to come fits: filled in by who draws, where that may be told."""

    owned: bool = field(default=False, repr=False)
    """Whether pictures may show who owns what: filled in by who draws, where that may be told."""

    advised: tuple[tuple[int, int, str], ...] = field(default=(), repr=False)
    """What is highlighted among the numbers on a picture, (x, y, part) with no part for a square: filled in by who draws."""

    @property
    def in_hands(self) -> tuple[str, ...]:
        """Ids of the tiles that seats hold for their next turns, in seat order."""
        return tuple(seat.held for seat in self.seats if seat.held is not None)

    def seat(self, number: int) -> SeatView:
        """Return the view of the seat with this number."""
        return self.seats[number]
