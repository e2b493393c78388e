"""The builder and the pig: where they may stand, and the second part of a turn that a builder brings (TB-R1 to TB-R8)."""

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
    """Offer to place the builder on an incomplete road or city of the new tile with a follower of the seat (TB-R2)."""
    layout, base, _ = state.board[state.here]
    piece = state.rules.piece_of[BUILDER]
    if state.supply[seat * len(state.rules.pieces) + piece] and not is_barred(state, state.here):
        for place in layout.posts[piece]:
            root = find(state.parent, base + place)
            if state.open[root] and has_votes(state, root, seat):
                out.append(layout.stands[piece][place])


def offer_pig(state: State, seat: int, out: list[Action]) -> None:
    """Offer to place the pig on a field of the new tile with a farmer of the seat (TB-R6)."""
    layout, base, _ = state.board[state.here]
    piece = state.rules.piece_of[PIG]
    if state.supply[seat * len(state.rules.pieces) + piece] and not is_barred(state, state.here):
        for place in layout.posts[piece]:
            if has_votes(state, find(state.parent, base + place), seat):
                out.append(layout.stands[piece][place])


def notice(state: State, _emit: Emit) -> None:
    """Record in part 1 whether the new tile extends the road or city with the seat's builder (TB-R3, TB-R4)."""
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
    """Begin the second part of the turn if the builder has earned it and tiles are left (BB-R8)."""
    if state.part == 1 and state.memory[EXTRA] and state.left:
        go_again(state, emit)


def ask_second_part(state: State, _emit: Emit) -> None:
    """Offer the second part of the turn instead of beginning it (BB-O6 `ask`)."""
    if state.part == 1 and state.memory[EXTRA] and state.left:
        ask(state, "again", state.seat)


def offer_again(_state: State, _seat: int, out: list[Action]) -> None:
    """Offer the second part of the turn."""
    out.append(AGAIN)


def apply_again(state: State, _seat: int, _action: Action, emit: Emit) -> None:
    """Begin the second part of the turn."""
    go_again(state, emit)


def go_again(state: State, emit: Emit) -> None:
    """Begin part 2 of the turn with the draw; steps that happen once per turn are not repeated."""
    state.part = 2
    state.step = state.rules.step_of["draw"]
    state.memory[EXTRA] = False
    emit(TurnBegan(state.seat, state.number + 1, 2))


def pig_field(state: State, root: int, seat: int, tally: OwnerScore) -> None:
    """Add 1 point per city to an owner of a field whose own pig stands on it (TB-R7)."""
    if not tally.lines:
        return
    pig = seat * len(state.rules.pieces) + state.rules.piece_of[PIG]
    for segment, figure in state.figures.items():
        if figure & 255 == pig and find(state.parent, segment) == root:
            tally.revalue(tally.lines[0].each + 1, because="pig")
            return


def send_orphans(state: State, emit: Emit) -> None:
    """Return builders and pigs without a follower of their owner on their feature (BB-R10)."""
    kinds, builder, pig = len(state.rules.pieces), state.rules.piece_of[BUILDER], state.rules.piece_of[PIG]
    alone = []
    for segment, figure in state.figures.items():
        seat, piece = divmod(figure & 255, kinds)
        if piece in (builder, pig) and not has_votes(state, find(state.parent, segment), seat):
            alone.append(segment)
    if alone:
        send_home(state, alone, "orphan", emit)
