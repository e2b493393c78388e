"""The words that a player may type in a move, and the functions that say what each of them stands for."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from functools import cache
from itertools import product

from text.carcassonne.phrasebook import phrases
from text.carcassonne.segment_names import WHERE
from text.carcassonne.terms import ROLES, piece_phrase, role_phrase, title_word
from text.input_vocabulary import abbreviations, folded, in_languages, meanings, spellings, typed
from text.translator import Translator

NONE = frozenset({"-", "--", "–", "—", "none", "no", "nobody", "nothing", "skip", "pass", "keep", "0"})
FILLERS = frozenset({"a", "an", "as", "at", "and", "facing", "for", "in", "into", "my", "of", "on", "place", "play", "put", "spot"})
FILLERS |= frozenset({"square", "the", "then", "to", "turn", "turned", "with", "meeple", "follower", "figure", "deploy", "go"})
FILLERS |= frozenset({"rotation", "rotate", "rotated"})

_FACINGS: Mapping[str, int] = {
    **dict.fromkeys(("0", "360", "r0", "up", "upright", "unturned", "straight"), 0),
    **dict.fromkeys(("90", "r1", "r", "right", "cw", "clockwise", "quarter"), 1),
    **dict.fromkeys(("180", "r2", "u", "half", "down", "upside-down", "around", "round"), 2),
    **dict.fromkeys(("270", "r3", "l", "left", "ccw", "counterclockwise", "anticlockwise"), 3),
}
"""Quarter turns clockwise by what players call them in English."""

ROLE_WORDS: Mapping[str, tuple[str, ...]] = {
    "knight": ("k", "knight", "city", "castle", "c"),
    "highwayman": ("h", "highwayman", "highwaymen", "thief", "robber", "road", "t"),
    "monk": ("m", "monk", "cloister", "monastery", "abbey"),
    "farmer": ("f", "farmer", "meadow", "field", "farm"),
}
PIECE_WORDS: Mapping[str, tuple[str, ...]] = {
    "small": ("small", "normal"),
}
_SIDE_WORDS = {"n": "north", "e": "east", "s": "south", "w": "west"}


def all_role_words() -> Mapping[str, tuple[str, ...]]:
    """Return the English words for each role, such as `knight` or `farmer`, those of expansions included."""
    return {**ROLE_WORDS, **phrases().role_words}


def tokens(text: str) -> list[str]:
    """Return the normalised words of a typed text without filler words: `N12 at 90°, Knight` gives n12, 90, knight."""
    plain = unicodedata.normalize("NFKC", text[:200]).casefold().replace("°", " ")
    tokens = [token for token in re.split(r"[\s,;:/.!?+|()\[\]<>\"'*_`]+", plain) if token]
    fillers = FILLERS | typed("filler", "words")
    return [token for token in tokens if token not in fillers]


def facing(token: str) -> int | None:
    """Return the rotation that a word stands for, in quarter turns clockwise; None if it stands for no rotation."""
    if token in _FACINGS:
        return _FACINGS[token]
    return next((int(turn) // 90 for turn in meanings("facing") if token in typed("facing", turn)), None)


def role_words(role: str) -> frozenset[str]:
    """Return every word that means `role`, in all languages; an empty set for an empty role."""
    if not role:
        return frozenset()
    return (
        frozenset(all_role_words().get(role, (role,)))
        | typed("role", role)
        | typed("figure", role)
        | _names_in_languages(role_phrase(role))
    )


def piece_words(piece: str, words: Translator) -> frozenset[str]:
    """Return every word that means a kind of figure, such as `builder`, in all languages."""
    piece_words = frozenset(PIECE_WORDS.get(piece) or phrases().piece_words.get(piece, (piece,))) | typed("figure", piece)
    if piece in phrases().titles:
        return piece_words | spellings(title_word(piece, role, words) for role in ROLES)
    return piece_words | _names_in_languages(piece_phrase(piece)) if piece not in PIECE_WORDS else piece_words


def verb_words(verb: str) -> frozenset[str]:
    """Return every word that means `verb`, in all languages; empty for the verbs `place` and `deploy`, which need no word."""
    return frozenset(phrases().verb_words.get(verb, ())) | typed("verb", verb)


def side_words(at: str) -> frozenset[str]:
    """Return every word for exactly the position `at` on a tile: `ne`, `north-east`, `northeast`, `noordoost`."""
    return _side_words_of(at) | in_languages(WHERE[at]) if at else frozenset()


@cache
def _side_words_of(at: str) -> frozenset[str]:
    joined = (glue.join(parts) for parts in product(*(sorted(_sides(letter)) for letter in _letters(at))) for glue in ("", "-"))
    return frozenset({at, *joined}) | typed("side", at)


def loose_side_words(at: str) -> frozenset[str]:
    """Return every word for one of the sides of the position `at`: `north` and `east` for the north-east."""
    return frozenset(
        word for letter in _letters(at) for word in (letter, *_sides(letter), *typed("side", letter), *in_languages(WHERE[letter]))
    )


def _letters(at: str) -> str:
    """Return the letters of the sides that make up a position on a tile, each once; empty for the middle."""
    return "" if at in ("middle", "inner") else "".join(dict.fromkeys(at))


@cache
def _sides(letter: str) -> frozenset[str]:
    """Return the words for a side of a tile, without single letters."""
    return frozenset({_SIDE_WORDS[letter], *(word for word in typed("side", letter) if len(word) > 1)})


def is_none(token: str, words: Translator) -> bool:
    """Return whether a typed word declines a choice, such as `none`, `skip` or `-`."""
    return token in NONE or token in typed("nothing", "none") or folded(token) == folded(words.say("none"))


def is_short_of_two(token: str) -> bool:
    """Return whether a word is a single letter that abbreviates a role in one language and means another thing elsewhere."""
    return token in abbreviations("role")


def _names_in_languages(text: str) -> frozenset[str]:
    """Return the translations of a name that are a single word."""
    return frozenset(word for word in in_languages(text) if " " not in word)
