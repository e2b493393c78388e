"""The words that players type in languages other than English, from the tables `typed.toml` of all languages.

A move is understood in every language, whatever the game's own, since players at one table need not share one. English words are in
the vocabularies of the games.
"""

from __future__ import annotations

import tomllib
import unicodedata
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

from text import translator

TYPED = "typed.toml"


def typed(section: str, meaning: str) -> frozenset[str]:
    """Return every typed word with a meaning, from all languages' tables: lower-case, with and without accents."""
    return _table(translator.LOCALES).get((section, meaning), frozenset())


def meanings(section: str) -> frozenset[str]:
    """Return the meanings that a section of the tables has words for."""
    return frozenset(meaning for name, meaning in _table(translator.LOCALES) if name == section)


def words_in(*sections: str) -> frozenset[str]:
    """Return every word in some sections of the tables."""
    return _words_in(sections, translator.LOCALES)


@cache
def _words_in(sections: tuple[str, ...], locales: Path) -> frozenset[str]:
    return frozenset[str]().union(*(words for (name, _), words in _table(locales).items() if name in sections))


def abbreviations(section: str) -> frozenset[str]:
    """Return the words of a section that are single letters, and so may have other meanings in other sections."""
    return _abbreviations(section, translator.LOCALES)


@cache
def _abbreviations(section: str, locales: Path) -> frozenset[str]:
    named = (word for (name, _), words in _table(locales).items() if name == section for word in words)
    return frozenset(word for word in named if len(word) == 1)


@cache
def in_languages(phrase: str) -> frozenset[str]:
    """Return the translations of a phrase into every language, in all their spellings."""
    return spellings(translator.translator_for(each_language).say(phrase) for each_language in translator.languages())


def spellings(words: Iterable[str]) -> frozenset[str]:
    """Return words in lower case with their alternative spellings: `süd` also as `sud` and `sued`."""
    return frozenset(spelt for word in words for spelt in _spellings(unicodedata.normalize("NFKC", word).casefold()))


def _spellings(word: str) -> tuple[str, str, str]:
    apart = unicodedata.normalize("NFD", word)
    bare = "".join(letter for letter in apart if not unicodedata.combining(letter))
    return word, bare, word.replace("ä", "ae").replace("ö", "oe").replace("ü", "ue")


@cache
def _table(locales: Path) -> Mapping[tuple[str, str], frozenset[str]]:
    meanings: dict[tuple[str, str], frozenset[str]] = {}
    for path in sorted(locales.glob(f"*/{TYPED}")):
        for section, lines in tomllib.loads(path.read_text(encoding="utf-8")).items():
            for meaning, words in lines.items():
                meanings[section, meaning] = meanings.get((section, meaning), frozenset()) | spellings(words)
    return meanings


def folded(text: str) -> str:
    """Return a text in the form in which texts are compared: lower-case, without accents or surrounding spaces.

    People on phones and foreign keyboards leave out capitals and accents.
    """
    apart = unicodedata.normalize("NFKD", text.strip()).casefold()
    return "".join(letter for letter in unicodedata.normalize("NFKD", apart) if not unicodedata.combining(letter))
