"""What is kept in memory of subjects, each state with the revision at which it was read or written."""

from __future__ import annotations

from collections import OrderedDict
from typing import Generic, TypeVar

S = TypeVar("S")


class Remembered(Generic[S]):
    """The states of one kind of subjects, by number; the store can always tell them again."""

    def __init__(self, most: int) -> None:
        """`most` are kept; then the one that was asked for longest ago goes."""
        self._most = most
        self._kept: OrderedDict[int, tuple[S, int]] = OrderedDict()
        self.news = 0
        """How often anything was kept, advanced or forgotten: who reads without a lock keeps only what nothing has overtaken."""

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, number: int) -> tuple[S, int] | None:
        """The state of a subject and its revision."""
        found = self._kept.get(number)
        if found is not None:
            self._kept.move_to_end(number)
        return found

    def state(self, number: int) -> S | None:
        """The same without the revision, for who only looks."""
        found = self.get(number)
        return None if found is None else found[0]

    def keep(self, number: int, state: S, revision: int) -> None:
        """From now on the subject is so."""
        self.news += 1
        self._kept[number] = state, revision
        self._kept.move_to_end(number)
        while len(self._kept) > self._most:
            self._kept.popitem(last=False)

    def advance(self, number: int, revision: int) -> None:
        """Something about the subject was written that its state does not hold: a draft, a clock.

        A state that is older than the revision before was overtaken by another process, and goes.
        """
        if (found := self._kept.get(number)) is None or found[1] == revision:
            return
        self.news += 1
        if found[1] + 1 == revision:
            self._kept[number] = found[0], revision
        else:
            del self._kept[number]

    def forget(self, number: int) -> None:
        """The store knows better."""
        self.news += 1
        self._kept.pop(number, None)

    def forget_all(self) -> None:
        """As `forget`, of every subject."""
        self.news += 1
        self._kept.clear()
