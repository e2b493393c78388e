"""The texts about a finished card game's highlights: the largest gains, what decided it, the best by source of points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from games.cardcassonne import events as ev
from games.cardcassonne import ledger as records
from games.cardcassonne.ledger import ledger
from games.cardcassonne.view import CardView, SeatGain, seat_gains
from games.core import game_summary
from games.core.game import Event
from games.core.game_summary import TURN
from text.cardcassonne.score_lines import explained
from text.cardcassonne.standings import SOURCES
from text.cardcassonne.terms import row_name
from text.history import decisive_moments
from text.message_templates import aside, plural
from text.protocol import CountedLine
from text.translator import Translator, phrase
from text.users.player_names import safe

_WHEN = phrase("round {number}")
MOMENTS = 3
"""So many are told."""
LEAST = 4
"""Points that are worth telling."""


def moments(events: Sequence[Event], _view: CardView, names: Sequence[str], words: Translator) -> list[CountedLine]:
    """Return the lines of the `MOMENTS` largest gains, at most one of each round, in order of play."""
    foremost: dict[int | None, SeatGain] = {}
    for seat_gain in sorted(seat_gains(events), key=lambda each: -each.gain.points):
        foremost.setdefault(seat_gain.round, seat_gain)
    chosen = sorted(list(foremost.values())[:MOMENTS], key=lambda each: (each.round is None, each.round or 0))
    return [
        CountedLine(_highlight(seat_gain, names, words), seat_gain, seat_gain.gain.seat, seat_gain.gain.points)
        for seat_gain in chosen
    ]


def _highlight(one: SeatGain, names: Sequence[str], words: Translator) -> str:
    """Return the line about a gain: `Round 4: Anna +34, dragon 10 · persons 6 × 4 = 24`."""
    gain = one.gain
    when = words.say("Chests") if one.round is None else words.say("Round {number}", number=one.round)
    head = words.say("{when}: {name} +{points}", when=when, name=safe(names[gain.seat]), points=gain.points)
    return ", ".join((head, " · ".join(explained(line, words) for line in gain.lines)))


def foremost(events: Sequence[Event], view: CardView, names: Sequence[str], words: Translator) -> str:
    """Return the line about the player with the most points from each source, and one about the largest claim."""
    sums: dict[str, Counter[int]] = {}
    for seat_gain in seat_gains(events):
        for line in seat_gain.gain.lines:
            sums.setdefault(SOURCES[line.what], Counter())[seat_gain.gain.seat] += line.number * line.each
    leaders = []
    for text, points in sums.items():
        most = max(points.values())
        best = [seat for seat in range(len(view.seats)) if points[seat] == most]
        if most >= LEAST and len(best) == 1:
            leaders.append((most, aside(words.say(text, points=most), safe(names[best[0]]), words)))
    told = [each for _, each in sorted(leaders, key=lambda each: -each[0])[:MOMENTS]]
    most_points = words.say("Most points: {sources}", sources=" · ".join(told)) if told else ""
    return "\n".join(line for line in (most_points, _claim(events, names, words)) if line)


def decided(events: Sequence[Event], view: CardView, names: Sequence[str], words: Translator) -> str:
    """Return the sentence about what decided the game."""
    return decisive_moments.decided(
        game_summary.points_by_part(ledger(events)), [seat.score for seat in view.seats], _WHEN, names, words
    )


def shares(found: Mapping[str, int], words: Translator) -> str:
    """Return the sentence about the share of each source in a player's points."""
    return decisive_moments.shares(found, SOURCES, words)


RECORDS: Mapping[str, Callable[[int, Translator], str]] = {
    records.CLAIM: plural("Biggest claim: {number} card", "Biggest claim: {number} cards"),
    TURN: plural("Best round: {number} point", "Best round: {number} points"),
}
"""Records of this game, by what `Game.feats` calls them."""


def record(name: str, value: int, words: Translator) -> str:
    """Return the line about a record that a game broke; empty for an unknown record."""
    return RECORDS[name](value, words) if name in RECORDS else ""


def totals(events: Sequence[Event], view: CardView) -> list[tuple[int, ...]]:
    """Return the points of all seats after each round, and last the final result."""
    return [
        *game_summary.running_scores(game_summary.points_by_part(ledger(events)), len(view.seats)),
        tuple(seat.score for seat in view.seats),
    ]


def _claim(events: Sequence[Event], names: Sequence[str], words: Translator) -> str:
    won = [event for event in events if isinstance(event, ev.ClaimWon)]
    largest = max(won, key=lambda event: len(event.cards), default=None)
    if largest is None or len(largest.cards) < 2:
        return ""
    return words.count(
        "Biggest claim: {name}, {number} card, {row}",
        "Biggest claim: {name}, {number} cards, {row}",
        len(largest.cards),
        name=safe(names[largest.seat]),
        row=row_name(largest.row, words),
    )
