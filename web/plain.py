"""Conversion of chat messages to plain text for the page. Timestamps stay as `<t:...>`, which the page renders itself."""

from __future__ import annotations

import re
from collections.abc import Iterable

from text.message_templates import bare
from text.users.player_names import unformatted

_FORMAT = re.compile(r"(?<!\\)(\*\*|__|~~|`)|^-# |^#+ ", re.MULTILINE)
_GAP = "\u200b"


def plain(text: str) -> str:
    """Return the text without Discord's formatting marks."""
    return unformatted(_FORMAT.sub("", bare(text))).replace(_GAP, "")


def plain_lines(lines: Iterable[str]) -> list[str]:
    """Return the texts without Discord's formatting marks, leaving out empty ones."""
    return [line for each in lines if (line := plain(each).strip())]
