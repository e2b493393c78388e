"""The vocabulary of a change: the aggregates it reads (`ChangeScope`), their cache, and what it writes (`Decision`).

An aggregate is a match, an event, a user or a server with its rows. `service.core.unit_of_work` carries decisions out.
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
    """The state of one or more aggregates as read, with the revision of each in the same reading."""

    state: S
    revisions: Mapping[Subject, int]
    """Of the same reading."""


@dataclass(frozen=True)
class ChangeScope(Generic[S]):
    """The aggregates that a use-case reads and changes.

    Only aggregates whose state the decision depends on belong here. Adding a post or a timer to another one needs no key.
    """

    keys: tuple[Subject, ...]
    """The subjects that stay as they were read until the change is written."""
    read: Callable[[], Awaitable[LoadedAggregates[S]]]
    """In the locks of `keys`; may refuse. Called only with these held, or by who only looks."""

    def then(self, seen_as: Callable[[S], T]) -> ChangeScope[T]:
        """Return the same scope with its state passed through `seen_as`, which may raise `Refusal`."""

        async def read() -> LoadedAggregates[T]:
            seen = await self.read()
            return LoadedAggregates(seen_as(seen.state), seen.revisions)

        return ChangeScope(self.keys, read)

    def also(self, more: Callable[[S], Awaitable[T]]) -> ChangeScope[tuple[S, T]]:
        """Return the same scope with its state paired with the result of `more`, a short extra read under the same locks."""

        async def read() -> LoadedAggregates[tuple[S, T]]:
            seen = await self.read()
            return LoadedAggregates((seen.state, await more(seen.state)), seen.revisions)

        return ChangeScope(self.keys, read)

    def or_none(self) -> ChangeScope[S | None]:
        """Return the same scope, whose state is None where reading would raise `Refusal`."""

        async def read() -> LoadedAggregates[S | None]:
            try:
                seen = await self.read()
            except Refusal:
                return LoadedAggregates(None, {})
            return LoadedAggregates(seen.state, seen.revisions)

        return ChangeScope(self.keys, read)


def combined_scope(one: ChangeScope[S], other: ChangeScope[T]) -> ChangeScope[tuple[S, T]]:
    """Return one scope over the aggregates of both, with their two states as a pair."""

    async def read() -> LoadedAggregates[tuple[S, T]]:
        first, second = await one.read(), await other.read()
        return LoadedAggregates((first.state, second.state), {**first.revisions, **second.revisions})

    return ChangeScope((*one.keys, *other.keys), read)


class AggregateCache(Generic[S]):
    """The least recently used cache of the states and revisions of one kind of aggregate, by id."""

    def __init__(self, most: int) -> None:
        """Keep at most `most` states; beyond that the least recently used one is dropped."""
        self._most = most
        self._kept: OrderedDict[int, tuple[S, int]] = OrderedDict()
        self.news = 0
        """How often anything was kept, advanced or forgotten: who reads without a lock keeps only what nothing has overtaken."""

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, number: int) -> tuple[S, int] | None:
        """Return the cached state of an aggregate and its revision; None if it is not cached."""
        cached = self._kept.get(number)
        if cached is not None:
            self._kept.move_to_end(number)
        return cached

    def state(self, number: int) -> S | None:
        """Return the cached state of an aggregate, to read only; None if it is not cached."""
        cached = self.get(number)
        return None if cached is None else cached[0]

    def keep(self, number: int, state: S, revision: int) -> None:
        """Cache the state of an aggregate at this revision."""
        self.news += 1
        self._kept[number] = state, revision
        self._kept.move_to_end(number)
        while len(self._kept) > self._most:
            self._kept.popitem(last=False)

    def advance(self, number: int, revision: int) -> None:
        """Raise the revision of a cached state after a write that its state does not contain, such as a draft.

        A cached state that is more than one revision behind was overtaken by another process and is dropped.
        """
        if (cached := self._kept.get(number)) is None or cached[1] == revision:
            return
        self.news += 1
        if cached[1] + 1 == revision:
            self._kept[number] = cached[0], revision
        else:
            del self._kept[number]

    def forget(self, number: int) -> None:
        """Drop an aggregate from the cache, because the stored state may be newer."""
        self.news += 1
        self._kept.pop(number, None)

    def forget_all(self) -> None:
        """Drop every aggregate from the cache."""
        self.news += 1
        self._kept.clear()


class AggregateChange(Protocol):
    """The interface of a step: a change of one aggregate's state that `PostCommitHook` must be passed."""

    @property
    def subject(self) -> Subject: ...

    def changes(self) -> Sequence[Change]:
        """Return the rows that the step writes."""

    def keep(self, revision: int) -> None:
        """Put the new state into the cache, after it was written at this revision."""


@dataclass(frozen=True)
class Decision(Generic[R]):
    """The outcome of a use-case's decision: changes that are written together or not at all, and its result."""

    answer: Callable[[], R]
    """Called when all is written; may refuse, where the refusal itself has to write something."""
    steps: tuple[AggregateChange, ...] = ()
    changes: tuple[Change, ...] = ()
    """What else is written with the steps: timers, messages, drafts."""


def refuse_with_changes(refusal: Refusal, *changes: Change) -> Decision[Any]:
    """Return a decision that writes `changes` and then raises `refusal`."""

    def answer() -> Any:
        raise refusal

    return Decision(answer, changes=changes)
