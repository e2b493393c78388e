"""Uploaded maps: reading, registering and summarising a map that a server adds."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from games.carcassonne.expansions.maps import library
from games.carcassonne.expansions.maps.check import available
from games.carcassonne.expansions.maps.design import MapDesign
from games.carcassonne.expansions.maps.map_view_builder import view_of
from games.carcassonne.view import MapView
from games.core.uploads import Upload

GAME = "carcassonne"

KEPT = 128
"""Sheets kept: an id always means the same map, and lists of a server ask for all of its maps at once."""

_REGISTERED = re.compile(r".+-[0-9a-f]{12}")


class MapSummary(NamedTuple):
    """Key figures of one map, shown to hosts before they choose it."""

    squares: int
    """Squares that can hold a tile."""
    tiles: int
    """Tiles that are drawn at most."""
    starts: int
    towns: int
    """Small cities, start squares among them."""
    big_cities: int
    ferries: int
    meeples: int
    """What each player has."""
    view: MapView
    """What is printed, for the picture."""


class MapUploads:
    """Map library as an implementation of `games.core.uploads.Uploads`."""

    def built_in(self) -> Sequence[str]:
        return library.BUILT_IN

    def read(self, text: str) -> Upload:
        design = library.read_checked(text)
        return _upload(library.id_for(design, text), design, text)

    def register(self, text: str) -> Upload:
        return self.find(library.register(text))

    def takes(self, upload_id: str) -> bool:
        return _REGISTERED.fullmatch(upload_id) is not None

    def remember(self, upload_id: str, text: str) -> None:
        library.remember(upload_id, text)

    def knows(self, upload_id: str) -> bool:
        return library.knows(upload_id)

    def find(self, upload_id: str) -> Upload:
        return _find_upload(upload_id)


@lru_cache(maxsize=KEPT)
def _find_upload(map_id: str) -> Upload:
    return _upload(map_id, library.design_of(map_id), library.text_of(map_id))


def _upload(map_id: str, design: MapDesign, text: str) -> Upload:
    sheet = MapSummary(
        len(design.playable),
        _tiles(design),
        len(design.starts),
        len(design.towns),
        len(design.bigs),
        len(design.ferries),
        design.meeples,
        view_of(design, map_id),
    )
    return Upload(map_id, GAME, design.title, design.origin, text, sheet)


def _tiles(design: MapDesign) -> int:
    """Return how many tiles a game on this map has: the map's limit, at most all tiles of its sets."""
    there = available(design)
    return there if design.limit is None else min(there, design.limit)
