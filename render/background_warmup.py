"""A background process that draws missing sprites while the bot runs."""

from __future__ import annotations

import atexit
import logging
import os
import subprocess
import sys
import threading
from pathlib import Path

from render.disk_cache import process_cache

log = logging.getLogger("render.warming")

COMPLETE = "complete"
"""What is kept under this name in the cache says that nothing is missing."""

UNFINISHED = 3
"""The exit code of a process whose time was up."""

FOR_S, AGAIN_S = 180.0, 3600.0
"""Seconds that such a process takes, and until the next one goes on: it holds some 100 MB."""

COMMAND = (sys.executable, "-m", "render.warm", "--all", "--beside", str(os.getpid()), "--for", f"{FOR_S:.0f}")

AFTER_S = 30.0
"""Seconds that a program has for its own start before sprites are drawn beside it."""


_NOTHING = subprocess.DEVNULL


def warm_up_in_background(after_s: float = AFTER_S) -> threading.Timer | None:
    """Start a timer that begins drawing after `after_s` seconds; None if no sprite is missing.

    The drawing process ends with this program at the latest.
    """
    if process_cache().has(COMPLETE):
        return None
    timer = threading.Timer(after_s, _draw_ahead)
    timer.daemon = True
    timer.start()
    return timer


def _draw_ahead() -> None:
    try:
        child = subprocess.Popen(COMMAND, cwd=Path(__file__).parent.parent, stdin=_NOTHING, stdout=_NOTHING, stderr=_NOTHING)  # noqa: S603
    except OSError as trouble:
        log.warning("sprites are not drawn ahead: %s", trouble)
        return
    atexit.register(child.terminate)
    code = child.wait()
    atexit.unregister(child.terminate)
    log.info("drawing sprites ahead ended with code %d", code)
    if code == UNFINISHED:
        warm_up_in_background(AGAIN_S)
