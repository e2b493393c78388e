"""Tiles with everything there is to draw, in every look: summer, winter, maps."""

from __future__ import annotations

import pytest

from render.art.themes import THEMES
from render.art.tiles import tile_sprite
from render.sprites import telling_tiles


@pytest.mark.parametrize("theme", THEMES)
def test_all_kinds_of_tiles_are_drawn_in_every_look(theme: str) -> None:
    for tile in telling_tiles():
        drawn = tile_sprite(tile, 0, 0, THEMES[theme], 48)

        assert drawn.size == (48, 48), tile.id
        assert len(drawn.getcolors(48 * 48) or ()) > 10, tile.id
