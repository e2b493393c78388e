"""The tiles whose drawing the tests examine."""

from __future__ import annotations

import pytest

from games.carcassonne.catalog import tiles

EACH = 4
"""Of so many tiles one is looked at in every run, the others in `make soak`: a tile's drawing changes with the rules of drawing."""

TILES = [
    pytest.param(tile, id=tile.id, marks=pytest.mark.soak if number % EACH else ()) for number, tile in enumerate(tiles().values())
]
