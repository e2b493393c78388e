"""The explanations of scores: each term of the sum, and the rule by which it counts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from games.cardcassonne import events as ev
from games.cardcassonne.view import CardView
from games.core.game import Event, Seat
from text.cardcassonne.score_lines import explained
from text.message_templates import whole_words
from text.protocol import DETAIL, ScoreLine
from text.translator import Translator, phrase
from text.users.player_names import colour, plain, safe

RULES: Mapping[str, str] = {
    "persons": phrase("People in the row of their own colour score the sum of their numbers, times how many there are."),
    "animals": phrase("A species that gets a new card scores the value of all its owner's cards of that species."),
    "dragon": phrase("A dragon scores 10 points and leaves the game."),
    "fairy": phrase("A fairy scores 10 points and leaves the game."),
    "wrong": phrase(
        "A card from a row of another colour scores 10 points and leaves the game. You can keep animals and buildings instead."
    ),
    "joker": phrase("An animal joker scores 3 points for a player without animals."),
    "series": phrase("The chest is opened at the end: buildings of different colours form series, and longer series score more."),
}
"""By which rule each kind of line counts."""


class ScorePart(NamedTuple):
    """The points of one seat from one scoring: the end of a round, or the chests."""

    event: ev.PointsScored
    gain: ev.SeatPoints


def scored(events: Sequence[Event], _view: CardView) -> list[ScorePart]:
    """Return the gains of all seats from the scorings among `events`, without those of 0 points."""
    scorings = [event for event in events if isinstance(event, ev.PointsScored)]
    return [ScorePart(event, gain) for event in scorings for gain in event.gains if gain.points]


def ahead(_view: CardView) -> list[ScorePart]:
    """Return an empty list, since players own no scoring cards before a round ends."""
    return []


def has_place(_thing: ScorePart) -> bool:
    """Return False, since won cards are no longer on the table."""
    return False


def line(thing: ScorePart, _view: CardView, names: Sequence[str], words: Translator) -> ScoreLine:
    """Return the texts of a gain for a select."""
    head = words.say(
        "{when}: {name} +{points}",
        when=_time_of_scoring(thing, words),
        name=plain(names[thing.gain.seat]),
        points=thing.gain.points,
    )
    parts = " · ".join(explained(part, words) for part in thing.gain.lines)
    return ScoreLine(whole_words(head, DETAIL), whole_words(parts, DETAIL), colour(thing.gain.seat, words).strip())


def why(thing: ScorePart, _view: CardView, viewer: Seat | None, names: Sequence[str], words: Translator) -> list[str]:
    """Return the lines that explain a gain: its terms, their rules, the other players' gains, and the reader's."""
    gain, event = thing.gain, thing.event
    head = words.say(
        "**{when}**: {name} +{points} ({total} in all)",
        when=_time_of_scoring(thing, words),
        name=safe(names[gain.seat]),
        points=gain.points,
        total=gain.total,
    )
    kinds = dict.fromkeys(part.what for part in gain.lines)
    others = [f"{safe(names[other.seat])} +{other.points}" for other in event.gains if other.seat != gain.seat]
    lines = [head, *(f"· {explained(part, words)}" for part in gain.lines), *(f"-# {words.say(RULES[kind])}" for kind in kinds)]
    if others:
        lines.append(words.say("The others: {gains}.", gains=words.list(others)))
    if any(other.seat == viewer and not other.points for other in event.gains):
        lines.append(words.say("Nothing for you here: none of your cards counted."))
    return lines


def _time_of_scoring(thing: ScorePart, words: Translator) -> str:
    if thing.event.kind == "round":
        return words.say("Round {number}", number=thing.event.number)
    return words.say("Chests")
