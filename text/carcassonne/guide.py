"""The rules in short and how to play here, by topic; each text fits one message."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from text.carcassonne.at_hand import at_hand
from text.carcassonne.phrasebook import Phrasebook
from text.help.topics import Topics, text_on, titles
from text.language import Words, phrase

TOPICS: Topics = {
    "start": (
        phrase("How a turn goes"),
        phrase(
            "A turn has three steps:\n"
            "1. You draw a tile and place it. Every edge must match its neighbours.\n"
            "2. You may put one figure on that tile.\n"
            "3. Roads, cities and monasteries that are now finished score, and their figures come back to you.\n"
            "Then the next player draws. After the last tile everything unfinished scores, then the fields. Most points win.\n"
            "Never played? /practice is a short game against a computer that explains every step."
        ),
    ),
    "place": (
        phrase("Placing a tile"),
        phrase(
            "The tile goes next to at least one other tile. City must meet city, road must meet road, field must meet field, "
            "on every side that touches. You may rotate it: 90 means a quarter turn clockwise.\n"
            "The picture shows numbered spots where your tile fits. A tile that fits nowhere leaves the game and another is drawn."
        ),
    ),
    "figures": (
        phrase("Figures"),
        phrase(
            "You may put one of your figures on the tile that you have just placed: as a knight in a city, a highwayman on a "
            "road, a monk in a monastery, or a farmer in a field.\n"
            "You may not join a road, city or field on which any figure already stands, however far away. Later tiles can join "
            "two occupied ones; then the player with more figures scores, and a tie pays everyone who is tied in full.\n"
            "Figures come back when their road, city or monastery is finished. Farmers stay to the end."
        ),
    ),
    "roads": (
        phrase("Roads"),
        phrase(
            "A road is finished when both ends stop at a junction, a city or a monastery, or when it closes a loop. "
            "It scores 1 point for each tile; the same if it is unfinished at the end."
        ),
    ),
    "cities": (
        phrase("Cities"),
        phrase(
            "A city is finished when its wall has no gap. It scores 2 points for each tile and 2 for each shield; unfinished at "
            "the end 1 and 1.{small_city}"
        ),
    ),
    "cloisters": (
        phrase("Monasteries"),
        phrase(
            "A monastery is finished when tiles lie on all eight squares around it. It scores 9 points: 1 for itself and 1 for "
            "each tile around it. Unfinished at the end it scores 1 for itself and for each tile that is there."
        ),
    ),
    "meadows": (
        phrase("Fields"),
        phrase(
            "Fields are bounded by roads, cities and the edge of the board. Farmers lie there until the end.\n"
            "{farming}\n"
            "/board view: meadows shows which field is whose."
        ),
    ),
    "end": (
        phrase("The end"),
        phrase(
            "The game ends after the turn in which the last tile was placed. Unfinished roads, cities and monasteries score for "
            "whoever has most figures on them, then the fields pay. Equal points share the victory.\n"
            "The sealed bag is opened: /game action:verify shows that every draw follows from the secret whose seal was published "
            "before the first turn."
        ),
    ),
    "maps": (
        phrase("Maps"),
        phrase(
            "A map says where tiles may lie. A tile goes beside another tile, beside an open side of a connected big city, or on "
            "a landing of a connected ferry. What is printed counts like a tile: it must match, and goes on.\n"
            "{printed}"
        ),
    ),
    "expansions": (
        phrase("Expansions"),
        phrase("After placing a tile you do one thing with your figures: place one, or what an expansion allows instead."),
    ),
    "board": (
        phrase("Reading the board"),
        phrase(
            "{coordinates}\n"
            "The last moves have a double frame and a number. Numbered ghosts are the spots where your tile fits. "
            "Each player has a colour and a mark; standing figures are knights, highwaymen and monks, lying ones are "
            "farmers. No tile left fits on a hatched empty square.\n"
            "/board shows the whole board, who owns what, the fields, or everything as text."
        ),
    ),
    "typing": (
        phrase("Typing moves"),
        phrase(
            "Reply to the turn message, or use /place and /meeple. Square, rotation, figure:\n"
            "{square} 90 knight: the square, the rotation clockwise (0, 90, 180, 270), the figure\n"
            "{lower} r k: the same in short (r right, u upside down, l left)\n"
            "3 90 -: the number of a spot in the picture, no figure\n"
            "12 farmer south: leave the rotation out where only one fits; add a side where two spots are possible\n"
            "Figures: k knight, h highwayman (thief), m monk, f farmer, - none; another figure before the place. "
            "City, road, monastery (cloister) and field (farm) work as well."
        ),
    ),
    "commands": (
        phrase("Commands"),
        phrase(
            "/practice: a first game that explains itself\n"
            "/new: open a game\n"
            "/place, /meeple: play; the buttons below the turn message do the same\n"
            "/undo: take your turn back; once the turn has passed on, everyone else is asked first\n"
            "/board, /score, /tiles: look; only you see the answer\n"
            "/game: everything else around a game, as buttons or typed, such as /game action:pause\n"
            "/turns: all games that wait for you, in every server and in private messages"
        ),
    ),
}
"""Title and text of every topic, in the order of the list."""


def topics(words: Words, options: Mapping[str, str] | None = None) -> Sequence[tuple[str, str]]:
    """See `Explaining.topics`."""
    game = at_hand(options)
    return [(key, title) for key, title in titles(TOPICS, words) if game.has(key)]


def help_on(topic: str, words: Words, options: Mapping[str, str] | None = None) -> str:
    """See `Explaining.help`."""
    game = at_hand(options)
    return text_on(TOPICS, topic, words, lambda key: _additions(key, game.books), game.params(words))


def _additions(key: str, books: Sequence[Phrasebook]) -> Sequence[str]:
    """What the expansions have to say on a topic."""
    return [said for book in books if (said := book.help.get(key))]
