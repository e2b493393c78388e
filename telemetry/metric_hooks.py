"""Hooks by which the program measures itself while it runs. Nothing is recorded unless the host has set a listener.

Kinds are few and known beforehand: never an id, a name or typed text.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

ACKNOWLEDGED = "acknowledged"
"""From the moment at which somebody did something, by Discord's clock, until Discord knew that we had heard it."""
ANSWERED = "answered"
"""Until the answer was there."""
PAINTED = "painted"
"""From the wish for a picture until it was there, those before it included."""
STORED = "stored"
"""One transaction, from the wish until its end."""
PAGE = "page"
"""One request of a page in the browser, until its answer was there; of a stream nothing is measured."""
UNBUILT = "unbuilt"
"""A message could not be built, and went out as a plain line: the kind is that of its topic and its own."""


class MetricListener(Protocol):
    """Interface of a receiver of measurements, called in the thread in which each is made."""

    def took(self, what: str, kind: str, seconds: float) -> None:
        """Record a duration in seconds of one `kind` of operation `what`."""

    def happened(self, what: str, kind: str, outcome: str) -> None:
        """Record that one `kind` of operation `what` ended with `outcome`."""


_listener: MetricListener | None = None


def listen(listener: MetricListener | None) -> None:
    """Send measurements to `listener` from now on, instead of the former one; None turns them off."""
    global _listener  # noqa: PLW0603  # one for the process, as the log is
    _listener = listener


def took(what: str, kind: str, seconds: float) -> None:
    """Report a duration in seconds of one `kind` of operation `what`, if there is a listener."""
    if _listener is not None:
        _listener.took(what, kind, max(seconds, 0.0))


def count_outcome(what: str, kind: str, outcome: str) -> None:
    """Report that one `kind` of operation `what` ended with `outcome`, if there is a listener."""
    if _listener is not None:
        _listener.happened(what, kind, outcome)


@contextmanager
def time_block(what: str, kind: str) -> Iterator[None]:
    """Report the duration of the block, also if it raises."""
    if _listener is None:
        yield
        return
    begun = time.perf_counter()
    try:
        yield
    finally:
        took(what, kind, time.perf_counter() - begun)
