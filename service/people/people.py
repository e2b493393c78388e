"""Use-cases of what a person has chosen for himself, everywhere."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from clocks.nights import Chosen
from service.clocks import sleep
from service.errors import Refusal
from service.people.preferences import PREFERENCES, SLEEP, UNREACHABLE, ZONE, preferred
from storage.changes import Change, PersonChosen
from storage.records import PersonRow, UserId
from storage.store import Store

_REMEMBERED = 10_000


class People:
    """Languages and preferences, sleep hours, and whom somebody wants nothing to do with."""

    def __init__(self, store: Store, clock: Callable[[], datetime]) -> None:
        self._store = store
        self._clock = clock
        self._known: OrderedDict[UserId, PersonRow] = OrderedDict()
        self._forgotten = 0
        """How often somebody was forgotten so far."""
        self._choosing = asyncio.Lock()
        """Held from reading what was chosen until the new choice is kept."""
        self.along: list[Callable[[PersonRow, datetime], Sequence[Change]]] = []
        """Asked with every new choice before it is kept: what else must happen in the same transaction, such as timers."""
        self.after_choice: list[Callable[[PersonRow], None]] = []
        """Called with what a person has chosen, whenever that has changed."""
        self.after_hours: list[Callable[[UserId, datetime], Awaitable[None]]] = []
        """Called with whoever has chosen other sleep hours or another zone, and when."""

    async def person(self, user_id: UserId) -> PersonRow:
        """What this person has chosen; nothing yet for a stranger."""
        if (known := self._known.get(user_id)) is not None:
            self._known.move_to_end(user_id)
            return known
        forgotten = self._forgotten
        row = await self._store.people.get(user_id) or PersonRow(user_id)
        if forgotten != self._forgotten:  # perhaps of who has just been forgotten: read before, and not to be kept
            return self._known.get(user_id) or row
        return self._known.get(user_id) or self._remember(row)

    def known(self, user_id: UserId) -> PersonRow:
        """As `person`, as far as it was asked for lately: what must not wait for the database."""
        return self._known.get(user_id) or PersonRow(user_id)

    async def sleep(self, user_id: UserId) -> tuple[Chosen, ...]:
        """The sleep hours that this person has chosen, oldest first."""
        return sleep.history(await self.person(user_id))

    async def prefers(self, user_id: UserId, key: str) -> str:
        """What this person prefers, as one of `PREFERENCES[key]`."""
        return preferred(await self.person(user_id), key)

    async def prefer(self, user_id: UserId, key: str, value: str) -> None:
        """Keep a preference. Refuses `not-a-preference`."""
        if value not in PREFERENCES.get(key, ()):
            raise Refusal("not-a-preference", key=key, value=value)
        await self.choose(user_id, prefs={key: value, UNREACHABLE: None})

    async def choose(self, user_id: UserId, *, locale: str | None = None, prefs: Mapping[str, Any] | None = None) -> PersonRow:
        """Keep a language, or single preferences beside those already chosen; None takes a preference back."""

        def chosen(old: PersonRow) -> PersonRow:
            given = {**old.prefs, **(prefs or {})}
            kept = {key: value for key, value in given.items() if value is not None}
            return replace(old, locale=locale or old.locale, prefs=kept)

        return await self._change(user_id, chosen)

    async def speak(self, user_id: UserId, locale: str | None) -> None:
        """Keep a language; None leaves it to Discord again."""
        await self._change(user_id, lambda old: replace(old, locale=locale))

    async def live_in(self, user_id: UserId, zone: str, begin: str = "", end: str = "") -> PersonRow:
        """Keep a time zone, and sleep hours from `begin` to `end` as they were typed; without both, none.

        When a change of these acts: `service.clocks.sleep`. Refuses as `sleep.read`.
        """
        named, window = sleep.read(zone, begin, end)

        def moved(old: PersonRow) -> PersonRow:
            return replace(old, prefs={**old.prefs, ZONE: named, SLEEP: sleep.changed(old, window, self._clock())})

        row = await self._change(user_id, moved)
        for heard in self.after_hours:
            await heard(user_id, self._clock())
        return row

    async def not_reached(self, user_id: UserId) -> None:
        """Private messages do not arrive; the form says so until the person chooses again."""
        await self.choose(user_id, prefs={UNREACHABLE: True})

    async def block(self, user_id: UserId, other: UserId) -> None:
        """No invitations, requests and rematches of somebody. Refuses `blocks-self`."""
        if other == user_id:
            raise Refusal("blocks-self")
        await self._store.people.block(user_id, other, self._clock())

    async def unblock(self, user_id: UserId, other: UserId) -> None:
        """Let somebody invite again. Refuses `not-blocked`."""
        if not await self._store.people.unblock(user_id, other):
            raise Refusal("not-blocked")

    async def blocked_by(self, user_id: UserId) -> tuple[UserId, ...]:
        """Whom this person has blocked."""
        return await self._store.people.blocked_by(user_id)

    async def blockers_of(self, user_id: UserId) -> frozenset[UserId]:
        """Who wants no invitations, requests or rematches of this person."""
        return await self._store.people.blockers_of(user_id)

    def forget(self, user_id: UserId) -> None:
        """Somebody was forgotten: nothing of him is remembered here either."""
        self._forgotten += 1
        self._known.pop(user_id, None)
        self._told(PersonRow(user_id))

    def forget_all(self) -> None:
        """What anybody has chosen is to be read again."""
        self._forgotten += 1
        self._known.clear()

    async def reread(self, user_id: UserId) -> None:
        """Somebody has chosen where another process heard it."""
        self._forgotten += 1
        self._known.pop(user_id, None)
        self._told(await self.person(user_id))

    async def _change(self, user_id: UserId, change: Callable[[PersonRow], PersonRow]) -> PersonRow:
        async with self._choosing:
            row = change(await self.person(user_id))
            now = self._clock()
            try:
                await self._store.commit(PersonChosen(row), *(done for also in self.along for done in also(row, now)))
            except BaseException:
                # Cancelled or failed in mid-air: whether it was written is for the store to say.
                self._forgotten += 1
                self._known.pop(user_id, None)
                raise
            self._remember(row)
        self._told(row)
        return row

    def _remember(self, row: PersonRow) -> PersonRow:
        self._known[row.user_id] = row
        if len(self._known) > _REMEMBERED:
            self._known.popitem(last=False)
        return row

    def _told(self, row: PersonRow) -> None:
        for heard in self.after_choice:
            heard(row)
