"""How a game of cards went: what each round brought, and what of a game is worth a record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.cardcassonne.events import ClaimWon, PointsScored
from games.core.game import Event
from games.core.game_summary import Achievement, GamePart, achievements, best_achievement, comeback, most_in_one_part

CLAIM = "claim"
"""Cards of one claim."""


def game_achievements(events: Sequence[Event], scores: Sequence[int]) -> Mapping[str, Achievement]:
    """See `Game.feats`."""
    parts = rounds(events)
    claims = ((event.seat, len(event.cards)) for event in events if isinstance(event, ClaimWon))
    return achievements(claim=best_achievement(claims), turn=most_in_one_part(parts), comeback=comeback(parts, scores))


def rounds(events: Sequence[Event]) -> list[GamePart]:
    """What each round brought whom; the chests are opened after the last."""
    scored = [event for event in events if isinstance(event, PointsScored) and event.kind == "round"]
    return [GamePart(event.number, {gain.seat: gain.points for gain in event.gains}) for event in scored]
