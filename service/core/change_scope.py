"""Subjects as use-cases see them: how they are read, what is kept of them in memory, and what is decided about them.

A subject is a match, an event, a person or a server. `service.core.unit_of_work` carries out what is decided.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from service.errors import Refusal
from storage.changes import Change
from storage.rows import Subject

S = TypeVar("S")
T = TypeVar("T")
R = TypeVar("R")


@dataclass(frozen=True)
class LoadedAggregates(Generic[S]):
    """The result of reading one or more aggregates."""

    state: S
    revisions: Mapping[Subject, int]
    """Of the same reading."""


@dataclass(frozen=True)
class ChangeScope(Generic[S]):
    """The aggregates that a use-case reads and changes; appending a post or a timer to another one needs no key."""

    keys: tuple[Subject, ...]
    """The subjects that stay as they were read until the change is written."""
    read: Callable[[], Awaitable[LoadedAggregates[S]]]
    """In the locks of `keys`; may refuse. Called only with these held, or by who only looks."""

    def then(self, seen_as: Callable[[S], T]) -> ChangeScope[T]:
        """Return the scope with its state transformed; `seen_as` may refuse."""

        async def read() -> LoadedAggregates[T]:
            seen = await self.read()
            return LoadedAggregates(seen_as(seen.state), seen.revisions)

        return ChangeScope(self.keys, read)

    def also(self, more: Callable[[S], Awaitable[T]]) -> ChangeScope[tuple[S, T]]:
        """Return the scope with more that the decision needs, read under the same locks: a hop or two, no long work."""

        async def read() -> LoadedAggregates[tuple[S, T]]:
            seen = await self.read()
            return LoadedAggregates((seen.state, await more(seen.state)), seen.revisions)

        return ChangeScope(self.keys, read)

    def or_none(self) -> ChangeScope[S | None]:
        """Return the scope with None in place of a refusal."""

        async def read() -> LoadedAggregates[S | None]:
            try:
                seen = await self.read()
            except Refusal:
                return LoadedAggregates(None, {})
            return LoadedAggregates(seen.state, seen.revisions)

        return ChangeScope(self.keys, read)


def combined_scope(one: ChangeScope[S], other: ChangeScope[T]) -> ChangeScope[tuple[S, T]]:
    """Return the scope of two that change together."""

    async def read() -> LoadedAggregates[tuple[S, T]]:
        first, second = await one.read(), await other.read()
        return LoadedAggregates((first.state, second.state), {**first.revisions, **second.revisions})

    return ChangeScope((*one.keys, *other.keys), read)


class AggregateCache(Generic[S]):
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
        """Return the state of an aggregate and its revision."""
        cached = self._kept.get(number)
        if cached is not None:
            self._kept.move_to_end(number)
        return cached

    def state(self, number: int) -> S | None:
        """Return the state of an aggregate without its revision, for reading."""
        cached = self.get(number)
        return None if cached is None else cached[0]

    def keep(self, number: int, state: S, revision: int) -> None:
        """Keep the new state of an aggregate."""
        self.news += 1
        self._kept[number] = state, revision
        self._kept.move_to_end(number)
        while len(self._kept) > self._most:
            self._kept.popitem(last=False)

    def advance(self, number: int, revision: int) -> None:
        """Something about the subject was written that its state does not hold: a draft, a clock.

        A state that is older than the revision before was overtaken by another process, and goes.
        """
        if (cached := self._kept.get(number)) is None or cached[1] == revision:
            return
        self.news += 1
        if cached[1] + 1 == revision:
            self._kept[number] = cached[0], revision
        else:
            del self._kept[number]

    def forget(self, number: int) -> None:
        """Forget an aggregate whose stored state is newer."""
        self.news += 1
        self._kept.pop(number, None)

    def forget_all(self) -> None:
        """Forget every aggregate."""
        self.news += 1
        self._kept.clear()


class AggregateChange(Protocol):
    """A change of the state of one subject that others must hear of."""

    @property
    def subject(self) -> Subject: ...

    def changes(self) -> Sequence[Change]:
        """Return the rows that the step writes."""

    def keep(self, revision: int) -> None:
        """Keep the new state in memory once it is written."""


@dataclass(frozen=True)
class Decision(Generic[R]):
    """The decision of a use-case: all of its changes are written, or none."""

    answer: Callable[[], R]
    """Called when all is written; may refuse, where the refusal itself has to write something."""
    steps: tuple[AggregateChange, ...] = ()
    changes: tuple[Change, ...] = ()
    """What else is written with the steps: timers, messages, drafts."""


def refuse_with_changes(refusal: Refusal, *changes: Change) -> Decision[Any]:
    """Return a decision that refuses but writes some changes."""

    def answer() -> Any:
        raise refusal

    return Decision(answer, changes=changes)
