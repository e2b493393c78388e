"""Votes, majorities, and the one function that scores features.

The formulas are rules of the expansions; this module sums their lines, pays the owners and emits the events.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.carcassonne.events import AT_END, COMPLETED, FeatureScored, FigureReturned, ScoredFigure, SeatPoints
from games.carcassonne.features import find, squares_of
from games.carcassonne.geometry import xy
from games.carcassonne.state import OwnerScore, State
from games.carcassonne.tile import SegmentKind
from games.carcassonne.tile_layout import MARK_BITS, VOTE_BITS
from games.core.game import Emit, ignore_event

_VOTES = (1 << VOTE_BITS) - 1
_MARKS = (1 << MARK_BITS) - 1


def count_of(state: State, root: int, mark: str) -> int:
    """Return how many of the counted mark `mark` the feature at `root` has."""
    return state.load[root] >> state.rules.shift[mark] & _MARKS


def votes(state: State, root: int) -> tuple[tuple[int, int], ...]:
    """Return (seat, votes) of every seat with a vote on a feature, in seat order."""
    load = state.load[root]
    return tuple([(seat, v) for seat in range(state.seats) if (v := load >> VOTE_BITS * seat & _VOTES)])


def majority(weights: Sequence[tuple[int, int]]) -> tuple[int, ...]:
    """Return the seats that score a feature: all seats tied for the most votes, in seat order.

    Empty without figures (base 5).
    """
    if len(weights) == 1:
        return (weights[0][0],)
    most = max((v for _, v in weights), default=0)
    return tuple(seat for seat, v in weights if v == most)


def appraise(state: State, root: int, kind: SegmentKind, seat: int, *, complete: bool) -> OwnerScore:
    """Return the points that the feature at `root` is worth to an owner, with their lines."""
    tally = OwnerScore(complete=complete)
    for rule in state.rules.score[kind]:
        rule(state, root, seat, tally)
    return tally


def score_feature(
    state: State, root: int, kind: SegmentKind, standing: Sequence[int], emit: Emit, *, complete: bool, occasion: str = ""
) -> None:
    """Pay the owners of a road, city or cloister, and emit the scoring with its consequences.

    `standing` are the segments of its figures, which stay there until `send_home`. `occasion` is the reason for scoring now; empty
    for a completed feature or the end of the game.
    """
    weights = votes(state, root)
    if weights and emit is ignore_event:
        for seat in majority(weights):
            state.scores[seat] += appraise(state, root, kind, seat, complete=complete).points
    elif weights:
        gains = tuple(
            [pay(state, standing, seat, appraise(state, root, kind, seat, complete=complete)) for seat in majority(weights)]
        )
        why = occasion or (COMPLETED if complete else AT_END)
        emit(
            FeatureScored(kind.value, complete, gains, weights, squares_of(state, state.tiles[root]), why, figures(state, standing))
        )
    for told in state.rules.scored:
        told(state, root, kind, emit)


def pay(state: State, standing: Sequence[int], seat: int, tally: OwnerScore) -> SeatPoints:
    """Add the points of a tally to the seat's score, and return them with their lines."""
    points = tally.points
    state.scores[seat] += points
    return SeatPoints(seat, points, tuple(tally.lines), tuple(tally.tags), foothold(state, standing, seat))


def foothold(state: State, standing: Sequence[int], seat: int) -> tuple[int, int, str] | None:
    """Return (x, y, part) of the first of these segments with a follower of the seat; None if there is none."""
    kinds = state.rules.pieces
    for segment in standing:
        owner, piece = divmod(state.figures[segment] & 255, len(kinds))
        if owner == seat and kinds[piece].votes:
            return place_of(state, segment)
    return None


def place_of(state: State, segment: int) -> tuple[int, int, str]:
    """Return (x, y, part) of a segment on which a figure stands."""
    cell = state.placed[state.figures[segment] >> 8][0]
    layout, base, _ = state.board[cell]
    x, y = xy(cell)
    return x, y, layout.names[segment - base]


def figures(state: State, segments: Sequence[int]) -> tuple[ScoredFigure, ...]:
    """Return the figures on these segments."""
    kinds, standing = state.rules.pieces, []
    for segment in segments:
        order, figure = divmod(state.figures[segment], 256)
        seat, piece = divmod(figure, len(kinds))
        cell = state.placed[order][0]
        layout, base, _ = state.board[cell]
        on, kind = layout.segments[segment - base], kinds[piece]
        standing.append(ScoredFigure(seat, kind.id, *xy(cell), on.name, on.kind.role if kind.follower else kind.id))
    return tuple(standing)


def standing_on(state: State, root: int) -> list[int]:
    """Return the segments of a feature that hold figures, in the order in which the figures were placed."""
    parent = state.parent
    return [segment for segment in state.figures if find(parent, segment) == root]


def figures_by_root(state: State) -> dict[int, list[int]]:
    """Return the segments with figures of each feature by its root, in one pass over all figures."""
    parent = state.parent
    by_root: dict[int, list[int]] = {}
    for segment in state.figures:
        root = segment
        while parent[root] >= 0:
            root = parent[root]
        if root in by_root:
            by_root[root].append(segment)
        else:
            by_root[root] = [segment]
    return by_root


def send_home(state: State, segments: Sequence[int], reason: str, emit: Emit) -> None:
    """Return the figures on these segments to their owners' supplies."""
    for segment in segments:
        where = place_of(state, segment) if emit is not ignore_event else None
        seat, piece = lift(state, segment)
        state.supply[seat * len(state.rules.pieces) + piece] += 1
        if where is not None:
            emit(FigureReturned(seat, state.rules.pieces[piece].id, *where, reason))


def lift(state: State, segment: int) -> tuple[int, int]:
    """Remove a figure and its votes from the board, and return (seat, piece)."""
    figure = state.figures.pop(segment) & 255
    seat, piece = divmod(figure, len(state.rules.pieces))
    state.load[find(state.parent, segment)] -= state.rules.pieces[piece].votes << VOTE_BITS * seat
    for told in state.rules.gone:
        told(state, segment)
    return seat, piece


def remove(state: State, segments: Sequence[int], reason: str, emit: Emit) -> None:
    """Return figures to their owners by force, then those that lost their last follower by this (BB-R10)."""
    send_home(state, segments, reason, emit)
    for rule in state.rules.orphaned:
        rule(state, emit)
