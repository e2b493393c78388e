"""The tiles as printed in the rule files, parsed from `tests/rules/tile_tables.md`, independent of the engine's own reader."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

TABLES = Path(__file__).parents[2] / "rules" / "tile_tables.md"

EDGES = ("N", "E", "S", "W")
HALF_EDGES = ("n1", "n2", "e1", "e2", "s1", "s2", "w1", "w2")
KINDS = {"c": "city", "r": "road", "f": "meadow", "w": "river"}


@dataclass(frozen=True)
class PrintedSegment:
    """One segment of an unturned tile."""

    kind: str
    ports: tuple[str, ...]
    marks: tuple[str, ...]
    touches: tuple[str, ...]


@dataclass(frozen=True)
class PrintedTile:
    """One tile, which is one row of a table."""

    id: str
    count: int
    edges: str
    segments: dict[str, PrintedSegment]
    symbol: str


def turned(port: str, turn: int) -> str:
    """Return the edge or half-edge to which `port` points after `turn` quarter turns clockwise."""
    if port in EDGES:
        return EDGES[(EDGES.index(port) + turn) % 4]
    return HALF_EDGES[(HALF_EDGES.index(port) + 2 * turn) % 8]


@cache
def printed_tiles() -> dict[str, PrintedTile]:
    """Return every tile by its id, such as `base/D`."""
    printed_tiles = {}
    set_id = ""
    for line in TABLES.read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            set_id = line[3:]
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) >= 7 and cells[1].isdecimal():
            tile = _tile(set_id, cells)
            printed_tiles[tile.id] = tile
        if set_id == "gardens" and cells[0] in printed_tiles:
            plain = printed_tiles[cells[0]]
            segments = {**plain.segments, "g": PrintedSegment("garden", (), (), ())}
            printed_tiles[plain.id + "_G"] = replace(plain, id=plain.id + "_G", count=int(cells[1]), segments=segments)
    return printed_tiles


def _tile(set_id: str, cells: list[str]) -> PrintedTile:
    name, count, edges, cities, roads, cloister, farm_fields, *symbol = cells
    segments: dict[str, PrintedSegment] = {}
    for column in (cities, roads, farm_fields):
        for entry in column.split(";"):
            if match := re.fullmatch(r"\s*([crfw]\d)=\{([^}]*)\}([^>]*)(?:>\s*(.*))?", entry):
                ports = tuple(port for port in match[2].split(",") if port)
                marks = tuple(re.findall(r"shield|inn|cathedral|wine|grain|cloth|princess", match[3]))
                touches = tuple(touch.strip() for touch in (match[4] or "").split(",") if touch.strip())
                segments[match[1]] = PrintedSegment(KINDS[match[1][0]], ports, marks, touches)
            else:
                assert entry.strip() == "-", f"{set_id}/{name}: {entry!r}"
    if cloister == "yes":
        segments["m"] = PrintedSegment("cloister", (), (), ())
    if set_id == "tower":
        segments["t"] = PrintedSegment("tower", (), (), ())
    return PrintedTile(f"{set_id}/{name}", int(count), edges.replace(" ", ""), segments, symbol[0] if symbol else "")
