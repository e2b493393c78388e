"""The evaluation measures of Traders & Builders: goods, the builder on the board or at hand, the pig."""

from __future__ import annotations

from functools import cache, lru_cache

from games.carcassonne.completion_odds import CompletionOdds
from games.carcassonne.expansions.traders.builder import BUILDER, EXTRA, PIG
from games.carcassonne.expansions.traders.goods import GOODS, STORE
from games.carcassonne.features import find
from games.carcassonne.ownership import remaining_turns
from games.carcassonne.state import EvaluationHook, Rules, State

PART = 4.0
"""Points that a second part of a turn brings, or so."""

NAMES = (
    "goods majorities",
    "goods",
    "second part",
    "builder at work",
    "builder at work, long",
    "builder at hand",
    "pig",
    "pig hopes",
    "pig at hand",
)


def measure(state: State, seen: CompletionOdds, into: list[list[float]], column: int) -> None:
    """Add the measures `NAMES` of every seat to its row, from `column` on.

    They are points for goods majorities, goods tokens, a second part of the turn, and the builder and pig, placed or at hand.
    """
    _goods(state, into, column)
    if (state.part == 2 and not state.choices) or state.memory[EXTRA]:
        into[state.seat][column + 2] = PART
    _builders(state, into, column + 3)
    _pigs(state, seen, into, column + 6)


def _goods(state: State, into: list[list[float]], column: int) -> None:
    for row, (settled, tokens) in zip(into, _shares(state.rules, state.memory[STORE]), strict=True):
        row[column] = settled
        row[column + 1] = tokens


@lru_cache(maxsize=1024)
def _shares(rules: Rules, store: tuple[tuple[int, ...], ...]) -> list[tuple[float, float]]:
    """Return (points, tokens) by seat.

    Points are those of the goods in which the seat has the majority, times the share of tokens already taken.
    """
    points, totals = rules.options.number("goods_points"), _count_tokens(rules)
    settled = [0.0] * len(store)
    for counts, total in zip(zip(*store, strict=True), totals, strict=True):
        for seat, number in enumerate(counts):
            if number and number == max(counts):
                settled[seat] += points * sum(counts) / total
    return list(zip(settled, map(float, map(sum, store)), strict=True))


@cache
def _count_tokens(rules: Rules) -> list[int]:
    """Return how many tokens of each kind of goods exist; at least 1, to avoid a division by zero."""
    tiles = [(tile.count, [mark for segment in tile.segments for mark in segment.marks]) for tile in rules.tiles]
    return [max(1, sum(count * marks.count(mark) for count, marks in tiles)) for mark in GOODS]


def _builders(state: State, into: list[list[float]], column: int) -> None:
    soon, long = remaining_turns(state)
    pieces, builder = len(state.rules.pieces), state.rules.piece_of[BUILDER]
    for seat, row in enumerate(into):
        if state.supply[seat * pieces + builder]:
            row[column + 2] = long
    for segment, figure in state.figures.items():
        seat, piece = divmod(figure & 255, pieces)
        if piece == builder and state.open[find(state.parent, segment)]:
            into[seat][column] = soon
            into[seat][column + 1] = long


def _pigs(state: State, seen: CompletionOdds, into: list[list[float]], column: int) -> None:
    _, long = remaining_turns(state)
    pieces, pig = len(state.rules.pieces), state.rules.piece_of[PIG]
    for seat, row in enumerate(into):
        if state.supply[seat * pieces + pig]:
            row[column + 2] = long
    for segment, figure in state.figures.items():
        seat, piece = divmod(figure & 255, pieces)
        if piece == pig:
            done, hoped, _ = seen.pasture(state, find(state.parent, segment))
            into[seat][column] = done
            into[seat][column + 1] = hoped


PROSPECT = EvaluationHook(NAMES, measure)
