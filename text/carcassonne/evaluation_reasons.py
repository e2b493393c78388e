"""The difference between two turns in points, by topic, the largest first."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from games.carcassonne.evaluation import BACK, CHOICE, FEATURE, FIELD, HAND
from games.carcassonne.possible_merges import NAMES as JOINS
from games.carcassonne.tile import SegmentKind
from games.carcassonne.view import BoardView
from games.core.evaluation_terms import EvaluationTerm
from text.carcassonne.phrasebook import phrases
from text.carcassonne.segment_names import kind_name
from text.play.choice_values import signed
from text.translator import Translator, phrase
from text.users.player_names import safe

NAMED = 0.7
"""This part of the difference is named, at least, as far as `MOST` terms do."""

MOST = 6
"""Terms that are named."""

LEAST = 0.5
"""Points: what is less is not named."""

MEEPLES = "meeples"
ANSWERS = ""

_TOPICS: Mapping[str, str] = {
    "points": phrase("scored now"),
    MEEPLES: phrase("free meeples, or soon free"),
    "joining": phrase("what one tile can join"),
    ANSWERS: phrase("the best replies"),
}


class Topic(NamedTuple):
    """One topic of a difference in points, such as `meeples`, with the sum of its terms."""

    name: str
    """`points`, a kind of feature, `meeples`, `joining`, what an expansion names, or empty for the best answers."""
    own: bool
    points: float


def topics(terms: Iterable[EvaluationTerm]) -> list[Topic]:
    """Return the topics of some terms, the largest first, until the remaining ones are small; at most `MOST`."""
    sums: dict[tuple[str, bool], float] = {}
    for term in terms:
        key = topic_of(term.name), term.own
        sums[key] = sums.get(key, 0.0) + term.points
    ordered = sorted((Topic(*key, points) for key, points in sums.items()), key=lambda each: -abs(each.points))
    total, named = sum(sums.values()), list[Topic]()
    for topic in ordered[:MOST]:
        rest = total - sum(known.points for known in named)
        if abs(topic.points) < LEAST or (named and max(abs(rest), abs(topic.points)) <= (1 - NAMED) * abs(total)):
            break
        named.append(topic)
    return named


def topic_of(name: str) -> str:
    """Return the topic to which a term of the evaluation belongs."""
    if name in phrases().worths:
        return phrases().worths[name]
    if name in (CHOICE, *BACK, *HAND):
        return MEEPLES
    if name in FIELD:
        return SegmentKind.FIELD
    if name in JOINS:
        return "joining"
    kind, _, what = name.rpartition(" ")
    return kind if what in FEATURE else name


def line(topics: Sequence[Topic], other: BoardView, better: BoardView, seat: int, names: Sequence[str], words: Translator) -> str:
    """Return the line of topics: `In points: scored now +4 · taken from Ben: city +3 · no meeples left −2`; empty without any."""
    told = [_reason_sentence(topic, other, better, seat, names, words) for topic in topics]
    return words.say("In points: {terms}", terms=" · ".join(told)) if told else ""


def _reason_sentence(topic: Topic, other: BoardView, better: BoardView, seat: int, names: Sequence[str], words: Translator) -> str:
    what = _meeples(other, better, seat, words) if topic.own and topic.name == MEEPLES else _term_name(topic.name, words)
    sentence = words.say("{what} {points}", what=what, points=signed(round(topic.points) or (1 if topic.points > 0 else -1)))
    if topic.own:
        return sentence
    rivals = words.list([safe(name) for number, name in enumerate(names) if number != seat]) if len(names) == 2 else ""
    if topic.points > 0:
        return (
            words.say("taken from {name}: {term}", name=rivals, term=sentence)
            if rivals
            else words.say("taken from the others: {term}", term=sentence)
        )
    return (
        words.say("left to {name}: {term}", name=rivals, term=sentence)
        if rivals
        else words.say("left to the others: {term}", term=sentence)
    )


def _term_name(name: str, words: Translator) -> str:
    if name in _TOPICS:
        return words.say(_TOPICS[name])
    return words.say(phrases().topics[name]) if name in phrases().topics else kind_name(name, words)


def _meeples(other: BoardView, better: BoardView, seat: int, words: Translator) -> str:
    """Return the text about the difference in the seat's free meeples.

    If none was gained, and the last one was not used, the topic's own name.
    """
    left, had = better.seat(seat).meeples, other.seat(seat).meeples
    if left > had:
        return words.count("{number} more meeple in hand", "{number} more meeples in hand", left - had)
    if not left and had:
        return words.say("no meeples left")
    return words.say(_TOPICS[MEEPLES])
