"""The playable maps by id: the built-in ones, and those registered from their text.

An id always means the same map, because a replay must not change with a file. Built-in maps are frozen once published: a better
drawing gets a new id (a test pins each file by its hash). A registered map's id ends in a hash of its text, so every process that
registers the same text gets the same id, and the table of registered maps is only a cache.
"""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from importlib.resources import files

from games.carcassonne.expansions.maps.check import check_design
from games.carcassonne.expansions.maps.design import MapDesign
from games.carcassonne.expansions.maps.reader import read_map
from games.carcassonne.expansions.maps.spelling import respelt

BUILT_IN = ("tutorial", "benelux", "germany", "france", "britain")
"""The ids of our own maps, in the order in which a host should see them."""

_registered: dict[str, MapDesign] = {}
_remembered: dict[str, str] = {}
"""Texts of registered maps: not yet read, as long as nobody has looked at the map since the program began."""


def text_of(map_id: str) -> str:
    """Return the text of the map with this id; raises `KeyError` if there is none."""
    if map_id not in BUILT_IN:
        return _remembered[map_id]
    return files(__package__).joinpath("countries", f"{map_id}.txt").read_text(encoding="utf-8")


@cache
def _built_in_map(map_id: str) -> MapDesign:
    design = read_map(text_of(map_id))
    check_design(design)
    return respelt(design)


def read_checked(text: str) -> MapDesign:
    """Return the map that a text draws, checked to be playable; raises `InvalidMapError`."""
    design = read_map(text)
    check_design(design)
    return design


def id_for(design: MapDesign, text: str) -> str:
    """Return the id of a map read from this text: its own name and a hash of the whole text."""
    return f"{design.id}-{_mark(text)}"


def register(text: str) -> str:
    """Make a map playable and return its id, which depends only on the text; raises `InvalidMapError`.

    Before a match is opened whose `map` option names a registered map, its text must be registered.
    """
    design = read_checked(text)
    map_id = id_for(design, text)
    _registered.setdefault(map_id, design)
    _remembered[map_id] = text
    return map_id


def remember(map_id: str, text: str) -> None:
    """Register a known map's text without parsing it; it is parsed when the map is first used.

    So a program with thousands of maps starts quickly.
    """
    assert map_id.endswith(f"-{_mark(text)}"), map_id
    _remembered[map_id] = text


def knows(map_id: str) -> bool:
    """Return whether a map with this id can be played."""
    return map_id in BUILT_IN or map_id in _registered or map_id in _remembered


def design_of(map_id: str) -> MapDesign:
    """Return the map with this id; raises `KeyError` if there is none."""
    if map_id in BUILT_IN:
        return _built_in_map(map_id)
    if map_id not in _registered:
        # Not checked again: what was fit to be played stays playable, or its matches could not be replayed.
        _registered[map_id] = read_map(_remembered[map_id])
    return _registered[map_id]


def _mark(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:12]
