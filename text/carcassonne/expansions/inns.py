"""The texts of Inns & Cathedrals."""

from __future__ import annotations

from collections.abc import Mapping

from games.carcassonne.view import BoardView, FeatureView
from text.carcassonne.phrasebook import Phrasebook
from text.carcassonne.segment_names import kind_name, segment_at
from text.carcassonne.turn_reasons import ComparedPositions, TurnReason
from text.translator import Translator, phrase

_RAISED: Mapping[str, str] = {
    "inn": phrase("an inn: 2 points per tile once the road is finished"),
    "cathedral": phrase("a cathedral: 3 points per tile and shield once the city is finished"),
}
"""By the mark, what it makes of a road or city."""


def raised(pair: ComparedPositions) -> list[TurnReason]:
    """Return reasons about roads with an inn and cities with a cathedral that lack it in the other position."""
    lines = []
    for same in pair.held():
        for mark, text in _RAISED.items():
            if _has(pair.better, same.better, mark) and not (same.other and _has(pair.other, same.other, mark)):
                what = pair.of(kind_name(same.better.kind, pair.words), same.holders)
                worth = float(len(same.better.segments)) * pair.side(*same.holders)
                lines.append(TurnReason(worth, pair.line(what, pair.words.say(text))))
    return lines


def _has(view: BoardView, feature: FeatureView, mark: str) -> bool:
    return any(mark in segment_at(view, *segment).marks for segment in feature.segments)


REASONS = (raised,)


_BIG: Mapping[str, str] = {
    "knight": phrase("big knight"),
    "highwayman": phrase("big highwayman"),
    "monk": phrase("big monk"),
    "farmer": phrase("big farmer"),
}


def _big(role: str, name: str, words: Translator) -> str:
    return words.say(_BIG[role]) if role in _BIG else words.say("big {figure}", figure=name)


WORDS = Phrasebook(
    reasons=REASONS,
    worths={"big follower soon": "meeples", "big follower": "meeples"},
    titles={"big": _big},
    pieces={"big": phrase("big meeple")},
    supply={"big": lambda number, words: words.count("{number} big meeple", "{number} big meeples", number)},
    counts={"big": phrase("A big meeple counts as two.")},
    piece_words={"big": ("b", "big", "large", "double")},
    marks={"inn": phrase("inn"), "cathedral": phrase("cathedral")},
    tags={"inn": phrase("with inn"), "cathedral": phrase("with cathedral")},
    nothing={
        "inn": phrase("an unfinished road with an inn is worth 0"),
        "cathedral": phrase("an unfinished city with a cathedral is worth 0"),
    },
    options={
        "unfinished_inn_cathedral": (phrase("Unfinished inns, cathedrals"), phrase("What they are worth at the end.")),
        "big_followers_per_player": (phrase("Big meeples"), phrase("How many big meeples each player has.")),
    },
    values={
        ("expansions", "inns"): phrase("Inns & Cathedrals"),
        ("unfinished_inn_cathedral", "zero"): phrase("worth nothing"),
        ("unfinished_inn_cathedral", "plain"): phrase("as without inn or cathedral"),
    },
    help={
        "roads": phrase("With Inns & Cathedrals, a finished road with an inn scores 2 per tile; an unfinished one scores nothing."),
        "cities": phrase(
            "With Inns & Cathedrals, a finished city with a cathedral scores 3 per tile and shield; an unfinished one "
            "scores nothing."
        ),
        "typing": phrase("Put big before the role to place the big meeple."),
        "expansions": phrase("Inns & Cathedrals: a big meeple that counts as two, and inns and cathedrals that raise the stakes."),
    },
)
