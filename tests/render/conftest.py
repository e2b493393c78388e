"""Boards to draw: positions of random games, each reached once."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.carcassonne.view import BoardView
from render.disk_cache import DiskCache
from render.sprites import shared
from tools.positions import reached

EVERYTHING = {"expansions": "inns,traders,dragon,tower"}


@pytest.fixture(scope="session")
def small() -> BoardView:
    """Twenty tiles, four seats, somebody to place."""
    return reached({}, 4, 20).view


@pytest.fixture(scope="session")
def crowded() -> BoardView:
    """Forty-five tiles of all sets with six seats: every kind of figure is about."""
    return reached(EVERYTHING, 6, 45).view


@pytest.fixture
def undrawn(tmp_path: Path) -> DiskCache:
    """Where nothing is drawn yet but the palette of summer, for which samples of all tiles are."""
    disk = DiskCache(tmp_path)
    disk.write("summer.palette", shared().palette("summer").to_bytes())
    return disk
