"""Several calls as one: what they share travels once, and so does nobody's time."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple, TypeVar, overload

T = TypeVar("T")


class Call(NamedTuple):
    """`function(*arguments)`."""

    function: Callable[..., Any]
    arguments: tuple[Any, ...]


def together(calls: Sequence[Call]) -> list[Any]:
    """What each of them answers, in order; raises what one of them raises."""
    return [call.function(*call.arguments) for call in calls]


class Pieces(Sequence[T]):
    """A long sequence of large things of which one is whole at a time: each is unpickled whenever it is asked for."""

    def __init__(self, things: Iterable[T]) -> None:
        self._pickled: Sequence[bytes] = [pickle.dumps(thing) for thing in things]

    def __len__(self) -> int:
        return len(self._pickled)

    @overload
    def __getitem__(self, which: int) -> T: ...
    @overload
    def __getitem__(self, which: slice) -> Pieces[T]: ...
    def __getitem__(self, which: int | slice) -> T | Pieces[T]:
        if isinstance(which, slice):
            part = Pieces[T](())
            part._pickled = self._pickled[which]
            return part
        thing: T = pickle.loads(self._pickled[which])  # noqa: S301  # pickled by this program
        return thing
