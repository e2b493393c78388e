"""The route of a ferry: a smooth line from landing to landing over squares without land."""

from __future__ import annotations

from collections import deque
from itertools import pairwise

from games.carcassonne.view import FerryView, MapView
from render.art.curves import MIDDLES, Point
from render.maps.surroundings import BESIDE, square_beyond


def route(view: MapView, ferry: FerryView) -> list[Point]:
    """Return the points of a ferry's line, in squares; a straight line if no water joins the landings."""
    (first, last) = ferry.ends
    cells = _water_route(view, square_beyond(*first), square_beyond(*last))
    return _smooth([_landing(*first), *((x + 0.5, y + 0.5) for x, y in cells), _landing(*last)])


def _landing(x: int, y: int, side: int) -> Point:
    return x + MIDDLES[side][0], y + MIDDLES[side][1]


def _water_route(view: MapView, start: tuple[int, int], goal: tuple[int, int]) -> list[tuple[int, int]]:
    """Return the squares of a shortest way over water, both ends included.

    Only `start` and `goal` if no water joins them.
    """
    before: dict[tuple[int, int], tuple[int, int] | None] = {start: None}
    open_squares = deque([start])
    while open_squares and goal not in before:
        here = open_squares.popleft()
        for dx, dy in BESIDE:
            near = (here[0] + dx, here[1] + dy)
            inside = -1 <= near[0] <= view.columns and -1 <= near[1] <= view.rows
            if inside and near not in before and view.glyph(near) in "~w":
                before[near] = here
                open_squares.append(near)
    if goal not in before:
        return [start, goal]
    way: list[tuple[int, int]] = []
    step: tuple[int, int] | None = goal
    while step is not None:
        way.append(step)
        step = before[step]
    return way[::-1]


def _smooth(points: list[Point]) -> list[Point]:
    """Return the line with its corners cut repeatedly; the ends stay."""
    for _ in range(4):
        cut = [points[0]]
        for (ax, ay), (bx, by) in pairwise(points):
            cut += [(ax * 0.75 + bx * 0.25, ay * 0.75 + by * 0.25), (ax * 0.25 + bx * 0.75, ay * 0.25 + by * 0.75)]
        points = [*cut, points[-1]]
    return points
