"""Princess and portal: the knights that a princess removes, and the places to which a portal sends followers (PD-R16 to PD-R19)."""

from __future__ import annotations

from functools import cache

from games.carcassonne.actions import Action, act
from games.carcassonne.features import find, home, segment_at
from games.carcassonne.rulebook import is_barred
from games.carcassonne.scoring import remove, standing_on
from games.carcassonne.state import State
from games.core.game import Emit


def knights_in_danger(state: State) -> list[int]:
    """Return the segments of followers in the city of the princess on the new tile (PD-R16)."""
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
    """Offer to remove one of the knights in danger, of any player."""
    for segment in knights_in_danger(state):
        cell, place = home(state, segment)
        out.append(act("princess", cell=cell, part=state.board[cell][0].names[place]))


def must_remove(state: State, _seat: int, out: list[Action]) -> None:
    """Limit the choices to removing a knight or a ransom, if there is a knight to remove (BB-O5 `must`).

    A ransom remains possible because it moves no wood (BB-R5).
    """
    if any(action.verb == "princess" for action in out):
        out[:] = [action for action in out if action.verb in ("princess", "ransom")]


def apply_princess(state: State, _seat: int, action: Action, emit: Emit) -> None:
    """Return the chosen knight to its owner."""
    remove(state, [segment_at(state, action.cell, action.part)], "princess", emit)


@cache
def portal_action(piece: str, cell: int, part: str) -> Action:
    """Return the action that sends a follower through the portal to segment `part` of a cell."""
    return act("deploy", piece, cell=cell, part=part)


def offer_far_places(state: State, seat: int, out: list[Action]) -> None:
    """Offer each follower at hand for the free features of all tiles, from a portal (PD-R18).

    Roads, cities and cloisters must be incomplete.
    """
    if "portal" not in state.board[state.here][0].tile.marks:
        return
    rules = state.rules
    first = seat * len(rules.pieces)
    ready = [(piece, rules.pieces[piece].id) for piece in rules.followers if state.supply[first + piece]]
    if not ready:
        return
    usual = [name for piece, name in ready if piece in rules.usual]
    bound = [(piece, name) for piece, name in ready if piece in rules.bound]
    parent, is_open, load, voters, here = state.parent, state.open, state.load, state.voters, state.here
    for cell, (layout, base, _) in state.board.items():
        if cell == here or is_barred(state, cell):
            continue
        names = layout.names
        for place in layout.layout_rules if usual else ():
            root = base + place
            while parent[root] >= 0:
                root = parent[root]
            if is_open[root] and not load[root] & voters:  # a meadow is open for ever
                for name in usual:
                    out.append(portal_action(name, cell, names[place]))
        for piece, name in bound:
            for place in layout.posts[piece]:
                root = find(parent, base + place)
                if is_open[root] and not load[root] & voters:
                    out.append(portal_action(name, cell, names[place]))
