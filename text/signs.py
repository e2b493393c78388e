"""Signs in messages that were written already: found, and left out again where only letters can be shown."""

from __future__ import annotations

import re

from text.people.names import COLOURS

_WRITTEN = re.compile(r"<:\w{2,32}:\d{15,21}>\u00a0?")
_STANDING_IN = re.compile(f"[{''.join(COLOURS)}]\u00a0?")


def bare(text: str) -> str:
    """The text without any sign."""
    return _WRITTEN.sub("", text)


def alike(text: str) -> str:
    """What two texts have in common that differ only in whether there were signs when they were written."""
    return _STANDING_IN.sub("", bare(text))
