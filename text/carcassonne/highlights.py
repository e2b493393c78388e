"""What a finished game will be remembered for: three moments, what decided it, and who got most from what."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from games.carcassonne import game_summary as course_of
from games.carcassonne.events import FeatureScored, SeatPoints, TurnBegan
from games.carcassonne.game_summary import turns
from games.carcassonne.score_explanations import Scoring, final_from, scored
from games.carcassonne.view import BoardView, by_source
from games.core import game_summary
from games.core.game import Event
from games.core.game_summary import TURN
from text.carcassonne.score_lines import explained, title
from text.carcassonne.standings import by_known_source, sources
from text.history import decisive_moments
from text.message_templates import plural
from text.protocol import CountedLine
from text.translator import Translator, phrase
from text.users.player_names import safe

MOMENTS = 3
"""So many are told."""

LEAST = 4
"""Points between who got most and who got next that make a moment."""

_WHEN = phrase("turn {number}")


class _Moment(NamedTuple):
    """Something that was scored, and when; by turn None it was counted at the end."""

    turn: int | None
    thing: Scoring

    @property
    def swing(self) -> int:
        """By how much it put the one who got most before all others."""
        most, *others = sorted((gain.points for gain in self.thing.gains), reverse=True)
        return most - max(others, default=0)


def moments(events: Sequence[Event], view: BoardView, names: Sequence[str], words: Translator) -> list[CountedLine]:
    """See `HighlightTexts.moments`: of a turn, and of the end, only the greatest one, unless there are too few."""
    found = sorted((one for one in _moments(events, view) if one.swing >= LEAST), key=lambda one: -one.swing)
    when = [one.turn for one in found]
    first = [one for place, one in enumerate(found) if one.turn not in when[:place]]
    chosen = [*first, *(one for one in found if one not in first)][:MOMENTS]
    in_order = sorted(chosen, key=lambda one: (one.turn is None, one.turn or 0))
    return [CountedLine(_told(one, names, words), one.thing, *_best(one.thing)[0][:2]) for one in in_order]


def decided(events: Sequence[Event], view: BoardView, names: Sequence[str], words: Translator) -> str:
    """See `HighlightTexts.decided`."""
    return decisive_moments.decided(turns(events), [seat.score for seat in view.seats], _WHEN, names, words)


def foremost(events: Sequence[Event], view: BoardView, names: Sequence[str], words: Translator) -> str:
    """See `HighlightTexts.foremost`."""
    sums, found = by_source(events, len(view.seats)), []
    for source, said in sources().items():
        points = [each.get(source, 0) for each in sums]
        most = max(points)
        if most >= LEAST and points.count(most) == 1:
            found.append((most, f"{words.say(said, points=most)} ({safe(names[points.index(most)])})"))
    best = [told for _, told in sorted(found, key=lambda one: -one[0])[:MOMENTS]]
    return words.say("Most points: {sources}", sources=" · ".join(best)) if best else ""


def shares(found: Mapping[str, int], words: Translator) -> str:
    """See `HighlightTexts.shares`."""
    return decisive_moments.shares(by_known_source(found), sources(), words)


RECORDS: Mapping[str, Callable[[int, Translator], str]] = {
    course_of.CITY: plural("Biggest city: {number} point", "Biggest city: {number} points"),
    course_of.ROAD: plural("Longest road: {number} tile", "Longest road: {number} tiles"),
    course_of.FIELD: plural("Biggest field: {number} point", "Biggest field: {number} points"),
    TURN: plural("Best turn: {number} point", "Best turn: {number} points"),
    course_of.BIG: plural("Highest score with the Big Box: {number} point", "Highest score with the Big Box: {number} points"),
}
"""Records of this game, by what `Game.feats` calls them."""


def record(name: str, value: int, words: Translator) -> str:
    """See `HighlightTexts.record`."""
    return RECORDS[name](value, words) if name in RECORDS else ""


def totals(events: Sequence[Event], view: BoardView) -> list[tuple[int, ...]]:
    """See `HighlightTexts.totals`."""
    return [*game_summary.running_scores(turns(events), len(view.seats)), tuple(seat.score for seat in view.seats)]


def _moments(events: Sequence[Event], view: BoardView) -> Iterator[_Moment]:
    turn, final, things = 0, final_from(events), iter(scored(events, view))
    for number, event in enumerate(events):
        if isinstance(event, TurnBegan):
            turn = event.number
        elif isinstance(event, FeatureScored) and (event.gains or event.weights):
            thing = next(things)
            if thing.gains:
                yield _Moment(None if number >= final else turn, thing)


def _told(one: _Moment, names: Sequence[str], words: Translator) -> str:
    """`Turn 44: Anna +18, city finished, (8 tiles + 1 shield) ×2 = 18`."""
    thing, best = one.thing, _best(one.thing)
    what = ", ".join([title(thing.kind, words, complete=thing.complete), *explained(best[0], thing.kind, words)])
    who = ", ".join(words.say("{name} +{points}", name=safe(names[gain.seat]), points=gain.points) for gain in best)
    if one.turn is None:
        return words.say("At the end: {gains}, {what}", gains=who, what=what)
    return words.say("Turn {turn}: {gains}, {what}", turn=one.turn, gains=who, what=what)


def _best(thing: Scoring) -> list[SeatPoints]:
    return sorted((gain for gain in thing.gains if gain.points), key=lambda gain: -gain.points)
