"""The points ledger of a card game, derived from its events (`Game.ledger`), and the game's achievements."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.cardcassonne.events import ROUND, ClaimWon, PointsScored
from games.core.game import Event
from games.core.game_summary import Achievement, achievements, best_achievement, comeback, most_in_one_part, points_by_part
from games.core.ledger import Ledger, LedgerRow, TurnMark

CLAIM = "claim"
"""Cards of one claim."""


def game_achievements(events: Sequence[Event], scores: Sequence[int]) -> Mapping[str, Achievement]:
    """Return the achievements of a game by name, for `Game.feats`."""
    rounds = points_by_part(ledger(events))
    claims = ((event.seat, len(event.cards)) for event in events if isinstance(event, ClaimWon))
    return achievements(claim=best_achievement(claims), turn=most_in_one_part(rounds), comeback=comeback(rounds, scores))


def ledger(events: Sequence[Event]) -> Ledger:
    """Return the points ledger of these events: one row for each score line, in the round that scores it."""
    scored = [event for event in events if isinstance(event, PointsScored)]
    rows = [
        LedgerRow(
            gain.seat, line.number * line.each, line.what, event.number if event.kind == ROUND else None, event.kind != ROUND, event
        )
        for event in scored
        for gain in event.gains
        for line in gain.lines
    ]
    return Ledger(tuple(TurnMark(event.number, None) for event in scored if event.kind == ROUND), tuple(rows))
