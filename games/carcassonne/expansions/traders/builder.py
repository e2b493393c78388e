"""The builder and the pig: where they may stand, and the second part that a builder brings (TB-R1 to TB-R8)."""

from __future__ import annotations

from games.carcassonne.actions import Action, act
from games.carcassonne.events import TurnBegan
from games.carcassonne.features import find
from games.carcassonne.rulebook import ask, is_barred
from games.carcassonne.scoring import send_home
from games.carcassonne.state import OwnerScore, State
from games.carcassonne.tile_layout import VOTE_BITS
from games.core.game import Emit

BUILDER, PIG = "builder", "pig"

EXTRA = "extra part"
"""Slot: the turn will have a second part."""

AGAIN = act("again")

_OWN = (1 << VOTE_BITS) - 1


def has_votes(state: State, root: int, seat: int) -> bool:
    """Return whether a follower of the seat stands on the feature."""
    return bool(state.load[root] >> VOTE_BITS * seat & _OWN)


def offer_builder(state: State, seat: int, out: list[Action]) -> None:
    """TB-R2: on an incomplete road or city of the new tile where an own follower stands."""
    layout, base, _ = state.board[state.here]
    piece = state.rules.piece_of[BUILDER]
    if state.supply[seat * len(state.rules.pieces) + piece] and not is_barred(state, state.here):
        for place in layout.posts[piece]:
            root = find(state.parent, base + place)
            if state.open[root] and has_votes(state, root, seat):
                out.append(layout.stands[piece][place])


def offer_pig(state: State, seat: int, out: list[Action]) -> None:
    """TB-R6: on a meadow of the new tile where an own farmer stands."""
    layout, base, _ = state.board[state.here]
    piece = state.rules.piece_of[PIG]
    if state.supply[seat * len(state.rules.pieces) + piece] and not is_barred(state, state.here):
        for place in layout.posts[piece]:
            if has_votes(state, find(state.parent, base + place), seat):
                out.append(layout.stands[piece][place])


def notice(state: State, _emit: Emit) -> None:
    """TB-R3, TB-R4: in part 1, the new tile belongs to a road or city on which the builder already stands."""
    if state.part != 1:
        return
    state.memory[EXTRA] = _builder_at_work(state)


def _builder_at_work(state: State) -> bool:
    rules = state.rules
    builder = state.seat * len(rules.pieces) + rules.piece_of[BUILDER]
    if state.supply[builder]:
        return False
    standing = [segment for segment, figure in state.figures.items() if figure & 255 == builder]
    if not standing:
        return False
    layout, base, _ = state.board[state.here]
    touched = {find(state.parent, base + place) for place in layout.posts[rules.piece_of[BUILDER]]}
    return any(find(state.parent, segment) in touched for segment in standing)


def second_part(state: State, emit: Emit) -> None:
    """BB-R8: the same seat draws and places once more, unless the pile is empty."""
    if state.part == 1 and state.memory[EXTRA] and state.left:
        go_again(state, emit)


def ask_second_part(state: State, _emit: Emit) -> None:
    """BB-O6 `ask`: the printed wording is a permission."""
    if state.part == 1 and state.memory[EXTRA] and state.left:
        ask(state, "again", state.seat)


def offer_again(_state: State, _seat: int, out: list[Action]) -> None:
    """Offer the second part of the turn."""
    out.append(AGAIN)


def apply_again(state: State, _seat: int, _action: Action, emit: Emit) -> None:
    """Begin the second part of the turn."""
    go_again(state, emit)


def go_again(state: State, emit: Emit) -> None:
    """Part 2: everything from the draw on, but nothing that is once a turn."""
    state.part = 2
    state.step = state.rules.step_of["draw"]
    state.memory[EXTRA] = False
    emit(TurnBegan(state.seat, state.number + 1, 2))


def pig_field(state: State, root: int, seat: int, tally: OwnerScore) -> None:
    """TB-R7: an owner with their own pig on the meadow gets one point more for each city."""
    if not tally.lines:
        return
    pig = seat * len(state.rules.pieces) + state.rules.piece_of[PIG]
    for segment, figure in state.figures.items():
        if figure & 255 == pig and find(state.parent, segment) == root:
            tally.revalue(tally.lines[0].each + 1, because="pig")
            return


def send_orphans(state: State, emit: Emit) -> None:
    """BB-R10: a builder or pig without an own follower on its feature goes home at once."""
    kinds, builder, pig = len(state.rules.pieces), state.rules.piece_of[BUILDER], state.rules.piece_of[PIG]
    alone = []
    for segment, figure in state.figures.items():
        seat, piece = divmod(figure & 255, kinds)
        if piece in (builder, pig) and not has_votes(state, find(state.parent, segment), seat):
            alone.append(segment)
    if alone:
        send_home(state, alone, "orphan", emit)
