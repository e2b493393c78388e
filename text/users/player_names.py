"""The functions that make names harmless, as they may hold any script, emoji, markdown, mentions or links."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from games.core.emoji_names import seat_emoji
from text.translator import Translator

LONGEST = 32
"""Discord's own limit for a display name."""

KNOWN = 1000
"""Names that were made harmless last, and are not looked through again: a message tells the same few again and again."""

_GAP = "\u200b"
_MARKDOWN = re.compile(r"([\\*_~|`<>\[\]()#])")
_ESCAPED = re.compile(r"\\([\\*_~|`<>\[\]()#])")
_LINE_START = re.compile(r"^(?=[-+]|\d+[.)])")
_KEPT = {"\u200d", "\u200c"}
_RIGHT_TO_LEFT = {"R", "AL"}


COLOURS = ("🔴", "🔵", "🟡", "🟢", "⚫", "🟣")
"""The colours of the players' figures in pictures, by seat."""


def colour(seat: int, words: Translator) -> str:
    """Return the emoji of a player's figure, or else a dot of its colour, to stand before the name."""
    return words.sign(seat_emoji(seat), COLOURS[seat % len(COLOURS)])


@lru_cache(KNOWN)
def plain(name: str) -> str:
    """Return a name for plain text such as a button or alt text: one line, no control characters, never empty."""
    line = " ".join(_without_controls(name).split())[:LONGEST]
    if any(unicodedata.bidirectional(c) in _RIGHT_TO_LEFT for c in line):
        line = f"\u2068{line}\u2069"
    return line or "?"


@lru_cache(KNOWN)
def safe(name: str) -> str:
    """Return a name escaped for a message, so that it formats nothing, mentions no person and links nowhere."""
    return _harmless(plain(name))


def _harmless(line: str) -> str:
    escaped = _MARKDOWN.sub(r"\\\1", line)
    escaped = escaped.replace("@", "@" + _GAP).replace("://", ":" + _GAP + "//")
    return _LINE_START.sub(_GAP, escaped)


def unformatted(text: str) -> str:
    """Return a text without the escapes of the names in it, for a place without formatting."""
    return _ESCAPED.sub(r"\1", text)


def free(text: str) -> str:
    """Return a longer text escaped like a name by `safe`, with its line breaks kept."""
    lines = (
        "".join(c for c in line if c in _KEPT or _is_tag(c) or unicodedata.category(c)[0] != "C") for line in text.splitlines()
    )
    return "\n".join(_harmless(line.strip()) for line in lines).strip()


def _without_controls(text: str) -> str:
    """Return the text without control characters."""
    return "".join(c for c in text if c.isspace() or c in _KEPT or _is_tag(c) or unicodedata.category(c)[0] != "C")


def _is_tag(sign: str) -> bool:
    """Return whether a character is a tag character, as in the emoji of Scotland's flag."""
    return 0xE0020 <= ord(sign) <= 0xE007F
