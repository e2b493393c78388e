"""When the house draws: a policy says it for each time that the house is asked. Until then nothing of what comes next exists."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from enum import Enum

from service.process.match_session import MatchSession


class DrawNow(Enum):
    """Without a time."""

    NOW = "now"
    WHEN_PRESSED = "when pressed"
    """When somebody who sits there presses on: `Draws.go_on`."""


@dataclass(frozen=True)
class DrawAt:
    """At a time, or sooner when somebody presses on."""

    due: datetime


Policy = Callable[[MatchSession, datetime], DrawNow | DrawAt]
"""Answers for a match in which the house is asked, at that moment."""


def at_once(_live: MatchSession, _now: datetime) -> DrawNow:
    """The house never waits."""
    return DrawNow.NOW
