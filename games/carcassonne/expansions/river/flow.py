"""The river's course: it never turns to the same side twice running, and never into a corner (RV-R3, RV-R4, RV-E1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from games.carcassonne.actions import Action
from games.carcassonne.geometry import STEP, opposite, xy
from games.carcassonne.state import Rules, State
from games.carcassonne.tile import SegmentKind, Shape
from games.carcassonne.tile_layout import TileLayout
from games.carcassonne.view import MarkView

WATER = SegmentKind("river", shape=Shape.SIDES, part="w", letter="W", settled=False, goes_on=True)

SPRING, LAKE = "river/rv01", "river/rv12"
MIDDLE = tuple(f"river/rv{number:02}" for number in range(2, 12))
"""The tiles between them, drawn in any order."""

STRAIGHT = 2
"""Quarter turns clockwise from the side where the water comes in to that where it leaves; 1 and 3 are bends."""


class RiverEnd(NamedTuple):
    """Open end of the river: the empty square into which it flows, and how it got there."""

    cell: int
    """The empty square into which it flows."""
    side: int
    """The side at which it comes into that square."""
    bend: int
    """How it ran on the tile before: `STRAIGHT`, 1 or 3; the spring counts as straight."""


class RiverCourse(NamedTuple):
    """Course of a river, real or assumed, with the tiles still to come."""

    lying: frozenset[int]
    """The occupied cells."""
    demands: Mapping[int, int]
    """What empty cells demand (see `edges`)."""
    mouth: RiverEnd | None
    """None where it has ended."""
    left: tuple[int, ...]
    """The kinds of tiles still to come, one for each tile, the lake last."""


def water_sides(layout: TileLayout) -> tuple[int, ...]:
    """Return the sides of a tile through which the river runs."""
    return next((segment.ports for segment in layout.segments if segment.kind is WATER), ())


def river_end(state: State) -> RiverEnd | None:
    """Return the open end of the river on the board; None once the lake is placed."""
    for cell, (layout, _, _) in reversed(state.board.items()):
        sides = water_sides(layout)
        for side in sides:
            if cell + STEP[side] not in state.board:
                return _end_out_of(cell, side, sides)
    return None


def _end_out_of(cell: int, side: int, sides: Sequence[int]) -> RiverEnd:
    entry = next((other for other in sides if other != side), opposite(side))
    return RiverEnd(cell + STEP[side], opposite(side), (side - entry) % 4)


def go_on(state: State, _seat: int, out: list[Action]) -> None:
    """Limit placements of a river tile to those at the open end without a U-turn, after which the rest can always be placed."""
    turned = state.rules.layouts[state.hand]
    if not water_sides(turned[0]):
        return
    end = river_end(state)
    course = RiverCourse(frozenset(state.board), state.frontier, end, _remaining_tiles(state))
    out[:] = [action for action in out if action.verb != "place" or _may_lie(state.rules, course, turned[action.turn], action.cell)]


def river_mark(state: State) -> tuple[MarkView, ...]:
    """Return a mark on the square where the river continues; empty if no river tile is left.

    The mark's number is 1 plus the side to which the river may not turn, or 0 if it may turn to both.
    """
    hand = state.hand >= 0 and bool(water_sides(state.rules.layouts[state.hand][0]))
    end = river_end(state) if hand or _remaining_tiles(state) else None
    if end is None:
        return ()
    closed = 0 if end.bend == STRAIGHT else 1 + (end.side + end.bend) % 4
    return (MarkView(*xy(end.cell), "mouth", closed),)


def _remaining_tiles(state: State) -> tuple[int, ...]:
    kinds = [kind for stack in state.rules.stacks for kind in sorted(stack) if water_sides(state.rules.layouts[kind][0])]
    return tuple(kind for kind in kinds for _ in range(state.bag[kind]))


def _may_lie(rules: Rules, course: RiverCourse, layout: TileLayout, cell: int) -> bool:
    if course.mouth is None or cell != course.mouth.cell:
        return False
    further = _extend_course(course, course.mouth, layout)
    return further is not None and _can_always_end(rules, further)


def _extend_course(course: RiverCourse, end: RiverEnd, layout: TileLayout) -> RiverCourse | None:
    """Return the course with one more tile at its open end; None for a U-turn, or if the water would run into a tile."""
    beyond = next((side for side in water_sides(layout) if side != end.side), -1)
    bend = (beyond - end.side) % 4
    if beyond >= 0 and (end.bend == bend != STRAIGHT or end.cell + STEP[beyond] in course.lying):
        return None
    demands = dict(course.demands)
    for _, step, bits, _, _ in layout.borders:
        demands[end.cell + step] = demands.get(end.cell + step, 0) | bits
    open_end = None if beyond < 0 else RiverEnd(end.cell + STEP[beyond], opposite(beyond), bend)
    return RiverCourse(course.lying | {end.cell}, demands, open_end, course.left)


def _can_always_end(rules: Rules, course: RiverCourse) -> bool:
    """Return whether the river can be completed in every order in which its tiles may be drawn."""
    if course.mouth is None or not course.left or _has_open_country(course, course.mouth):
        return True
    soon = set(course.left[:-1]) or set(course.left)  # the lake comes last
    return all(any(_can_always_end(rules, further) for further in _courses_with(rules, course, kind)) for kind in soon)


def _courses_with(rules: Rules, course: RiverCourse, kind: int) -> Iterator[RiverCourse]:
    """Yield the course after the next tile of this kind, for each way in which it may be placed."""
    end = course.mouth
    assert end is not None
    fitting = rules.fits[kind][course.demands.get(end.cell, 0)]
    place = course.left.index(kind)
    left = (*course.left[:place], *course.left[place + 1 :])
    for turn, layout in enumerate(rules.layouts[kind]):
        if fitting >> turn & 1:
            further = _extend_course(course._replace(left=left), end, layout)
            if further is not None:
                yield further


def _has_open_country(course: RiverCourse, end: RiverEnd) -> bool:
    """Return whether the quarter of the plane ahead and to one side of the open end is free, except for the last tile.

    Then bends can alternate between that side and ahead, and the water never meets a tile: this quick test nearly always suffices.
    """
    ahead = opposite(end.side)
    return any(_is_free(course, end, ahead, (end.side + way) % 4) for way in (1, 3) if way != end.bend)


def _is_free(course: RiverCourse, end: RiverEnd, ahead: int, beside: int) -> bool:
    """Return whether the quarter of the plane ahead and `beside` the open end holds no tile, the last one excepted.

    The squares along the edges of the quarter must be free too.
    """
    x, y = xy(end.cell)
    (ax, ay), (bx, by) = _WAYS[ahead], _WAYS[beside]
    last = end.cell + STEP[end.side]
    for cell in course.lying:
        there = xy(cell)
        dx, dy = there[0] - x, there[1] - y
        forward, aside = dx * ax + dy * ay, dx * bx + dy * by
        if forward >= -1 and aside >= -1 and forward + aside >= -1 and cell != last:
            return False
    return True


_WAYS = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""One step to each side, as (x, y)."""
