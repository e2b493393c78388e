"""The help texts about the rules and about playing here, by topic; each text fits one message.

The module is the `RulesTexts` of the game, together with the functions that it imports from the settings.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from text.carcassonne.help_scope import at_hand
from text.carcassonne.phrasebook import Phrasebook
from text.carcassonne.settings import name, option, presets, title, value
from text.help.topics import Topics, text_on, titles
from text.translator import Translator, phrase

__all__ = ["help", "name", "option", "presets", "title", "topics", "value"]

TOPICS: Topics = {
    "start": (
        phrase("How a turn works"),
        phrase(
            "A turn has three steps:\n"
            "1. Draw a tile and place it. Every edge must match the tiles next to it.\n"
            "2. You may put a meeple on that tile.\n"
            "3. Roads, cities and monasteries that are now finished score, and their meeples come back.\n"
            "Then the next player draws. After the last tile, everything unfinished scores, then the fields. Most "
            "points wins.\n"
            "Never played? /practice is a short game against a computer that explains every step."
        ),
    ),
    "place": (
        phrase("Placing a tile"),
        phrase(
            "Place the tile next to at least one other tile. On every side that touches, city must meet city, road "
            "must meet road and field must meet field. You can rotate it: 90 is a quarter turn clockwise.\n"
            "The picture numbers the spots where your tile fits. A tile that fits nowhere leaves the game, and you "
            "draw another."
        ),
    ),
    "figures": (
        phrase("Meeples"),
        phrase(
            "You may put one of your meeples on the tile you have just placed: as a knight in a city, a highwayman on "
            "a road, a monk in a monastery or a farmer in a field.\n"
            "You can't add one to a road, city or field where a meeple already stands, however far away. But a later "
            "tile can join two of them: then the player with more meeples gets all the points, and players who tie "
            "all get them in full.\n"
            "Meeples come back when their road, city or monastery is finished. Farmers stay to the end."
        ),
    ),
    "roads": (
        phrase("Roads"),
        phrase(
            "A road is finished once both ends are closed by a junction, a city or a monastery, or when it forms a "
            "loop. It scores 1 point per tile, and the same if it's unfinished at the end."
        ),
    ),
    "cities": (
        phrase("Cities"),
        phrase(
            "A city is finished when its wall has no gaps. It scores 2 points per tile and 2 per shield, or 1 and 1 "
            "if it's unfinished at the end.{small_city}"
        ),
    ),
    "monasteries": (
        phrase("Monasteries"),
        phrase(
            "A monastery is finished when all eight squares around it have tiles. It scores 9 points: 1 for itself "
            "and 1 for each tile around it. If it's unfinished at the end, it scores 1 for itself and 1 for each tile "
            "around it so far."
        ),
    ),
    "fields": (
        phrase("Fields"),
        phrase(
            "Fields end at roads, city walls and the edge of the board. Farmers stay there until the end.\n"
            "{farming}\n"
            "/board view: fields shows who owns which field."
        ),
    ),
    "end": (
        phrase("The end"),
        phrase(
            "The game ends with the turn of the last tile. Unfinished roads, cities and monasteries score for the "
            "player with the most meeples on them, then the fields score. Players with equal points share the win.\n"
            "Then the sealed bag is opened: /game action:verify shows that every draw follows from the secret sealed "
            "before the first turn."
        ),
    ),
    "maps": (
        phrase("Maps"),
        phrase(
            "A map shows where tiles can go: next to another tile, next to an open side of a connected big city, or "
            "at the landing of a connected ferry. Whatever is printed counts like a tile: your tile must match it, "
            "and roads and cities go on through it.\n"
            "{printed}"
        ),
    ),
    "expansions": (
        phrase("Expansions"),
        phrase("After placing a tile, you do one thing with your figures: place one, or do what an expansion offers instead."),
    ),
    "board": (
        phrase("Reading the board"),
        phrase(
            "{coordinates}\n"
            "The latest moves have a double frame and a number. Pale numbered tiles show where yours fits. Each "
            "player has a colour and a mark; standing meeples are knights, highwaymen and monks, lying ones are "
            "farmers. Hatched squares are empty, and no tile fits there any more.\n"
            "/board shows the whole board, who owns what, the fields, or everything as text."
        ),
    ),
    "typing": (
        phrase("Typing moves"),
        phrase(
            "Reply to the turn message, or use /place and /meeple. Square, rotation, meeple:\n"
            "{square} 90 knight: the square, the rotation clockwise (0, 90, 180, 270), the meeple\n"
            "{lower} r k: the same in short (r right, u upside down, l left)\n"
            "3 90 -: a spot number from the picture, no meeple\n"
            "12 farmer south: leave out the rotation if only one fits; add a side if there are two spots\n"
            "Meeples: k knight, h highwayman (thief), m monk, f farmer, - none. To place another figure, name it "
            "first. City, road, monastery (cloister) and field (farm) work too."
        ),
    ),
    "commands": (
        phrase("Commands"),
        phrase(
            "/practice: a first game that explains itself\n"
            "/new: open a game\n"
            "/place, /meeple: play; the buttons below the turn message do the same\n"
            "/undo: take your turn back; once the turn has passed on, the others have to agree\n"
            "/board, /score, /tiles: look; only you see the answer\n"
            "/game: everything else about a game, with buttons or typed, such as /game action:pause\n"
            "/turns: all games waiting for you, in every server and in private messages"
        ),
    ),
}
"""Title and text of every topic, in the order of the list."""

FORMER: Mapping[str, str] = {"meadows": "fields", "cloisters": "monasteries"}
"""By what a topic was once called: what it is called now. Both are understood."""


def topics(words: Translator, options: Mapping[str, str] | None = None) -> Sequence[tuple[str, str]]:
    """Return (key, title) of each help topic about the game."""
    game = at_hand(options)
    return [(key, title) for key, title in titles(TOPICS, words) if game.has(key)]


def help(topic: str, words: Translator, options: Mapping[str, str] | None = None) -> str:  # noqa: A001  # the protocol's name
    """Return the help text on a topic."""
    game = at_hand(options)
    return text_on(
        TOPICS, FORMER.get(topic.strip().lower(), topic), words, lambda key: _additions(key, game.books), game.params(words)
    )


def _additions(key: str, books: Sequence[Phrasebook]) -> Sequence[str]:
    """Return the sentences that some phrasebooks add to a help topic."""
    return [help_text for book in books if (help_text := book.help.get(key))]
