"""The filter for text that users write and the bot publishes.

Accepted text is tidied: control characters, signs that turn the direction of writing and piled-up accents are removed. Links and
mentions are refused, and so are the words on the host's own list.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection
from dataclasses import dataclass

from service.errors import Refusal

LONGEST_NAME = 32
"""Characters of the name of an event or a team."""
LONGEST_RULES = 1000
"""Characters of an organiser's own rules."""
LONGEST_WORD = 40
"""Characters that a person adds to the sealed bag."""
LONGEST_SERVER = 60
"""Characters of a server's name that another server reads."""
LONGEST_MAP = 1 << 17
LONGEST_REASON = 300
LONGEST_LETTER = 1500


@dataclass(frozen=True)
class TextRules:
    """The limits for one kind of text, such as its length."""

    most: int
    """Characters."""
    lines: bool = False
    """Whether it may have several lines; otherwise it becomes one."""
    places: bool = False
    """Whether it may link to places in Discord's servers, and nowhere else."""


NAME = TextRules(LONGEST_NAME)
WORD = TextRules(LONGEST_WORD)
SERVER_NAME = TextRules(LONGEST_SERVER)
MAP = TextRules(LONGEST_MAP, lines=True)
"""The file of a map, with all names in it."""
REASON = TextRules(LONGEST_REASON)
RULES = TextRules(LONGEST_RULES, lines=True, places=True)
LETTER = TextRules(LONGEST_LETTER, lines=True, places=True)

_JOINERS = {"\u200c", "\u200d"}
"""They shape letters of some scripts, and hold emojis together."""
_MOST_MARKS = 3
"""Marks on one letter; more hide the lines above."""
_PLACE = re.compile(r"https://discord\.com/channels/[\d@me/]+", re.IGNORECASE)
_LINK = re.compile(
    r"\w+://|\bwww\.|\bdiscord(app)?(\s*\.\s*gg|\.com)\b|\]\s*\(|"
    r"\b[\w-]+\.(com|net|org|gg|io|xyz|ru|info|biz|link|app|dev|tv|shop|site)\b|"
    r"\b[\w-]+\.[a-z]{2,6}/",
    re.IGNORECASE,
)
_MENTION = re.compile(r"@(everyone|here)\b|<(@[!&]?|#|/[^>]*:|id:)\w", re.IGNORECASE)
_WORD = re.compile(r"\w+")


class FreeText:
    """The filter for user-written text, with the host's list of unwanted words."""

    def __init__(self, unwanted: Collection[str] = ()) -> None:
        """Compile the unwanted words and phrases; one that ends in `*` matches every word with that beginning."""
        listed = [tuple(re.findall(r"\w+\*?", _bare_words(phrase))) for phrase in unwanted]
        self._unwanted = tuple(phrase for phrase in listed if phrase)

    def checked(self, text: str, rules: TextRules) -> str:
        """Return the tidied text, which may be empty.

        Refuses `text-too-long` (most), `text-link`, `text-mention`, `text-word` (word).
        """
        kept = _tidy(text, lines=rules.lines)
        if len(kept) > rules.most:
            raise Refusal("text-too-long", most=rules.most)
        seen = _plain_letters(kept)
        if _LINK.search(_PLACE.sub("", seen) if rules.places else seen):
            raise Refusal("text-link", places=rules.places)
        if _MENTION.search(seen):
            raise Refusal("text-mention")
        if word := self._find_unwanted(kept):
            raise Refusal("text-word", word=word)
        return kept

    def _find_unwanted(self, text: str) -> str:
        words = _WORD.findall(_bare_words(text))
        for phrase in self._unwanted:
            for first in range(len(words) - len(phrase) + 1):
                if all(map(_is_meant, phrase, words[first:])):
                    return " ".join(words[first : first + len(phrase)])
        return ""


def _is_meant(listed: str, word: str) -> bool:
    return word.startswith(listed[:-1]) if listed.endswith("*") else word == listed


def _tidy(text: str, *, lines: bool) -> str:
    """Return the text without control characters, direction marks and piled-up accents."""
    text = unicodedata.normalize("NFC", text)
    rows = [" ".join(_readable(row).split()) for row in text.splitlines()]
    if not lines:
        return " ".join(row for row in rows if row)
    return re.sub(r"\n{3,}", "\n\n", "\n".join(rows)).strip()


def _readable(line: str) -> str:
    kept: list[str] = []
    marks = 0
    for sign in line:
        kind = unicodedata.category(sign)
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        if marks > _MOST_MARKS or (kind[0] == "C" and sign not in _JOINERS and not 0xE0020 <= ord(sign) <= 0xE007F):
            kept += " " if sign == "\t" else ""
            continue
        kept.append(sign)
    return "".join(kept)


def _plain_letters(text: str) -> str:
    """Return the text reduced to plain letters, in which links and mentions are searched for."""
    return "".join(sign for sign in unicodedata.normalize("NFKC", text) if sign not in _JOINERS)


def _bare_words(text: str) -> str:
    """Return the text without capitals and accents, as words are compared."""
    apart = unicodedata.normalize("NFKD", _plain_letters(text).casefold())
    return "".join(sign for sign in apart if not unicodedata.combining(sign))
