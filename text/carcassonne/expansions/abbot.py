"""The texts of The Abbot."""

from __future__ import annotations

from collections.abc import Sequence

from games.carcassonne.actions import Action
from games.carcassonne.expansions.abbot.evaluation import NAMES
from games.carcassonne.tile import Tile
from games.carcassonne.view import BoardView
from text.carcassonne.phrasebook import Phrasebook
from text.protocol import ChoiceTexts
from text.translator import Translator, meant, phrase


def _retrieve(_action: Action, _view: BoardView, _names: Sequence[str], words: Translator) -> ChoiceTexts:
    return ChoiceTexts("", words.say("take abbot back"), "", words.sense("typed", "retrieve"))


def _printed_words(tile: Tile, words: Translator) -> list[str]:
    return [words.say("garden")] if any(segment.kind == "garden" for segment in tile.segments) else []


WORDS = Phrasebook(
    worths=dict.fromkeys(NAMES, "abbot"),
    topics={"abbot": phrase("abbot")},
    titles={"abbot": lambda _role, _name, words: words.say("abbot")},
    roles={"gardener": phrase("gardener")},
    pieces={"abbot": phrase("abbot")},
    supply={"abbot": lambda number, words: words.count("{number} abbot", "{number} abbots", number)},
    piece_words={"abbot": ("abbot",)},
    kinds={"garden": phrase("garden")},
    printed=_printed_words,
    say={"retrieve": _retrieve},
    role_words={"gardener": ("gardener", "garden")},
    verb_words={"retrieve": ("retrieve", "back", "recall")},
    elsewhere={"retrieve": meant("kind", "Abbot back")},
    refused={
        ("no-such-place", "gardener"): phrase("This tile has no garden."),
        ("occupied", "gardener"): phrase("There's already an abbot in that garden."),
        ("not-there", "gardener"): phrase("Only an abbot can go in a garden."),
    },
    returned={"retrieved": phrase("{figure} ({name}) taken back from {square}")},
    occasions={"retrieved": phrase("The abbot was taken back.")},
    closed={"garden": phrase("garden finished")},
    unfinished={"garden": phrase("unfinished garden")},
    closes={"garden": phrase("Finishes the garden: {sum}.")},
    sources={"garden": phrase("gardens {points}")},
    legend={"mark garden": phrase("garden")},
    values={("expansions", "abbot"): phrase("The Abbot")},
    help={
        "figures": phrase(
            "With The Abbot, everyone also has an abbot, who can go in a monastery or a garden. Instead of placing a "
            "meeple, you can take your abbot back and score what its place is worth right now."
        ),
        "monasteries": phrase("With The Abbot, a garden scores like a monastery. Only an abbot can go in one."),
        "typing": phrase("Type abbot to place the abbot, retrieve to take it back."),
        "expansions": phrase(
            "The Abbot: everyone has an abbot, and some tiles have gardens. On any of your turns you can take the "
            "abbot back for points."
        ),
    },
)
