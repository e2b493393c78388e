"""The picture that offers places for a figure: a close-up of one tile, or several small views all over the board."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from games.carcassonne import catalog
from games.carcassonne.actions import NOWHERE, Action
from games.carcassonne.view import BoardView
from render.art.artwork import artwork
from render.closeup import CloseUp, NumberedPlace
from render.protocol import ListedChoice, Spot
from render.targets import Target, Targets

FIGURE, NOTHING = "deploy", "skip"
"""The verb that puts a figure, and the one that puts none."""


def asked(view: BoardView, listed: Sequence[ListedChoice], spots: Sequence[Spot]) -> CloseUp | Targets | None:
    """Return the picture's contents for a decision about figures; None for any other decision, which the board shows."""
    if view.decision != FIGURE or spots or view.current is None or not listed:
        return None
    seat = view.to_act[0] if view.to_act else None
    numbered = sorted((choice for choice in listed if choice.number), key=lambda choice: choice.number)
    cells = {choice.action.cell for choice in numbered}
    if all(choice.action.verb == FIGURE for choice in numbered) and len(cells) <= 1:
        square = view.current if cells <= {NOWHERE} else numbered[0].action.square
        places = [_place(view, square, number, [*same]) for number, same in groupby(numbered, key=lambda choice: choice.number)]
        return CloseUp(view, square, seat, places)
    asked_targets = [_target(view, number, [*same]) for number, same in groupby(numbered, key=lambda choice: choice.number)]
    targets = [target for target in asked_targets if target is not None]
    return Targets(view, seat, targets) if targets else CloseUp(view, view.current, seat, ())


def _place(view: BoardView, square: tuple[int, int], number: int, choices: Sequence[ListedChoice]) -> NumberedPlace:
    """Return a segment with the figures that may stand there and the most points that one of them brings."""
    tile, part = next(tile for tile in view.tiles if (tile.x, tile.y) == square), choices[0].action.part
    role = next(segment.kind.role for segment in catalog.tile(tile.tile).segments if segment.name == part)
    figures = tuple((choice.action.what, role) for choice in choices)
    return NumberedPlace(number, part, figures, *max((choice.now, choice.later) for choice in choices))


def _target(view: BoardView, number: int, choices: Sequence[ListedChoice]) -> Target | None:
    """Return a place on the board with its choices; None for choices without a square, which only the text lists."""
    action: Action = choices[0].action
    figures = tuple((each.action.what, action.verb) for each in choices if each.action.what and action.cell != NOWHERE)
    if action.cell != NOWHERE:
        part = action.part or artwork().at.get(action.verb, "")
        return Target(number, *action.square, part, figures, choices[0].now)
    kind, seats = artwork().means.get(action.verb), view.to_act[:1]
    stands = next((piece for piece in view.pieces if piece.kind == kind and piece.seat in seats), None)
    return None if stands is None else Target(number, stands.x, stands.y, stands.part, (), choices[0].now)
