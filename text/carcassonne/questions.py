"""The kinds of choices when a figure may be placed, the numbers of their places, and the short texts of both.

Numbers count the places of one kind: segments of the tile just placed, towers, figures, or squares of portals. Pictures, lists,
typed answers and alt texts all use them.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from games.carcassonne.actions import NOWHERE, Action
from games.carcassonne.tile import Segment, SegmentKind
from games.carcassonne.view import BoardView
from text.carcassonne.choices import choice, group, square_of
from text.carcassonne.phrasebook import phrases
from text.carcassonne.segment_names import place_at, segment_at
from text.carcassonne.terms import piece_name, role_name, standing_role
from text.protocol import NamedKind, NamedSpot
from text.translator import Translator

HERE = ""
"""The kind of the choices about the tile just laid, and of all choices of any other question."""
FIGURE = "deploy"
"""The verb of putting a figure, which names a square only where a portal leads there."""
PLACES = ((0.25, 0.0), (0.75, 0.0), (1.0, 0.25), (1.0, 0.75), (0.75, 1.0), (0.25, 1.0), (0.0, 0.75), (0.0, 0.25))
"""Where each half of a side lies on a tile."""
SIDES = ((0.5, 0.0), (1.0, 0.5), (0.5, 1.0), (0.0, 0.5))


def kind_of(action: Action, view: BoardView) -> str:
    """Return the kind of an action while a figure may be placed: `HERE` on the tile just placed, else the action's verb."""
    is_here = action.verb == "skip" or (action.verb == FIGURE and action.cell == NOWHERE)
    return HERE if view.decision != FIGURE or is_here else action.verb


def kinds(view: BoardView, legal: Sequence[Action], words: Translator) -> tuple[NamedKind, ...]:
    """Return the kinds of choices with their names and actions."""
    by_kind: dict[str, list[Action]] = {}
    for action in legal:
        if action.verb != "skip":
            by_kind.setdefault(kind_of(action, view), []).append(action)
    named_kinds = [NamedKind(key, _name(key, actions, view, words), tuple(actions)) for key, actions in by_kind.items()]
    return tuple(sorted(named_kinds, key=lambda kind: kind.key != HERE))


def _name(key: str, actions: Sequence[Action], view: BoardView, words: Translator) -> str:
    """Return the label of a kind of choices with its number of places: `Tower 6`; empty for the kind `HERE`."""
    if key == HERE:
        return ""
    name, count = words.say(phrases().elsewhere[key]), len({_place(action, actions, view) for action in actions})
    return f"{name} {count}" if count > 1 else name


def numbers(view: BoardView, legal: Sequence[Action]) -> tuple[int, ...]:
    """Return the number of each action's place, in the order of `legal`, counted from 1.

    It is 0 for passing, and for actions of any other kind than the main one.
    """
    numbers = {kind_of(action, view) for action in legal if action.verb != "skip"}
    numbered = HERE if HERE in numbers else next(iter(numbers)) if len(numbers) == 1 else None
    chosen = [action for action in legal if action.verb != "skip" and kind_of(action, view) == numbered]
    places: dict[Hashable, tuple[float, ...]] = {}
    for action in chosen:
        places.setdefault(_place(action, chosen, view), _order(action, view))
    ordered = {place: number for number, place in enumerate(sorted(places, key=lambda place: places[place]), 1)}
    return tuple(ordered[_place(action, chosen, view)] if action in chosen else 0 for action in legal)


def _place(action: Action, chosen: Sequence[Action], view: BoardView) -> Hashable:
    """Return the place of an action, which is equal for actions with the same number.

    It is the segment, or the square if portals lead to several squares.
    """
    if view.decision != FIGURE:
        return action
    if action.verb == FIGURE and action.cell != NOWHERE and len({each.cell for each in chosen}) > 1:
        return action.cell
    return (action.cell, action.part) if action.part or action.cell != NOWHERE else action


def _order(action: Action, view: BoardView) -> tuple[float, ...]:
    """Return the sort key of an action: its square by row and column, then its position on the tile from top left."""
    if view.decision != FIGURE:
        return ()
    if action.cell == NOWHERE and not action.part:
        return (action.seat,)
    x, y = square_of(action, view)
    across, down = _middle(segment_at(view, x, y, action.part)) if action.part else (0.5, 0.5)
    return (y, x, round(down * 3), across)


def _middle(segment: Segment) -> tuple[float, float]:
    """Return the approximate middle of a segment on its tile, as fractions of the tile's width and height from the top left."""
    points = [(PLACES if segment.kind is SegmentKind.FIELD else SIDES)[port] for port in segment.ports] or [(0.5, 0.5)]
    across, down = (sum(along) / len(points) for along in zip(*points, strict=True))
    return across, down


def short(action: Action, view: BoardView, words: Translator) -> str:
    """Return the text after the number on an action's button: a figure or a square; empty if a figure isn't being placed."""
    if view.decision != FIGURE or (action.cell == NOWHERE and not action.part):
        return ""
    x, y = square_of(action, view)
    figure = (
        role_name(action.what, standing_role(action.what, segment_at(view, x, y, action.part).kind), words) if action.part else ""
    )
    if kind_of(action, view) == HERE or action.verb == FIGURE:
        return figure
    return group(action, view) if action.what in ("", "small") else f"{group(action, view)} {piece_name(action.what, words)}"


def place(action: Action, view: BoardView, names: Sequence[str], words: Translator) -> str:
    """Return the name of an action's place, with its square unless it is on the tile just placed."""
    if action.cell == NOWHERE and action.part and view.current is not None:
        return place_at(view, *view.current, action.part, words)
    texts = choice(action, view, names, words)
    return " ".join(part for part in (texts.group, texts.label) if part)


def squares(view: BoardView, legal: Sequence[Action], _words: Translator) -> tuple[NamedSpot, ...]:
    """Return the squares that portals lead to, with their actions; empty unless there are at least two."""
    if view.decision != FIGURE or not legal or any(kind_of(action, view) != FIGURE for action in legal if action.verb != "skip"):
        return ()
    by_number: dict[int, list[Action]] = {}
    for action, number in zip(legal, numbers(view, legal), strict=True):
        if number:
            by_number.setdefault(number, []).append(action)
    cells = {actions[0].cell for actions in by_number.values()}
    if len(cells) < 2:
        return ()
    return tuple(
        NamedSpot(number, actions[0].square, group(actions[0], view), tuple(actions))
        for number, actions in sorted(by_number.items())
    )
