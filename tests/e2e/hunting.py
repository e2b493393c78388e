"""A strategy that provokes captures and prisoner exchanges in a two-player game, random otherwise.

The hunter captures a small and a big follower of the prey; then the prey captures one too and must choose which of the two returns.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

HUNTER, PREY = 1, 0


def choice(view: Any, legal: Sequence[Any], seat: int, chance: random.Random) -> Any:
    """Return this seat's choice among `legal`."""
    if view.decision == "capture":
        return _victim(view, legal, seat) or next((a for a in legal if a.verb == "skip"), legal[0])
    if view.decision == "deploy":
        return _wood(view, legal, seat, chance)
    return chance.choice([action for action in legal if action.verb != "ransom"])


def _prisoners_held(view: Any) -> set[str]:
    """Return the kinds of the prey's followers that the hunter holds."""
    return {kind for owner, kind, number in view.seat(HUNTER).prisoners if owner == PREY and number}


def _wanted_figures(view: Any, seat: int) -> list[Any]:
    """Return the figures that this seat would like to capture."""
    ids = _prisoners_held(view)
    if seat == HUNTER:
        return [p for p in view.pieces if p.seat == PREY and p.kind in {"small", "big"} - ids]
    if seat == PREY and ids == {"small", "big"}:
        return [p for p in view.pieces if p.seat == HUNTER and p.kind in ("small", "big")]
    return []


def _victim(view: Any, legal: Sequence[Any], seat: int) -> Any:
    wanted = {(p.x, p.y, p.part) for p in _wanted_figures(view, seat)}
    return next((a for a in legal if a.verb == "capture" and (*a.square, a.part) in wanted), None)


def _wood(view: Any, legal: Sequence[Any], seat: int, chance: random.Random) -> Any:
    """Return an action for the figure decision: raise a tower that reaches a wanted figure, else expose a follower, else any."""
    heights = {(m.x, m.y): m.value for m in view.marks if m.kind == "tower"}
    wanted = _wanted_figures(view, seat)
    for action in legal:
        if action.verb == "raise":
            x, y = action.square
            reach = heights.get((x, y), 0) + 1
            if any((p.x == x and abs(p.y - y) <= reach) or (p.y == y and abs(p.x - x) <= reach) for p in wanted):
                return action
    out = [a for a in legal if a.verb == "deploy" and a.what == ("big" if seat == PREY else "small")]
    raised = [a for a in legal if a.verb == "raise" and heights.get(a.square, 0) < 4] if wanted else []
    other = [a for a in legal if a.verb != "ransom"]
    return chance.choice(raised if raised and chance.random() < 0.4 else out if out and chance.random() < 0.7 else other)
