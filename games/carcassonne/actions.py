"""Actions of the tile-laying game and their text form.

An action is a verb and at most a name (tile or piece), a square, a segment, a turn and a seat. The fields that a verb takes are its
*shape*; expansions add verbs of their own. Equal actions are the same object, so searches compare them by identity.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, lru_cache
from typing import NamedTuple

from games.carcassonne.geometry import cell_at, xy
from games.core.errors import IllegalActionError

NOWHERE = 1 << 30
"""The cell of an action that names no square."""


class Action(NamedTuple):
    """Move of a seat or of chance; created by `act`, never directly, because actions are interned."""

    verb: str
    what: str = ""
    """A tile id, a piece kind, or another name that the verb explains."""
    cell: int = NOWHERE
    part: str = ""
    """A segment's name."""
    turn: int = 0
    seat: int = -1

    @property
    def square(self) -> tuple[int, int]:
        """Square (x, y) that the action names."""
        return xy(self.cell)


Shapes = Mapping[str, tuple[str, ...]]
"""For each verb its shapes: the fields it takes, in writing order, separated by blanks."""

BASE_SHAPES: Shapes = {
    "draw": ("what",),
    "place": ("cell turn",),
    "deploy": ("what part", "what cell part"),
    "skip": ("",),
}

_CELL = re.compile(r"(-?\d{1,4}),(-?\d{1,4})")
_FIELD = {
    "what": re.compile(r"[A-Za-z][A-Za-z0-9/+_-]{0,30}"),
    "cell": _CELL,
    "part": re.compile(r"[a-z]\d{0,2}"),
    "turn": re.compile(r"r[0-3]"),
    "seat": re.compile(r"s[0-9]"),
}

_interned: dict[Action, Action] = {}


@cache
def act(verb: str, what: str = "", *, cell: int = NOWHERE, part: str = "", turn: int = 0, seat: int = -1) -> Action:
    """Return the one action with these fields."""
    action = Action(verb, what, cell, part, turn, seat)
    return _interned.setdefault(action, action)


def write(action: Action) -> str:
    """Return the text form of an action, such as `place 3,-2 r1`, `deploy big f2` or `skip`.

    The log, tests and button ids carry this form.
    """
    words = [action.verb]
    if action.what:
        words.append(action.what)
    if action.cell != NOWHERE:
        words.append("{},{}".format(*xy(action.cell)))
    if action.part:
        words.append(action.part)
    if action.verb == "place":
        words.append(f"r{action.turn}")
    if action.seat >= 0:
        words.append(f"s{action.seat}")
    return " ".join(words)


@lru_cache(maxsize=65536)
def read(text: str, shapes: tuple[tuple[str, tuple[str, ...]], ...]) -> Action:
    """Return the action that `text` writes.

    `shapes` are the items of a `Shapes`: the verbs in play with their fields. Raises `IllegalActionError("unreadable")`.
    """
    verb, *words = text.split(" ") if len(text) <= 80 else [""]
    for shape in dict(shapes).get(verb, ()):
        fields = shape.split()
        if len(fields) == len(words) and all(_FIELD[f].fullmatch(w) for f, w in zip(fields, words, strict=True)):
            return _make_action(verb, dict(zip(fields, words, strict=True)))
    raise IllegalActionError("unreadable", text=text[:80])


def _make_action(verb: str, fields: Mapping[str, str]) -> Action:
    cell = NOWHERE
    if match := _CELL.fullmatch(fields.get("cell", "")):
        cell = cell_at(int(match[1]), int(match[2]))
    return act(
        verb,
        fields.get("what", ""),
        cell=cell,
        part=fields.get("part", ""),
        turn=int(fields.get("turn", "r0")[1:]),
        seat=int(fields.get("seat", "s-1")[1:]),
    )
