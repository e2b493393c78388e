"""How a game of cards went: what each round brought, and what of a game is worth a record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.cardcassonne.events import Scored, Won
from games.core.course import CoursePart, Feat, best, comeback, feats, greatest_part
from games.core.game import Event

CLAIM = "claim"
"""Cards of one claim."""


def found(events: Sequence[Event], scores: Sequence[int]) -> Mapping[str, Feat]:
    """See `Game.feats`."""
    parts = rounds(events)
    claims = ((event.seat, len(event.cards)) for event in events if isinstance(event, Won))
    return feats(claim=best(claims), turn=greatest_part(parts), comeback=comeback(parts, scores))


def rounds(events: Sequence[Event]) -> list[CoursePart]:
    """What each round brought whom; the chests are opened after the last."""
    scored = [event for event in events if isinstance(event, Scored) and event.kind == "round"]
    return [CoursePart(event.number, {gain.seat: gain.points for gain in event.gains}) for event in scored]
