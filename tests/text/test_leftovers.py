"""Leftovers of other languages: games of every kind told in each language, and in one of unused letters."""

from __future__ import annotations

import gettext
import re
from collections.abc import Iterable
from functools import cache
from typing import Any

import pytest
from babel.messages.pofile import read_po

from tests.text.checking import said
from tests.text.messages import GAMES, messages, printed
from tests.text.played import NAMES
from text.template import customs
from text.translations import forms
from text.translator import ENGLISH, SOURCE, Translator, catalogue_of, languages, translator_for

TRANSLATED = [language for language in languages() if language != SOURCE]

NOT_SAID = re.compile(
    r"\{\w*(?:\[[\w-]*\])?\}|`[^`]*`|<[^>]*>|(?<![\w/])/[a-z][\w-]*(?: [a-z][\w-]*)?(?: \w+:\w+)?|“[^”]*”|„[^“]*“|[a-z]+:(?=[a-z{])"
    r"|\d\+[0-9a-f]+"
)
"""What is filled in, typed, quoted, or read by Discord alone; and the commit behind a version."""

WORD = re.compile(r"[^\W\d_]{2,}")

SHARED = frozenset(
    [
        *("all", "bastide", "benelux", "carcassonne", "cardcassonne", "chance", "chat", "code", "computer", "computers", "discord"),
        *(
            "docs",
            "edition",
            "fair",
            "hand",
            "host",
            "hints",
            "joker",
            "jokers",
            "jürgen",
            "klaus",
            "later",
            "letters",
            "list",
            "lobby",
            "log",
            "md",
        ),
        *(
            "md",
            "meeple",
            "me",
            "mit",
            "ping",
            "pings",
            "win",
            "moment",
            "pause",
            "ratings",
            "rest",
            "score",
            "series",
            "server",
            "servers",
            "software",
            "still",
            "text",
        ),
        *("water", "west", "winter", "wrede", "bh", "dr", "fa", "jh", "yp"),
        *(
            "cancel",
            "claim",
            "draws",
            "action",
            "export",
            "finish",
            "join",
            "leave",
            "fields",
            "rematch",
            "resign",
            "verify",
        ),  # parts of commands
    ]
)
"""Words of English that Dutch or German have as well, and names."""


class Veiled(gettext.NullTranslations):
    """A language in which every letter is the same one, so that whatever did not come from a catalogue stands out."""

    def gettext(self, message: str) -> str:
        kept = [matched[0] for matched in NOT_SAID.finditer(message)]
        texts = [re.sub(r"[A-Za-z]", "ж", part) for part in NOT_SAID.split(message)]
        return texts[0] + "".join(f"{left}{right}" for left, right in zip(kept, texts[1:], strict=True))

    def ngettext(self, one: str, many: str, number: int) -> str:
        return self.gettext(one if number == 1 else many)

    def pgettext(self, context: str, message: str) -> str:
        return self.gettext(message)


VEILED = Translator("ru", Veiled(), customs("ru"))  # lists and numbers in letters that are not Latin


@cache
def _names(kind: str) -> re.Pattern[str]:
    """Return a pattern of the names of players, of a box and of a map's print."""
    names = sorted({*NAMES, "Big Box", *printed(GAMES[kind])}, key=len, reverse=True)
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, names))})\b")


def bare(message: str, kind: str) -> str:
    """Return the text without typed parts and names."""
    return _names(kind).sub(" ", NOT_SAID.sub(" ", message))


def lower(texts: Iterable[str]) -> set[str]:
    """Return the words of some texts."""
    return {word.casefold() for text in texts for word in WORD.findall(NOT_SAID.sub(" ", text))}


@cache
def foreign(language: str) -> frozenset[str]:
    """Return the English words that no translation uses, except in sentences that have them in English."""
    with catalogue_of(language).open("rb") as po:
        pairs = [(lower(forms(message.id)), lower(forms(message.string))) for message in said(read_po(po))]
    english, own = (
        frozenset[str]().union(*sides)
        for sides in zip(*((foreign_word, other - foreign_word) for foreign_word, other in pairs), strict=True)
    )
    return english - own - SHARED


LEFT_TO_SOAK = ("base", "tower", "winter")
"""What is said in them is said in a game with all expansions too."""

KINDS = [pytest.param(kind, marks=pytest.mark.soak if kind in LEFT_TO_SOAK else ()) for kind in GAMES]


@cache
def in_english(kind: str) -> tuple[str, ...]:
    """Return what players of a game read in English."""
    return tuple(messages(GAMES[kind], ENGLISH))


@pytest.mark.parametrize("kind", KINDS)
def test_no_word_is_said_past_the_catalogues(kind: str) -> None:
    told = messages(GAMES[kind], VEILED)
    loose = {matched[0]: text for text in told for matched in re.finditer(r"[^\W\d_ж]*[a-z]{2,}", bare(text, kind))}

    assert loose == {}


def _read_in(kind: str, language: str) -> Any:
    """Return a game in a language as a parameter; most combinations run in `make soak`."""
    chosen = language == ("de" if kind == "all expansions" else "nl")
    return pytest.param(kind, language, marks=pytest.mark.soak if kind in LEFT_TO_SOAK or not chosen else ())


@pytest.mark.parametrize(("kind", "language"), [_read_in(kind, language) for kind in GAMES for language in TRANSLATED])
def test_no_english_is_left_in_a_game(kind: str, language: str) -> None:
    told = tuple(messages(GAMES[kind], translator_for(language)))
    assert len(told) > 100

    left = {word: text for text in told for word in foreign(language) & lower([bare(text, kind)])}
    assert left == {}
    same = {text for text in told if len(WORD.findall(bare(text, kind))) > 1} & set(in_english(kind))
    assert same == set()
