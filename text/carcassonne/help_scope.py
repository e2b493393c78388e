"""The scope of a help text: one game with its options, or every game that could be played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from games.carcassonne.expansion import all_expansions, expansion_modules, expansions_in
from games.carcassonne.expansions.base import USUAL_MEEPLES, edition
from games.carcassonne.expansions.maps.design import MapDesign
from games.carcassonne.expansions.maps.printed_segments import design_of
from games.carcassonne.game import schema
from games.carcassonne.geometry import CHAT, MAP_SQUARES
from games.carcassonne.rulebook import select
from games.core.errors import IllegalActionError
from games.core.options import Options, check
from text.carcassonne.phrasebook import Phrasebook, phrases
from text.carcassonne.settings import value
from text.translator import Translator, phrase

FARMING: Mapping[str, str] = {
    "1": phrase(
        "Each finished city is worth 4 points to the player with the most farmers on all the fields around it. If "
        "players tie, each of them gets the points."
    ),
    "2": phrase(
        "Each finished city is worth 3 points to the player with the most farmers in a field beside it, but only "
        "once per player. If players tie, each of them gets the points."
    ),
    "3": phrase(
        "Each field then scores 3 points for every finished city it touches, for the player with the most farmers "
        "in it. If players tie, each of them gets the points."
    ),
}
"""How meadows pay at the end, by farm rule."""

NO_FARMERS = phrase("This game has no farmers: fields score nothing.")
EITHER_PRINTING = phrase(
    "First edition: each finished city is worth 4 points to the player with the most farmers on all the fields around it."
)

SMALL_CITY: Mapping[str, str] = {
    "2": phrase("A finished city of two tiles scores 2."),
}

IN_FIRST = phrase("In the first edition, a finished city of two tiles scores 2.")

COORDINATES: Mapping[bool, str] = {
    False: phrase(
        "Columns have letters; rows have numbers that count upwards. The start tile is {square}. Squares keep their names."
    ),
    True: phrase(
        "Columns have letters from A in the west; rows have numbers from 1 in the north. {square} is a square of this map."
    ),
}
"""By whether there is a map."""

PRINTED: Sequence[tuple[str, str]] = (
    (
        "big-city",
        phrase(
            "Big city: fills its whole square. Its sides are walled unless the map shows them open, and it counts as "
            "connected once a tile lies at an open side. You can't put a meeple on it, but your city may run through "
            "it: it counts as 1 tile plus its shields."
        ),
    ),
    (
        "ferry",
        phrase(
            "Ferry: a road across water between two squares, connected once a tile lies on either of them. A road "
            "that takes the ferry goes on at the other end; the ferry counts as 1 tile plus its shields."
        ),
    ),
    (
        "border",
        phrase(
            "Border: a road or city that begins beyond the edge and closes yours there. It counts as 1 tile plus its "
            "shields. Anywhere else along the edge, everything fits and ends."
        ),
    ),
    (
        "shields",
        phrase(
            "A shield is worth 2 points, on roads as well, or 1 if the road or city is unfinished. A monastery only "
            "needs the squares that can hold tiles. {meeples}"
        ),
    ),
    ("town", "{towns}"),
)
"""What maps add, by what must be printed for it."""

ANY_TOWNS = phrase(
    "Small cities: the settings decide what they do. Covering one may give you a second tile or cost you 2 "
    "points; or a finished road scores 2 extra points for each open small city beside it."
)


class HelpScope(NamedTuple):
    """The game that a help text is about; `options` is None if it is about every game that could be played."""

    options: Options | None
    books: tuple[Phrasebook, ...]
    """Of the expansions in play."""
    design: MapDesign | None

    def has(self, topic: str) -> bool:
        """Return whether a help topic applies to this scope."""
        if self.options is None:
            return True
        return {"maps": self.design is not None, "expansions": bool(self.options.names("expansions"))}.get(topic, True)

    def params(self, words: Translator) -> dict[str, str]:
        """Return the values of the placeholders in help texts."""
        square = self._sample()
        start = square if self.design is not None else CHAT.name(0, 0)
        coordinates = words.say(COORDINATES[self.design is not None], square=start)
        printed = [
            words.say(text, meeples=self._meeples(words), towns=self._towns(words))
            for what, text in PRINTED
            if self._is_printed(what)
        ]
        return {
            "square": square,
            "lower": square.lower(),
            "coordinates": coordinates,
            "small_city": self._small_city(words),
            "farming": self._farming(words),
            "printed": "\n".join(line for line in printed if line),
        }

    def _sample(self) -> str:
        if self.design is None:
            return CHAT.name(1, 1)
        return MAP_SQUARES.name(*self.design.playable[0])

    def _is_printed(self, what: str) -> bool:
        if self.design is None or what == "shields":
            return True
        places = self.design.places
        there = {
            "big-city": any(place.open for place in places),
            "ferry": bool(self.design.ferries),
            "border": bool(self.design.borders),
            "town": any(place.kind == "town" for place in places),
        }
        return there[what]

    def _meeples(self, words: Translator) -> str:
        if self.options is None or self.design is None:
            return words.say("Everyone has 9 meeples, unless the map says otherwise.")
        number = self.options.number("meeples") or self.design.meeples or USUAL_MEEPLES
        return words.count("Everyone has {number} meeple.", "Everyone has {number} meeples.", number)

    def _towns(self, words: Translator) -> str:
        if self.options is None or self.design is None:
            return words.say(ANY_TOWNS)
        chosen = self.options.names("towns")
        told = [value("towns", town, words) for town in chosen]
        return (
            words.say("Small cities: {rules}.", rules=words.list(told))
            if told
            else words.say("Small cities do nothing in this game.")
        )

    def _small_city(self, words: Translator) -> str:
        if self.options is None:
            return " " + words.say(IN_FIRST)
        small = str(self.options["small_city"])
        small = edition(self.options).small_city if small == "edition" else small
        return " " + words.say(SMALL_CITY[small]) if small in SMALL_CITY else ""

    def _farming(self, words: Translator) -> str:
        if self.options is None:
            return f"{words.say(FARMING['3'])} {words.say(EITHER_PRINTING)}"
        if not self.options["farmers"]:
            return words.say(NO_FARMERS)
        rule = str(self.options["farm_rule"])
        return words.say(FARMING[edition(self.options).farm_rule if rule == "edition" else rule])


def at_hand(options: Mapping[str, str] | None) -> HelpScope:
    """Return the scope of a game with these options, as text; for None, that of every game.

    Options that are invalid here, such as those of a newer program, also give the scope of every game.
    """
    try:
        chosen = None if options is None else check(schema(), options)
    except IllegalActionError:
        chosen = None
    if chosen is None:
        return HelpScope(None, phrases().books, None)
    playing = {expansion.id for expansion in select(all_expansions(), chosen)}
    modules = (any(expansion.id in playing for expansion in expansions_in(module)) for module in expansion_modules())
    books = tuple(book for book, is_played in zip(phrases().books, modules, strict=True) if is_played)
    return HelpScope(chosen, books, design_of(chosen))
