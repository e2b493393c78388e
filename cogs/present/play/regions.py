"""Spots of a large board in parts, each so small that its picture can be read on a phone."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.present.parts import OPTIONS
from text.protocol import Spot

WIDE = 14
"""Columns or rows over which the spots of one part may lie."""


def regions(spots: Sequence[Spot]) -> list[list[Spot]]:
    """The spots in parts from north to south and west to east: at most a list of them in each, and none too wide to be read.

    Few spots that lie near together are one part. Numbers stay as they are, so those of a part may have gaps.
    """
    if not spots:
        return [[]]
    widths = [_extent(spots, axis) for axis in (0, 1)]
    if len(spots) <= OPTIONS and max(last - first for first, last in widths) < WIDE:
        return [list(spots)]
    axis = max((1, 0), key=lambda axis: widths[axis][1] - widths[axis][0])
    middle = sum(widths[axis]) / 2
    before, behind = ([spot for spot in spots if (spot.square[axis] <= middle) is here] for here in (True, False))
    return [*regions(before), *regions(behind)]


def ranges(spots: Sequence[Spot]) -> str:
    """Their numbers, neighbours together: `1–4, 7`."""
    found: list[list[int]] = []
    for spot in spots:
        if found and spot.number == found[-1][-1] + 1:
            found[-1].append(spot.number)
        else:
            found.append([spot.number])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in found)


def _extent(spots: Sequence[Spot], axis: int) -> tuple[int, int]:
    places = [spot.square[axis] for spot in spots]
    return min(places), max(places)
