"""Positions of several figures on a tile: each near its anchor, with no overlaps, and none on a symbol."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from games.carcassonne import catalog
from render.anchors import Anchors, Spot, anchors
from render.art.artwork import artwork
from render.pieces import FigureStamp

APART = (0.25, 0.34)
"""How far two figures must be apart, in tiles: beside each other, or one above the other."""

FROM_MARK = 0.19
RIM = 0.15
ROUNDS = 24

Someone = tuple[str, str, str, int | None]
"""A figure without its square: part, kind, role and seat."""


class PlacedFigure(NamedTuple):
    """Figure on a picture, with its anchor in pixels from the north-west corner of its square."""

    piece: FigureStamp
    x: int
    y: int

    def over(self, px: int) -> list[tuple[int, int]]:
        """Return the squares that its drawing touches, as (x, y) offsets from its own square."""
        (west, north), (width, height) = self.piece.hot, self.piece.size
        columns = range((self.x - west) // px, (self.x - west + width - 1) // px + 1)
        rows = range((self.y - north) // px, (self.y - north + height - 1) // px + 1)
        return [(dx, dy) for dy in rows for dx in columns]


Seen = tuple[int, int, PlacedFigure]
"""A square, as steps from the one that a figure stands on, and the figure as it lies on that square."""


@lru_cache(maxsize=4096)
def figures_by_covered_square(
    tile_id: str, turn: int, crowd: tuple[Someone, ...], built: tuple[str, int] | None, px: int, suited: int = 0
) -> tuple[Seen, ...]:
    """Return the figures of a tile, grouped by the squares that they cover, the tile's own included."""
    found = placed_figures(tile_id, turn, crowd, built, px, suited)
    return tuple((dx, dy, each._replace(x=each.x - dx * px, y=each.y - dy * px)) for each in found for dx, dy in each.over(px))


def placed_figures(
    tile_id: str, turn: int, crowd: tuple[Someone, ...], built: tuple[str, int] | None, px: int, suited: int = 0
) -> tuple[PlacedFigure, ...]:
    """Return the figures of a tile with their positions, and the buildings there (kind and floors).

    Players' figures are drawn for tiles of `suited` pixels if that is more than `px`.
    """
    placed_figures = []
    large = max(px, suited)
    spot = next((part.name for part in catalog.tile(tile_id).segments if part.kind == built[0]), "") if built else ""
    if built and spot:
        x, y = anchors(tile_id, turn).anchor(spot)
        placed_figures.append(PlacedFigure(FigureStamp(built[0], built[0], None, px, built[1]), round(x * px), round(y * px)))
    for (part, kind, role, seat), (x, y) in zip(crowd, figure_anchors(tile_id, turn, crowd, large / px), strict=True):
        lift = placed_figures[0].piece.hot[1] if spot and part == spot else 0
        size = px if kind in artwork().neutral and px < large else large
        placed_figures.append(PlacedFigure(FigureStamp(kind, role, seat, size), round(x * px), round(y * px) - round(lift * 0.6)))
    return tuple(placed_figures)


def figure_anchors(tile_id: str, turn: int, crowd: Sequence[Someone], wide: float = 1.0) -> list[Spot]:
    """Return the anchor of every figure of a tile in the unit square, in the order given.

    `wide` is the width of the figures relative to the usual one.
    """
    tile = anchors(tile_id, turn)
    places = [_home(tile, part) for part, _, _, _ in crowd]
    homes = list(places)
    if len(crowd) < 2:
        return places
    weights = [0.9 if kind in artwork().neutral else 0.5 for _, kind, _, _ in crowd]
    for _ in range(ROUNDS):
        moved = _push_apart(places, weights, wide)
        moved = [_slide_off_marks(tile, home, spot) for home, spot in zip(homes, moved, strict=True)]
        if moved == places:
            break
        places = moved
    return places


def _home(tile: Anchors, part: str) -> Spot:
    x, y = tile.parts.get(part, (0.5, 0.5))
    return float(x), float(y)


def _push_apart(places: list[Spot], weights: Sequence[float], wide: float) -> list[Spot]:
    """Return the positions after moving every overlapping pair apart along the shorter way, within the tile."""
    moved = list(places)
    for first in range(len(moved)):
        for second in range(first + 1, len(moved)):
            (ax, ay), (bx, by) = moved[first], moved[second]
            over_x, over_y = APART[0] * wide - abs(ax - bx), APART[1] * wide - abs(ay - by)
            if over_x <= 0 or over_y <= 0:
                continue
            share = weights[first] / (weights[first] + weights[second])
            if over_x <= over_y:
                way = over_x if ax > bx else -over_x
                moved[first], moved[second] = _clamp((ax + way * share, ay)), _clamp((bx - way * (1 - share), by))
            else:
                way = over_y if ay > by else -over_y
                moved[first], moved[second] = _clamp((ax, ay + way * share)), _clamp((bx, by - way * (1 - share)))
    return moved


def _slide_off_marks(tile: Anchors, home: Spot, spot: Spot) -> Spot:
    """Return the position of a figure after moving it off a symbol.

    A figure that was not pushed from its anchor stays there.
    """
    if spot == home:
        return spot
    x, y = spot
    for mark_x, mark_y in tile.marks:
        dx, dy = x - mark_x, y - mark_y
        distance = (dx * dx + dy * dy) ** 0.5
        if 0 < distance < FROM_MARK:
            x, y = mark_x + dx / distance * FROM_MARK, mark_y + dy / distance * FROM_MARK
    return _clamp((x, y))


def _clamp(spot: Spot) -> Spot:
    return min(max(spot[0], RIM), 1 - RIM), min(max(spot[1], RIM + 0.03), 1 - RIM - 0.03)
