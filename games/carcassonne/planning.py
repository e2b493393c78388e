"""Plans for a seat's next turn when each player holds its tile: the assumed position, and whether the plan still holds."""

from __future__ import annotations

from collections.abc import Sequence

from games.carcassonne.actions import Action
from games.carcassonne.features import find
from games.carcassonne.geometry import AROUND, STEP
from games.carcassonne.rulebook import proceed
from games.carcassonne.state import NOBODY, State
from games.carcassonne.tile import SegmentKind, Shape
from games.core.game import CHANCE, Seat, ignore_event


def ahead(state: State, seat: Seat) -> State | None:
    """Implement `Game.ahead`.

    Also None if the tile in hand fits nowhere at the moment.
    """
    if not state.held or state.held[seat] < 0 or CHANCE in state.asked or state.over:
        return None
    twin = state.clone()
    twin.asked, twin.seat, twin.part, twin.step, twin.hand = NOBODY, seat, 1, 0, -1
    proceed(twin, ignore_event)
    return twin if tuple(twin.asked) == (seat,) and twin.hand == state.held[seat] else None


def lapse(then: State, now: State, seat: Seat, actions: Sequence[Action]) -> str:
    """Implement `Game.lapse` with the reasons `tile`, `blocked`, `square`, `supply` and `feature`."""
    if now.seat != seat or now.hand != then.hand or now.hand < 0:
        return "tile"
    planned, present = then.clone(), now.clone()
    for action in actions:
        if seat not in present.asked or action not in present.choices:
            return "blocked"
        for state in (planned, present):
            state.asked = NOBODY
            state.rules.apply[action.verb](state, seat, action, ignore_event)
        if action.verb == "place" and (changed := _reason_changed(planned, present, seat)):
            return changed
        for state in (planned, present):
            if not state.asked and not state.over:
                proceed(state, ignore_event)
    return ""


def _reason_changed(planned: State, present: State, seat: Seat) -> str:
    """Return the reason why a plan no longer holds right after its tile was placed in both positions; empty if it does.

    The reasons are `square` (other neighbours), `supply` (other figures at hand) and `feature` (other figures, open ends or tiles).
    """
    cell = present.here
    layout = present.board[cell][0]
    around = AROUND if any(segment.kind.shape is Shape.AROUND for segment in layout.segments) else STEP
    if any((cell + step in planned.board) != (cell + step in present.board) for step in around):
        return "square"
    kinds = len(present.rules.pieces)
    own = slice(seat * kinds, (seat + 1) * kinds)
    if planned.supply[own] != present.supply[own]:
        return "supply"
    return "feature" if _features(planned, cell) != _features(present, cell) else ""


def _features(state: State, cell: int) -> list[tuple[int, int, int]]:
    """Return (load, open ends, tiles) of each feature on the tile at `cell`, to detect changes; fields have only the load."""
    layout, base, _ = state.board[cell]
    own_features = []
    for place, segment in enumerate(layout.segments):
        root = find(state.parent, base + place)
        is_field = segment.kind is SegmentKind.FIELD
        own_features.append(
            (state.load[root], 0 if is_field else state.open[root], 0 if is_field else state.tiles[root].bit_count())
        )
    return own_features
