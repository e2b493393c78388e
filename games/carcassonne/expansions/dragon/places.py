"""Princess and portal: who may be sent away, and where a follower may be sent (PD-R16 to PD-R19)."""

from __future__ import annotations

from functools import cache

from games.carcassonne.actions import Action, act
from games.carcassonne.features import find, home, segment_at
from games.carcassonne.rulebook import is_barred
from games.carcassonne.scoring import remove, standing_on
from games.carcassonne.state import State
from games.carcassonne.tile import Kind
from games.core.game import Emit


def knights_in_danger(state: State) -> list[int]:
    """PD-R16: the followers in the city of the princess on the new tile."""
    layout, base, _ = state.board[state.here]
    if "princess" not in layout.tile.marks:
        return []
    kinds = state.rules.pieces
    for place, segment in enumerate(layout.segments):
        if "princess" in segment.marks:
            standing = standing_on(state, find(state.parent, base + place))
            return [s for s in standing if kinds[(state.figures[s] & 255) % len(kinds)].follower]
    return []


def offer_knights(state: State, _seat: int, out: list[Action]) -> None:
    """One knight may be removed, whoever's."""
    for segment in knights_in_danger(state):
        cell, place = home(state, segment)
        out.append(act("princess", cell=cell, part=state.board[cell][0].names[place]))


def must_remove(state: State, _seat: int, out: list[Action]) -> None:
    """BB-O5 `must`: if a knight is there, removing one is the only wood action; a ransom is none (BB-R5)."""
    if any(action.verb == "princess" for action in out):
        out[:] = [action for action in out if action.verb in ("princess", "ransom")]


def apply_princess(state: State, _seat: int, action: Action, emit: Emit) -> None:
    """The knight goes home."""
    remove(state, [segment_at(state, action.cell, action.part)], "princess", emit)


@cache
def sent(piece: str, cell: int, part: str) -> Action:
    """The action that sends a follower through the portal."""
    return act("deploy", piece, cell=cell, part=part)


def offer_far_places(state: State, seat: int, out: list[Action]) -> None:
    """PD-R18: from a portal to any tile: features without followers, roads, cities and cloisters only if incomplete."""
    if "portal" not in state.board[state.here][0].tile.marks:
        return
    rules = state.rules
    first = seat * len(rules.pieces)
    ready = [rules.pieces[piece].id for piece in rules.followers if state.supply[first + piece]]
    if not ready:
        return
    for cell, segment in _free_segments(state):
        part = state.board[cell][0].names[segment - state.board[cell][1]]
        out += [sent(piece, cell, part) for piece in ready]


def _free_segments(state: State) -> list[tuple[int, int]]:
    """(cell, segment) of every place on older tiles where a follower could be sent."""
    found = []
    for cell, (layout, base, _) in state.board.items():
        if cell == state.here or is_barred(state, cell):
            continue
        for place in layout.stations:
            root = find(state.parent, base + place)
            is_complete = layout.segments[place].kind is not Kind.MEADOW and not state.open[root]
            if not is_complete and not state.load[root] & state.voters:
                found.append((cell, base + place))
    return found
