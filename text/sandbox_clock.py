"""What the clock of the sandbox says."""

from __future__ import annotations

from text.language import phrase
from text.sentences import Pattern, pattern, sentence

COMMAND = phrase("Sandbox: let the clock go on, until the next thing happens or for as long as you say")
LENGTH = phrase("How long, such as 30s, 6h or 5d; left out: until the next thing happens")


moved: Pattern[str, str] = pattern("Passed: {length}. It is {then} now.")
"""The clock has gone on; `then` is what it shows."""
nothing_ahead = sentence("Nothing will happen by itself. Say how long to wait, such as 6h.")
"""No timer is set."""
too_far: Pattern[int] = pattern("At most {days} days at a time.")
"""A length that would take too long to pass."""
