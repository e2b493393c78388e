"""The texts of Traders & Builders."""

from __future__ import annotations

from collections.abc import Sequence

from games.carcassonne.actions import Action
from games.carcassonne.expansions.traders.events import GoodsTaken
from games.carcassonne.view import BoardView
from text.carcassonne.event_narrator import EventNarrator
from text.carcassonne.expansions.explanations.traders import REASONS
from text.carcassonne.phrasebook import Phrasebook, asking
from text.carcassonne.terms import counted
from text.protocol import ChoiceTexts
from text.translator import Translator, phrase


def _goods_taken(told: EventNarrator, event: GoodsTaken) -> None:
    goods = ", ".join(counted(kind, number, told.words) for kind, number in event.goods)
    told.note(told.words.say("{name} takes goods: {goods}", name=told.name(event.seat), goods=goods))


def _second_turn_texts(_action: Action, _view: BoardView, _names: Sequence[str], words: Translator) -> ChoiceTexts:
    return ChoiceTexts(
        "",
        words.say("draw a second tile"),
        words.say("Your builder gives you a second tile this turn."),
        words.sense("typed", "again"),
    )


WORDS = Phrasebook(
    reasons=REASONS,
    worths={
        "goods majorities": "goods",
        "goods": "goods",
        "second part": "builder",
        "builder at work": "builder",
        "builder at work, long": "builder",
        "builder at hand": "builder",
        "pig": "pig",
        "pig hopes": "pig",
        "pig at hand": "pig",
    },
    topics={"goods": phrase("goods"), "builder": phrase("builder"), "pig": phrase("pig")},
    roles={"builder": phrase("builder"), "pig": phrase("pig")},
    pieces={"builder": phrase("builder"), "pig": phrase("pig")},
    supply={
        "builder": lambda number, words: words.count("{number} builder", "{number} builders", number),
        "pig": lambda number, words: words.count("{number} pig", "{number} pigs", number),
    },
    piece_words={"builder": ("builder", "bu"), "pig": ("pig", "p")},
    marks={"wine": phrase("wine"), "grain": phrase("grain"), "cloth": phrase("cloth")},
    counted={
        "wine": lambda number, words: words.sense("goods", "wine {number}", number=number),
        "grain": lambda number, words: words.sense("goods", "grain {number}", number=number),
        "cloth": lambda number, words: words.sense("goods", "cloth {number}", number=number),
    },
    say={"again": _second_turn_texts},
    decisions={"again": asking(phrase("{name} may draw a second tile."), phrase("You may draw a second tile."))},
    verb_words={"again": ("again", "yes", "second", "draw")},
    tell={GoodsTaken: _goods_taken},
    brings=(GoodsTaken,),
    returned={"orphan": phrase("left alone at {square}, back to {name}: {figure}")},
    others={
        "goods-wine": phrase("most wine"),
        "goods-grain": phrase("most grain"),
        "goods-cloth": phrase("most cloth"),
    },
    alone={"majority": phrase("majority")},
    tags={"pig": phrase("with pig")},
    sources={"goods": phrase("goods {points}")},
    options={
        "builder_second_part": (phrase("Second tile (builder)"), phrase("Whether the second tile comes automatically.")),
        "goods_points": (phrase("Goods"), phrase("Points for having the most of each kind of goods.")),
        "builders_per_player": (phrase("Builders per player"), phrase("How many builders each player has.")),
        "pigs_per_player": (phrase("Pigs per player"), phrase("How many pigs each player has.")),
    },
    values={
        ("expansions", "traders"): phrase("Traders & Builders"),
        ("builder_second_part", "automatic"): phrase("automatic"),
        ("builder_second_part", "ask"): phrase("the player chooses"),
    },
    help={
        "fields": phrase("With Traders & Builders, each city scores 4 for a player with their own pig in the field."),
        "typing": phrase("Put builder or pig first to place that figure."),
        "expansions": phrase(
            "Traders & Builders: finish a city to take its goods; the most of each kind scores 10 points. A builder "
            "on your own road or city gives you a second tile. A pig makes your field worth 4 per city."
        ),
    },
)
