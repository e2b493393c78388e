"""The rules in short and how to play here, by topic; each text fits one message."""

from __future__ import annotations

from collections.abc import Sequence

from text.carcassonne.phrasebook import phrases
from text.language import Words, phrase
from text.topics import Topics, text_on, titles

TOPICS: Topics = {
    "start": (
        phrase("How a turn goes"),
        phrase(
            "A turn has three steps:\n"
            "1. You draw a tile and place it. Every edge must match its neighbours.\n"
            "2. You may put one figure on that tile.\n"
            "3. Roads, cities and cloisters that are now finished score, and their figures come back to you.\n"
            "Then the next player draws. After the last tile everything unfinished scores, then the meadows. Most points win.\n"
            "Never played? /game practice is a short game against a computer that explains every step."
        ),
    ),
    "place": (
        phrase("Placing a tile"),
        phrase(
            "The tile goes next to at least one other tile. City must meet city, road must meet road, field must meet field, "
            "on every side that touches. You may turn it: 90 means a quarter turn clockwise.\n"
            "The picture shows numbered spots where your tile fits. A tile that fits nowhere leaves the game and another is drawn."
        ),
    ),
    "figures": (
        phrase("Figures"),
        phrase(
            "You may put one of your figures on the tile that you have just placed: as a knight in a city, a highwayman on a "
            "road, a monk in a cloister, or a farmer on a meadow.\n"
            "You may not join a road, city or meadow on which any figure already stands, however far away. Later tiles can join "
            "two occupied ones; then the player with more figures scores, and a tie pays everybody who is tied in full.\n"
            "Figures come back when their road, city or cloister is finished. Farmers stay to the end."
        ),
    ),
    "roads": (
        phrase("Roads"),
        phrase(
            "A road is finished when both ends stop at a junction, a city or a cloister, or when it closes a loop. "
            "It scores 1 point for each tile; the same if it is unfinished at the end."
        ),
    ),
    "cities": (
        phrase("Cities"),
        phrase(
            "A city is finished when its wall has no gap. It scores 2 points for each tile and 2 for each shield; unfinished at "
            "the end 1 and 1. In the first edition a finished city of two tiles scores 2."
        ),
    ),
    "cloisters": (
        phrase("Cloisters"),
        phrase(
            "A cloister is finished when tiles lie on all eight squares around it. It scores 9 points: 1 for itself and 1 for "
            "each tile around it. Unfinished at the end it scores 1 for itself and for each tile that is there."
        ),
    ),
    "meadows": (
        phrase("Meadows"),
        phrase(
            "Meadows are bounded by roads, cities and the edge of the board. Farmers lie there until the end.\n"
            "Then each meadow pays the player with the most farmers in it 3 points for every finished city that it touches. "
            "A tie pays everybody who is tied. First edition: each finished city pays 4 points to the "
            "player with the most farmers on all meadows around it.\n"
            "/board view: meadows shows which meadow is whose."
        ),
    ),
    "end": (
        phrase("The end"),
        phrase(
            "The game ends after the turn in which the last tile was placed. Unfinished roads, cities and cloisters score for "
            "whoever has most figures on them, then the meadows pay. Equal points share the victory.\n"
            "The sealed bag is opened: /game verify shows that every draw follows from the secret whose seal was published "
            "before the first turn."
        ),
    ),
    "maps": (
        phrase("Maps"),
        phrase(
            "A map says where tiles may lie. A tile goes beside another tile, beside an open side of a connected big city, or on "
            "a landing of a connected ferry. What is printed counts like a tile: it must match, and goes on.\n"
            "Big city: a piece of city that fills its square. It is open where the map shows it, walled elsewhere, and connected "
            "for good once a tile lies at an open side. Figures are not put on it, but your city may run through it: 1 tile and "
            "its shields.\n"
            "Ferry: a road over water between two squares, connected once a tile lies on one of them. A road that leaves by it "
            "goes on at the other end: 1 tile and its shields.\n"
            "Border field: a road or city that begins beyond the edge and closes yours there: 1 tile and its shields. Elsewhere at "
            "the edge anything fits and ends.\n"
            "A shield brings 2 points, also on a road, and 1 on what is unfinished. A cloister needs only the squares that can "
            "hold tiles. Everybody has 9 meeples, or as many as the map says.\n"
            "Small cities: the settings say whether placing on one brings a second tile, costs 2 points, or whether a finished "
            "road brings everybody who scores it 2 points more for each open one beside it."
        ),
    ),
    "expansions": (
        phrase("Expansions"),
        phrase("After placing a tile you do one thing with wood: put a figure, or what an expansion allows in its place."),
    ),
    "board": (
        phrase("Reading the board"),
        phrase(
            "Columns have letters, rows have numbers that grow upwards; the start tile is M13. A square keeps its name.\n"
            "The last moves have a double frame and a number. Numbered ghosts are the spots where your tile fits. "
            "Each player has a colour and a mark of the own; standing figures are knights, highwaymen and monks, lying ones are "
            "farmers.\n"
            "/board shows the whole board, who owns what, the meadows, or everything as text."
        ),
    ),
    "typing": (
        phrase("Typing moves"),
        phrase(
            "Reply to the turn message, or use /place and /meeple. Square, facing, figure:\n"
            "N12 90 knight: the square, the clockwise turn (0, 90, 180, 270), the figure\n"
            "n12 r k: the same in short (r right, u upside down, l left)\n"
            "3 90 -: the number of a spot in the picture, no figure\n"
            "12 farmer south: leave the facing out where only one fits; add a side where two places are possible\n"
            "Figures: k knight, h highwayman (thief), m monk, f farmer, - none; another figure before the place. "
            "City, road, cloister (monastery) and meadow (field, farm) work as well."
        ),
    ),
    "commands": (
        phrase("Commands"),
        phrase(
            "/game practice: a first game that explains itself\n"
            "/game new, join, leave, start, cancel: open and start a game\n"
            "/place, /meeple, /undo: play; the buttons below the turn message do the same\n"
            "/board, /score, /tiles: look; only you see the answer\n"
            "/turns: all games that wait for you, in every server and in private messages\n"
            "/game info, list, log, export, verify, rematch, resign: everything around a game"
        ),
    ),
}
"""Title and text of every topic, in the order of the list."""


def topics(words: Words) -> Sequence[tuple[str, str]]:
    """See `Explaining.topics`."""
    return titles(TOPICS, words)


def help_on(topic: str, words: Words) -> str:
    """See `Explaining.help`."""
    return text_on(TOPICS, topic, words, _additions)


def _additions(key: str) -> Sequence[str]:
    """What the expansions have to say on a topic."""
    return [said for book in phrases().books if (said := book.help.get(key))]
