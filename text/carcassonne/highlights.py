"""What a finished game will be remembered for: the biggest city, the longest road, the best turn, the closest moment."""

from __future__ import annotations

from collections.abc import Sequence

from games.carcassonne.events import Paid, Scored, TurnBegan
from games.carcassonne.view import BoardView
from games.core.game import Event
from text.language import Words
from text.people.names import safe
from text.review import course
from text.review.course import Part

LONG = 3
"""Tiles of a road or city worth telling."""


def highlights(events: Sequence[Event], view: BoardView, names: Sequence[str], words: Words) -> list[str]:
    """See `HighlightWords`."""
    parts, seats = turns(events), len(view.seats)
    told = [_city(events, names, words), _road(events, names, words), _best(parts, names, words)]
    return [line for line in (*told, _closest(parts, seats, names, words)) if line]


def turns(events: Sequence[Event]) -> list[Part]:
    """What each turn brought whom; what is scored only because the game is over belongs to none."""
    parts: list[Part] = []
    gains: dict[int, int] = {}
    for event in events:
        if isinstance(event, TurnBegan) and event.part == 1:
            gains = {}
            parts.append(Part(event.number, gains, event.seat))
        elif isinstance(event, Scored) and not event.complete:
            break
        else:
            for seat, points in _gained(event):
                gains[seat] = gains.get(seat, 0) + points
    return parts


def _gained(event: Event) -> list[tuple[int, int]]:
    if isinstance(event, Scored):
        return [(gain.seat, gain.points) for gain in event.gains]
    if isinstance(event, Paid):
        return [(event.seat, event.points), *([(event.to, -event.points)] if event.to is not None else [])]
    return []


def _biggest(events: Sequence[Event], kind: str) -> Scored | None:
    done = [event for event in events if isinstance(event, Scored) and event.kind == kind and event.complete]
    found = max(done, key=lambda event: (len(event.squares), _worth(event)), default=None)
    return found if found is not None and len(found.squares) >= LONG else None


def _worth(event: Scored) -> int:
    return max((gain.points for gain in event.gains), default=0)


def _city(events: Sequence[Event], names: Sequence[str], words: Words) -> str:
    found = _biggest(events, "city")
    if found is None:
        return ""
    return words.count(
        "Biggest city: {number} tile, {points} for {names}",
        "Biggest city: {number} tiles, {points} for {names}",
        len(found.squares),
        points=words.count("{number} point", "{number} points", _worth(found)),
        names=_owners(found, names, words),
    )


def _road(events: Sequence[Event], names: Sequence[str], words: Words) -> str:
    found = _biggest(events, "road")
    if found is None:
        return ""
    return words.count(
        "Longest road: {number} tile, {points} for {names}",
        "Longest road: {number} tiles, {points} for {names}",
        len(found.squares),
        points=words.count("{number} point", "{number} points", _worth(found)),
        names=_owners(found, names, words),
    )


def _owners(event: Scored, names: Sequence[str], words: Words) -> str:
    owners = [safe(names[gain.seat]) for gain in event.gains if gain.points]
    return words.list(owners) if owners else words.say("nobody")


def _best(parts: Sequence[Part], names: Sequence[str], words: Words) -> str:
    found = course.best(parts)
    if found is None:
        return ""
    return words.count(
        "Best turn: {name}, turn {turn}, {number} point",
        "Best turn: {name}, turn {turn}, {number} points",
        found.points,
        name=safe(names[found.seat]),
        turn=found.number,
    )


def _closest(parts: Sequence[Part], seats: int, names: Sequence[str], words: Words) -> str:
    found = course.closest(parts, seats)
    if found is None:
        return ""
    (first, second), (more, less) = found.seats, found.points
    said = words.say(
        "Closest moment: turn {turn}, {first} {more}, {second} {less}",
        turn=found.number,
        first=safe(names[first]),
        more=more,
        second=safe(names[second]),
        less=less,
    )
    changes = course.lead_changes(parts, seats)
    if not changes:
        return said
    return words.count("{said}; the lead changed {number} time", "{said}; the lead changed {number} times", changes, said=said)
