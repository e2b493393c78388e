"""Custom ids of buttons and selects, `b1:<match>:<version>:<verb> <argument>`; they encode the whole press."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from storage.rows import MatchId

LONGEST = 100
"""Discord's limit for a custom id."""

_ID = re.compile(r"b1:(\d{1,12}):(\d{1,7}):([a-z]+)(?: (.+))?", re.DOTALL)


class Press(NamedTuple):
    """The decoded meaning of a pressed button, a select or a submitted form."""

    match: MatchId
    """0 where no match is meant."""
    version: int
    """The version of the match that the message showed: anything else makes the press an old one."""
    verb: str
    argument: str = ""
    values: tuple[str, ...] = ()
    """What was chosen in a select; not part of the id."""

    fields: Mapping[str, tuple[str, ...]] = MappingProxyType({})
    """What was filled into a form, by the names of its fields; not part of the id."""

    @property
    def choice(self) -> str:
        """The chosen value; empty if there is none, as in a damaged message."""
        return self.values[0] if self.values else ""


def write(press: Press) -> str:
    """Return the custom id of a press.

    An id longer than Discord allows is a programming error.
    """
    text = f"b1:{press.match}:{press.version}:{press.verb} {press.argument}".rstrip(" ")
    assert len(text) <= LONGEST, text
    return text


def read(text: str) -> Press | None:
    """Return the press that a custom id encodes; None if the id isn't in this format."""
    match = _ID.fullmatch(text)
    if match is None:
        return None
    return Press(MatchId(int(match[1])), int(match[2]), match[3], match[4] or "")
