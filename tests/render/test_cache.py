"""Sprites and palettes on disk and in memory: kept, renewed when broken, never more than the limit."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from render import disk_cache, palette
from render.disk_cache import DiskCache
from render.lru_cache import WeightedLruCache
from render.sprites import Sprites


def test_a_second_process_finds_the_sprites_on_disk(undrawn: DiskCache, monkeypatch: pytest.MonkeyPatch) -> None:
    first = Sprites(undrawn).tile("summer", 40, "base/D", 1, 0)
    monkeypatch.setattr("render.art.tiles.tile_sprites", None)

    second = Sprites(DiskCache(undrawn.root)).tile("summer", 40, "base/D", 1, 0)

    assert (first == second).all()


def test_a_broken_file_is_drawn_again(undrawn: DiskCache) -> None:
    first = Sprites(undrawn).tile("summer", 40, "base/D", 1, 0)
    kept = undrawn.folder / "summer-40" / "base-D.1.0"
    kept.write_bytes(kept.read_bytes()[:50])

    again = Sprites(undrawn).tile("summer", 40, "base/D", 1, 0)

    assert (first == again).all()
    assert undrawn.read("summer-40/base-D.1.0", 1600) == again.tobytes()


def test_changed_art_never_meets_old_sprites(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    DiskCache(tmp_path).write("a", b"old")
    monkeypatch.setattr(disk_cache, "art_version", lambda: "another-version0")

    renewed = DiskCache(tmp_path)

    assert renewed.read("a", 3) is None
    renewed.write("a", b"new")
    renewed.forget_other_versions()
    assert [folder.name for folder in tmp_path.iterdir()] == ["another-version0"]


def test_a_folder_that_cannot_be_written_is_reported_once(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    disk = DiskCache(blocked)

    disk.write("a", b"1")
    disk.write("b", b"2")

    assert len(caplog.records) == 1
    assert disk.read("a", 1) is None


def test_what_came_with_the_program_is_read_and_never_written(tmp_path: Path) -> None:
    """An empty volume above the image's folder hides nothing."""
    DiskCache(tmp_path / "image").write("a", b"warm")
    disk = DiskCache(tmp_path / "volume", tmp_path / "image")

    assert disk.read("a", 4) == b"warm"

    disk.write("b", b"new")
    assert disk.read("b", 3) == b"new"
    assert DiskCache(tmp_path / "image").read("b", 3) is None


def test_a_shelf_gives_up_what_was_used_least() -> None:
    shelf: WeightedLruCache[str, bytes] = WeightedLruCache(10, len)
    shelf.put("a", b"1234")
    shelf.put("b", b"1234")
    shelf.get("a", lambda: b"made again")

    shelf.put("c", b"1234")

    assert shelf.peek("b") is None
    assert shelf.peek("a") == b"1234"
    assert shelf.total == 8


def test_a_palette_finds_its_own_colours_and_survives_the_disk() -> None:
    chance = np.random.default_rng(1)
    samples = chance.integers(0, 256, (4000, 3), dtype=np.uint8)
    reserved = [(1, 2, 3), (250, 4, 9), (10, 200, 30)]

    made = palette.fit_palette(samples, reserved)

    assert [tuple(int(v) for v in made.colours[made.place(colour)]) for colour in reserved] == reserved
    assert palette.read(made.to_bytes()).to_bytes() == made.to_bytes()
    error = np.abs(made.colours[made.places(samples)].astype(int) - samples).mean()
    assert error < 16
