"""The fairy, which keeps the dragon away from a follower and brings points (PD-R10 to PD-R15, BB-O2, BB-O3)."""

from __future__ import annotations

from functools import cache

from games.carcassonne.actions import Action, act
from games.carcassonne.events import AT_END, IN_TURN, FeatureScored, PointsPaid, ScoringLine, SeatPoints
from games.carcassonne.expansions.dragon.events import FairyMoved
from games.carcassonne.features import find, home, segment_at
from games.carcassonne.geometry import xy
from games.carcassonne.scoring import figures, place_of
from games.carcassonne.state import State
from games.carcassonne.tile import SegmentKind
from games.carcassonne.view import PieceView
from games.core.game import Emit, ignore_event

FAIRY = "fairy"
"""Slot: (cell, segment of its companion or -1), or None while it waits beside the board."""

BONUS = 3


@cache
def fairy_action(cell: int, part: str) -> Action:
    """Return the action that puts the fairy next to the follower on segment `part` of a cell."""
    return act("fairy", cell=cell, part=part)


def fairy_cell(state: State) -> int | None:
    """Return the cell where the fairy stands; None before it is first placed."""
    fairy = state.memory[FAIRY]
    return None if fairy is None else int(fairy[0])


def companion(state: State) -> int:
    """Return the segment of the fairy's companion, or -1 if it has none."""
    fairy = state.memory[FAIRY]
    return -1 if fairy is None else int(fairy[1])


@cache
def _follower_bytes(seat: int, kinds: int, followers: tuple[int, ...]) -> frozenset[int]:
    """Return the low bytes that encode the seat's followers in `State.figures`, if there are `kinds` kinds of pieces."""
    return frozenset(seat * kinds + piece for piece in followers)


def own_followers(state: State, seat: int) -> list[int]:
    """Return the segments on which the seat's followers stand.

    Guards are included (PD-E5), builder and pig are not (PD-E6).
    """
    own = _follower_bytes(seat, len(state.rules.pieces), state.rules.followers)
    return [segment for segment, figure in state.figures.items() if figure & 255 in own]


def offer_companions(state: State, seat: int, out: list[Action]) -> None:
    """Offer to move the fairy next to any of the seat's followers except its present companion (PD-R10)."""
    present = companion(state)
    own = _follower_bytes(seat, len(state.rules.pieces), state.rules.followers)
    placed, board = state.placed, state.board
    for segment, figure in state.figures.items():
        if figure & 255 in own and segment != present:
            cell = placed[figure >> 8][0]
            layout, base, _ = board[cell]
            out.append(fairy_action(cell, layout.names[segment - base]))


def offer_tiles(state: State, seat: int, out: list[Action]) -> None:
    """Offer to move the fairy to another tile with a follower of the seat (BB-O2 `tile`)."""
    cells = dict.fromkeys(home(state, segment)[0] for segment in own_followers(state, seat))
    out += [act("fairy", cell=cell) for cell in cells if cell != fairy_cell(state)]


def apply_fairy(state: State, seat: int, action: Action, emit: Emit) -> None:
    """Move the fairy next to a follower or onto a tile."""
    segment = segment_at(state, action.cell, action.part) if action.part else -1
    state.memory[FAIRY] = (action.cell, segment)
    if emit is not ignore_event:
        emit(FairyMoved(seat, *xy(action.cell), action.part))


def leave_behind(state: State, segment: int) -> None:
    """Leave the fairy on its tile without companion if its companion has left the board (PD-R14)."""
    fairy = state.memory[FAIRY]
    if fairy is not None and fairy[1] == segment:
        state.memory[FAIRY] = (fairy[0], -1)


def income(state: State, emit: Emit) -> None:
    """Pay the active seat 1 point at the start of its turn if it owns the fairy's companion (BB-R1, PD-R12)."""
    segment = companion(state)
    if segment >= 0 and (state.figures[segment] & 255) // len(state.rules.pieces) == state.seat:
        _pay_income(state, 1, emit)


def tile_income(state: State, emit: Emit) -> None:
    """Pay the active seat 1 point for each of its figures on the fairy's tile (BB-O2 `tile`)."""
    cell = fairy_cell(state)
    kinds = len(state.rules.pieces)
    own = [s for s, f in state.figures.items() if (f & 255) // kinds == state.seat and home(state, s)[0] == cell]
    if own:
        _pay_income(state, len(own), emit)


def _pay_income(state: State, points: int, emit: Emit) -> None:
    state.scores[state.seat] += points
    if emit is not ignore_event:
        emit(PointsPaid(state.seat, points, "fairy-income"))


def bonus(state: State, root: int, kind: SegmentKind, emit: Emit) -> None:
    """Pay 3 points to the companion's owner when its feature is scored by any seat (PD-R13)."""
    segment = companion(state)
    if segment >= 0 and find(state.parent, segment) == root:
        _pay_bonus(state, root, kind, segment, emit)


def tile_bonus(state: State, root: int, kind: SegmentKind, emit: Emit) -> None:
    """Pay 3 points for the first placed follower on the fairy's tile that stands on the scored feature (BB-O2 `tile`)."""
    cell = fairy_cell(state)
    kinds = state.rules.pieces
    for segment, figure in state.figures.items():
        if kinds[(figure & 255) % len(kinds)].follower and find(state.parent, segment) == root and home(state, segment)[0] == cell:
            _pay_bonus(state, root, kind, segment, emit)
            return


def _pay_bonus(state: State, root: int, kind: SegmentKind, segment: int, emit: Emit) -> None:
    """Pay the fairy's bonus to the owner of the figure on `segment`.

    In final scoring only if the option `fairy_final_scoring` is on (BB-O3).
    """
    complete = kind is not SegmentKind.FIELD and not state.open[root]
    if state.over and not state.rules.options["fairy_final_scoring"]:
        return
    seat = (state.figures[segment] & 255) // len(state.rules.pieces)
    state.scores[seat] += BONUS
    where = place_of(state, segment)
    gain = SeatPoints(seat, BONUS, (ScoringLine("fairy", 1, BONUS),), (), where)
    occasion = AT_END if state.over else IN_TURN
    emit(FeatureScored("fairy-bonus", complete, (gain,), (), (where[:2],), occasion, figures(state, [segment])))


def guess(state: State, estimate: list[float]) -> None:
    """Add to the estimate 1 point a turn for the owner of the fairy's companion for some turns, and a part of the bonus."""
    segment = companion(state)
    if segment >= 0:
        turns = min(3.0, state.left / state.seats)
        estimate[(state.figures[segment] & 255) // len(state.rules.pieces)] += turns + 1.0


def fairy_mark(state: State) -> tuple[PieceView, ...]:
    """Return the fairy for the view, on its companion's segment or on the whole tile; empty before it is placed."""
    fairy = state.memory[FAIRY]
    if fairy is None:
        return ()
    cell, segment = fairy
    part = state.board[cell][0].names[segment - state.board[cell][1]] if segment >= 0 else ""
    return (PieceView(*xy(cell), part, "fairy", "fairy", None),)
