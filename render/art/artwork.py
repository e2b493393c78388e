"""Tables of the drawings that each expansion adds, and their combination.

The pictures of an expansion are one module, `render.carcassonne.expansions.<its name>`, whose `ART` is an `Artwork`; it is imported
by name, and no other drawing module refers to it. Drawings of the base game are in the modules that use them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from importlib import import_module
from typing import Any, NamedTuple, TypeAlias

from PIL import Image, ImageDraw

from games.carcassonne.expansion import expansion_modules
from render.art.canvas import TileCanvas
from render.art.curves import Point
from render.art.silhouettes import FigureArt
from render.art.themes import Theme

HOME = "render.carcassonne.expansions"

ROAD_WIDTH = 0.095
"""How wide a road is paved, in tiles."""

Paint: TypeAlias = Callable[[TileCanvas, Point, float, Theme], None]
"""Draws a symbol: canvas, middle, radius, theme."""


Ribbon: TypeAlias = Callable[[float], Any]
"""The area of what runs through a tile, drawn with a pen of a width in tiles and cut at the rim."""


class MarkArt(NamedTuple):
    """Drawing of a symbol on tiles."""

    paint: Paint
    radius: float
    """Room that it takes around its middle."""
    on_land: bool = False
    """Never in a city."""
    ends_roads: bool = False
    """A road that leads to nowhere else ends at it."""
    by_road: bool = False
    """As near to its road as can be."""
    middle: Point | None = None
    """Where it would best stand."""


class LineArt(NamedTuple):
    """Drawing of a kind of segment that runs through sides of a tile, like a road."""

    paint: Callable[[TileCanvas, Ribbon, Theme], None]
    """Draws all its segments on a tile; roads are drawn over it, on bridges."""
    width: float = ROAD_WIDTH
    """Land that it takes, in tiles."""


@dataclass(frozen=True)
class Artwork:
    """Drawings that one expansion adds; every table may stay empty."""

    figures: Mapping[str, FigureArt] = field(default_factory=dict)
    """Its figures; `<figure> lying` is how one lies as a farmer."""
    built: Mapping[str, Callable[[int], Image.Image]] = field(default_factory=dict)
    """Marks of the view that stand on a tile like a figure, as high as they were built: the large drawing for so many floors."""
    neutral: tuple[str, ...] = ()
    """Figures of nobody: they stand on a whole tile, and give way to the others."""
    heights: Mapping[str, float] = field(default_factory=dict)
    """Units that the icons of its figures are high in a panel."""
    marks: Mapping[str, MarkArt] = field(default_factory=dict)
    """Its symbols."""
    spots: Mapping[str, MarkArt] = field(default_factory=dict)
    """By kind of segment that lies within its tile what is to be seen of it."""
    lines: Mapping[str, LineArt] = field(default_factory=dict)
    """By kind of segment that runs through sides."""
    goods: Mapping[str, Callable[[ImageDraw.ImageDraw, int], None]] = field(default_factory=dict)
    """Icons of what it lets a player own."""
    at: Mapping[str, str] = field(default_factory=dict)
    """Verbs that name a tile and mean one segment of it."""
    means: Mapping[str, str] = field(default_factory=dict)
    """Verbs that name nothing and mean the player's figure of one kind, wherever it stands."""
    walks: tuple[type[Any], ...] = ()
    """Its events by which something walks on to the square (x, y) that they name."""
    summed: Mapping[str, str] = field(default_factory=dict)
    """By the source of points that it brings the one of the base game in whose part of a final sum they stand."""
    samples: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Tiles that stand for it in a lobby, by its id."""
    legend: tuple[tuple[str, str], ...] = ()
    """(name, set or id of a tile) of each symbol that the legend shows."""
    legend_figures: tuple[str, ...] = ()


def artwork() -> Artwork:
    """Return the drawings of all expansions combined."""
    return _sum(expansion_modules())


def artwork_of(expansions: Collection[str]) -> Artwork:
    """Return the drawings of only these expansions, given by id, combined."""
    return _sum(tuple(module for module in expansion_modules() if module in expansions))


@cache
def _sum(modules: tuple[str, ...]) -> Artwork:
    merged: dict[str, Any] = {}
    for art in (import_module(f"{HOME}.{module}").ART for module in modules):
        for slot in fields(Artwork):
            value = getattr(art, slot.name)
            if isinstance(value, tuple):
                merged[slot.name] = (*merged.get(slot.name, ()), *value)
            else:
                twice = set(value) & set(merged.get(slot.name, {}))
                assert not twice, (slot.name, twice)
                merged[slot.name] = {**merged.get(slot.name, {}), **value}
    return Artwork(**merged)
