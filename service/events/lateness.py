"""How late somebody is with the first turn of a pairing: told first to him, then shown, then lost."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

STEPS: tuple[tuple[str, float], ...] = (("late", 0.5), ("warned", 0.75), ("out", 1.0))
"""Each step and after which part of the time it is reached: with 48 hours after 24, 36 and 48."""


def overdue(waited: timedelta, allowed: timedelta) -> str | None:
    """The last step that is reached."""
    reached = [step for step, part in STEPS if waited >= allowed * part]
    return reached[-1] if reached else None


def steps_of(allowed: timedelta, done: str | None) -> Iterator[timedelta]:
    """After how long each further step is reached."""
    names = [step for step, _ in STEPS]
    for _, part in STEPS[names.index(done) + 1 if done in names else 0 :]:
        yield allowed * part
