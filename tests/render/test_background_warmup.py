"""Sprites that are missing are drawn beside the running bot, by a process of its own."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest

from games.carcassonne import catalog
from render import background_warmup, warm
from render.art.themes import THEMES
from render.disk_cache import DiskCache, process_cache
from render.maps.links import BigCity
from render.maps.paper import paper_of
from render.sprites import Sprites
from tools.positions import reached


@pytest.fixture
def disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> DiskCache:
    """Return an empty cache."""
    empty = DiskCache(tmp_path / "cache")
    monkeypatch.setattr(background_warmup, "process_cache", lambda: empty)
    return empty


def test_where_nothing_is_missing_nothing_is_started(disk: DiskCache) -> None:
    disk.write(background_warmup.COMPLETE, b"")

    assert background_warmup.warm_up_in_background(0) is None


def test_what_is_missing_is_drawn_by_another_process(disk: DiskCache, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    came = tmp_path / "came"
    monkeypatch.setattr(background_warmup, "COMMAND", (sys.executable, "-c", f"open({str(came)!r}, 'w').close()"))

    timer = background_warmup.warm_up_in_background(0)

    assert timer is not None and timer.daemon
    timer.join(60)
    assert came.exists()


def test_it_ends_with_the_program_that_began_it() -> None:
    """Also where that was killed, which can tell nobody."""
    drawing = "import sys, time; from render import warm; warm.LOOK_S = 0.05; warm.be_gentle(int(sys.argv[1])); time.sleep(600)"
    child_of = f"subprocess.Popen([sys.executable, '-c', {drawing!r}, str(os.getpid())])"
    program = f"import os, subprocess, sys; print({child_of}.pid, flush=True); input()"
    began = subprocess.Popen([sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert began.stdout is not None
    child = int(began.stdout.readline())

    began.kill()
    began.wait()

    deadline = time.monotonic() + 60
    while _runs(child):
        assert time.monotonic() < deadline
        time.sleep(0.05)


def _runs(number: int) -> bool:
    """Return whether a process runs; an uncollected one is at its end all the same."""
    try:
        return ") Z " not in Path(f"/proc/{number}/stat").read_text(encoding="ascii")
    except FileNotFoundError:
        return False


def test_the_command_is_one_that_there_is() -> None:
    with pytest.raises(SystemExit) as ended:
        warm.main([*background_warmup.COMMAND[3:], "--help"])
    assert ended.value.code == 0


def test_the_paper_of_a_map_is_that_of_every_game_on_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was drawn before the first game is found by its first picture."""
    printed = reached({"map": "tutorial"}, 2, 3).view.printed
    assert printed is not None

    monkeypatch.setattr(warm, "SIZES", (40, 20, 10))
    monkeypatch.setattr(warm, "largest_size", lambda _: 20)

    warm.maps(["tutorial"])

    assert [process_cache().has(f"maps/{paper_of(printed, px).name}") for px in (40, 20, 10)] == [True, True, False]
    monkeypatch.setattr(BigCity, "draw", None)
    assert all(link.lit.draw().width > 0 for link in paper_of(printed, 20).links)


def test_tiles_that_games_have_needed_are_drawn_first(disk: DiskCache, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warm, "sprites", lambda: Sprites(disk))
    disk.write("winter-40/traders-a.0.0", b"drawn for a game")

    order = warm.pairs_by_use()
    first = next(order)
    disk.write("summer-40/tower-a.0.0", b"drawn for another game since")

    assert [first, next(order)] == [("winter", "traders"), ("summer", "tower")]
    assert {first, ("summer", "tower"), *order} == {(theme, set_id) for theme in THEMES for set_id in catalog.sets()}


@pytest.mark.parametrize(("running", "waits"), [("1/90", False), ("2/90", True)])
def test_a_tile_waits_while_others_want_a_processor_but_not_for_ever(
    running: str, waits: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    slept: list[float] = []
    (tmp_path / "loadavg").write_text(f"0.1 0.1 0.1 {running} 7\n")
    monkeypatch.setattr(warm, "RUNNING", tmp_path / "loadavg")
    monkeypatch.setattr(warm, "sleep", slept.append)
    monkeypatch.setattr(warm, "perf_counter", lambda: sum(slept))

    warm.await_idle()

    assert bool(slept) is waits and sum(slept) <= warm.PATIENCE_S + warm.GLANCE_S


def test_it_gives_its_memory_back_and_goes_on_later(disk: DiskCache, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warm, "process_cache", lambda: disk)
    monkeypatch.setattr(warm, "figures", lambda names: None)
    assert warm.main(["--all", "--for", "0.000001"]) == background_warmup.UNFINISHED
    assert not disk.has(background_warmup.COMPLETE)

    again: list[float] = []
    monkeypatch.setattr(background_warmup, "COMMAND", (sys.executable, "-c", f"raise SystemExit({background_warmup.UNFINISHED})"))
    monkeypatch.setattr(background_warmup, "warm_up_in_background", again.append)
    background_warmup._draw_ahead()
    assert again == [background_warmup.AGAIN_S]
