"""The words that a player may type: codes, colours, and names of cards and animals, in every language."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from functools import lru_cache

from games.cardcassonne.cards import CODES, COLOURS
from text.cardcassonne.terms import CARDS, SPECIES, card_colour, card_name, row_name, species_name
from text.input_vocabulary import in_languages, spellings, typed, words_in
from text.translator import Translator

FILLERS = frozenset({"a", "an", "the", "to", "in", "into", "on", "my", "card", "row", "face", "down", "up", "and", "of", "for"})
FILLERS |= frozenset({"play", "hide", "lay", "put", "place", "go", "joins", "join"})

CLAIM = frozenset({"claim", "claims", "meeple", "m", "figure"})
"""Words for the large meeple."""
CASH = frozenset({"cash", "10", "points", "ten", "out", "away", "give", "take"})
KEEP = frozenset({"keep", "kept", "stay", "mine"})

ROW_WORDS: Mapping[str, tuple[str, ...]] = {
    "yellow": ("yellow", "y", "cloister", "monastery"),
    "red": ("red", "r", "road"),
    "green": ("green", "g", "meadow", "field"),
    "blue": ("blue", "b", "city"),
}
_KINDS: Mapping[str, tuple[str, ...]] = {
    "P1": ("1", "p1", "person 1", "one"),
    "P2": ("2", "p2", "person 2", "two"),
    "P3": ("3", "p3", "person 3", "three"),
    "H": ("h", "building", "house"),
    "A": ("a", "animal"),
}
_JOKERS: Mapping[str, tuple[str, ...]] = {
    "DR": ("dr", "dragon"),
    "FA": ("fa", "fairy"),
    "JA": ("ja", "animal joker", "joker animal"),
    "JH": ("jh", "building joker", "joker building"),
}
_ONE_OF: Mapping[str, str] = {"yellow": "chicken", "red": "horse", "green": "sheep", "blue": "pig"}


def tokens(text: str) -> list[str]:
    """Return the normalised words of a typed text without filler words: `Play yP3, yellow` gives yp3, yellow."""
    plain = unicodedata.normalize("NFKC", text[:200]).casefold()
    tokens = [token for token in re.split(r"[\s,;:/.!?+|()\[\]<>\"'*_`#>-]+", plain) if token]
    meant = words_in("card", "animal", "row", "decision")  # a building in Spanish, *casa*, is a square in Portuguese
    fillers = typed("filler", "words") - meant
    return [token for token in tokens if token not in FILLERS and (token not in fillers or is_claim(token))]


def is_claim(token: str) -> bool:
    """Return whether a word means the large meeple, which claims cards."""
    return token in CLAIM or token in typed("decision", "claim")


def is_cash(token: str) -> bool:
    """Return whether a word means taking ten points for a card."""
    return token in CASH or token in typed("decision", "cash")


def is_keep(token: str) -> bool:
    """Return whether a word means keeping a card."""
    return token in KEEP or token in typed("decision", "keep")


def row_of(token: str, words: Translator) -> str | None:
    """Return the row that a word names; None if it names none."""
    for colour in COLOURS:
        own = tokens(row_name(colour, words))
        if token in ROW_WORDS[colour] or token in typed("row", colour) or (own and token == own[0]):
            return colour
    return None


def species_of(token: str, words: Translator) -> str | None:
    """Return the colour of the species that a word names; None if it names none."""
    for colour in COLOURS:
        if token in _animals(colour, words):
            return colour
    return None


def _animals(colour: str, words: Translator) -> frozenset[str]:
    return frozenset({SPECIES[colour], _ONE_OF[colour]}) | spellings([species_name(colour, words)]) | typed("animal", colour)


def card_of(said: list[str], words: Translator) -> tuple[str, int] | None:
    """Return the code of the card that the first words name, and how many words were read; None if they name none.

    As many words as possible are read, at most four.
    """
    names = _cards_by_name(words)
    for used in range(min(4, len(said)), 0, -1):
        code = names.get(" ".join(said[:used]))
        if code is not None:
            return code, used
    return None


@lru_cache(maxsize=16)
def _cards_by_name(words: Translator) -> dict[str, str]:
    """Return the code of the card by each of its spellings; empty for a spelling that two cards share."""
    by_name: dict[str, str] = {}
    for code in CODES:
        for name in _names(code, words):
            by_name[name] = code if by_name.get(name, code) == code else ""
    return {name: code for name, code in by_name.items() if code}


def _names(code: str, words: Translator) -> Iterator[str]:
    yield code.casefold()
    yield " ".join(tokens(card_name(code, words)))
    yield from (" ".join(tokens(name)) for name in in_languages(CARDS[code]))
    colour = card_colour(code)
    if not colour:
        yield from _JOKERS[code]
        yield from typed("card", code)
        return
    for kind in (*_KINDS[code[1:]], *typed("card", code[1:])):
        for own in (colour, colour[0], *typed("row", colour)):
            yield f"{own} {kind}"
            if not kind.isdecimal():  # a number that stands first is that of a card in the picture
                yield f"{kind} {own}"
    if code[1:] == "A":
        yield from _animals(colour, words)
