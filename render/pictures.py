"""The only entry point to all board pictures: plain data in, a PNG out. Pure and thread-safe; call it off the event loop.

Pictures contain only texts that callers pass: numbers, names of squares and players, one sentence for a picture to share.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from games.carcassonne.score_explanations import Scoring
from games.carcassonne.view import BoardView, MapView, PieceView
from render import best_moments, cards, closeup, examples, final_score_card, remaining_tiles, scorecard, targets
from render import legend as legends
from render import share_card as share_cards
from render import turn_picture as glances
from render.art.artwork import artwork
from render.art.figures import COLOURS
from render.best_moments import BestMoment
from render.board import BoardRequest, Crop, Overlay, paint_board
from render.closeup import CloseUp
from render.examples import Example
from render.highlights import FigureSpot, LastMove, PreviewTile
from render.legend import legend_names
from render.majority_strip import MajorityStrip
from render.png import PngPicture
from render.prerender import draw_beforehand
from render.remaining_tiles import FittedStock, RemainingTiles
from render.share_card import GameResult
from render.sprites import Sprites, process_sprites
from render.style import OFFER, Style, style
from render.targets import Targets
from render.turn_picture import TurnPicture


def board(
    view: BoardView,
    *,
    crop: Crop = "whole",
    ghosts: Sequence[PreviewTile] = (),
    last: Sequence[LastMove] = (),
    overlay: Overlay | None = None,
    tint: Sequence[tuple[int, int, str]] = (),
    parts: Sequence[tuple[int, int, str, str]] = (),
    near: Sequence[tuple[int, int]] = (),
    theme: str | None = None,
    dark: bool = False,
    key: Hashable | None = None,
) -> PngPicture:
    """Return a picture of a board for one viewer.

    `crop="turn"` shows only the relevant squares: last moves, ghosts, numbered parts. `parts` are numbered places for a figure, (x,
    y, segment, label), also on the tile of a preview ghost; `near`, if not empty, are the only relevant squares; `tint` highlights
    segments. `key` names the match whose land is cached between moves.
    """
    wanted = BoardRequest(
        view=view,
        crop=crop,
        ghosts=tuple(PreviewTile(*ghost) for ghost in ghosts),
        last=tuple(LastMove(*move) for move in last),
        overlay=overlay,
        tint=tint,
        spots=tuple(FigureSpot(*part) for part in parts),
        near=near,
        theme=_theme(view, theme),
        key=key,
    )
    return drawn(wanted, dark=dark)


def glance(wanted: TurnPicture, *, dark: bool = False) -> PngPicture:
    """Return a turn picture."""
    return glances.paint_turn(wanted, process_sprites(), style(wanted.view.theme, dark=dark))


def placing(wanted: CloseUp | Targets, *, dark: bool = False) -> PngPicture:
    """Return a picture of the places for a figure: on one tile close up, or all over the board."""
    paint: Callable[[Any, Sprites, Style], PngPicture] = (
        closeup.paint_closeup if isinstance(wanted, CloseUp) else targets.paint_targets
    )
    return paint(wanted, process_sprites(), style(wanted.view.theme, dark=dark))


def drawn(wanted: BoardRequest, *, dark: bool = False) -> PngPicture:
    """Return a picture of a board from a `BoardRequest`, for callers who must know beforehand which part it shows."""
    return paint_board(wanted, process_sprites(), style(wanted.theme, dark=dark))


def map_preview(printed: MapView, *, dark: bool = False) -> PngPicture:
    """Return a picture of a map before its first tile, without players, for choosing or checking a map."""
    seen = cards.empty_map(printed)
    return paint_board(BoardRequest(view=seen, theme=seen.theme, panel=False), process_sprites(), style(seen.theme, dark=dark))


def prepare() -> None:
    """Draw the parts that the first pictures of most games share; the caller has loaded the drawing libraries."""
    draw_beforehand(process_sprites(), "summer")


def _theme(view: BoardView, wanted: str | None) -> str:
    """Return the theme of a board's picture: the one wanted, but for a map always that of its paper."""
    return view.theme if view.printed or wanted is None else wanted


def explain(view: BoardView, thing: Scoring, *, dark: bool = False) -> PngPicture:
    """Return a picture of a scoring: its land tinted, figures on top, and below the votes of each seat, majority lit."""
    stood = [PieceView(each.x, each.y, each.part, each.piece, each.role, each.seat) for each in thing.figures]
    wanted = BoardRequest(
        view=replace(view, pieces=(*(piece for piece in view.pieces if piece not in stood), *stood)),
        crop="turn",
        tint=thing.feature.segments if thing.feature else (),
        tint_colour=COLOURS[thing.owners[0]].rgb if len(thing.owners) == 1 else OFFER,
        focus=thing.squares,
        theme=view.theme,
        panel=False,
    )
    names = {seat.seat: seat.name for seat in view.seats}
    gains = tuple((gain.seat, gain.points, gain.lines) for gain in thing.gains)
    strip = MajorityStrip(thing.weights, thing.owners, gains, thing.figures, names)
    return paint_board(wanted, process_sprites(), style(wanted.theme, dark=dark), strip)


def example(wanted: Example, *, theme: str = "summer", dark: bool = False) -> PngPicture:
    """Return a picture of a few tiles, as an example."""
    return examples.paint_example(wanted, process_sprites(), theme, style(theme, dark=dark))


def hand_tile(tile_id: str, *, theme: str = "summer", dark: bool = False) -> PngPicture:
    """Return a small picture of a tile just drawn, with a dark rim."""
    return cards.hand_tile(process_sprites(), theme, style(theme, dark=dark), tile_id)


def stock_card(bag: Sequence[tuple[str, int]], *, theme: str = "summer", dark: bool = False) -> PngPicture:
    """Return a picture of every kind of tile in `bag`, which has (id, number), with its number."""
    return remaining_tiles.stock_card(
        process_sprites(), theme, style(theme, dark=dark), [RemainingTiles(tile, 0, number) for tile, number in bag]
    )


def hole(view: BoardView, square: tuple[int, int], fitting: Sequence[tuple[str, int, int]], *, dark: bool = False) -> PngPicture:
    """Return a picture of an empty square with its surroundings, and below it the tiles that fit there.

    `fitting` has (id, turn, number left).
    """
    wanted = BoardRequest(
        view=view, crop="turn", spots=(FigureSpot(*square, "", "?"),), near=(square,), theme=view.theme, panel=False
    )
    below = FittedStock(tuple(RemainingTiles(*each) for each in fitting), process_sprites(), view.theme)
    return paint_board(wanted, process_sprites(), style(wanted.theme, dark=dark), below)


def score_card(view: BoardView, *, dark: bool = False) -> PngPicture:
    """Return a picture of the score track of 50 spaces with laps, and the standings inside."""
    return scorecard.score_card(process_sprites(), view.theme, style(view.theme, dark=dark), view)


def end_card(
    view: BoardView, *, sums: Mapping[int, Mapping[str, int]] | None = None, below: Sequence[int] = (), dark: bool = False
) -> PngPicture:
    """Return a picture of the final points in order.

    `sums` holds for each seat the points by kind of feature (road, city, cloister, meadow ...).
    """
    return final_score_card.end_card(process_sprites(), view.theme, style(view.theme, dark=dark), view, sums or {}, below)


def moments(shown: Sequence[BestMoment], *, theme: str, dark: bool = False) -> PngPicture:
    """Return a picture of the best moments of a finished game."""
    return best_moments.paint_moments(shown, process_sprites(), theme, style(theme, dark=dark))


def share_card(view: BoardView, result: GameResult, *, dark: bool = False) -> PngPicture:
    """Return a finished game as one square picture to share."""
    return share_cards.share_card(process_sprites(), style(view.theme, dark=dark), view, result)


def lobby_card(
    names: Sequence[str],
    *,
    sets: Sequence[str] = ("base",),
    theme: str = "summer",
    printed: MapView | None = None,
    dark: bool = False,
) -> PngPicture:
    """Return a picture of a lobby: each seat with its player or empty, and sample tiles of the sets, or the map."""
    samples = [tile for set_id in sets for tile in artwork().samples[set_id]]
    return cards.lobby_card(process_sprites(), theme, style(theme, dark=dark), names, samples, printed)


def legend(expansions: Collection[str] | None = None, *, theme: str = "summer", dark: bool = False) -> PngPicture:
    """Return a picture of numbered samples of marked squares, symbols and figures, for some expansions or all.

    `legend_names` explains the numbers.
    """
    return legends.legend(process_sprites(), theme, style(theme, dark=dark), expansions)


__all__ = [
    "FigureSpot",
    "LastMove",
    "PngPicture",
    "PreviewTile",
    "board",
    "end_card",
    "example",
    "explain",
    "hole",
    "legend",
    "legend_names",
    "lobby_card",
    "map_preview",
    "score_card",
    "stock_card",
]
