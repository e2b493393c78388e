"""`python bot.py` in a process that has loaded it already."""

from __future__ import annotations

import atexit
import os
import runpy
import sys
from collections.abc import Mapping, Sequence
from multiprocessing.connection import Connection
from pathlib import Path

import bot
import hosting.run  # noqa: F401  # as those above: what each start would load

SHIM = Path(__file__).parent / "shim"


def lived(arguments: Sequence[str], folder: Path, env: Mapping[str, str], said: Connection) -> None:
    """A whole life in this folder, with this environment and nothing else; what it says goes there."""
    os.dup2(said.fileno(), 1)
    os.dup2(said.fileno(), 2)
    said.close()
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(env)
    sys.argv[:] = ["bot.py", *arguments]
    runpy.run_path(str(SHIM / "sitecustomize.py"))  # as Python does it at its start
    try:
        sys.exit(bot.main(list(arguments)))
    finally:
        atexit._run_exitfuncs()  # a copy of another process leaves them out
