"""The interface between the Discord layer and a game's painter: three pictures of every game, and optional ones.

`view` is the result of `Game.view` for the user who will see the picture, `events` are those that `play` returned: their types are
the game's own. `key` names the match, for data cached between its pictures. Painters are pure and thread-safe: call them off the
event loop. Every member is a function of a module, or made of such, and takes and returns plain data, so that another process can
run it. Every result is a PNG, except the animation.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from tournament.chart_data import Bracket, Champion, ExpectedCourse, FrontPage, ProfileCard, TableGrid

Part = tuple[tuple[int, int], tuple[int, int]]
"""Some of a board: its north-western and its south-eastern square."""


class Spot(Protocol):
    """Interface of a numbered choice: a place on the board, or a card of the hand. `text.protocol.Spot` implements it."""

    @property
    def number(self) -> int: ...
    @property
    def square(self) -> tuple[int, int]: ...
    @property
    def actions(self) -> tuple[Any, ...]: ...


class NumberedSpot(NamedTuple):
    """Numbered place or card without its name in words, as painters need it."""

    number: int
    square: tuple[int, int]
    actions: tuple[Any, ...]


class ListedChoice(NamedTuple):
    """Action that is no spot, with its number in the list beside the picture."""

    action: Any
    number: int
    """That of its place: choices of one place share it. 0: none."""
    now: int = 0
    """Points that it brings its player at once."""
    later: int = 0
    """More points at the end, if nothing changed."""


class EmojiArt(NamedTuple):
    """Emojis of one game: small pictures that texts show next to the name of a thing.

    `games.core.emoji_names` documents their names.
    """

    names: Callable[[], Sequence[str]]
    """The names of all, those first that are seen most."""
    draw: Callable[[str], bytes]
    """The sign of a name: a square PNG."""
    drawn: Callable[[Sequence[str]], list[tuple[str, bytes]]]
    """Several, each behind the `games.core.emoji_names.DIGEST` characters that tell it from other pictures of its name.

    This and `names` are functions of a module, so that another process can carry them out.
    """
    known: Callable[[Sequence[str]], Mapping[str, str]]
    """Which of these were drawn before as they look today, and what tells them apart: they need not be drawn to be compared."""
    remember: Callable[[Mapping[str, str]], None]
    """Keep that."""
    listed: Callable[[], Sequence[str]]
    """What `names` returned before, as it is kept on disk; empty if it wasn't asked since. Loads nothing that draws."""


Json = Mapping[str, Any]
"""An object of JSON."""


@dataclass(frozen=True, kw_only=True)
class Tapping:
    """Functions that show one game on a page in the browser.

    The table is JSON that names its small pictures; the page arranges them. The results contain only what the view contains.
    Members that a game lacks, or that the aids of a match withhold, are None.
    """

    version: Callable[[], str]
    """Tells how the small pictures look from how they looked before: browsers keep them for ever under it."""
    table: Callable[[Any], Json]
    """What lies on the table of a view; `kind` names the script of the page that shows it."""
    seats: Callable[[Any], list[Json]]
    """By seat: `score`, and `supply`, the pictures of what is at hand with numbers."""
    at: Callable[[Any, Any], Json | None]
    """Where an action is tapped in a view; None for one that has no place and gets a button."""
    picture: Callable[[str], bytes | None]
    """A small picture, by a name that the other parts have given; None for any other name. It never shows anything else."""
    moved: Callable[[Sequence[Any]], list[Json]]
    """Where events have put something, in their order: `square` or `row`, and `seat`."""
    owners: Callable[[Any], list[Json]] | None = None
    """What somebody owns: its land, and whose it is."""
    worth: Callable[[Any], list[Json]] | None = None
    """What each of those would bring if the game ended now."""
    stock: Callable[[Any], list[Json]] | None = None
    """What is left to be drawn, by kind: `picture` and `number`."""
    paper: Callable[[Any], bytes | None] | None = None
    """What is printed below everything, a PNG."""


@dataclass(frozen=True, kw_only=True)
class Painter:
    """Pictures of one game.

    Callers must check that an optional picture exists (`is None`) before they call it.
    """

    turn: Callable[[Any, Sequence[Any], Sequence[Spot], int, Sequence[ListedChoice]], bytes]
    """Where the game is, of (view, events, spots, key, listed): what the events changed, and the numbered spots of the one who is
    asked. `listed` are their choices that are no spots: where something else is asked, the picture shows what it is about.
    """
    draft: Callable[..., bytes]
    """What a draft asks, of (view, listed, spots, key): choices and spots by their numbers; at its end what it would do.

    With `regions` there may be a fifth: all parts of the spots, one of which is asked for.
    """
    whole: Callable[[Any, str, int], bytes]
    """Everything, of (view, kind, key): `whole`, or a kind of the painter's own."""
    views: tuple[str, ...] = ()
    """The kinds of `whole` that a player can choose; none where the turn's picture shows everything anyway."""
    regions: Callable[[Sequence[Any]], list[list[Any]]] | None = None
    """The spots of a large board in parts of which each is shown by a picture of its own; one part where one picture shows all."""
    fullest: Callable[[Sequence[Sequence[Any]]], int] | None = None
    """The number of the part that the picture of a turn shows, from 0."""
    tile: Callable[[Any], bytes | None] | None = None
    """What is to be placed now, alone and small: a square; None where nothing is."""
    with_owners: Callable[[Any], Any] | None = None
    """The view whose pictures may show who owns what."""
    part: Callable[..., Part | None] | None = None
    """What a `turn` or `draft` picture shows of (kind, view, events, spots, listed), where some of a board may be left out.

    Of a draft with all parts of its spots, as `draft`.
    """
    named: Callable[[Any, Sequence[str]], Any] | None = None
    """The view with what the players are called, by seat, for pictures that write their names."""
    with_holes: Callable[[Any], Any] | None = None
    """The view in which pictures point out the empty squares that nothing can fill any more."""
    with_advice: Callable[[Any, Sequence[Any]], Any] | None = None
    """The view in which pictures highlight the numbers of these actions, where the game has a first game that teaches it."""
    example: Callable[[int], bytes] | None = None
    """What a turn of a first game teaches, by its number from 1, on some tiles that lie nowhere else: a small square."""
    counted: Callable[[Any, Any], bytes] | None = None
    """One thing of a view that was scored, alone and small: a square."""
    hand: Callable[[Any, Sequence[Spot]], bytes] | None = None
    """The viewer's own hand, its cards numbered by the spots; only for them."""
    sheet: Callable[[Any], bytes] | None = None
    """What a game can be played on (`games.core.uploads.Upload.sheet`), before anybody plays on it."""
    end: Callable[[Any, Sequence[Any], Sequence[int]], bytes] | None = None
    """The result, and where each player's points came from, of (view, events of the whole game, below as `ranked` takes it)."""
    moments: Callable[[Any, Sequence[Any]], bytes] | None = None
    """Things that brought points in a game, as the words of its moments name them, numbered from 1; of the view at its end."""
    share_card: Callable[[Any, Sequence[Any], Sequence[Sequence[int]], str, Sequence[int]], bytes] | None = None
    """A finished game to share, 1080 pixels square, of (view, things, totals, sentence, below): its board or its moments, names and
    points, and what decided it. `things` are those of its moments, `totals` everybody's points after each turn.
    """
    score: Callable[[Any], bytes] | None = None
    """The points so far, as the score track of the game shows them."""
    explain: Callable[[Any, Any], bytes] | None = None
    """Why one scored or open thing of a view is worth what it is, and to whom."""
    stock: Callable[[Any], bytes | None] | None = None
    """What is left to be drawn; None when nothing is."""
    hole: Callable[[Any, tuple[int, int]], bytes] | None = None
    """An empty square, its surroundings, and what of the stock fits there."""
    lobby: Callable[[Mapping[str, str], Sequence[str]], bytes] | None = None
    """A game before it begins: its options as text, and for each seat that is offered who has taken it; empty for nobody."""
    replay: Callable[[Sequence[tuple[Any, Sequence[Any]]], Sequence[int]], bytes] | None = None
    """A whole game as an animation, a GIF, of its `below` and the view before the first turn and after each, with its events."""
    legend: Callable[[Mapping[str, str] | None], bytes] | None = None
    """Numbered samples of what may be seen in a game with these options as text; None: of all that there is."""
    legend_names: Callable[[Mapping[str, str] | None], Sequence[tuple[str, str]]] | None = None
    """What the numbers of `legend` stand for, from 1: (what kind of thing, its name in the game), for the words to say."""
    signs: EmojiArt | None = None
    tapping: Callable[[], Tapping] | None = None
    """The game on a page in the browser; loaded when it is first asked for."""
    prepare: Callable[[], None] | None = None
    """Load what draws, and draw what many pictures share: done once, before somebody waits for the first of them."""
    dark: Painter | None = None
    """The same game in dark colours, for who prefers them: as many pictures."""
    strong: Painter | None = None
    """The same in strong contrast, for who sees little."""


@dataclass(frozen=True)
class Charts:
    """Pictures of events, users and whole games, independent of the game played.

    They write only the texts that are passed to them.
    """

    table: Callable[[Sequence[TableGrid]], bytes]
    bracket: Callable[[Bracket], bytes]
    champion: Callable[[Champion], bytes]
    card: Callable[[ProfileCard], bytes]
    course: Callable[[ExpectedCourse], bytes]
    paper: Callable[[FrontPage], bytes]
    dark: Charts | None = None
    """The same in dark colours, for who prefers them."""
    strong: Charts | None = None
    """The same in strong contrast, for who sees little."""
