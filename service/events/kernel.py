"""What all use-cases of events stand on: one lock for each, the state in memory, the one way to write."""

from __future__ import annotations

import asyncio
import secrets
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, Protocol
from weakref import WeakValueDictionary

from service.errors import Refusal
from service.events.folding import applied, folded
from service.events.state import State
from service.people.people import People
from service.people.preferences import ALL_LETTERS, TOURNAMENTS
from service.process.kernel import Kernel
from service.process.overtaken import Overtaken
from service.ratings.ratings import Standing
from service.ratings.reliability import Reliability
from storage.changes import Change, EventCommit, Revised, TimerDone, TimersSet, Told
from storage.errors import Conflict
from storage.event_records import EntrantRow, EventEntry, EventId, EventRow, of_event
from storage.records import NewPost, NewTimer, TimerRow, UserId

DUE, NEWS = "event-due", "event-news"
"""Kinds of timers: an event's own next moment, and a match of it that has ended."""

BOARD, PAIRING, LETTER, BULLETIN = "board", "pairing", "letter", "bulletin"
"""Kinds of messages: the notice board, who meets whom, to one person in private, to everybody in the event's channel or a table's
thread.
"""


class Through(Protocol):
    """Commits these changes, in one transaction with others."""

    async def __call__(self, *changes: Change) -> object: ...


class EventStep:
    """Collects what one commit does to an event."""

    def __init__(self, state: State, now: datetime) -> None:
        self.before = state
        self.state = state
        self.now = now
        self._entries: list[EventEntry] = []
        self._entrants: list[EntrantRow] = []
        self._posts: list[NewPost] = []
        self.also: list[Change] = []
        """What else happens in the same transaction."""
        self._due: TimersSet | None = None

    @property
    def changes_something(self) -> bool:
        """Whether there is anything to write."""
        return self.state is not self.before or bool(self._posts or self.also)

    def note(
        self, kind: str, by: UserId | None = None, *, about: int | None = None, reason: str | None = None, **payload: Any
    ) -> int:
        """One more row of the log; its number."""
        seq = self.before.row.version + len(self._entries)
        entry = EventEntry(seq, kind, payload, self.now, by, about, reason)
        self._entries.append(entry)
        self.state = applied(replace(self.state, row=replace(self.state.row, version=seq + 1)), entry)
        return seq

    def become(self, **changes: Any) -> None:
        """Fields of the event's own row."""
        self.state = replace(self.state, row=replace(self.state.row, **changes))

    def meet(self, user_id: UserId) -> int:
        """The number of a person, a new one for whom the event has not met yet."""
        if (known := self.state.numbers.get(user_id)) is not None:
            return known
        number = len(self.state.users) + 1
        self._entrants.append(EntrantRow(number, user_id))
        self.state = replace(self.state, users={**self.state.users, number: user_id})
        return number

    def tell(self, code: str, *, in_channel: int | None = None, **params: Any) -> None:
        """A message to everybody: in the event's channel, or in another one."""
        self._post(BULLETIN, {"code": code, **params}, in_channel or self.state.row.channel_id)

    def pairing(self, round_: int, table: int) -> None:
        """The message of a pairing, from which its thread is made."""
        self._post(PAIRING, {"round": round_, "table": table}, self.state.row.channel_id)

    def board(self) -> None:
        """The notice board anew, in the event's channel."""
        self._post(BOARD, {}, self.state.row.channel_id)

    def write_to(self, user_id: UserId, code: str, **params: Any) -> None:
        """A private message; nobody stands behind a number below 0."""
        if user_id > 0:
            self._posts.append(NewPost(LETTER, {"code": code, **params}, _nonce(), None, user_id))

    def write_to_officials(self, code: str, besides: UserId | None = None, **params: Any) -> bool:
        """A private message to whoever organises, but for who plays, where somebody else can do it; whether there is anybody."""
        free = [user for user in self.state.officials if user != besides]
        idle = [user for user in free if not self.state.plays(user)]
        for user in idle or free:
            self.write_to(user, code, **params)
        return bool(free)

    def wake(self) -> None:
        """Have the event looked at as soon as this is committed."""
        self.also.append(TimersSet(of_event(self.state.row.id), self.now, (NewTimer(NEWS, self.now),)))

    def next_at(self, moments: Iterable[datetime], at_least_after: timedelta | None = None) -> None:
        """The event's own next moment: the first of these that is to come, in place of the one that was set."""
        coming = [moment for moment in moments if moment > self.now]
        coming += [] if at_least_after is None else [self.now + at_least_after]
        due = (NewTimer(DUE, min(coming)),) if coming else ()
        self._due = TimersSet(of_event(self.state.row.id), self.now, due, instead_of=DUE)

    def _post(self, kind: str, payload: Mapping[str, Any], channel_id: int) -> None:
        self._posts.append(NewPost(kind, payload, _nonce(), channel_id))

    def changes(self) -> list[Change]:
        """The transaction."""
        topic = of_event(self.state.row.id)
        found: list[Change] = []
        if self.state is not self.before:
            found.append(EventCommit(self.state.row, self.before.row.version, tuple(self._entries), tuple(self._entrants)))
        if self._posts:
            found.append(Told(topic, self.now, tuple(self._posts)))
        return found + self.also + ([] if self._due is None else [self._due])


class EventKernel:
    """The events in memory, handed to every class of use-cases."""

    def __init__(self, kernel: Kernel, standing: Standing, reliability: Reliability, people: People, *, keep: int = 64) -> None:
        self._people = people
        self.matches = kernel
        self.standing = standing
        self.reliability = reliability
        self.store = kernel.store
        self.after_commit: list[Callable[[EventId], None]] = []
        """Called with every event that has changed: its board shows something else now."""
        self._keep = keep
        self._states: OrderedDict[EventId, State] = OrderedDict()
        self._changes = 0
        """How often anything was written or forgotten."""
        self._locks: WeakValueDictionary[EventId, asyncio.Lock] = WeakValueDictionary()

    async def wants_letters(self, user_id: UserId) -> bool:
        """Whether somebody wants more letters about events than those without which they would lose something."""
        return await self._people.prefers(user_id, TOURNAMENTS) == ALL_LETTERS

    def lock(self, event_id: EventId) -> asyncio.Lock:
        """The lock of an event; taken before that of any match."""
        lock = self._locks.get(event_id)
        if lock is None:
            self._locks[event_id] = lock = asyncio.Lock()
        return lock

    async def state(self, event_id: EventId) -> State:
        """The event as it was last committed. Refuses `no-event`."""
        if (known := self._states.get(event_id)) is not None and await self._stands(known):
            if event_id in self._states:
                self._states.move_to_end(event_id)
            return known
        before = self._changes
        found = await self.store.events.load(event_id)
        if found is None:
            raise Refusal("no-event", event=event_id)
        state = folded(*found)
        # Who looks without the lock may have read before something that is written by now: that is not kept.
        return self._remember(state) if before == self._changes else state

    async def _stands(self, known: State) -> bool:
        """Whether an event in memory is so in the store too: another process that shares it may have changed it."""
        if self.store.share is None or await self.store.events.row(known.row.id) == known.row:
            return True
        if self._states.get(known.row.id) is known:
            self.forget(known.row.id)
        return False

    async def opened(
        self, row: EventRow, posts: tuple[NewPost, ...], timers: tuple[NewTimer, ...], revised: Revised | None = None
    ) -> State:
        """Keep a new event."""
        kept = await self.store.events.open(row, posts, timers, revised=revised)
        self._told(kept.id)
        return self._remember(State(kept))

    async def write(self, step: EventStep, timer: TimerRow | None = None, *, through: Through | None = None) -> State:
        """Commit a step; the caller holds the lock. `timer` has fired and is done with it. What is written together with a match is
        written `through` whoever commits that.

        Where somebody else was faster it refuses `event-changed`, and raises `Conflict` to the timer, which looks again.
        """
        done = [] if timer is None else [TimerDone(timer.id, step.now)]
        try:
            await (through or self.store.commit)(*done, *step.changes())
        except Conflict as error:
            self.forget(step.state.row.id)
            if timer is not None:
                raise
            raise Overtaken("event-changed", event=step.state.row.id) from error
        except BaseException:
            # Cancelled or failed in mid-air: whether it was written is for the store to say.
            self.forget(step.state.row.id)
            raise
        self._changes += 1
        self._remember(step.state)
        if step.changes_something:
            self._told(step.state.row.id)
        return step.state

    def forget(self, event_id: EventId) -> None:
        """Drop an event from memory: the store knows better."""
        self._changes += 1
        self._states.pop(event_id, None)

    def forget_all(self) -> None:
        """As `forget`, of every event: somebody's number has changed."""
        self._changes += 1
        self._states.clear()

    def _remember(self, state: State) -> State:
        self._states[state.row.id] = state
        self._states.move_to_end(state.row.id)
        while len(self._states) > self._keep:
            self._states.popitem(last=False)
        return state

    def _told(self, event_id: EventId) -> None:
        for heard in self.after_commit:
            heard(event_id)


def _nonce() -> str:
    return secrets.token_hex(10)
