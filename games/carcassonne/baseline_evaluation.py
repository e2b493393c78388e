"""Fixed estimate of the final points, for computer players: points scored, points expected from features, figures at hand.

Nothing here is a rule. The weights were the best of a few that were tried against each other in twenty games: a feature is worth
its present points plus the points that completion would add, times the chance of that; a figure at hand has a value while tiles are
left.
"""

from __future__ import annotations

from collections.abc import Iterator

from games.carcassonne.features import find
from games.carcassonne.scoring import appraise, majority, votes
from games.carcassonne.state import State
from games.carcassonne.tile import SegmentKind, Shape

PORT_CLOSES = 0.6
"""How likely one open port is to be closed in time, with plenty of tiles left."""

SQUARE_FILLS = 0.88
"""The same for one square missing around a cloister."""

CITY_FOR_FARMER = 0.35
"""How likely an incomplete city at a meadow is to be completed."""

FIGURE_AT_HAND = 2.2
"""Worth of a figure in the supply early in the game; the last one is worth twice as much more."""


_NOT_COMPLETED = (Shape.HALVES, Shape.SPOT)


def guess(state: State) -> list[float]:
    """Return a rough guess of the final points by seat."""
    points = [float(score) for score in state.scores]
    if state.over:
        return points
    late = _lateness(state)
    for _, seat, worth in _worths(state, late):
        points[seat] += worth
    _add_fields(state, points, late)
    _add_supply(state, points, late)
    for guessed in state.rules.guesses:
        guessed(state, points)
    return points


def features(state: State) -> dict[str, list[float]]:
    """Return the terms of the estimate, each with one value per seat.

    The terms are points, expected points by kind of feature, figures at hand, and the terms of expansions.
    """
    kinds = [str(kind) for kind in state.rules.kinds if kind.shape not in _NOT_COMPLETED]
    shares = {name: [0.0] * state.seats for name in ("points", *kinds, str(SegmentKind.FIELD), "supply", "prospects")}
    shares["points"] = [float(score) for score in state.scores]
    if state.over:
        return shares
    late = _lateness(state)
    for kind, seat, worth in _worths(state, late):
        shares[kind][seat] += worth
    _add_fields(state, shares[SegmentKind.FIELD], late)
    _add_supply(state, shares["supply"], late)
    for guessed in state.rules.guesses:
        guessed(state, shares["prospects"])
    return shares


def _lateness(state: State) -> float:
    return min(1.0, state.left / (8 * state.seats))


def _worths(state: State, late: float) -> Iterator[tuple[SegmentKind, int, float]]:
    """Yield (kind, seat, expected points) of every unfinished feature, once for each seat that would score it."""
    seen: set[int] = set()
    for segment, figure in state.figures.items():
        layout, base, _ = state.board[state.placed[figure >> 8][0]]
        kind = layout.segments[segment - base].kind
        root = find(state.parent, segment)
        if kind.shape in _NOT_COMPLETED or root in seen:
            continue
        seen.add(root)
        ports = state.open[root]
        likely = late * (SQUARE_FILLS if kind.shape is Shape.AROUND else PORT_CLOSES) ** ports
        for seat in majority(votes(state, root)):
            unfinished = appraise(state, root, kind, seat, complete=False).points
            finished = appraise(state, root, kind, seat, complete=True).points
            yield kind, seat, unfinished + likely * (finished - unfinished + _returned_figure_value(late))


def _returned_figure_value(late: float) -> float:
    return FIGURE_AT_HAND * late


def _add_fields(state: State, points: list[float], late: float) -> None:
    farmed: dict[int, set[int]] = {}
    for layout, base, _ in state.board.values():
        for place, touches in layout.pastures:
            root = find(state.parent, base + place)
            if state.load[root] & state.voters:
                farmed.setdefault(root, set()).update(find(state.parent, base + city) for city in touches)
    for root, cities in farmed.items():
        worth = sum(3.0 if not state.open[city] else 3.0 * CITY_FOR_FARMER * late for city in cities)
        for seat in majority(votes(state, root)):
            points[seat] += worth


def _add_supply(state: State, points: list[float], late: float) -> None:
    kinds = state.rules.pieces
    for seat in range(state.seats):
        own = state.supply[seat * len(kinds) : (seat + 1) * len(kinds)]
        followers = sum(number for number, kind in zip(own, kinds, strict=True) if kind.follower)
        others = sum(own) - followers
        points[seat] += late * FIGURE_AT_HAND * (followers + 0.7 * others)
        if followers:
            points[seat] += 2 * late * FIGURE_AT_HAND
