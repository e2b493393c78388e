"""Several calls as one: what they share travels once, and so does nobody's time."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple


class Call(NamedTuple):
    """`function(*arguments)`."""

    function: Callable[..., Any]
    arguments: tuple[Any, ...]


def together(calls: Sequence[Call]) -> list[Any]:
    """What each of them answers, in order; raises what one of them raises."""
    return [call.function(*call.arguments) for call in calls]


def of_pieces(function: Callable[..., Any], pieces: Sequence[bytes], *rest: Any) -> Any:
    """What `function` makes of a list that was pickled piece by piece: in one piece it would hold whoever sends it."""
    return function([pickle.loads(piece) for piece in pieces], *rest)  # noqa: S301  # from the program that started this process
