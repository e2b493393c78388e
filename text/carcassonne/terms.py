"""Names of figures, marks and counted things; the glossary of the rules decides which word is used."""

from __future__ import annotations

from collections.abc import Mapping

from text.language import Words, phrase

ROLES: Mapping[str, str] = {
    "knight": phrase("knight"),
    "highwayman": phrase("highwayman"),
    "monk": phrase("monk"),
    "farmer": phrase("farmer"),
    "guard": phrase("tower guard"),
    "builder": phrase("builder"),
    "pig": phrase("pig"),
    "dragon": phrase("dragon"),
    "fairy": phrase("fairy"),
}
"""What a figure is called where it stands."""

BIG_ROLES: Mapping[str, str] = {
    "knight": phrase("big knight"),
    "highwayman": phrase("big highwayman"),
    "monk": phrase("big monk"),
    "farmer": phrase("big farmer"),
    "guard": phrase("big tower guard"),
}

ROLE_ON: Mapping[str, str] = {
    "city": "knight",
    "road": "highwayman",
    "cloister": "monk",
    "meadow": "farmer",
    "tower": "guard",
}
"""The role of a follower on each kind of segment."""

PIECES: Mapping[str, str] = {
    "small": phrase("meeple"),
    "big": phrase("big meeple"),
    "builder": phrase("builder"),
    "pig": phrase("pig"),
    "dragon": phrase("dragon"),
    "fairy": phrase("fairy"),
}
"""What a figure is called off the board."""

MARKS: Mapping[str, str] = {
    "shield": phrase("shield"),
    "inn": phrase("inn"),
    "cathedral": phrase("cathedral"),
    "wine": phrase("wine"),
    "grain": phrase("grain"),
    "cloth": phrase("cloth"),
    "volcano": phrase("volcano"),
    "dragon": phrase("dragon symbol"),
    "portal": phrase("magic portal"),
    "princess": phrase("princess"),
}
"""Printed symbols."""


def role_name(piece: str, role: str, words: Words) -> str:
    """`knight`, `big knight`, `builder`."""
    return words.say((BIG_ROLES if piece == "big" and role in BIG_ROLES else ROLES)[role])


def standing_role(piece: str, kind: str) -> str:
    """The role that a piece takes on a segment of this kind."""
    return piece if piece in ("builder", "pig") else ROLE_ON[kind]


def pieces(kind: str, number: int, words: Words) -> str:
    """`3 meeples`, `1 pig`: figures off the board, counted."""
    match kind:
        case "small":
            return words.count("{number} meeple", "{number} meeples", number)
        case "big":
            return words.count("{number} big meeple", "{number} big meeples", number)
        case "builder":
            return words.count("{number} builder", "{number} builders", number)
        case "pig":
            return words.count("{number} pig", "{number} pigs", number)
        case _:
            raise KeyError(kind)


def counted(what: str, number: int, words: Words) -> str:
    """`5 tiles`, `1 shield`: the things of a score line, and what a player owns."""
    match what:
        case "tiles":
            return words.count("{number} tile", "{number} tiles", number)
        case "shields":
            return words.count("{number} shield", "{number} shields", number)
        case "cities":
            return words.count("{number} finished city", "{number} finished cities", number)
        case _:
            return _counted_of_expansions(what, number, words)


def _counted_of_expansions(what: str, number: int, words: Words) -> str:
    match what:
        case "wine" | "grain" | "cloth":
            return {
                "wine": words.sense("goods", "wine {number}", number=number),
                "grain": words.sense("goods", "grain {number}", number=number),
                "cloth": words.sense("goods", "cloth {number}", number=number),
            }[what]
        case "tower-pieces":
            return words.count("{number} tower piece", "{number} tower pieces", number)
        case "towns":
            return words.count("{number} small city", "{number} small cities", number)
        case _:
            raise KeyError(what)


COUNTED = ("tiles", "shields", "cities", "wine", "grain", "cloth", "tower-pieces", "towns")
"""Everything that `counted` can say."""
