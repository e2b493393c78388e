"""What the Discord layer asks of the painter of a game: three pictures that every game has, and others that it may lack.

`view` is what `Game.view` answers the one who will see the picture, `events` what `play` returned: their types are the game's
own. `key` names the match, for what is kept between its pictures. Painters are pure and thread-safe: call them off the event
loop. Every part is a function of a module, or made of such, and takes and gives plain data, so that another process can carry it
out. Every answer is a PNG, but for the animation.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol, TypeVar

from tournament.sheets import Bracket, Card, Champion, ExpectedCourse, FrontPage, Grid


class Spot(Protocol):
    """A place, or a card of the hand, with the number that stands beside its name in words: `text.protocol.Spot`."""

    @property
    def number(self) -> int: ...
    @property
    def square(self) -> tuple[int, int]: ...
    @property
    def actions(self) -> tuple[Any, ...]: ...


AnySpot = TypeVar("AnySpot", bound=Spot)


class Numbered(NamedTuple):
    """A spot without its name in words: all that a painter needs."""

    number: int
    square: tuple[int, int]
    actions: tuple[Any, ...]


class Choice(NamedTuple):
    """An action that is no spot, with its number in the list beside the picture."""

    action: Any
    number: int
    """0: none."""


class TurnPicture(Protocol):
    """Where the game is: what `events` changed, and the numbered spots of the one who is asked.

    `listed` are their choices that are no spots: where something else is asked of them, the picture shows what it is about.
    """

    def __call__(
        self, view: Any, events: Sequence[Any], spots: Sequence[Spot], key: int, listed: Sequence[Choice] = (), /
    ) -> bytes: ...


class Regions(Protocol):
    """The spots of a large board in parts of which each is shown by a picture of its own; one part where one picture shows all."""

    def __call__(self, spots: Sequence[AnySpot], /) -> list[list[AnySpot]]: ...


class OwnersView(Protocol):
    """A view whose pictures may show who owns what."""

    def __call__(self, view: Any, /) -> Any: ...


class AdviceView(Protocol):
    """A view whose pictures highlight the numbers of these actions."""

    def __call__(self, view: Any, actions: Sequence[Any], /) -> Any: ...


class CountedPicture(Protocol):
    """One thing that was scored, alone and small: a square."""

    def __call__(self, view: Any, thing: Any, /) -> bytes: ...


class ExamplePicture(Protocol):
    """What a turn of a first game teaches, by its number from 1, on some tiles that lie nowhere else: a small square."""

    def __call__(self, number: int, /) -> bytes: ...


class PartShown(Protocol):
    """What part of a board a `turn` or `draft` picture shows of the same things: its north-western and south-eastern square."""

    def __call__(
        self, kind: str, view: Any, events: Sequence[Any], spots: Sequence[Spot], listed: Sequence[Choice], /
    ) -> tuple[tuple[int, int], tuple[int, int]]: ...


class WholePicture(Protocol):
    """Everything, as one of the painter's `views` shows it: `whole`, or a kind of its own."""

    def __call__(self, view: Any, kind: str, key: int, /) -> bytes: ...


class DraftPicture(Protocol):
    """What a draft asks: the choices and the spots that are listed beside it, by their numbers; at its end what it would do."""

    def __call__(self, view: Any, listed: Sequence[Choice], spots: Sequence[Spot], key: int, /) -> bytes: ...


class NamedView(Protocol):
    """A view with what the players are called, by seat, for pictures that write their names."""

    def __call__(self, view: Any, names: Sequence[str], /) -> Any: ...


class HolesView(Protocol):
    """A view in which pictures point out the empty squares that nothing can fill any more."""

    def __call__(self, view: Any, /) -> Any: ...


class HandPicture(Protocol):
    """The viewer's own hand, its cards numbered by `spots`; only for them."""

    def __call__(self, view: Any, spots: Sequence[Spot], /) -> bytes: ...


class SheetPicture(Protocol):
    """What a game can be played on (`games.core.uploads.Upload.sheet`), before anybody plays on it."""

    def __call__(self, sheet: Any, /) -> bytes: ...


class EndPicture(Protocol):
    """The result, and where each player's points came from; `events` are those of the whole game, `below` as `ranked` takes it."""

    def __call__(self, view: Any, events: Sequence[Any], below: Sequence[int] = (), /) -> bytes: ...


class MomentsPicture(Protocol):
    """Things that brought points in a game, as the words of its moments name them, side by side or below each other and numbered
    from 1; `view` is the table at its end.
    """

    def __call__(self, view: Any, things: Sequence[Any], /) -> bytes: ...


class KeepsakePicture(Protocol):
    """A finished game as one picture to share, 1080 pixels square: its board or its moments, names and points, and in a sentence
    what decided it.

    `things` are those of its moments, `totals` everybody's points after each turn, `below` is as `ranked` takes it.
    """

    def __call__(
        self, view: Any, things: Sequence[Any], totals: Sequence[Sequence[int]], sentence: str, below: Sequence[int] = (), /
    ) -> bytes: ...


class TilePicture(Protocol):
    """What is to be placed now, alone and small: a square; None where nothing is."""

    def __call__(self, view: Any, /) -> bytes | None: ...


class ScorePicture(Protocol):
    """The points so far, as the score track of the game shows them."""

    def __call__(self, view: Any, /) -> bytes: ...


class ExplainPicture(Protocol):
    """Why one scored or open thing, a part of `view`, is worth what it is, and to whom."""

    def __call__(self, view: Any, thing: Any, /) -> bytes: ...


class StockPicture(Protocol):
    """What is left to be drawn; None when nothing is."""

    def __call__(self, view: Any, /) -> bytes | None: ...


class HolePicture(Protocol):
    """An empty square, its surroundings, and what of the stock fits there."""

    def __call__(self, view: Any, square: tuple[int, int], /) -> bytes: ...


class ReplayPicture(Protocol):
    """A whole game as an animation, a GIF: the view before the first turn and after each, with the events of the turn.

    `below`: who ranks behind all others at its end, as `ranked` takes it.
    """

    def __call__(self, course: Sequence[tuple[Any, Sequence[Any]]], below: Sequence[int] = (), /) -> bytes: ...


class LobbyPicture(Protocol):
    """A game before it begins: `options` as text, and for each seat that is offered who has taken it; empty for nobody."""

    def __call__(self, options: Mapping[str, str], names: Sequence[str], /) -> bytes: ...


class LegendPicture(Protocol):
    """Numbered samples of what may be seen in a game with these options as text; None: of all that there is."""

    def __call__(self, options: Mapping[str, str] | None, /) -> bytes: ...


class LegendNames(Protocol):
    """What the numbers of the same legend stand for, from 1: (what kind of thing, its name in the game), for the words to say."""

    def __call__(self, options: Mapping[str, str] | None, /) -> Sequence[tuple[str, str]]: ...


class Signs(NamedTuple):
    """Small pictures that stand in the text beside the words for a thing; `games.core.signs` says how they are named."""

    names: Callable[[], Sequence[str]]
    """The names of all, those first that are seen most."""
    draw: Callable[[str], bytes]
    """The sign of a name: a square PNG."""
    drawn: Callable[[Sequence[str]], list[tuple[str, bytes]]]
    """Several, each behind the `games.core.signs.DIGEST` characters that tell it from other pictures of its name.

    This and `names` are functions of a module, so that another process can carry them out.
    """
    known: Callable[[Sequence[str]], Mapping[str, str]]
    """Which of these were drawn before as they look today, and what tells them apart: they need not be drawn to be compared."""
    remember: Callable[[Mapping[str, str]], None]
    """Keep that."""


class Prepare(Protocol):
    """Load what draws, and draw what many pictures share: done once, before somebody waits for the first of them."""

    def __call__(self) -> None: ...


@dataclass(frozen=True, kw_only=True)
class Painter:
    """The pictures of one game. Anyone who wants one that a game may lack asks first whether it is there (`is None`)."""

    turn: TurnPicture
    draft: DraftPicture
    whole: WholePicture
    views: tuple[str, ...] = ()
    """The kinds of `whole` that a player can choose; none where the turn's picture shows everything anyway."""
    regions: Regions | None = None
    tile: TilePicture | None = None
    with_owners: OwnersView | None = None
    part: PartShown | None = None
    """There where pictures may leave out some of the board."""
    named: NamedView | None = None
    with_holes: HolesView | None = None
    with_advice: AdviceView | None = None
    example: ExamplePicture | None = None
    counted: CountedPicture | None = None
    """There, as the two before it, where the game has a first game that teaches it."""
    hand: HandPicture | None = None
    sheet: SheetPicture | None = None
    end: EndPicture | None = None
    moments: MomentsPicture | None = None
    keepsake: KeepsakePicture | None = None
    score: ScorePicture | None = None
    explain: ExplainPicture | None = None
    stock: StockPicture | None = None
    hole: HolePicture | None = None
    lobby: LobbyPicture | None = None
    replay: ReplayPicture | None = None
    legend: LegendPicture | None = None
    legend_names: LegendNames | None = None
    """There where `legend` is."""
    signs: Signs | None = None
    prepare: Prepare | None = None
    dark: Painter | None = None
    """The same game in dark colours, for who prefers them: as many pictures."""
    strong: Painter | None = None
    """The same in strong contrast, for who sees little."""


@dataclass(frozen=True)
class Charts:
    """The pictures of events, of people and of whole games, whatever game was played. All that they write is in what they are
    given.
    """

    table: Callable[[Sequence[Grid]], bytes]
    bracket: Callable[[Bracket], bytes]
    champion: Callable[[Champion], bytes]
    card: Callable[[Card], bytes]
    course: Callable[[ExpectedCourse], bytes]
    paper: Callable[[FrontPage], bytes]
    dark: Charts | None = None
    """The same in dark colours, for who prefers them."""
    strong: Charts | None = None
    """The same in strong contrast, for who sees little."""
