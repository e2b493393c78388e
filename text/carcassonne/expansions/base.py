"""The texts of the base game's options; its other texts are in the modules that use them."""

from __future__ import annotations

from text.carcassonne.phrasebook import Phrasebook
from text.translator import phrase

WORDS = Phrasebook(
    options={
        "edition": (phrase("Edition"), phrase("Which edition of the rules and tiles.")),
        "expansions": (phrase("Expansions"), phrase("Extra tiles, figures and rules.")),
        "farmers": (phrase("Farmers"), phrase("Whether there are farmers, who score at the end.")),
        "farm_rule": (phrase("Farmer scoring"), phrase("What fields score at the end.")),
        "small_city": (phrase("Small city"), phrase("What a finished city of two tiles is worth.")),
        "meeples": (phrase("Meeples"), phrase("How many meeples each player has: usually 7; on a map 9, or what the map says.")),
        "first_player": (phrase("First player"), phrase("Who goes first.")),
        "tiles": (phrase("Tiles"), phrase("All of them, or a few for a first game without expansions.")),
        "in_hand": (phrase("Tile in hand"), phrase("Whether everyone draws their next tile ahead, for all to see.")),
    },
    values={
        ("edition", "base"): phrase("Base game"),
        ("edition", "first"): phrase("First edition"),
        ("meeples", "0"): phrase("as usual"),
        ("farm_rule", "edition"): phrase("as the edition says"),
        ("farm_rule", "1"): phrase("4 points per city: most farmers around it"),
        ("farm_rule", "2"): phrase("3 points per city, once per player"),
        ("farm_rule", "3"): phrase("3 points per city and field"),
        ("small_city", "edition"): phrase("as the edition says"),
        ("small_city", "2"): phrase("2 points"),
        ("small_city", "4"): phrase("4 points"),
        ("tiles", "all"): phrase("all tiles"),
        ("tiles", "twelve"): phrase("twelve, for a first game"),
        ("tiles", "practice"): phrase("fourteen, always in the same order"),
        ("first_player", "random"): phrase("random"),
        ("first_player", "chosen"): phrase("the host goes first"),
    },
)
