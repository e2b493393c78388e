"""Sentences of the chat for a page: without Discord's formatting. The page itself shows moments, which stay as `<t:...>`."""

from __future__ import annotations

import re
from collections.abc import Iterable

from text.message_templates import bare
from text.users.player_names import unformatted

_FORMAT = re.compile(r"(?<!\\)(\*\*|__|~~|`)|^-# |^#+ ", re.MULTILINE)
_GAP = "\u200b"


def plain(text: str) -> str:
    """Return the text as it is read in a chat."""
    return unformatted(_FORMAT.sub("", bare(text))).replace(_GAP, "")


def plain_lines(lines: Iterable[str]) -> list[str]:
    """Return several texts like that, without empty ones."""
    return [line for each in lines if (line := plain(each).strip())]
