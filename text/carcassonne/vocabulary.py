"""What players may type: the synonyms of the glossary, short forms, and the words of their own language."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping

from text.carcassonne.phrasebook import phrases
from text.carcassonne.places import WHERE
from text.carcassonne.terms import ROLES, piece_phrase, role_name, role_phrase
from text.language import Words

NONE = frozenset({"-", "--", "–", "—", "none", "no", "nobody", "nothing", "skip", "pass", "keep", "0"})
FILLERS = frozenset({"a", "an", "as", "at", "and", "facing", "for", "in", "into", "my", "of", "on", "place", "play", "put", "spot"})
FILLERS |= frozenset({"square", "the", "then", "to", "turn", "turned", "with", "meeple", "follower", "figure", "deploy", "go"})
FILLERS |= frozenset({"rotation", "rotate", "rotated"})

FACINGS: Mapping[str, int] = {
    **dict.fromkeys(("0", "360", "r0", "up", "upright", "unturned", "straight"), 0),
    **dict.fromkeys(("90", "r1", "r", "right", "cw", "clockwise", "quarter"), 1),
    **dict.fromkeys(("180", "r2", "u", "half", "down", "upside-down", "around", "round"), 2),
    **dict.fromkeys(("270", "r3", "l", "left", "ccw", "counterclockwise", "anticlockwise"), 3),
}
"""Quarter turns clockwise by what players call them."""

ROLE_WORDS: Mapping[str, tuple[str, ...]] = {
    "knight": ("k", "knight", "city", "castle", "c"),
    "highwayman": ("h", "highwayman", "highwaymen", "thief", "robber", "road", "t"),
    "monk": ("m", "monk", "cloister", "monastery", "abbey", "abbot"),
    "farmer": ("f", "farmer", "meadow", "field", "farm"),
}
PIECE_WORDS: Mapping[str, tuple[str, ...]] = {
    "small": ("small", "normal"),
}
_SIDE_WORDS = {"n": "north", "e": "east", "s": "south", "w": "west"}


def all_role_words() -> Mapping[str, tuple[str, ...]]:
    """What is typed for the roles of every kind of segment."""
    return {**ROLE_WORDS, **phrases().role_words}


def tokens(text: str) -> list[str]:
    """The words of a typed text in one spelling, fillers left out: `N12 at 90°, Knight` gives n12, 90, knight."""
    plain = unicodedata.normalize("NFKC", text[:200]).casefold().replace("°", " ")
    found = [token for token in re.split(r"[\s,;:/.!?+|()\[\]<>\"'*_`]+", plain) if token]
    return [token for token in found if token not in FILLERS]


def in_language(said: str, words: Words) -> frozenset[str]:
    """A name in the reader's language and in English."""
    return frozenset({said.casefold(), words.say(said).casefold()})


def role_words(role: str, words: Words) -> frozenset[str]:
    """Everything that names a role; nothing for none."""
    if not role:
        return frozenset()
    return frozenset(all_role_words().get(role, (role,))) | in_language(role_phrase(role), words)


def piece_words(piece: str, words: Words) -> frozenset[str]:
    """Everything that names a kind of figure."""
    said = frozenset(PIECE_WORDS.get(piece) or phrases().piece_words.get(piece, (piece,)))
    if piece in phrases().titles:  # `big` of `big knight`
        return said | frozenset(role_name(piece, role, words).casefold().split()[0] for role in ROLES)
    return said | in_language(piece_phrase(piece), words) if piece not in PIECE_WORDS else said


def side_words(at: str, words: Words) -> frozenset[str]:
    """Everything that names a place on a tile exactly: `ne`, `north-east`, `northeast`."""
    if not at:
        return frozenset()
    name = WHERE[at]
    return frozenset({at, name, name.replace("-", ""), words.say(name).casefold()})


def loose_side_words(at: str, words: Words) -> frozenset[str]:
    """What names a place in part: `north` for the north-east one."""
    if at in ("", "middle", "inner"):
        return frozenset()
    return frozenset(w for letter in at for w in (letter, _SIDE_WORDS[letter], words.say(WHERE[letter]).casefold()))


def is_none(token: str, words: Words) -> bool:
    """Whether a word means: nothing."""
    return token in NONE or token == words.say("none").casefold()
