"""The structure of an expansion: a frozen value with typed slots, which the rulebook combines into tables.

A slot is a tuple of declarations or of plain functions over the state; the base game fills the same slots. The meaning of each slot
for the turn is documented at the slot. ADDING.md in `expansions/` walks through them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from typing import Any, NamedTuple

from games.carcassonne.actions import Action
from games.carcassonne.state import Apply, EvaluationHook, Offer, ScoreRule, State, StepRun
from games.carcassonne.tile import PieceKind, SegmentKind
from games.carcassonne.view import MapView, MarkView, PieceView
from games.core.game import Emit
from games.core.options import Option, Options

HOME = "games.carcassonne.expansions"
"""The package in which every expansion has a module of its own, called after it."""


class TurnStep(NamedTuple):
    """Named step of the turn.

    An added step is placed right after the first step of `after` that is in play.
    """

    name: str
    run: StepRun
    after: tuple[str, ...] = ()
    rule: str = ""
    """The rule id that it carries out; printed with the turn."""


class Overprint(NamedTuple):
    """Variant of some copies of another set's tile that has one more segment.

    It is a tile kind of its own, such as `base/E_G` for `base/E` with part `g`.
    """

    tile: str
    """Id of the tile as its own set prints it."""
    kind: SegmentKind
    """What is printed on it besides: a place within the tile (`Shape.AROUND` or `Shape.SPOT`)."""
    copies: int = 1
    """How many of the tile's copies bear it; the others stay as they are."""

    @property
    def id(self) -> str:
        """Tile id of the overprinted copies, such as `base/E_G`."""
        return f"{self.tile}_{self.kind.part.upper()}"


class ActionVerb(NamedTuple):
    """Kind of action: the text shapes that it has (see `actions`) and the function that carries it out."""

    name: str
    shapes: tuple[str, ...]
    apply: Apply


class ExpansionSlot(NamedTuple):
    """Private, immutable value of an expansion in `State.memory`, which it reads and replaces under its name."""

    name: str
    initial: Callable[[int, Options], Any]
    """From the number of seats and the options."""


class FormerRuling(NamedTuple):
    """Earlier reading of a rule that was replaced.

    Matches that began under it keep it, unless `lets_go` permits them to change.
    """

    id: str
    until: int
    """The last version of the rules that read so; the one after it reads as the expansion itself says."""
    adapt: Callable[[Expansion, Options], Mapping[str, Any]]
    """Given the expansion as its options have adapted it, the slots that were otherwise then."""
    lets_go: bool = False
    """Whether running matches may leave it, if their log so far replays equal. Not where it may only show later."""


@dataclass(frozen=True)
class Expansion:
    """Additions of one expansion, edition or pair of expansions to the game; every slot may stay empty."""

    id: str
    needs: tuple[str, ...] = ()
    """Expansions that must be in play as well: how the interplay of two has a home of its own."""
    box: str = ""
    """The name under which those that it needs are offered together, as they are sold in one box."""
    played: Callable[[Options], bool] | None = None
    """Whether the options bring it into play; None: the host chooses it among the `expansions`."""
    forbid: Callable[[Options], None] | None = None
    """Raises `IllegalActionError` for options that cannot be combined with it; asked before a game is made."""
    on_maps: bool = False
    """Whether it may be chosen where a printed board is played on, too."""
    tiles: str | None = None
    """The set of tiles that it shuffles in."""
    start: str = ""
    """The tile that lies first in place of the base game's start tile, which leaves the game; at most one expansion says so."""
    overprints: tuple[Overprint, ...] = ()
    """What it prints on tiles of other sets. A set of a further expansion is a matter for the pair of the two."""
    plain: bool = False
    """Whether these are played without what their symbols stand for: turns that differ in nothing else are offered once."""
    kinds: tuple[SegmentKind, ...] = ()
    """What segments of its tiles may be part of, besides the base game's four."""
    symbols: tuple[str, ...] = ()
    """What may be printed on its tiles, on segments or on the whole; a shield may be on every tile."""
    stacks: tuple[tuple[str, ...], ...] = ()
    """Ids of tiles that are drawn before all others, stack after stack; what is printed on some copies changes nothing."""
    order: tuple[str, ...] = ()
    """Ids of all tiles in the order in which they are drawn, where that is fixed; at most one expansion says so."""
    marks: tuple[str, ...] = ()
    """Those of the symbols to count in features; they add up when features merge."""
    pieces: tuple[PieceKind, ...] = ()
    options: tuple[Option, ...] = ()
    steps: tuple[TurnStep, ...] = ()
    offers: tuple[tuple[str, Offer], ...] = ()
    """(decision, offer): all offers to a decision are asked in order and make up its legal actions."""
    limits: tuple[tuple[str, Offer], ...] = ()
    """(decision, limit): after all offers, takes away what may not be chosen after all. Limits on `place` are also asked before
    a tile is offered: one that may lie nowhere is as one that fits nowhere."""
    verbs: tuple[ActionVerb, ...] = ()
    drawn: tuple[Callable[[State, int, Emit], bool], ...] = ()
    """(state, kind): asked for each tile drawn; True: it was dealt with, draw again."""
    bars: tuple[Callable[[State, int], bool], ...] = ()
    """(state, cell): True where no figure may be put now."""
    score: Mapping[SegmentKind, tuple[ScoreRule, ...]] = field(default_factory=dict)
    """Rules that make up or change a feature's worth, in order."""
    positional: tuple[ScoreRule, ...] = ()
    """Those of `score` that look at more than the number of a feature's tiles, its counted marks and the owner."""
    scored: tuple[Callable[[State, int, SegmentKind, Emit], None], ...] = ()
    """(state, root, kind): after a feature was scored, before its figures go home; also called for what nobody owns."""
    spoils: tuple[Callable[[State, int, SegmentKind, Emit], None], ...] = ()
    """As `scored`, but after all of that: what is taken once every point and bonus is paid (BB-R7.3), no matter who pays them."""
    gone: tuple[Callable[[State, int], None], ...] = ()
    """(state, segment): a figure has just left this segment, for whatever reason."""
    orphaned: tuple[Callable[[State, Emit], None], ...] = ()
    """After figures left by force: who else must go home."""
    finale: tuple[Callable[[State, Emit], None], ...] = ()
    """Final scoring, in order."""
    sources: Mapping[str, str] = field(default_factory=dict)
    """For each kind of `FeatureScored` and reason of `PointsPaid` that it emits, the source under which results count it."""
    prospects: tuple[EvaluationHook, ...] = ()
    """Measures of what the expansion promises each seat: for players that look ahead, never for the rules."""
    guesses: tuple[Callable[[State, list[float]], None], ...] = ()
    """What the yardstick among the computers takes it for (`yardstick`); new expansions leave it empty."""
    memory: tuple[ExpansionSlot, ...] = ()
    begin: tuple[Callable[[State, Emit], None], ...] = ()
    """When the game starts, before the first step: start tiles, printed boards. Last come those of the base game, so that
    they find what is printed. May ask the house; must not touch memory, snapshots bring their own."""
    chances: Mapping[str, Callable[[State], Sequence[tuple[Action, int]]]] = field(default_factory=dict)
    """For each decision of the house but the draw: what may come, with weights."""
    printed: Callable[[State], MapView] | None = None
    """What is printed on the board, for the view; at most one expansion prints."""
    extras: tuple[Callable[[State, int], tuple[tuple[str, int], ...]], ...] = ()
    """(state, seat): what else the seat owns, for the view."""
    aside: tuple[Callable[[State], tuple[int, ...]], ...] = ()
    """Kinds of tiles that wait beside the board, for the view."""
    custody: tuple[Callable[[State, int], tuple[tuple[int, str, int], ...]], ...] = ()
    """(state, seat): prisoners that the seat holds as (owner, kind, number), for the view."""
    decorate: tuple[Callable[[State], tuple[MarkView | PieceView, ...]], ...] = ()
    """Plain marks and neutral figures for the view."""
    adapt: Callable[[Options], Mapping[str, Any]] | None = None
    """Slots that depend on the options: given them, returns values that replace this expansion's slots."""
    rulings: tuple[FormerRuling, ...] = ()
    """How it was read by earlier versions of the rules, the newest reading first."""


def expansions_in(module: str) -> tuple[Expansion, ...]:
    """Return the expansions that a module defines: its `EXPANSION`, or all of its `EXPANSIONS`."""
    package = import_module(f"{HOME}.{module}")
    several: tuple[Expansion, ...] | None = getattr(package, "EXPANSIONS", None)
    return several or (package.EXPANSION,)


def expansion_modules() -> tuple[str, ...]:
    """Return the names of all expansion modules, in the order in which the rulebook combines them."""
    modules: tuple[str, ...] = import_module(HOME).INSTALLED
    return modules


def all_expansions() -> tuple[Expansion, ...]:
    """Return all expansions, in the order of `expansion_modules`."""
    return _expansions_of(expansion_modules())


@cache
def _expansions_of(modules: tuple[str, ...]) -> tuple[Expansion, ...]:
    return tuple(expansion for module in modules for expansion in expansions_in(module))
