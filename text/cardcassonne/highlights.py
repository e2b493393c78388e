"""What a finished card game will be remembered for: the biggest claim, the best round, and what decided it."""

from __future__ import annotations

from collections.abc import Sequence

from games.cardcassonne import events as ev
from games.cardcassonne.view import CardView
from games.core.game import Event
from text.cardcassonne.terms import row_name
from text.language import Words, phrase
from text.people.names import safe
from text.review import course, story
from text.review.course import CoursePart

_WHEN = phrase("round {number}")


def highlights(events: Sequence[Event], _view: CardView, names: Sequence[str], words: Words) -> list[str]:
    """See `HighlightWords`."""
    parts = rounds(events)
    return [line for line in (_claim(events, names, words), _best(parts, names, words)) if line]


def decided(events: Sequence[Event], view: CardView, names: Sequence[str], words: Words) -> str:
    """See `HighlightWords.decided`."""
    return story.decided(rounds(events), [seat.score for seat in view.seats], _WHEN, names, words)


def totals(events: Sequence[Event], view: CardView) -> list[tuple[int, ...]]:
    """See `HighlightWords.totals`."""
    return [*course.after_each(rounds(events), len(view.seats)), tuple(seat.score for seat in view.seats)]


def rounds(events: Sequence[Event]) -> list[CoursePart]:
    """What each round brought whom; the chests are opened after the last."""
    scored = [event for event in events if isinstance(event, ev.Scored) and event.kind == "round"]
    return [CoursePart(event.number, {gain.seat: gain.points for gain in event.gains}) for event in scored]


def _claim(events: Sequence[Event], names: Sequence[str], words: Words) -> str:
    won = [event for event in events if isinstance(event, ev.Won)]
    found = max(won, key=lambda event: len(event.cards), default=None)
    if found is None or len(found.cards) < 2:
        return ""
    return words.count(
        "Biggest claim: {name}, {number} card, {row}",
        "Biggest claim: {name}, {number} cards, {row}",
        len(found.cards),
        name=safe(names[found.seat]),
        row=row_name(found.row, words),
    )


def _best(parts: Sequence[CoursePart], names: Sequence[str], words: Words) -> str:
    found = course.best(parts)
    if found is None:
        return ""
    return words.count(
        "Best round: {name}, round {round}, {number} point",
        "Best round: {name}, round {round}, {number} points",
        found.points,
        name=safe(names[found.seat]),
        round=found.number,
    )
