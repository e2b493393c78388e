"""Prisoners and their ransom (TW-R5, TW-R8, BB-R5)."""

from __future__ import annotations

from games.carcassonne.actions import Action, act
from games.carcassonne.events import PointsPaid
from games.carcassonne.expansions.tower.events import PrisonerRansomed
from games.carcassonne.rulebook import ask
from games.carcassonne.state import State
from games.core.game import Emit

PRISON = "prison"
"""Slot: (holder, owner, piece, how many), sorted, none with 0."""

RANSOMED = "ransomed"
"""Slot: a ransom was paid in this turn; a second part does not change that (TW-E14)."""


def new_turn(state: State, _emit: Emit) -> None:
    """Allow the active seat one ransom again at the start of a turn."""
    state.memory[RANSOMED] = False


def held_kinds(state: State, holder: int, owner: int) -> list[int]:
    """Return the kinds of `owner`'s followers that `holder` holds."""
    return [piece for h, o, piece, _ in state.memory[PRISON] if (h, o) == (holder, owner)]


def hold(state: State, holder: int, owner: int, piece: int) -> None:
    """Add a prisoner: a follower of `owner` held by `holder`."""
    _change(state, (holder, owner, piece), 1)


def release(state: State, holder: int, owner: int, piece: int) -> None:
    """Return a prisoner to its owner's supply."""
    _change(state, (holder, owner, piece), -1)
    state.supply[owner * len(state.rules.pieces) + piece] += 1


def _change(state: State, key: tuple[int, int, int], by: int) -> None:
    counts = {(h, o, p): n for h, o, p, n in state.memory[PRISON]}
    counts[key] = counts.get(key, 0) + by
    state.memory[PRISON] = tuple((*k, n) for k, n in sorted(counts.items()) if n)


def offer_ransom(state: State, seat: int, out: list[Action]) -> None:
    """Offer to buy back any captured follower of the seat from its holder, once per turn (TW-R8).

    The price is the option `ransom_price`; with `ransom_needs_points` the seat must have the points.
    """
    if state.memory[RANSOMED] or not state.memory[PRISON]:
        return
    price = state.rules.options.number("ransom_price")
    if state.rules.options["ransom_needs_points"] and state.scores[seat] < price:
        return
    for holder, owner, piece, _ in state.memory[PRISON]:
        if owner == seat:
            out.append(act("ransom", state.rules.pieces[piece].id, seat=holder))


def apply_ransom(state: State, seat: int, action: Action, emit: Emit) -> None:
    """Pay the holder for a follower, which returns to its owner's supply, and wait for the same decision again (BB-R5)."""
    price = state.rules.options.number("ransom_price")
    state.scores[seat] -= price
    state.scores[action.seat] += price
    release(state, action.seat, seat, state.rules.piece_of[action.what])
    state.memory[RANSOMED] = True
    emit(PrisonerRansomed(seat, action.seat, action.what))
    emit(PointsPaid(seat, -price, "ransom", action.seat))
    ask(state, state.decision, seat)


def guess(state: State, estimate: list[float]) -> None:
    """Add to the estimate a ransom for a prisoner's holder, and subtract the same from its owner."""
    for holder, owner, _, number in state.memory[PRISON]:
        estimate[holder] += 1.5 * number
        estimate[owner] -= 1.5 * number


def prisoner_counts(state: State, seat: int) -> tuple[tuple[int, str, int], ...]:
    """Return the prisoners that a seat holds, as (owner, kind, number), for the view."""
    return tuple((owner, state.rules.pieces[piece].id, n) for holder, owner, piece, n in state.memory[PRISON] if holder == seat)
