"""The names of figures, marks and counted things, as the glossary of the rules has them."""

from __future__ import annotations

from collections.abc import Mapping

from games.carcassonne.tile import SegmentKind
from text.carcassonne.phrasebook import Count, phrases
from text.translator import Translator, phrase

ROLES: Mapping[str, str] = {
    "knight": phrase("knight"),
    "highwayman": phrase("highwayman"),
    "monk": phrase("monk"),
    "farmer": phrase("farmer"),
}
"""What a follower is called where it stands."""

PIECES: Mapping[str, str] = {"small": phrase("meeple")}
"""What a figure is called off the board."""

SQUARES: Mapping[str, str] = {
    "offered": phrase("a square where the tile fits"),
    "laid": phrase("a tile just placed, in its player's colour"),
    "dead": phrase("an empty square where no tile fits any more"),
}
"""How pictures mark squares."""

MARKS: Mapping[str, str] = {"shield": phrase("shield")}
"""Printed symbols."""


def role_name(piece: str, role: str, words: Translator) -> str:
    """Return the name of a figure in its role: `knight`, `big knight`, `builder`."""
    name, titled = words.say(role_phrase(role)), phrases().titles.get(piece)
    return titled(role, name, words) if titled else name


def role_phrase(role: str) -> str:
    """Return the phrase for a role, yet to be translated."""
    return ROLES.get(role) or phrases().roles[role]


def piece_phrase(piece: str) -> str:
    """Return the phrase for a figure off the board, yet to be translated."""
    return PIECES.get(piece) or phrases().pieces[piece]


def piece_name(piece: str, words: Translator) -> str:
    """Return the name of a figure off the board: `meeple`, `builder`."""
    return words.say(piece_phrase(piece))


def piece_typed(piece: str, words: Translator) -> str:
    """Return the word to type for a kind of figure, which `vocabulary.piece_words` contains."""
    if piece == "small":
        return words.sense("typed", "small")
    if piece in phrases().titles:  # `big` of `big knight`
        return title_word(piece, "knight", words)
    return piece_name(piece, words).casefold()


def title_word(piece: str, role: str, words: Translator) -> str:
    """Return the word by which a special figure's name differs from the plain role: `big` of `big knight`."""
    plain = role_name("small", role, words).casefold().split()
    titled = role_name(piece, role, words).casefold().split()
    return next((word for word in titled if word not in plain), titled[0])


def mark_name(mark: str, words: Translator) -> str:
    """Return the name of a mark: `shield`, `inn`."""
    return words.say(MARKS.get(mark) or phrases().marks[mark])


def named(kind: str, name: str, words: Translator) -> str:
    """Return the name of a sample in the legend; `kind` is `role`, `mark`, `piece` (off the board) or `square`."""
    if kind == "square":
        return words.say(SQUARES[name])
    special = phrases().legend.get(f"{kind} {name}")
    if special:
        return words.say(special)
    return {"role": lambda: words.say(role_phrase(name)), "mark": lambda: mark_name(name, words)}.get(
        kind, lambda: piece_name(name, words)
    )()


def is_follower(piece: str) -> bool:
    """Return whether a figure is named after the feature it stands on, unlike a builder or pig."""
    return piece not in phrases().roles


def standing_role(piece: str, kind: SegmentKind) -> str:
    """Return the role that a figure takes on a segment of this kind."""
    return kind.role if is_follower(piece) else piece


def pieces(kind: str, number: int, words: Translator) -> str:
    """Return a number of figures off the board: `3 meeples`, `1 pig`."""
    if kind == "small":
        return words.count("{number} meeple", "{number} meeples", number)
    return phrases().supply[kind](number, words)


COUNTED: Mapping[str, Count] = {
    "tiles": lambda number, words: words.count("{number} tile", "{number} tiles", number),
    "shields": lambda number, words: words.count("{number} shield", "{number} shields", number),
    "cities": lambda number, words: words.count("{number} finished city", "{number} finished cities", number),
}
"""The things of a score line."""


def counted(what: str, number: int, words: Translator) -> str:
    """Return a number of counted things or possessions: `5 tiles`, `1 shield`."""
    return (COUNTED.get(what) or phrases().counted[what])(number, words)
