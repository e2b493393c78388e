"""A pseudo-language for tests: every sentence of the catalogues is two fifths longer, has accents, and stands in brackets.

Text outside brackets on a screen bypassed the catalogues, two adjacent brackets were joined in code, and a bracket without its
other half was cut.
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
    """Return the sentence with accents and longer, except parts that must stay unchanged, such as placeholders."""
    kept = [matched[0] for matched in KEPT.finditer(message)]
    told = [_longer(part).translate(_ACCENTED) for part in KEPT.split(message)]
    return told[0] + "".join(f"{left}{right}" for left, right in zip(kept, told[1:], strict=True))


def _longer(part: str) -> str:
    """Return the text with enough vowels doubled, from its beginning, to make it two fifths longer."""
    spare = round(len(part) * (LONGER - 1))
    doubled = _VOWEL.sub(lambda vowel: vowel[0] * 2, part, count=spare) if spare else part
    last = re.search(r"\w(?=\W*$)", doubled)
    missing = max(0, round(len(part) * LONGER) - len(doubled)) if last else 0
    return doubled[: last.end()] + "o" * missing + doubled[last.end() :] if last else doubled


def bracketed(message: str) -> str:
    """Return a sentence of the pseudo-language; spaces and marks at its ends stay outside the brackets."""
    edge = re.match(r"(?s)(\s*(?:-# |> |- |\d+\. )?)(.*?)(\s*)$", message)
    assert edge is not None
    return f"{edge[1]}{OPENING}{accented(edge[2])}{CLOSING}{edge[3]}" if edge[2] else message


class Pseudo(gettext.NullTranslations):
    """The translation catalogue of the pseudo-language."""

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
    """Make the program know the pseudo-language while the block runs, as if there were a catalogue; yield its translator."""
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
    """Yield the faults in a displayed text of the pseudo-language: parts that are cut, joined in code, or not translated.

    A text that ends with an ellipsis was cut on purpose. `names` are the same in every language.
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
