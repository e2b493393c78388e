"""What the clock of the sandbox says."""

from __future__ import annotations

from text.language import Words, phrase

COMMAND = phrase("Sandbox: let the clock go on, until the next thing happens or for as long as you say")
LENGTH = phrase("How long, such as 30s, 6h or 5d; left out: until the next thing happens")


def moved(length: str, then: str, words: Words) -> str:
    """The clock has gone on; `then` is what it shows."""
    return words.say("Passed: {length}. It is {then} now.", length=length, then=then)


def nothing_ahead(words: Words) -> str:
    """No timer is set."""
    return words.say("Nothing will happen by itself. Say how long to wait, such as 6h.")


def too_far(days: int, words: Words) -> str:
    """A length that would take too long to pass."""
    return words.say("At most {days} days at a time.", days=days)
