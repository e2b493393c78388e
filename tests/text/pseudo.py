"""A language that tests alone speak: every sentence of the catalogues longer by two fifths, with accents, and in brackets.

What a screen shows outside brackets came past the catalogues, two brackets side by side were joined in code, and a bracket without
its other half was cut.
"""

from __future__ import annotations

import gettext
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from text import translator
from text.template import customs
from text.translator import Translator

LANGUAGE = "qps"
OPENING, CLOSING = "⟦", "⟧"
LONGER = 1.4

KEPT = re.compile(
    r"\{\w*(?:\[[\w-]*\])?\}|`[^`]*`|<[^>]*>|(?<![\w/])/[a-z][\w-]*(?: [a-z-]+:[\w-]+)*|“[^”]*”|„[^“]*“|[a-z]+:(?=[a-z{])"
    r"|https?:\S+|\d\+[0-9a-f]+"
)
"""What is filled in, typed, quoted, or read by Discord alone; and the commit behind a version."""

_ACCENTED = str.maketrans("aeiouycnszAEIOUYCNSZ", "áéîöûýçñšžÁÉÎÖÛÝÇÑŠŽ")
_VOWEL = re.compile(r"[aeiou]")
_WORDS_OF_ONE = ("option name", "typed", "command name")
"""Contexts of words that are typed as they stand: brackets would be typed too."""


def accented(message: str) -> str:
    """Return the sentence with accents and longer, apart from what has to stand as it is."""
    kept = [matched[0] for matched in KEPT.finditer(message)]
    told = [_longer(part).translate(_ACCENTED) for part in KEPT.split(message)]
    return told[0] + "".join(f"{left}{right}" for left, right in zip(kept, told[1:], strict=True))


def _longer(part: str) -> str:
    """Return the text with vowels doubled from its beginning, as many as make it longer by two fifths."""
    spare = round(len(part) * (LONGER - 1))
    doubled = _VOWEL.sub(lambda vowel: vowel[0] * 2, part, count=spare) if spare else part
    last = re.search(r"\w(?=\W*$)", doubled)
    missing = max(0, round(len(part) * LONGER) - len(doubled)) if last else 0
    return doubled[: last.end()] + "o" * missing + doubled[last.end() :] if last else doubled


def bracketed(message: str) -> str:
    """Return a sentence of the language, with spaces and marks of its ends outside the brackets."""
    edge = re.match(r"(?s)(\s*(?:-# |> |- |\d+\. )?)(.*?)(\s*)$", message)
    assert edge is not None
    return f"{edge[1]}{OPENING}{accented(edge[2])}{CLOSING}{edge[3]}" if edge[2] else message


class Pseudo(gettext.NullTranslations):
    """The catalogue of the language."""

    def gettext(self, message: str) -> str:
        return bracketed(message)

    def ngettext(self, one: str, many: str, number: int) -> str:
        return bracketed(one if number == 1 else many)

    def pgettext(self, context: str, message: str) -> str:
        return accented(message) if context in _WORDS_OF_ONE else bracketed(message)


def _formats() -> Any:
    """Return formats whose joints are no letters of ours, so that a comma between two brackets is one of the code."""
    english = customs("en")
    lists = {"2": "{0}⁂{1}", "start": "{0}⸴{1}", "middle": "{0}⸴{1}", "end": "{0}⁂{1}"}
    months = tuple(f"{OPENING}{name}{CLOSING}" for name in english.months)
    short = tuple(f"{OPENING}{name}{CLOSING}" for name in english.short_months)
    days = tuple(f"{OPENING}{name}{CLOSING}" for name in english.weekdays)
    return english._replace(
        lists=lists, months=months, short_months=short, weekdays=days, long_date="%(EEEE)s %(d)s %(MMMM)s %(y)s"
    )


PSEUDO = Translator(LANGUAGE, Pseudo(), _formats())


@contextmanager
def spoken() -> Iterator[Translator]:
    """Let the program speak the language beside its own, as if there were a catalogue."""
    of_all, words = translator._catalogue_tags, translator._words
    known = of_all(translator.LOCALES)

    def languages(_locales: Any) -> tuple[str, ...]:
        return (*known, LANGUAGE)

    def words_of(locale: str) -> Translator:
        return PSEUDO if locale == LANGUAGE else words(locale)

    translator._catalogue_tags, translator._words = languages, words_of  # type: ignore[assignment]
    try:
        yield PSEUDO
    finally:
        translator._catalogue_tags, translator._words = of_all, words


_INNERMOST = re.compile(rf"{OPENING}[^{OPENING}{CLOSING}]*{CLOSING}")
_LETTERS = re.compile(r"[^\W\d_]{2,}")
_GLUED = re.compile(r"§ ?[:;(]|[:;(] ?§|§§")
_HELD = re.compile(r"<[@#t/][^>]*>|@[\w-]+|\]\(\S+\)|#\S+|[A-Z]{1,2}\d{1,2}\b")
"""Mentions, stamps, the aims of links, and squares."""


def faults(text: str, names: Sequence[str]) -> Iterator[str]:
    """Yield what shows in a text of the language: a part that is cut, joined in code, or said past the catalogues.

    What ends with an ellipsis was cut knowingly. `names` are the same in every language.
    """
    rest = text
    while (less := _INNERMOST.sub("§", rest)) != rest:
        rest = less
    if OPENING in rest or CLOSING in rest:
        if "…" not in rest and f"…{CLOSING}" not in text:
            yield f"cut: {rest}"
        return
    rest = _HELD.sub(" ", KEPT.sub(" ", rest))
    for name in sorted(names, key=len, reverse=True):
        rest = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", " ", rest)
    yield from (f"past the catalogues: {word}" for word in _LETTERS.findall(rest))
    yield from (f"joined in code: {rest}" for _ in _GLUED.findall(rest)[:1])
