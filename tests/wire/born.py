"""`python bot.py` run in a copy of a process that has loaded the program; it paints in threads, not in painter processes."""

from __future__ import annotations

import atexit
import gc
import os
import runpy
import sys
from collections.abc import Mapping, Sequence
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path

import bot
import runtime.lifecycle  # as those above: what each start would load
from cogs.render_executor import ThreadRenderExecutor
from editions.registry import EDITIONS
from runtime import backoff

SHIM = Path(__file__).parent / "shim"

for edition in EDITIONS.values():
    if edition.painter.prepare is not None:
        edition.painter.prepare()
    ThreadRenderExecutor.prepared.add(edition.game.id)
gc.freeze()  # what copies have in common is none of their garbage


def _shorten_waits() -> None:
    """Shorten the waits for an unreachable Discord, and for a database that another process has."""
    backoff.SHORTEST_S /= 10
    defaults = runtime.lifecycle.share_among_leases.__kwdefaults__
    assert defaults is not None, "its patience is one of them"
    defaults["patience_s"] /= 10


def lived(arguments: Sequence[str], folder: Path, env: Mapping[str, str], connection: Connection) -> None:
    """Run the bot to its end in this folder with only this environment, writing its output to `said`."""
    os.dup2(connection.fileno(), 1)
    os.dup2(connection.fileno(), 2)
    connection.close()
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(env)
    sys.argv[:] = ["bot.py", *arguments]
    _shorten_waits()
    bot.build_bot = partial(bot.build_bot, painting=ThreadRenderExecutor())
    runpy.run_path(str(SHIM / "sitecustomize.py"))  # as Python does it at its start
    try:
        sys.exit(bot.main(list(arguments)))
    finally:
        atexit._run_exitfuncs()  # a copy of another process leaves them out
