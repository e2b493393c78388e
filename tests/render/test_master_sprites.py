"""One drawing for all sizes: of tiles, of figures, and of the places where figures stand. Kept on disk, never drawn twice."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from games.carcassonne import catalog
from render import anchors, master_sprites
from render.art.figures import figure_sprite
from render.art.shapes import tile_shapes
from render.art.themes import THEMES
from render.art.tiles import tile_sprite, tile_sprites
from render.disk_cache import DiskCache
from render.lru_cache import WeightedLruCache
from render.sprites import HAND_SIZES, SIZES, Sprites, fitting_size


@pytest.fixture
def disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> DiskCache:
    """Return an empty cache of sprites, on disk and in memory."""
    empty = DiskCache(tmp_path)
    monkeypatch.setattr(master_sprites, "process_cache", lambda: empty)
    monkeypatch.setattr(anchors, "process_cache", lambda: empty)
    monkeypatch.setattr(master_sprites, "_kept", WeightedLruCache(1, lambda _: 2))
    return empty


def test_sizes_of_one_drawing_look_as_if_each_had_been_drawn() -> None:
    tile, theme = catalog.tile("base/D"), THEMES["summer"]

    for px, picture in tile_sprites(tile, 1, 0, theme, (128, 96, 40)):
        alone = tile_sprite(tile, 1, 0, theme, px)
        assert picture.size == (px, px)
        difference = np.abs(np.asarray(picture).astype(int) - np.asarray(alone)).mean()
        assert difference == 0 if px == 128 else difference < 12


def test_a_tile_that_is_missing_is_drawn_once_for_all_sizes_of_boards(undrawn: DiskCache, monkeypatch: pytest.MonkeyPatch) -> None:
    Sprites(undrawn).tile("summer", 96, "base/D", 1, 1)
    monkeypatch.setattr("render.art.tiles.tile_sprites", None)

    again = Sprites(DiskCache(undrawn.root))

    assert [again.tile("summer", px, "base/D", 1, 1).shape for px in SIZES] == [(px, px) for px in SIZES]
    assert again.is_warm("summer", "base/D", 1, 1)


def test_warming_draws_a_tile_as_it_comes_to_hand_in_the_sizes_of_hands(
    undrawn: DiskCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    Sprites(undrawn).warm("summer", "base/D", 0, 0)
    monkeypatch.setattr("render.art.tiles.tile_sprites", None)

    again = Sprites(DiskCache(undrawn.root))

    assert [again.tile("summer", px, "base/D", 0, 0).shape for px in HAND_SIZES] == [(px, px) for px in HAND_SIZES]


@pytest.mark.parametrize("room", range(32, 300, 7))
def test_the_tile_in_hand_fills_nearly_all_of_its_room(room: int) -> None:
    assert fitting_size(room) <= room
    assert fitting_size(room) >= min(room, HAND_SIZES[0]) * 0.74
    assert fitting_size(5) == HAND_SIZES[-1]


def test_a_figure_is_drawn_once_and_found_on_disk(disk: DiskCache, monkeypatch: pytest.MonkeyPatch) -> None:
    """In every size, and the same in all standing roles."""
    first = master_sprites.figure("small", "knight", 2, 96)
    monkeypatch.setattr(master_sprites, "figure_master", None)

    again = master_sprites.figure("small", "monk", 2, 96)

    assert (again.hot, again.image.tobytes()) == (first.hot, first.image.tobytes())
    assert master_sprites.figure("small", "knight", 2, 40).image.height < first.image.height / 2
    assert disk.has("figures/small.2.0")


def test_a_broken_figure_is_drawn_again(disk: DiskCache) -> None:
    first = master_sprites.figure("pig", "pig", 1, 64)
    disk.write("figures/pig.1.0", b"12345678 and no picture")

    assert master_sprites.figure("pig", "pig", 1, 64).image.tobytes() == first.image.tobytes()


@pytest.mark.parametrize("px", [32, 57, 128])
def test_a_figure_stands_with_its_foot_on_the_spot_in_every_size(px: int) -> None:
    """The hot spot is at the same share of the drawing, to a pixel."""
    large, small = figure_sprite("big", "knight", 0, 512), figure_sprite("big", "knight", 0, px)

    for along in (0, 1):
        assert abs(small.hot[along] - large.hot[along] * px / 512) <= 1
        assert abs(small.image.size[along] - large.image.size[along] * px / 512) <= 1


@pytest.mark.parametrize("turn", range(4))
def test_kept_places_are_those_of_the_shapes(disk: DiskCache, turn: int, emptied: Callable[..., None]) -> None:
    shapes = tile_shapes(catalog.tile("base/M"), turn)
    emptied(anchors.anchors)
    first = anchors.anchors("base/M", turn)
    emptied(anchors.anchors)
    kept = anchors.anchors("base/M", turn)

    assert kept is not first
    assert kept.parts == first.parts == {part: tuple(map(float, anchor)) for part, anchor in shapes.anchors.items()}
    assert kept.marks == tuple(tuple(map(float, mark.at)) for mark in shapes.marks)
    with pytest.raises(KeyError):
        kept.anchor("r9")
