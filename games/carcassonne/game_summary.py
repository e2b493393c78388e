"""How a game of tiles went: what each turn brought, and what of a game is worth a record."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from games.carcassonne.events import FeatureScored, PointsPaid, TurnBegan
from games.carcassonne.score_explanations import final_from
from games.core.game import Event
from games.core.game_summary import Achievement, GamePart, achievements, best_achievement, comeback, most_in_one_part

CITY, ROAD, FIELD, BIG = "city", "road", "field", "big-box"
"""Points of one city, tiles of one road, points of one field, and the score in a game with all large expansions."""


def game_achievements(events: Sequence[Event], scores: Sequence[int], *, is_big: bool) -> Mapping[str, Achievement]:
    """See `Game.feats`. `is_big`: with all large expansions; such games are compared with each other, as they bring more points."""
    parts = turns(events)
    scored = [event for event in events if isinstance(event, FeatureScored)]
    return achievements(
        city=best_achievement(_points("city", scored)),
        road=best_achievement(
            (gain.seat, len(event.squares)) for event in scored if event.kind == "road" for gain in event.gains if gain.points
        ),
        field=best_achievement(_points("meadow", scored)),
        turn=most_in_one_part(parts),
        comeback=comeback(parts, scores),
        **({BIG: best_achievement(enumerate(scores))} if is_big else {}),
    )


def _points(kind: str, scored: Sequence[FeatureScored]) -> Iterator[tuple[int, int]]:
    return ((gain.seat, gain.points) for event in scored if event.kind == kind for gain in event.gains)


def turns(events: Sequence[Event]) -> list[GamePart]:
    """What each turn brought whom; what is scored only because the game is over belongs to none."""
    parts: list[GamePart] = []
    gains: dict[int, int] = {}
    for event in events[: final_from(events)]:
        if isinstance(event, TurnBegan) and event.part == 1:
            gains = {}
            parts.append(GamePart(event.number, gains, event.seat))
        else:
            for seat, points in _gained(event):
                gains[seat] = gains.get(seat, 0) + points
    return parts


def _gained(event: Event) -> list[tuple[int, int]]:
    if isinstance(event, FeatureScored):
        return [(gain.seat, gain.points) for gain in event.gains]
    if isinstance(event, PointsPaid):
        return [(event.seat, event.points), *([(event.to, -event.points)] if event.to is not None else [])]
    return []
