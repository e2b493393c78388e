"""Collecting garbage without holding the event loop: what has lasted is not looked through again each time.

A full collection looks at every object that there is, and nothing else happens meanwhile: with some hundred games in memory a
tenth of a second and more. Here whatever survives one is put aside, so that the next one looks only at what has come since. What
is put aside is still freed when nobody holds it any more; only circles of it are not found, so from time to time everything is
taken back.
"""

from __future__ import annotations

import gc
import sys
import time
from collections.abc import Callable, Mapping
from typing import Any

AFTER_S = 6 * 3600.0
"""After so long everything is looked through once more: the one long pause."""

SWITCH_S = 0.001
"""How long a painter's thread keeps the interpreter while the loop waits for it; five times as long is Python's own choice."""


class Aside:
    """Hears of every collection (`gc.callbacks`), and puts aside what has survived a full one."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """`clock` answers seconds."""
        self._clock = clock
        self._since = clock()

    def __call__(self, phase: str, info: Mapping[str, Any]) -> None:
        """`info` says which generation was collected; 2 is a full collection."""
        if phase != "stop" or info["generation"] != 2:
            return
        if self._clock() - self._since < AFTER_S:
            gc.freeze()
        else:
            gc.unfreeze()
            self._since = self._clock()


def bound() -> None:
    """Bound the pauses of this process: called once, before it serves anybody."""
    sys.setswitchinterval(SWITCH_S)
    gc.callbacks.append(Aside())
