"""The painter of the tile-laying game: what each picture points out. Numbers spots, marks last moves; computes no rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any

from games.carcassonne.actions import NOWHERE
from games.carcassonne.events import Placed, Returned
from games.carcassonne.expansions.maps.sheet import MapSheet
from games.carcassonne.scorings import Scoring
from games.carcassonne.sources import by_source
from games.carcassonne.view import BoardView, MapView
from games.carcassonne.why import dead_holes, fitting
from render import contrast, highlights
from render.carcassonne.signs import SIGNS
from render.highlights import Ghost, LastMove
from render.later import Later
from render.protocol import Choice, Painter, Spot

if TYPE_CHECKING:
    from render import board, layout, pictures, traces
    from render.art import artwork
    from render.board import Overlay, Wanted
    from render.carcassonne import replay
else:
    artwork, board = Later("render.art.artwork"), Later("render.board")
    layout, pictures = Later("render.layout"), Later("render.pictures")
    replay, traces = Later("render.carcassonne.replay"), Later("render.traces")

OVERLAYS: Mapping[str, Overlay] = {"meadows": "meadows", "owners": "owners", "coordinates": "coordinates"}

KEPT = 16
"""Pictures of maps kept: a lobby shows its map at every change."""


def last_moves(events: Sequence[Any]) -> list[LastMove]:
    """The tiles that were placed, numbered in the order of the story."""
    placed = [event for event in events if isinstance(event, Placed) and event.seat is not None]
    return [LastMove(move.x, move.y, str(number), move.seat) for number, move in enumerate(placed, 1)]


def turn(
    view: BoardView, events: Sequence[Any], spots: Sequence[Spot], key: int, listed: Sequence[Choice] = (), *, dark: bool = False
) -> bytes:
    """Where the game is: the moves since, and the numbered spots for the tile in hand, or what else a question is about."""
    return pictures.drawn(replace(_turn(view, events, spots, listed), key=key), dark=dark).png


def _turn(view: BoardView, events: Sequence[Any], spots: Sequence[Spot], listed: Sequence[Choice]) -> Wanted:
    if parts := [] if spots else _places(view, listed):
        return _question(view, parts, last_moves(events))
    return board.Wanted(view, "turn", ghosts=_ghosts(spots), last=last_moves(events), theme=view.theme)


CLOSE = 9
"""Columns or rows that a picture may have and still be read on a phone."""


def changes(view: BoardView, events: Sequence[Any], spots: Sequence[Spot], key: int, *, dark: bool = False) -> bytes | None:
    """What has changed: the moves, the way of the dragon, where figures came home; only where the spots need far more room."""
    moves = last_moves(events)
    walked: list[Any] = [event for event in events if isinstance(event, artwork.artwork().walks)]
    homes = [traces.Home(e.x, e.y, e.part, e.seat) for e in events if isinstance(e, Returned)]
    way = traces.steps([(event.x, event.y) for event in walked])
    about = [(each.x, each.y) for each in (*moves, *walked, *homes)]
    whole = layout.crop(view, [*about, *(spot.square for spot in spots)])
    if not about or max(whole.columns, whole.rows) <= CLOSE:
        return None
    near = layout.crop(view, about)
    if near.columns * near.rows * 2 > whole.columns * whole.rows:
        return None
    return pictures.board(view, crop="turn", last=moves, near=about, way=way, homes=homes, key=key, dark=dark).png


def named(view: BoardView, names: Sequence[str]) -> BoardView:
    """The view with the names that panel and cards write."""
    return replace(view, seats=tuple(replace(seat, name=names[seat.seat]) for seat in view.seats))


def with_holes(view: BoardView) -> BoardView:
    """The view in which the squares that no tile still to come fits are hatched."""
    return replace(view, dead=dead_holes(view))


def whole(view: BoardView, kind: str, key: int, *, dark: bool = False) -> bytes:
    """The whole board, plain or with an overlay."""
    return pictures.board(view, crop="whole", overlay=OVERLAYS.get(kind), last=_newest(view), key=key, dark=dark).png


def draft(view: BoardView, listed: Sequence[Choice], spots: Sequence[Spot], key: int, *, dark: bool = False) -> bytes:
    """What a draft asks: a spot, or a place for a figure beside the tile as it would lie."""
    return pictures.drawn(replace(_draft(view, (), spots, listed), key=key), dark=dark).png


def _draft(view: BoardView, _events: Sequence[Any], spots: Sequence[Spot], listed: Sequence[Choice]) -> Wanted:
    if spots and view.current is None:
        near = [spot.square for spot in spots]  # they may be those of one part of a large board
        return board.Wanted(view, "turn", ghosts=_ghosts(spots), last=_newest(view), near=near, theme=view.theme)
    return _question(view, _places(view, listed), _laid(view))


_PARTIAL: Mapping[str, Callable[[BoardView, Sequence[Any], Sequence[Spot], Sequence[Choice]], Wanted]] = {
    "turn": _turn,
    "draft": _draft,
}
"""What the pictures are to show that leave out some of the board."""


def part(
    kind: str, view: BoardView, events: Sequence[Any], spots: Sequence[Spot], listed: Sequence[Choice]
) -> tuple[tuple[int, int], tuple[int, int]]:
    """The first and the last square that such a picture shows, as its letters and numbers name them."""
    window = _PARTIAL[kind](view, events, spots, listed).window()
    return (window.west, window.north), (window.east - 1, window.south - 1)


def _question(view: BoardView, parts: Sequence[tuple[int, int, str, str]], moves: Sequence[LastMove]) -> Wanted:
    """The numbered answers and what lies around them; around the tile just laid, where there is one and no answer is elsewhere."""
    about = [(x, y) for x, y, _, _ in parts]
    near = about if about and view.current not in about else ()
    places = tuple(highlights.Spot(*each) for each in parts)
    return board.Wanted(view, "turn", last=moves, spots=places, near=near, theme=view.theme)


def _laid(view: BoardView) -> list[LastMove]:
    """The tile that a question comes from, in the colour of who laid it."""
    if view.current is None:
        return _newest(view)
    laid = next((tile.seat for tile in view.tiles if (tile.x, tile.y) == view.current), view.to_act[0] if view.to_act else None)
    return [LastMove(*view.current, "", laid)]


def stock(view: BoardView, *, dark: bool = False) -> bytes | None:
    """What is left in the bag."""
    return pictures.stock_card(view.bag, theme=view.theme, dark=dark).png if view.bag else None


def hole(view: BoardView, square: tuple[int, int], *, dark: bool = False) -> bytes:
    """An empty square, and what of the bag fits there."""
    return pictures.hole(view, square, _fitting(view, square), dark=dark).png


def _fitting(view: BoardView, square: tuple[int, int]) -> list[tuple[str, int, int]]:
    """Tile, one way to lay it, and how many are left of it."""
    found = [(tile, fitting(view, tile, square), number) for tile, number in view.bag]
    return [(tile, turns[0], number) for tile, turns, number in found if turns]


def sheet(found: MapSheet) -> bytes:
    """A map before its first tile."""
    return _map(found.view)


def end(view: BoardView, events: Sequence[Any], below: Sequence[int] = (), *, dark: bool = False) -> bytes:
    """Final points in order, each sum by its sources."""
    return pictures.end_card(view, sums=dict(enumerate(by_source(events, len(view.seats)))), below=below, dark=dark).png


def score(view: BoardView, *, dark: bool = False) -> bytes:
    """The score track."""
    return pictures.score_card(view, dark=dark).png


def explain(view: BoardView, thing: Scoring, *, dark: bool = False) -> bytes:
    """Who had how many votes in a feature, with the figures that stood there, and what it brought."""
    return pictures.explain(view, thing, dark=dark).png


def lobby(options: Mapping[str, str], names: Sequence[str], *, dark: bool = False) -> bytes:
    """The seats with who has taken them, and samples of the tiles that will be drawn."""
    edition = options.get("edition", "base")
    named = [edition, *options.get("expansions", "").split(",")]
    sets = [name for name in named if name in artwork.artwork().samples] or ["base"]
    return pictures.lobby_card(names, sets=sets, theme=_theme(options), dark=dark).png


def animation(course: Sequence[tuple[BoardView, Sequence[Any]]], below: Sequence[int] = (), *, dark: bool = False) -> bytes:
    """The whole game."""
    return replay.replay(course, below, dark=dark)


def prepare() -> None:
    """Load what draws, and draw what the first pictures of most games share."""
    pictures.prepare()


def legend(options: Mapping[str, str] | None, *, dark: bool = False) -> bytes:
    """The symbols and figures of a game with these options, or all that there are."""
    return pictures.legend(_in_play(options), theme=_theme(options), dark=dark).png


def legend_names(options: Mapping[str, str] | None) -> Sequence[tuple[str, str]]:
    """What its numbers stand for."""
    return pictures.legend_names(_in_play(options))


def _in_play(options: Mapping[str, str] | None) -> tuple[str, ...] | None:
    return None if options is None else tuple(options.get("expansions", "").split(","))


def _theme(options: Mapping[str, str] | None) -> str:
    return "winter" if options is not None and options.get("edition") == "winter" else "summer"


@lru_cache(maxsize=KEPT)
def _map(view: MapView) -> bytes:
    return pictures.map_preview(view).png


def _ghosts(spots: Sequence[Spot]) -> list[Ghost]:
    return [Ghost(*spot.square, str(spot.number)) for spot in spots]


def _newest(view: BoardView) -> list[LastMove]:
    """The tile that was placed last."""
    placed = [tile for tile in view.tiles if tile.seat is not None]
    return [LastMove(tile.x, tile.y, "", tile.seat) for tile in placed[-1:]]


def _places(view: BoardView, listed: Sequence[Choice]) -> list[tuple[int, int, str, str]]:
    """Numbers as players type them, each where its choice is; choices of one place share a badge."""
    found: dict[tuple[int, int, str], list[int]] = {}
    for choice in listed:
        action, number = choice.action, choice.number
        square = view.current if action.cell == NOWHERE else action.square
        if number and square is not None and (action.part or action.cell != NOWHERE):
            found.setdefault((*square, action.part or artwork.artwork().at.get(action.verb, "")), []).append(number)
    return [(*place, _together(numbers)) for place, numbers in found.items()]


def _together(numbers: Sequence[int]) -> str:
    """`4`, `4/9`, or `4-6` for a row of them."""
    if len(numbers) > 2 and numbers[-1] - numbers[0] == len(numbers) - 1:
        return f"{numbers[0]}-{numbers[-1]}"
    return "/".join(map(str, numbers))


LIGHT = Painter(
    prepare=prepare,
    turn=turn,
    draft=draft,
    whole=whole,
    views=("whole", *OVERLAYS),
    changes=changes,
    part=part,
    named=named,
    with_holes=with_holes,
    sheet=sheet,
    end=end,
    score=score,
    explain=explain,
    stock=stock,
    hole=hole,
    lobby=lobby,
    replay=animation,
    legend=legend,
    legend_names=legend_names,
    signs=SIGNS,
)

_COLOURED = (turn, changes, whole, draft, stock, hole, end, score, explain, lobby, legend)
_IN_DARK: Mapping[str, Any] = {function.__name__: partial(function, dark=True) for function in _COLOURED}

PAINTER = contrast.painter(replace(LIGHT, dark=replace(LIGHT, **_IN_DARK, replay=partial(animation, dark=True))))
"""Every picture there is of it."""
