"""The painter of the tile-laying game: selects what each picture highlights, and numbers the spots. It computes no rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any

from games.carcassonne.actions import NOWHERE, Action
from games.carcassonne.events import FeatureScored, FigureReturned, PointsPaid, TilePlaced, TurnBegan
from games.carcassonne.expansions.maps.map_upload import MapSummary, MapUploads
from games.carcassonne.illegal_move_reasons import fitting_turns, unfillable_squares
from games.carcassonne.ledger import gains_of, ledger
from games.carcassonne.score_explanations import Scoring
from games.carcassonne.view import BoardView, MapView
from render import high_contrast_painter, highlights
from render.carcassonne.emojis import SIGNS
from render.highlights import LastMove, PreviewTile, RecentMove, fullest, split_into_regions
from render.lazy_module import LazyModule
from render.protocol import ListedChoice, Painter, Spot

if TYPE_CHECKING:
    from render import best_moments, movement_overlay, pictures, region_map, turn_picture
    from render import share_card as share_cards
    from render.art import artwork
    from render.board import Overlay
    from render.carcassonne import examples, figure_places, replay
    from render.carcassonne import tapping as tappings
    from render.protocol import Tapping
    from render.turn_picture import TurnPicture
else:
    tappings = LazyModule("render.carcassonne.tapping")
    figure_places = LazyModule("render.carcassonne.figure_places")
    share_cards, best_moments = LazyModule("render.share_card"), LazyModule("render.best_moments")
    artwork, turn_picture, pictures = (
        LazyModule("render.art.artwork"),
        LazyModule("render.turn_picture"),
        LazyModule("render.pictures"),
    )
    region_map = LazyModule("render.region_map")
    examples, replay, movement_overlay = (
        LazyModule("render.carcassonne.examples"),
        LazyModule("render.carcassonne.replay"),
        LazyModule("render.movement_overlay"),
    )

OVERLAYS: Mapping[str, Overlay] = {"fields": "meadows", "owners": "owners", "coordinates": "coordinates"}

NUMBERED = 25
"""Places for a figure that bear numbers in the picture of a turn; of more, each page of the draft shows its own."""

KEPT = 16
"""Pictures of maps kept: a lobby shows its map at every change."""


def last_moves(events: Sequence[Any]) -> list[LastMove]:
    """Return the tiles placed in these events, numbered in the order of the text about them."""
    placed = [event for event in events if isinstance(event, TilePlaced) and event.seat is not None]
    return [LastMove(move.x, move.y, str(number), move.seat) for number, move in enumerate(placed, 1)]


def turn(
    view: BoardView,
    events: Sequence[Any],
    spots: Sequence[Spot],
    key: int,
    listed: Sequence[ListedChoice] = (),
    *,
    dark: bool = False,
) -> bytes:
    """Return the turn picture, a PNG that fits a phone: choices, moves since the reader's last turn, and scores."""
    return pictures.glance(replace(_turn(view, events, spots, listed), key=key), dark=dark).png


def _turn(view: BoardView, events: Sequence[Any], spots: Sequence[Spot], listed: Sequence[ListedChoice]) -> TurnPicture:
    moves = since(events)
    walked = [(event.x, event.y) for event in events if isinstance(event, artwork.artwork().walks)]
    homes = [movement_overlay.ReturnArrow(e.x, e.y, e.part, e.seat) for e in events if isinstance(e, FigureReturned)]
    recipe = turn_picture.TurnPicture(view, since=moves, way=movement_overlay.steps(walked), homes=homes)
    if spots:
        parts = split_into_regions(spots)
        return _offering(recipe, parts, fullest(parts))
    if places := _places(view, listed):
        numbered = len(places) <= NUMBERED
        shown = [highlights.FigureSpot(x, y, place, label if numbered else "") for x, y, place, label in places]
        return replace(recipe, spots=shown, near=_asked_squares(view, places))
    lettered = view.decision == "place"  # squares bear no numbers, so they are named
    near = [] if lettered else [*((each.move.x, each.move.y) for each in moves), *walked]
    return replace(recipe, near=near, lettered=lettered)


def _offering(wanted: TurnPicture, parts: Sequence[Sequence[Spot]], shown: int) -> TurnPicture:
    """Return the turn picture with the spots of region `shown`, and with a map of all regions if there are several."""
    all_parts = region_map.Regions([_ghosts(part) for part in parts], shown) if len(parts) > 1 else None
    return replace(wanted, ghosts=_ghosts(parts[shown]), regions=all_parts, near=[spot.square for spot in parts[shown]])


def since(events: Sequence[Any]) -> list[RecentMove]:
    """Return the tiles placed in these events, numbered as in the text, each with the points gained in its turn."""
    moves: list[tuple[TilePlaced, Counter[int]]] = []
    early: Counter[int] = Counter()
    for event in events:
        if isinstance(event, TurnBegan):
            early = Counter()
        elif isinstance(event, TilePlaced) and event.seat is not None:
            moves.append((event, Counter(early)))
            early = moves[-1][1]
        elif isinstance(event, FeatureScored | PointsPaid):
            for seat, points in gains_of(event):
                early[seat] += points
    last = last_moves([move for move, _ in moves])
    return [RecentMove(each, tuple(sorted(_seats_by_gain(gains)))) for each, (_, gains) in zip(last, moves, strict=True)]


def _seats_by_gain(gains: Mapping[int, int]) -> list[tuple[int, int]]:
    return [(seat, points) for seat, points in gains.items() if points]


def tile(view: BoardView, *, dark: bool = False) -> bytes | None:
    """Return a PNG of the tile in hand; None if there is none."""
    return pictures.hand_tile(view.hand, theme=view.theme, dark=dark).png if view.hand else None


def named(view: BoardView, names: Sequence[str]) -> BoardView:
    """Return the view with the players' names, which panels and cards write."""
    return replace(view, seats=tuple(replace(seat, name=names[seat.seat]) for seat in view.seats))


def with_holes(view: BoardView) -> BoardView:
    """Return the view with its unfillable squares marked, so that pictures hatch them."""
    return replace(view, dead=unfillable_squares(view))


def with_owners(view: BoardView) -> BoardView:
    """Return the view with the permission to tint land in its owners' colours."""
    return replace(view, owned=True)


def with_advice(view: BoardView, actions: Sequence[Action]) -> BoardView:
    """Return the view with these actions highlighted: squares, or places for a meeple on the tile just placed."""
    squares = [view.current if action.cell == NOWHERE else action.square for action in actions if action.verb != "skip"]
    parts = [action.part for action in actions if action.verb != "skip"]
    return replace(view, advised=tuple((*square, part) for square, part in zip(squares, parts, strict=True) if square))


def example(number: int, *, dark: bool = False) -> bytes:
    """Return the example picture for a turn of the practice game, as PNG."""
    return pictures.example(examples.EXAMPLES[number], dark=dark).png


def counted(view: BoardView, thing: Scoring, *, dark: bool = False) -> bytes:
    """Return a PNG of the land of a scoring with the figures that stood there."""
    return pictures.example(examples.scored_alone(view, thing), theme=view.theme, dark=dark).png


def whole(view: BoardView, kind: str, key: int, *, dark: bool = False) -> bytes:
    """Return a PNG of the whole board, plain or with the overlay `kind`."""
    return pictures.board(view, crop="whole", overlay=OVERLAYS.get(kind), last=_newest_tile(view), key=key, dark=dark).png


def draft(
    view: BoardView,
    listed: Sequence[ListedChoice],
    spots: Sequence[Spot],
    key: int,
    parts: Sequence[Sequence[Spot]] = (),
    *,
    dark: bool = False,
) -> bytes:
    """Return a PNG for a step of a draft: squares, places on the tile as previewed, or figure places all over the board."""
    closer = figure_places.asked(view, listed, spots)
    if closer is not None:
        return pictures.placing(closer, dark=dark).png
    return pictures.glance(replace(_draft(view, (), spots, listed, parts), key=key), dark=dark).png


def _draft(
    view: BoardView,
    _events: Sequence[Any],
    spots: Sequence[Spot],
    listed: Sequence[ListedChoice],
    parts: Sequence[Sequence[Spot]] = (),
) -> TurnPicture:
    if spots:
        shown = next((number for number, part in enumerate(parts) if spots[0] in part), 0)
        return _offering(turn_picture.TurnPicture(view, framed=_newest_tile(view), told=False), parts or [spots], shown)
    places = _places(view, listed)
    numbered = [highlights.FigureSpot(*each) for each in places]
    return turn_picture.TurnPicture(
        view, spots=numbered, framed=_tile_just_laid(view), near=_asked_squares(view, places), told=False
    )


_PARTIAL: Mapping[str, Callable[..., TurnPicture]] = {
    "turn": _turn,
    "draft": _draft,
}
"""What the pictures are to show that leave out some of the board."""


def part(
    kind: str,
    view: BoardView,
    events: Sequence[Any],
    spots: Sequence[Spot],
    listed: Sequence[ListedChoice],
    parts: Sequence[Sequence[Spot]] = (),
) -> tuple[tuple[int, int], tuple[int, int]] | None:
    """Return the first and last square that such a picture shows; None if it shows several small views."""
    if kind == "draft" and figure_places.asked(view, listed, spots) is not None:
        return None
    more = (parts,) if kind == "draft" else ()
    window = _PARTIAL[kind](view, events, spots, listed, *more).frame().place.window
    return (window.west, window.north), (window.east - 1, window.south - 1)


def _asked_squares(view: BoardView, places: Sequence[tuple[int, int, str, str]]) -> list[tuple[int, int]]:
    """Return the squares of the current choices, or that of the tile just placed if they have none."""
    return [(x, y) for x, y, _, _ in places] or ([view.current] if view.current else [])


def _tile_just_laid(view: BoardView) -> list[LastMove]:
    """Return the tile just placed, from which the decision comes, in the colour of its player; empty if there is none."""
    if view.current is None:
        return _newest_tile(view)
    laid = next((tile.seat for tile in view.tiles if (tile.x, tile.y) == view.current), view.to_act[0] if view.to_act else None)
    return [LastMove(*view.current, "", laid)]


def stock(view: BoardView, *, dark: bool = False) -> bytes | None:
    """Return a PNG of the tiles left in the bag; None if the bag is empty."""
    return pictures.stock_card(view.bag, theme=view.theme, dark=dark).png if view.bag else None


def hole(view: BoardView, square: tuple[int, int], *, dark: bool = False) -> bytes:
    """Return a PNG of an empty square, with the tiles of the bag that fit there."""
    return pictures.hole(view, square, _fitting_tiles(view, square), dark=dark).png


def _fitting_tiles(view: BoardView, square: tuple[int, int]) -> list[tuple[str, int, int]]:
    """Return (tile id, turn, number left) for the tiles in the bag that fit a square."""
    fitting = [(tile, fitting_turns(view, tile, square), number) for tile, number in view.bag]
    return [(tile, turns[0], number) for tile, turns, number in fitting if turns]


def sheet(summary: MapSummary) -> bytes:
    """Return a PNG of a map before its first tile."""
    return _map(summary.view)


def end(view: BoardView, events: Sequence[Any], below: Sequence[int] = (), *, dark: bool = False) -> bytes:
    """Return a PNG of the final points in order, each sum divided by source."""
    return pictures.end_card(view, sums=dict(enumerate(ledger(events).by_source(len(view.seats)))), below=below, dark=dark).png


def moments(view: BoardView, things: Sequence[Scoring], *, dark: bool = False) -> bytes:
    """Return a PNG of the land of each scoring with the figures that stood there, and the points of each seat."""
    shown = [best_moments.BestMoment(examples.scored_alone(view, thing), _largest_gains(thing)) for thing in things]
    return pictures.moments(shown, theme=view.theme, dark=dark).png


def _largest_gains(thing: Scoring) -> tuple[tuple[int, int], ...]:
    """Return (seat, points) of a scoring, most points first."""
    gains = [(gain.seat, gain.points) for gain in thing.gains if gain.points]
    return tuple(sorted(gains, key=lambda gain: -gain[1]))


def share_card(
    view: BoardView,
    things: Sequence[Scoring],  # noqa: ARG001  # the whole board is there
    totals: Sequence[Sequence[int]],
    sentence: str,
    below: Sequence[int] = (),
    *,
    dark: bool = False,
) -> bytes:
    """Return a PNG to share: the finished board, the deciding moment, the points, and their curves."""
    return pictures.share_card(view, share_cards.GameResult(view.seats, totals, sentence, below), dark=dark).png


def score(view: BoardView, *, dark: bool = False) -> bytes:
    """Return a PNG of the score track."""
    return pictures.score_card(view, dark=dark).png


def explain(view: BoardView, thing: Scoring, *, dark: bool = False) -> bytes:
    """Return a PNG of a scoring: the votes of each seat, the figures that stood there, and the points."""
    return pictures.explain(view, thing, dark=dark).png


def lobby(options: Mapping[str, str], names: Sequence[str], *, dark: bool = False) -> bytes:
    """Return a PNG of a lobby: its seats with the players, and samples of the tiles or the chosen map.

    An uploaded map that this process doesn't know is left out.
    """
    if map_id := options.get("map", ""):
        printed = MapUploads().find(map_id).sheet.view if MapUploads().knows(map_id) else None
        return pictures.lobby_card(names, sets=(), theme="map", printed=printed, dark=dark).png
    edition = options.get("edition", "base")
    named = [edition, *options.get("expansions", "").split(",")]
    sets = [name for name in named if name in artwork.artwork().samples] or ["base"]
    return pictures.lobby_card(names, sets=sets, theme=_theme(options), dark=dark).png


def animation(course: Sequence[tuple[BoardView, Sequence[Any]]], below: Sequence[int] = (), *, dark: bool = False) -> bytes:
    """Return a GIF of the whole game."""
    return replay.replay(course, below, dark=dark)


def prepare() -> None:
    """Load the drawing libraries, and draw the parts that the first pictures of most games share."""
    pictures.prepare()


def legend(options: Mapping[str, str] | None, *, dark: bool = False) -> bytes:
    """Return a PNG of the symbols and figures in a game with these options; None for all of them."""
    return pictures.legend(_expansions_in_play(options), theme=_theme(options), dark=dark).png


def legend_names(options: Mapping[str, str] | None) -> Sequence[tuple[str, str]]:
    """Return (kind, name) of each number in the legend, from 1."""
    return pictures.legend_names(_expansions_in_play(options))


def _expansions_in_play(options: Mapping[str, str] | None) -> tuple[str, ...] | None:
    return None if options is None else tuple(options.get("expansions", "").split(","))


def _theme(options: Mapping[str, str] | None) -> str:
    return "winter" if options is not None and options.get("edition") == "winter" else "summer"


@lru_cache(maxsize=KEPT)
def _map(view: MapView) -> bytes:
    return pictures.map_preview(view).png


def _ghosts(spots: Sequence[Spot]) -> list[PreviewTile]:
    return [PreviewTile(*spot.square, str(spot.number)) for spot in spots]


def _newest_tile(view: BoardView) -> list[LastMove]:
    """Return the tile that was placed last; empty before the first."""
    placed = [tile for tile in view.tiles if tile.seat is not None]
    return [LastMove(tile.x, tile.y, "", tile.seat) for tile in placed[-1:]]


def _places(view: BoardView, listed: Sequence[ListedChoice]) -> list[tuple[int, int, str, str]]:
    """Return (x, y, part, label) for each place with choices; choices of one place share a label."""
    places: dict[tuple[int, int, str], list[int]] = {}
    for choice in listed:
        action, number = choice.action, choice.number
        square = view.current if action.cell == NOWHERE else action.square
        if number and square is not None and (action.part or action.cell != NOWHERE):
            places.setdefault((*square, action.part or artwork.artwork().at.get(action.verb, "")), []).append(number)
    return [(*place, _number_range(numbers)) for place, numbers in places.items()]


def _number_range(numbers: Sequence[int]) -> str:
    """Return numbers as a label, such as `4`, `4/9`, or `4-6` for successive ones."""
    if len(numbers) > 2 and numbers[-1] - numbers[0] == len(numbers) - 1:
        return f"{numbers[0]}-{numbers[-1]}"
    return "/".join(map(str, numbers))


def tapping() -> Tapping:
    """Return the functions that show the game on a page in the browser."""
    return tappings.TAPPING


LIGHT = Painter(
    prepare=prepare,
    turn=turn,
    draft=draft,
    whole=whole,
    views=("whole", *OVERLAYS),
    regions=split_into_regions,
    fullest=fullest,
    tile=tile,
    part=part,
    named=named,
    with_holes=with_holes,
    with_owners=with_owners,
    with_advice=with_advice,
    example=example,
    counted=counted,
    sheet=sheet,
    end=end,
    moments=moments,
    share_card=share_card,
    score=score,
    explain=explain,
    stock=stock,
    hole=hole,
    lobby=lobby,
    replay=animation,
    legend=legend,
    legend_names=legend_names,
    signs=SIGNS,
    tapping=tapping,
)

_COLOURED = (turn, tile, whole, draft, stock, hole, end, moments, share_card, score, explain, lobby, legend, example, counted)
_IN_DARK: Mapping[str, Any] = {function.__name__: partial(function, dark=True) for function in _COLOURED}

PAINTER = high_contrast_painter.painter(replace(LIGHT, dark=replace(LIGHT, **_IN_DARK, replay=partial(animation, dark=True))))
"""Every picture there is of it."""
