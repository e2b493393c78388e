"""The state of one tile-laying game. On the search path: slots, flat lists of ints, changed in place.

Segments are numbered in the order of placement; features are sets of segments in a union-find. `parent` holds the number
of another segment, or minus the size of the set at its root. What belongs to a feature (`open`, `tiles`, `load`) is valid
at roots only.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from games.carcassonne.actions import Action
from games.core.game import Seat

if TYPE_CHECKING:
    from games.carcassonne.layout import Layout
    from games.carcassonne.rulebook import Rulebook

NOBODY: tuple[Seat, ...] = ()

PRINTED = -2
"""In place of a seat in `State.placed`: printed on the board before the game; always the first in the order."""


class State:
    """Everything that a game remembers; `clone` before changing what somebody else may hold."""

    __slots__ = (
        "asked",
        "bag",
        "blank",
        "board",
        "choices",
        "decision",
        "discarded",
        "figures",
        "finished",
        "frontier",
        "hand",
        "here",
        "left",
        "load",
        "memory",
        "number",
        "open",
        "over",
        "parent",
        "part",
        "placed",
        "playable",
        "rim",
        "rules",
        "scores",
        "seat",
        "seats",
        "step",
        "supply",
        "tiles",
        "voters",
        "waiting",
    )

    def __init__(self, rules: Rulebook, seats: int) -> None:
        self.rules = rules
        self.seats = seats
        self.voters = rules.votes_of(seats)
        """The bits of a packed load that hold votes."""
        self.parent: list[int] = []
        """For each segment another one of its feature, or minus the number of segments at the root."""
        self.open: list[int] = []
        """Open ports of a road or city, squares missing around a cloister; 0: complete. Never 0 for a meadow."""
        self.tiles: list[int] = []
        """Which tiles a road, city or cloister covers: a set of bits by order of placement. Not kept for meadows."""
        self.load: list[int] = []
        """Votes of each seat and counted marks, packed (see `layout`); adds up when features merge."""
        self.board: dict[int, tuple[Layout, int, int]] = {}
        """For each occupied cell: the layout, the number of its first segment, its order of placement."""
        self.placed: list[tuple[int, int]] = []
        """(cell, seat or -1 or PRINTED) in the order of placement; a printed thing that fills no square is NOWHERE."""
        self.frontier: dict[int, int] = {}
        """For each empty cell within reach what its neighbours demand: two bits a side."""
        self.blank: dict[int, int] = {}
        """What a cell demands before any neighbour lies; only printed boards have any."""
        self.rim: dict[int, tuple[int, int]] = {}
        """For `cell << 2 | side`: the printed segment that a tile there joins, and its letter bits; (-1, 0) is a closed side."""
        self.playable: frozenset[int] | None = None
        """The cells that can hold a tile; None: all."""
        self.waiting: dict[int, tuple[int, ...]] = {}
        """For each empty cell beside incomplete cloisters their segments."""
        self.finished: list[int] = []
        """Roots of the features completed by the tile just placed: roads and cities, then cloisters."""
        self.figures: dict[int, int] = {}
        """For each segment with a figure: order of placement of its tile << 8 | seat * number of piece kinds + piece.

        A segment never holds two: every rule that puts a figure somewhere wants the feature free, or the tile new.
        """
        self.supply: list[int] = []
        """Figures at hand, by seat * number of piece kinds + piece."""
        self.scores: list[int] = [0] * seats
        self.bag: list[int] = []
        """How many of each kind are still to be drawn."""
        self.left = 0
        """Sum of the bag."""
        self.discarded: tuple[int, ...] = ()
        """Kinds that left the game unplaced."""
        self.hand = -1
        """The kind drawn and not yet placed, or -1."""
        self.here = 0
        """Cell of the tile placed last."""
        self.number = 0
        """How many turn parts have begun."""
        self.seat = 0
        """Whose turn it is."""
        self.part = 1
        """Part of the turn, 1 or 2."""
        self.step = 0
        """Index of the next step in the rulebook's turn."""
        self.asked: Sequence[Seat] = NOBODY
        self.decision = ""
        """What `asked` decide; meaningless while nobody is asked."""
        self.choices: Sequence[Action] = ()
        """The legal actions; never changed in place, clones share it."""
        self.over = False
        self.memory: dict[str, Any] = {}
        """Private values of the expansions by the names of their slots; immutable values, replaced and not changed."""

    def clone(self) -> State:
        """An independent copy in a few microseconds."""
        twin: State = State.__new__(State)
        twin.rules = self.rules
        twin.seats = self.seats
        twin.voters = self.voters
        twin.parent = self.parent[:]
        twin.open = self.open[:]
        twin.tiles = self.tiles[:]
        twin.load = self.load[:]
        twin.board = self.board.copy()
        twin.placed = self.placed[:]
        twin.frontier = self.frontier.copy()
        twin.blank = self.blank
        twin.rim = self.rim.copy() if self.rim else self.rim
        twin.playable = self.playable
        twin.waiting = self.waiting.copy()
        twin.finished = self.finished[:]
        twin.figures = self.figures.copy()
        twin.supply = self.supply[:]
        twin.scores = self.scores[:]
        twin.bag = self.bag[:]
        twin.left = self.left
        twin.discarded = self.discarded
        twin.hand = self.hand
        twin.here = self.here
        twin.number = self.number
        twin.seat = self.seat
        twin.part = self.part
        twin.step = self.step
        twin.asked = self.asked
        twin.decision = self.decision
        twin.choices = self.choices
        twin.over = self.over
        twin.memory = self.memory.copy()
        return twin
