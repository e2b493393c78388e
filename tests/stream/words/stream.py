"""The words of The Stream."""

from __future__ import annotations

from collections.abc import Sequence

from games.carcassonne.actions import Action
from games.carcassonne.tile import Tile
from games.carcassonne.view import BoardView
from text.carcassonne.phrasebook import Phrasebook
from text.protocol import ChoiceTexts
from text.translator import Translator, phrase


def _recall(_action: Action, _view: BoardView, _names: Sequence[str], words: Translator) -> ChoiceTexts:
    return ChoiceTexts("", words.say("take the boat back"), words.say("it scores nothing"), words.say("recall"))


def _printed_words(tile: Tile, words: Translator) -> list[str]:
    streams = [segment.ports for segment in tile.segments if segment.kind == "stream"]
    return [
        words.say("stream bend") if (b - a) % 2 else words.say("straight stream") for a, b in (p for p in streams if len(p) == 2)
    ]


WORDS = Phrasebook(
    roles={"ferryman": phrase("ferryman")},
    pieces={"boat": phrase("boat")},
    supply={"boat": lambda number, words: words.count("{number} boat", "{number} boats", number)},
    marks={"source": phrase("source"), "mere": phrase("mere")},
    kinds={"stream": phrase("stream")},
    sided={"stream": lambda side, words: words.say("{side} stream", side=side)},
    open={"stream": lambda size, words: words.count("stream of {number} tile", "stream of {number} tiles", size)},
    edges={"S": phrase("stream")},
    printed=_printed_words,
    say={"recall": _recall},
    refused={
        ("no-such-place", "ferryman"): phrase("There is no stream on this tile."),
        ("occupied", "ferryman"): phrase("That stream already has a meeple."),
        ("not-there", "ferryman"): phrase("No ferryman can be placed there now."),
    },
    role_words={"ferryman": ("ferryman", "boatman")},
    piece_words={"boat": ("boat",)},
    verb_words={"recall": ("recall", "back")},
    returned={"recalled": phrase("back to {name}: {figure} from {square}")},
    closed={"stream": phrase("stream reaches the lake")},
    unfinished={"stream": phrase("unfinished stream")},
    closes={"stream": phrase("The stream reaches the lake: {sum}.")},
    sources={"stream": phrase("stream {points}")},
    values={("expansions", "stream"): phrase("The Stream")},
    help={"expansions": phrase("The Stream: it flows from the spring to the lake, and boats go on it.")},
)
