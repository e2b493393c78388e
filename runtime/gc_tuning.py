"""Collecting garbage without holding the event loop: what has lasted is not looked through again each time.

A full collection looks at every object that there is, and nothing else happens meanwhile: with some hundred games in memory a
tenth of a second and more. Here whatever survives one is put aside, so that the next one looks only at what has come since. What
is put aside is still freed when nobody holds it any more; only circles of it are not found, so from time to time everything is
taken back. What the start leaves behind is by far the most, and is looked through before anybody waits.
"""

from __future__ import annotations

import gc
import sys
import time
from collections.abc import Callable, Mapping
from typing import Any

AFTER_S = 6 * 3600.0
"""After so long everything is looked through once more: the one long pause."""

COUNTED_S = 600.0
"""How often it is counted what lies aside."""

GROWN = 3
"""Once there is so many times as much aside as there was then, too: what nobody holds any more must not fill the memory."""

OFTEN = (700, 4, 2)
"""After how many new objects, and how many smaller collections, there is one. Full ones come ten times as often as Python's own, so
each has a tenth to look through; positions of games are long lists, and each of them takes a while.
"""

SWITCH_S = 0.001
"""How long a thread (the database's) keeps the interpreter while the loop waits; five times as long is Python's own choice."""


class GcFreezer:
    """Hears of every collection (`gc.callbacks`), and puts aside what has survived a full one."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """`clock` answers seconds."""
        self._clock = clock
        self._is_empty = True
        """Nothing lies aside: the next full collection looks through everything."""
        self._since = self._counted = clock()
        self._first = 0
        """How much was put aside when everything was looked through last."""

    def __call__(self, phase: str, info: Mapping[str, Any]) -> None:
        """`info` says which generation was collected; 2 is a full collection."""
        if phase != "stop" or info["generation"] != 2:
            return
        if self._is_over():
            self.take_back()
            return
        gc.freeze()
        if self._is_empty:
            self._is_empty, self._first = False, gc.get_freeze_count()
            self._since = self._counted = self._clock()

    def take_back(self) -> None:
        """Let the next full collection look through everything."""
        gc.unfreeze()
        self._is_empty = True

    def _is_over(self) -> bool:
        """Return whether it is time to collect again: after enough time, or if enough objects were added.

        Counting the objects walks through the memory, so it is done seldom.
        """
        now = self._clock()
        if self._is_empty or now - self._since >= AFTER_S:
            return not self._is_empty
        if now - self._counted < COUNTED_S:
            return False
        self._counted = now
        return gc.get_freeze_count() > GROWN * self._first


def bound_gc_pauses() -> None:
    """Bound the pauses of this process; called once, before it serves requests."""
    sys.setswitchinterval(SWITCH_S)
    gc.set_threshold(*OFTEN)
    gc.callbacks.append(GcFreezer())


def collect_after_start() -> None:
    """Collect garbage now, when everything is loaded and no user waits yet.

    Twice, because a full collection comes by itself only when the objects have grown by a quarter since the last one: the second
    one leaves next to nothing, so that the next ones come soon, and are short.
    """
    for aside in gc.callbacks:
        if isinstance(aside, GcFreezer):
            aside.take_back()
    gc.collect()
    gc.collect()
