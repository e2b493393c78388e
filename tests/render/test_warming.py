"""Sprites that are missing are drawn beside the running bot, by a process of its own."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest

from render import warm, warming
from render.diskcache import DiskCache, shared
from render.maps.links import BigCity
from render.maps.paper import paper_of
from tools.positions import reached


@pytest.fixture
def disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> DiskCache:
    """An empty cache."""
    empty = DiskCache(tmp_path / "cache")
    monkeypatch.setattr(warming, "shared", lambda: empty)
    return empty


def test_where_nothing_is_missing_nothing_is_started(disk: DiskCache) -> None:
    disk.write(warming.COMPLETE, b"")

    assert warming.in_background(0) is None


def test_what_is_missing_is_drawn_by_another_process(disk: DiskCache, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    came = tmp_path / "came"
    monkeypatch.setattr(warming, "COMMAND", (sys.executable, "-c", f"open({str(came)!r}, 'w').close()"))

    timer = warming.in_background(0)

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
    """A process that nobody has collected yet is at its end all the same."""
    try:
        return ") Z " not in Path(f"/proc/{number}/stat").read_text(encoding="ascii")
    except FileNotFoundError:
        return False


def test_the_command_is_one_that_there_is() -> None:
    with pytest.raises(SystemExit) as ended:
        warm.main([*warming.COMMAND[3:], "--help"])
    assert ended.value.code == 0


def test_the_paper_of_a_map_is_that_of_every_game_on_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was drawn before the first game is found by its first picture."""
    printed = reached({"map": "tutorial"}, 2, 3).view.printed
    assert printed is not None

    monkeypatch.setattr(warm, "SIZES", (40, 20, 10))
    monkeypatch.setattr(warm, "largest_size", lambda _: 20)

    warm.maps(["tutorial"])

    assert [shared().has(f"maps/{paper_of(printed, px).name}") for px in (40, 20, 10)] == [True, True, False]
    monkeypatch.setattr(BigCity, "draw", None)
    assert all(link.lit.draw().width > 0 for link in paper_of(printed, 20).links)
