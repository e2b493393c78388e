"""How a game of tiles went: what each turn brought, and what of a game is worth a record."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from games.carcassonne.events import Paid, Scored, TurnBegan
from games.carcassonne.scorings import final_from
from games.core.course import CoursePart, Feat, best, comeback, feats, greatest_part
from games.core.game import Event

CITY, ROAD, FIELD, BIG = "city", "road", "field", "big-box"
"""Points of one city, tiles of one road, points of one field, and the score in a game with all large expansions."""


def found(events: Sequence[Event], scores: Sequence[int], *, is_big: bool) -> Mapping[str, Feat]:
    """See `Game.feats`. `is_big`: with all large expansions; such games are compared with each other, as they bring more points."""
    parts = turns(events)
    scored = [event for event in events if isinstance(event, Scored)]
    return feats(
        city=best(_points("city", scored)),
        road=best(
            (gain.seat, len(event.squares)) for event in scored if event.kind == "road" for gain in event.gains if gain.points
        ),
        field=best(_points("meadow", scored)),
        turn=greatest_part(parts),
        comeback=comeback(parts, scores),
        **({BIG: best(enumerate(scores))} if is_big else {}),
    )


def _points(kind: str, scored: Sequence[Scored]) -> Iterator[tuple[int, int]]:
    return ((gain.seat, gain.points) for event in scored if event.kind == kind for gain in event.gains)


def turns(events: Sequence[Event]) -> list[CoursePart]:
    """What each turn brought whom; what is scored only because the game is over belongs to none."""
    parts: list[CoursePart] = []
    gains: dict[int, int] = {}
    for event in events[: final_from(events)]:
        if isinstance(event, TurnBegan) and event.part == 1:
            gains = {}
            parts.append(CoursePart(event.number, gains, event.seat))
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
