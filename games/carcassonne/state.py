"""The state of one tile-laying game. Used by searches: slots, flat lists of ints, changed in place.

Segments are numbered in the order of placement; features are sets of segments in a union-find. `parent` holds the number of another
segment, or minus the size of the set at its root. What belongs to a feature (`open`, `tiles`, `load`) is valid at roots only.

`Rules` is in the same module because the two refer to each other: rules are tables of functions over a state, and a state looks
everything up in its rules. `rulebook` fills the tables.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from games.carcassonne.actions import Action
from games.carcassonne.events import ScoringLine
from games.carcassonne.tile import PieceKind, SegmentKind, Tile
from games.carcassonne.tile_layout import VOTE_BITS, LayoutRules, TileLayout
from games.carcassonne.view import MapView, MarkView, PieceView
from games.core.game import Emit, Seat
from games.core.options import Options

StepRun: TypeAlias = "Callable[[State, Emit], None]"
"""One step of the turn: it runs through, or asks somebody and returns."""

Offer: TypeAlias = "Callable[[State, int, list[Action]], None]"
"""Adds the actions that a seat may take in a decision; as a limit, takes away from them."""

Apply: TypeAlias = "Callable[[State, int, Action, Emit], None]"
"""Carries out one verb. Afterwards the turn goes on with the next step, unless it asked somebody."""

Measure: TypeAlias = "Callable[[State, Any, list[list[float]], int], None]"
"""Adds to measures of a position, for each seat a row: (state, `completion_odds.Outlook`, measured, first column)."""

ScoreRule: TypeAlias = "Callable[[State, int, int, OwnerScore], None]"
"""Adds to, or changes, what the feature at a root is worth to an owner: (state, root, owner, tally)."""


class OwnerScore:
    """Points of a feature for one owner, as lines.

    Score explanations show the lines; searches only sum them.
    """

    __slots__ = ("complete", "lines", "tags")

    def __init__(self, *, complete: bool) -> None:
        self.complete = complete
        """Whether the feature is complete: most values differ."""
        self.lines: list[ScoringLine] = []
        self.tags: list[str] = []

    def add(self, what: str, number: int, each: int) -> None:
        """Add a line of `number` times `each` points for `what`; does nothing if `number` is 0."""
        if number:
            self.lines.append(ScoringLine(what, number, each))

    def revalue(self, each: int, *, because: str) -> None:
        """Set every line to `each` points per item, with `because` as the reason."""
        self.lines = [ScoringLine(what, number, each) for what, number, _ in self.lines]
        self.tags.append(because)

    def zero(self, because: str) -> None:
        """Set the feature's worth to 0 points, with the reason `because`."""
        self.lines = []
        self.tags.append(because)

    @property
    def points(self) -> int:
        """Sum of the lines in points."""
        points = 0
        for _, number, each in self.lines:
            points += number * each
        return points


class EvaluationHook(NamedTuple):
    """Evaluation measures that an expansion declares for players that look ahead; see `evaluation`."""

    names: tuple[str, ...]
    """What is measured, in points."""
    measure: Measure
    """Adds to the columns of these measures, the first of which is given: (state, odds, measured, column)."""


NOBODY: tuple[Seat, ...] = ()

PRINTED = -2
"""In place of a seat in `State.placed`: printed on the board before the game; always the first in the order."""


class Rules:
    """Lookup tables of a state: everything that is fixed by the choice of expansions and options.

    The slots of `expansion.Expansion` document each function.
    """

    options: Options
    expansions: tuple[str, ...]
    """The ids of what is in play, pairs and editions included."""
    kinds: tuple[SegmentKind, ...]
    """Every kind of segment in play."""
    pieces: tuple[PieceKind, ...]
    piece_of: dict[str, int]
    """The place of each piece in `pieces`, by id."""
    followers: tuple[int, ...]
    usual: tuple[int, ...]
    """The followers that may stand wherever any follower may."""
    bound: tuple[int, ...]
    """The followers that may stand on some kinds of segments only."""
    layout_rules: LayoutRules
    """What shapes layouts here: printed squares are made into layouts like tiles."""
    shift: dict[str, int]
    """For each counted mark where its counter begins in a packed load."""
    tiles: tuple[Tile, ...]
    kind_of: dict[str, int]
    """The place of each tile in `tiles`, by id."""
    layouts: tuple[tuple[TileLayout, ...], ...]
    """For each tile its four turns."""
    fits: tuple[Mapping[int, int] | Sequence[int], ...]
    """For each tile by the demand of a square the mask of turns that fit."""
    draws: tuple[Action, ...]
    start: int
    """The tile that lies first in place of the base game's start tile; -1 for that one."""
    stacks: tuple[frozenset[int], ...]
    """Tiles that are drawn before all others, stack after stack."""
    order: tuple[int, ...]
    """All tiles in the order in which they are drawn; empty where chance decides."""
    steps: tuple[StepRun, ...]
    step_of: dict[str, int]
    offers: dict[str, tuple[Offer, ...]]
    limits: dict[str, tuple[Offer, ...]]
    asking: dict[str, tuple[Offer, ...]]
    """For each decision its offers, then its limits, as they are asked."""
    apply: dict[str, Apply]
    score: dict[SegmentKind, tuple[ScoreRule, ...]]
    positional: frozenset[SegmentKind]
    """The kinds whose worth depends on more than the number of tiles and the counted marks."""
    drawn: tuple[Callable[[State, int, Emit], bool], ...]
    bars: tuple[Callable[[State, int], bool], ...]
    scored: tuple[Callable[[State, int, SegmentKind, Emit], None], ...]
    gone: tuple[Callable[[State, int], None], ...]
    orphaned: tuple[Callable[[State, Emit], None], ...]
    finale: tuple[Callable[[State, Emit], None], ...]
    guesses: tuple[Callable[[State, list[float]], None], ...]
    prospects: tuple[EvaluationHook, ...]
    begin: tuple[Callable[[State, Emit], None], ...]
    chances: dict[str, Callable[[State], Sequence[tuple[Action, int]]]]
    printed: Callable[[State], MapView] | None
    extras: tuple[Callable[[State, int], tuple[tuple[str, int], ...]], ...]
    aside: tuple[Callable[[State], tuple[int, ...]], ...]
    custody: tuple[Callable[[State, int], tuple[tuple[int, str, int], ...]], ...]
    decorate: tuple[Callable[[State], tuple[MarkView | PieceView, ...]], ...]


class State:
    """Whole state of a game; `clone` it before changing a state that other code may hold."""

    __slots__ = (
        "asked",
        "bag",
        "blank",
        "board",
        "choices",
        "completion_odds",
        "decision",
        "discarded",
        "figures",
        "finished",
        "frontier",
        "hand",
        "held",
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

    def __init__(self, rules: Rules, seats: int) -> None:
        self.rules = rules
        self.seats = seats
        self.voters = (1 << VOTE_BITS * seats) - 1
        """The bits of a packed load that hold votes."""
        self.parent: list[int] = []
        """For each segment another one of its feature, or minus the number of segments at the root."""
        self.open: list[int] = []
        """Open ports of a road or city, squares missing around a cloister; 0: complete. Never 0 for a meadow."""
        self.tiles: list[int] = []
        """Which tiles a road, city or cloister covers: a set of bits by order of placement. Not kept for meadows."""
        self.load: list[int] = []
        """Votes of each seat and counted marks, packed (see `layout`); adds up when features merge."""
        self.board: dict[int, tuple[TileLayout, int, int]] = {}
        """For each occupied cell: the layout, the number of its first segment, its order of placement."""
        self.placed: list[tuple[int, int]] = []
        """(cell, seat or -1 or PRINTED) in the order of placement; a printed thing that fills no square is NOWHERE."""
        self.frontier: dict[int, int] = {}
        """For each empty cell within reach what its neighbours demand (see `edges`)."""
        self.blank: dict[int, int] = {}
        """What a cell demands before any neighbour lies; only printed boards have any."""
        self.rim: dict[int, tuple[int, int]] = {}
        """For `cell << 2 | side`: the printed segment that a tile there joins, and its letter's number; (-1, 0): closed."""
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
        """The kind that is being played and not yet placed, or -1."""
        self.held: tuple[int, ...] = ()
        """For each seat the kind in hand for its next turn, or -1; empty where nobody ever holds one."""
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
        self.completion_odds: Any = None
        """What `completion_odds.odds_at` found last, for it alone: shared by clones, and found again once other tiles lie or are
        left.
        """

    def clone(self) -> State:
        """Return an independent copy; takes a few microseconds."""
        twin = State(self.rules, self.seats)
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
        twin.held = self.held
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
        twin.completion_odds = self.completion_odds
        return twin

    def to_come(self) -> list[int]:
        """Return how many tiles of each kind may still be played: those in the bag and those in hand."""
        if not self.held:
            return self.bag
        counts = self.bag[:]
        for kind in self.held:
            if kind >= 0:
                counts[kind] += 1
        return counts

    def turns_to_come(self) -> int:
        """Return how many tiles will still be played; on a small map that is less than the bag holds."""
        return self.left + sum([kind >= 0 for kind in self.held]) if self.held else self.left
