"""Numbers of spots as people write them."""

from __future__ import annotations

from collections.abc import Sequence

from text.protocol import Spot


def ranges(spots: Sequence[Spot]) -> str:
    """Their numbers, neighbours together: `1–4, 7`."""
    found: list[list[int]] = []
    for spot in spots:
        if found and spot.number == found[-1][-1] + 1:
            found[-1].append(spot.number)
        else:
            found.append([spot.number])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in found)
