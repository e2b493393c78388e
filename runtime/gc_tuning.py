"""Garbage collection tuning: short pauses, because long-lived objects aren't scanned again each time.

A full collection scans every object and blocks the event loop; with some hundred games in memory that takes a tenth of a second or
more. Here the objects that survive a full collection are frozen (`gc.freeze`), so that the next one only scans newer ones. Frozen
objects are still freed by reference counting; only cycles among them aren't found, so from time to time everything is unfrozen. The
objects created at the start are collected before users wait.
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
    """A `gc.callbacks` callback that freezes the objects which survived a full collection."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Start with nothing frozen; `clock` returns seconds."""
        self._clock = clock
        self._is_empty = True
        """Nothing lies aside: the next full collection looks through everything."""
        self._since = self._counted = clock()
        self._first = 0
        """How much was put aside when everything was looked through last."""

    def __call__(self, phase: str, info: Mapping[str, Any]) -> None:
        """Freeze the survivors after a full collection (generation 2 in `info`), or unfreeze all if it's time to scan them."""
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
        """Unfreeze all objects, so that the next full collection scans everything."""
        gc.unfreeze()
        self._is_empty = True

    def _is_over(self) -> bool:
        """Return whether the frozen objects should be scanned again: after enough time, or if many were added.

        Counting frozen objects walks through memory, so it's done seldom.
        """
        now = self._clock()
        if self._is_empty or now - self._since >= AFTER_S:
            return not self._is_empty
        if now - self._counted < COUNTED_S:
            return False
        self._counted = now
        return gc.get_freeze_count() > GROWN * self._first


def bound_gc_pauses() -> None:
    """Shorten this process's garbage collection pauses; call it once, before it serves requests."""
    sys.setswitchinterval(SWITCH_S)
    gc.set_threshold(*OFTEN)
    gc.callbacks.append(GcFreezer())


def collect_after_start() -> None:
    """Run two full garbage collections, when everything is loaded and no user waits yet.

    Two, because an automatic full collection only comes when the objects have grown by a quarter since the last one: the second
    leaves next to nothing to count, so the following ones come soon and are short.
    """
    for aside in gc.callbacks:
        if isinstance(aside, GcFreezer):
            aside.take_back()
    gc.collect()
    gc.collect()
