"""Positions of figures and symbols on tiles, cached on disk because the shapes of a tile are slow to compute."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache

from games.carcassonne import catalog
from render.disk_cache import process_cache

Spot = tuple[float, float]
"""A point of the unit square of a tile."""


@dataclass(frozen=True, eq=False)
class Anchors:
    """Positions of figures and symbols on one tile in one turn."""

    parts: dict[str, Spot]
    """For each segment where the middle of a figure on it stands."""
    marks: tuple[Spot, ...]
    """The middles of the symbols."""

    def anchor(self, part: str) -> Spot:
        """Return the position of the middle of a figure on a segment; raises `KeyError` if the tile has no such segment."""
        return self.parts[part]


@lru_cache(maxsize=1024)
def anchors(tile_id: str, turn: int) -> Anchors:
    """Return the positions on a tile, the same for every theme and copy; raises `KeyError` for an unknown tile."""
    file = f"places/{tile_id.replace('/', '-')}.{turn}"
    kept = process_cache().read(file)
    if kept is None:
        kept = _compute_anchors(tile_id, turn)
        process_cache().write(file, kept)
    parts, marks = json.loads(kept)
    return Anchors({part: (x, y) for part, (x, y) in parts.items()}, tuple((x, y) for x, y in marks))


def _compute_anchors(tile_id: str, turn: int) -> bytes:
    from render.art.shapes import tile_shapes  # loads a geometry library, which a bot that finds everything on disk never needs

    shapes = tile_shapes(catalog.tile(tile_id), turn)
    parts = {part: [float(along) for along in anchor] for part, anchor in shapes.anchors.items()}
    return json.dumps([parts, [[float(along) for along in mark.at] for mark in shapes.marks]]).encode()
