"""Observation of the program's event loop from inside: how late it is, what blocks it, and how long garbage collection takes.

Times are those of the wall clock, so that readers can leave out what came before or after. Measuring processor time around every
callback costs a tenth or more, so that is done only on request.
"""

import asyncio
import gc
import json
import time

from telemetry import metric_hooks

TICK_S = 0.02
"""How often it is looked how late the loop is."""

HELD_S = 0.005
"""What takes less of the loop's processor time is not written down by itself."""


FULL = 2
"""The generation of a full collection."""


class Watch:
    """The observations of a loop.

    These are how `late` it is, with the loop's processor time so far, callbacks that `held` it, pauses by full collections
    (`paused`), and each transaction that was `committed`.
    """

    def __init__(self):
        self.late, self.held, self.paused, self.committed = [], [], [], []
        self._began_s = 0.0

        metric_hooks.listen(self)
        gc.callbacks.append(self._collecting)

    def time_callbacks(self):
        """Time every callback of any loop on this thread."""
        run = asyncio.Handle._run  # the one place that every callback goes through

        def timed(handle):
            name, began_s = handle._callback, time.thread_time()
            run(handle)
            took_s = time.thread_time() - began_s
            if took_s >= HELD_S:
                self.held.append((time.time(), took_s, _continued_by(name)))

        asyncio.Handle._run = timed

    async def look(self):
        """Measure repeatedly how late the loop is."""
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + TICK_S
            await asyncio.sleep(TICK_S)
            self.late.append((time.time(), max(0.0, loop.time() - due), time.thread_time()))

    def took(self, what, kind, seconds):
        """Record the time of a transaction, as a listener of the program's own metrics."""
        if (what, kind) == (metric_hooks.STORED, "write"):
            self.committed.append((time.time(), seconds))

    def happened(self, what, kind, outcome):
        """Ignore outcomes, which are observed from outside."""

    def write(self, path):
        """Write the observations to the file at `path`."""
        seen = {"late": self.late, "held": self.held, "paused": self.paused, "committed": self.committed}
        path.write_text(json.dumps(seen), encoding="ascii")

    def _collecting(self, phase, info):
        if info["generation"] < FULL:
            return
        if phase == "start":
            self._began_s = time.thread_time()
        else:
            self.paused.append((time.time(), time.thread_time() - self._began_s))


def _continued_by(callback):
    """Return the coroutine that a callback continues, or the callback itself."""
    task = getattr(callback, "__self__", None)
    if not isinstance(task, asyncio.Task):
        return repr(callback)
    inner = coroutine = task.get_coro()
    while (further := getattr(inner, "cr_await", None)) is not None and hasattr(further, "cr_code"):
        inner = further
    return f"{coroutine.__qualname__} before {inner.__qualname__}"
