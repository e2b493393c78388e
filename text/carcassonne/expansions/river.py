"""The texts of The River."""

from __future__ import annotations

from games.carcassonne.tile import Tile
from text.carcassonne.phrasebook import Phrasebook
from text.carcassonne.segment_names import side_name
from text.translator import Translator, phrase


def _printed_words(tile: Tile, words: Translator) -> list[str]:
    courses = [segment.ports for segment in tile.segments if segment.kind == "river" and len(segment.ports) == 2]
    return [words.say("river bend") if (b - a) % 2 else words.say("straight river") for a, b in courses]


def _mouth(square: str, closed: int, words: Translator) -> str:
    """Return the line about the square where the river goes on.

    `closed` is 1 plus the number of the side to which the river may not turn there, or 0 if it may turn to any.
    """
    if not closed:
        return words.say("The river goes on at {square}.", square=square)
    return words.say(
        "The river goes on at {square}, but can't turn {side} there.", square=square, side=side_name(closed - 1, words)
    )


WORDS = Phrasebook(
    marks={"spring": phrase("spring"), "lake": phrase("lake")},
    kinds={"river": phrase("river")},
    sided={"river": lambda side, words: words.say("{side} river", side=side)},
    open={"river": lambda size, words: words.count("river of {number} tile", "river of {number} tiles", size)},
    edges={"W": phrase("river")},
    printed=_printed_words,
    standing={"mouth": _mouth},
    values={("expansions", "river"): phrase("The River")},
    help={
        "place": phrase(
            "With The River, the water tiles come first. Each one continues the river, from the spring to the lake, "
            "and two bends in a row can't turn the same way."
        ),
        "fields": phrase(
            "With The River, the fields on the two banks are separate, even under a bridge. They join around the "
            "spring and the lake."
        ),
        "expansions": phrase(
            "The River: the game opens with twelve water tiles, from the spring to the lake. Nobody can stand on the water."
        ),
    },
)
