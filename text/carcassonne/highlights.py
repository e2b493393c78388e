"""The texts about a finished game's highlights: three moments, what decided it, and the best by source of points."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from games.carcassonne import ledger as records
from games.carcassonne.events import SeatPoints
from games.carcassonne.ledger import ledger
from games.carcassonne.score_explanations import Scoring, scored
from games.carcassonne.view import BoardView
from games.core import game_summary
from games.core.game import Event
from games.core.game_summary import TURN
from text.carcassonne.score_lines import explained, title
from text.carcassonne.standings import kept, sources
from text.history import decisive_moments
from text.message_templates import aside, plural
from text.protocol import CountedLine
from text.translator import Translator, phrase
from text.users.player_names import safe

MOMENTS = 3
"""So many are told."""

LEAST = 4
"""Points between who got most and who got next that make a moment."""

_WHEN = phrase("turn {number}")


def moments(events: Sequence[Event], view: BoardView, names: Sequence[str], words: Translator) -> list[CountedLine]:
    """Return the lines of the `MOMENTS` most decisive scorings, in order of play.

    Scorings of different turns are preferred. Empty if no scoring put a player `LEAST` points ahead.
    """
    scorings = sorted((scoring for scoring in scored(events, view) if _swing(scoring) >= LEAST), key=lambda each: -_swing(each))
    when = [scoring.turn for scoring in scorings]
    first = [scoring for place, scoring in enumerate(scorings) if scoring.turn not in when[:place]]
    chosen = [*first, *(scoring for scoring in scorings if scoring not in first)][:MOMENTS]
    in_order = sorted(chosen, key=lambda each: (each.is_final, each.turn or 0))
    return [CountedLine(_highlight(scoring, names, words), scoring, *_largest_gains(scoring)[0][:2]) for scoring in in_order]


def _swing(thing: Scoring) -> int:
    """Return how many points more than the second the first player got from a scoring."""
    most, *others = sorted((gain.points for gain in thing.gains), reverse=True)
    return most - max(others, default=0)


def decided(events: Sequence[Event], view: BoardView, names: Sequence[str], words: Translator) -> str:
    """Return the sentence about what decided the game."""
    return decisive_moments.decided(
        game_summary.points_by_part(ledger(events)), [seat.score for seat in view.seats], _WHEN, names, words
    )


def foremost(events: Sequence[Event], view: BoardView, names: Sequence[str], words: Translator) -> str:
    """Return the line about the player with the most points from each source; empty if none stands out."""
    sums, leaders = ledger(events).by_source(len(view.seats)), []
    for source, source_text in sources().items():
        points = [each.get(source, 0) for each in sums]
        most = max(points)
        if most >= LEAST and points.count(most) == 1:
            leaders.append((most, aside(words.say(source_text, points=most), safe(names[points.index(most)]), words)))
    best = [told for _, told in sorted(leaders, key=lambda each: -each[0])[:MOMENTS]]
    return words.say("Most points: {sources}", sources=" · ".join(best)) if best else ""


def shares(found: Mapping[str, int], words: Translator) -> str:
    """Return the sentence about the share of each source in a player's points."""
    return decisive_moments.shares(*kept(found), words)


RECORDS: Mapping[str, Callable[[int, Translator], str]] = {
    records.CITY: plural("Biggest city: {number} point", "Biggest city: {number} points"),
    records.ROAD: plural("Longest road: {number} tile", "Longest road: {number} tiles"),
    records.FIELD: plural("Biggest field: {number} point", "Biggest field: {number} points"),
    TURN: plural("Best turn: {number} point", "Best turn: {number} points"),
    records.BIG: plural("Highest score with the Big Box: {number} point", "Highest score with the Big Box: {number} points"),
}
"""Records of this game, by what `Game.feats` calls them."""


def record(name: str, value: int, words: Translator) -> str:
    """Return the line about a record that a game broke; empty for an unknown record."""
    return RECORDS[name](value, words) if name in RECORDS else ""


def totals(events: Sequence[Event], view: BoardView) -> list[tuple[int, ...]]:
    """Return the points of all seats after each turn, and last the final result."""
    return [
        *game_summary.running_scores(game_summary.points_by_part(ledger(events)), len(view.seats)),
        tuple(seat.score for seat in view.seats),
    ]


def _highlight(thing: Scoring, names: Sequence[str], words: Translator) -> str:
    """Return the line about a scoring: `Turn 44: Anna +18, city finished, (8 tiles + 1 shield) ×2 = 18`."""
    best = _largest_gains(thing)
    what = ", ".join([title(thing.kind, words, complete=thing.complete), *explained(best[0], thing.kind, words)])
    who = ", ".join(words.say("{name} +{points}", name=safe(names[gain.seat]), points=gain.points) for gain in best)
    if thing.is_final:
        return words.say("At the end: {gains}, {what}", gains=who, what=what)
    return words.say("Turn {turn}: {gains}, {what}", turn=thing.turn, gains=who, what=what)


def _largest_gains(thing: Scoring) -> list[SeatPoints]:
    return sorted((gain for gain in thing.gains if gain.points > 0), key=lambda gain: -gain.points)
