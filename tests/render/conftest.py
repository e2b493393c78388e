"""Fixtures of boards to draw: positions of random games, each computed once."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.carcassonne.view import BoardView
from render.disk_cache import DiskCache
from render.sprites import process_sprites
from tests.everything import ALL as ALL_INSTALLED
from tools.positions import reached

EVERYTHING = {"expansions": ALL_INSTALLED}


@pytest.fixture(scope="session")
def small() -> BoardView:
    """Return a board of twenty tiles with four seats and a tile to place."""
    return reached({}, 4, 20).view


@pytest.fixture(scope="session")
def crowded() -> BoardView:
    """Return a board of forty-five tiles of all sets with six seats and every kind of figure."""
    return reached(EVERYTHING, 6, 45).view


@pytest.fixture
def undrawn(tmp_path: Path) -> DiskCache:
    """Return a cache with the palette of summer only, which needs samples of all tiles."""
    disk = DiskCache(tmp_path)
    disk.write("summer.palette", process_sprites().palette("summer").to_bytes())
    return disk
