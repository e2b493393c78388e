"""The memory of a bot with nothing to draw, and of one that finds every sprite on disk."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from shutil import copyfile

PAINTERS = {"PIL", "numpy", "shapely", "isal"}
"""Libraries that only pictures need."""

NEVER = {"simcord", "playwright", "alembic", "pytest", "hypothesis"}
"""Libraries that a running bot has no use for, once its database is up to date."""

IDLE = """
import asyncio, json, sys
from pathlib import Path
from bot import Settings, build_bot

async def idle():
    bot = build_bot(Settings(token="", database=Path(sys.argv[1])))
    await bot.load(sync=False)
    await bot.close()

asyncio.run(idle())
sys.stdout.write(json.dumps(sorted({name.partition(".")[0] for name in sys.modules})))
"""

DRAWING = """
import json, sys
from itertools import islice
from render.carcassonne.painter import PAINTER
from text.carcassonne.texts import WORDS
from tools.positions import turns

for turn in islice(turns("base"), 1):
    PAINTER.turn(turn.view, turn.events, WORDS.say.spots(turn.view, turn.legal), 1)
sys.stdout.write(json.dumps(sorted({name.partition(".")[0] for name in sys.modules})))
"""


def loaded(program: str, *arguments: str, **environment: str) -> set[str]:
    """Return the top-level modules of a process that ran a program."""
    command = [sys.executable, "-c", program, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env={**os.environ, **environment})
    return set(json.loads(done.stdout.splitlines()[-1]))


def test_an_idle_bot_has_loaded_nothing_that_draws(tmp_path: Path, new_file: Path) -> None:
    loaded_match = loaded(IDLE, str(copyfile(new_file, tmp_path / "idle.db")))  # a new database may be made by a library of its own

    assert "discord" in loaded_match
    assert not loaded_match & (PAINTERS | NEVER)


def test_a_bot_that_finds_its_sprites_loads_no_geometry(tmp_path: Path) -> None:
    first = loaded(DRAWING, BASTIDE_CACHE=str(tmp_path))
    again = loaded(DRAWING, BASTIDE_CACHE=str(tmp_path))

    assert "shapely" in first, "missing sprites are drawn"
    assert "shapely" not in again
    assert {"PIL", "numpy"} <= again


LOADING = """
import gc, json, runpy, sys
from importlib import import_module

sys.argv = ["bot.py", "--version"]
try:
    runpy.run_path("bot.py", run_name="__main__")
except SystemExit:
    pass
loading = gc.isenabled()
bot = import_module("bot")
bot.build_bot(bot.Settings(token=""))
sys.stdout.write("\\n" + json.dumps([name for name, on in (("loading", loading), ("running", gc.isenabled())) if on]))
"""


def test_garbage_is_collected_once_everything_is_loaded() -> None:
    assert loaded(LOADING) == {"running"}
