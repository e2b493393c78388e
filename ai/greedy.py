"""The benchmark player of 2026: it searches to the end of its own turn and judges by the fixed estimate `Game.guess`.

Other players are measured against it, and matches that began with it continue with it; it never changes. `Game.guess` weighs points
scored, points expected and figures left; this module only searches. In a game with secrets the state was imagined for this seat, so
only knowledge that a player could have is used.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ai.player_protocol import Choose
from games.core.game import AnyGame, Seat, ignore_event

DEPTH = 3
"""Own decisions in a row that are looked through: tile, figure, and one that follows from it."""

BEAM = 8
"""Of many actions only so many, the best at first sight, are looked through further."""

LEAVES = 4_000
"""Positions that are judged for one move, or so: six times as many as were ever needed, half a second at most."""


@dataclass(frozen=True)
class GreedyPlayer:
    """Player of level `greedy`.

    Its budget is a number of positions, never seconds, so that the same position always gives the same move.
    """

    leaves: int = LEAVES
    """When so many positions have been judged, nothing is looked through further; what has been begun is finished."""

    def turn(self, game: AnyGame, state: Any, seat: Seat, choose: Choose) -> Sequence[Any]:
        """Return the action that leads to the best end of the seat's own turn; `choose` decides between equals."""
        legal = game.legal(state, seat)
        if len(legal) == 1:
            return legal
        ranked = _Search(game, seat, self.leaves).ranked(state, DEPTH)
        best = max(worth for worth, _ in ranked)
        equals = [action for worth, action in ranked if worth >= best - 1e-9]
        return (equals[choose(len(equals))],)


class _Search:
    """Search to the end of one turn, which counts the positions that it judges."""

    def __init__(self, game: AnyGame, seat: Seat, leaves: int) -> None:
        self._game = game
        self._seat = seat
        self._left = leaves

    def ranked(self, state: Any, depth: int) -> list[tuple[float, Any]]:
        """Return (lead, action) for every legal action; the best are followed to the end of the seat's own turn."""
        game, seat = self._game, self._seat
        sights = []
        for action in game.legal(state, seat):
            after = game.clone(state)
            game.advance(after, seat, action, ignore_event)
            sights.append((self._lead(after), after, action))
        sights.sort(key=lambda sight: -sight[0])
        ranked = []
        for place, (lead, after, action) in enumerate(sights):
            if place < BEAM and depth > 1 and self._left > 0 and seat in game.to_act(after):
                lead = max(worth for worth, _ in self.ranked(after, depth - 1))
            ranked.append((lead, action))
        return ranked

    def _lead(self, state: Any) -> float:
        """Return the seat's estimate minus that of the best opponent, and minus a little of the others' sum."""
        self._left -= 1
        estimate = self._game.guess(state)
        others = [points for number, points in enumerate(estimate) if number != self._seat]
        return estimate[self._seat] - 0.6 * max(others) - 0.4 * sum(others) / len(others)
