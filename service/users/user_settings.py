"""Use-cases of a user's settings, which apply in all servers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from clocks.sleep_windows import DatedSleepWindow
from service.core.change_scope import AggregateCache, ChangeScope, Decision, LoadedAggregates
from service.core.unit_of_work import UnitOfWork
from service.errors import Refusal
from service.users import sleep_settings
from service.users.preferences import PREFERENCES, SLEEP, UNREACHABLE, ZONE
from storage.changes import Change, DropRow, PutRow, Unguarded
from storage.rows import PERSON, BlockRow, PersonRow, Subject, UserId, of_person

_REMEMBERED = 10_000


@dataclass(frozen=True)
class UserChange:
    """The change of a user's settings as a step of the unit of work."""

    before: PersonRow
    after: PersonRow
    memory: AggregateCache[PersonRow]

    @property
    def subject(self) -> Subject:
        return of_person(self.after.user_id)

    def changes(self) -> Sequence[Change]:
        return (PutRow(self.after),)

    def keep(self, revision: int) -> None:
        self.memory.keep(self.after.user_id, self.after, revision)


class UserSettings:
    """The languages, preferences, sleep hours and blocks of users, with a cache."""

    def __init__(self, unit_of_work: UnitOfWork, clock: Callable[[], datetime]) -> None:
        self._unit_of_work = unit_of_work
        self._store = unit_of_work.store
        self._clock = clock
        self._known: AggregateCache[PersonRow] = AggregateCache(_REMEMBERED)
        unit_of_work.remembers(PERSON, self._known)

    async def person(self, user_id: UserId) -> PersonRow:
        """Return a person's settings; an empty row if they have none."""
        if (known := self._known.state(user_id)) is not None:
            return known
        return (await self._read(user_id))[0]

    def of(self, user_id: UserId) -> ChangeScope[PersonRow]:
        """Return the scope of a person's settings."""
        its = of_person(user_id)

        async def read() -> LoadedAggregates[PersonRow]:
            known = self._known.get(user_id)
            if known is None or (self._store.share is not None and await self._store.revision(its) != known[1]):
                known = await self._read(user_id)
            return LoadedAggregates(known[0], {its: known[1]})

        return ChangeScope((its,), read)

    def step(self, before: PersonRow, after: PersonRow) -> UserChange:
        """Return the step that changes a person's settings from `before` to `after`."""
        return UserChange(before, after, self._known)

    async def _read(self, user_id: UserId) -> tuple[PersonRow, int]:
        """Read a person's settings and revision. Cached unless any person's settings changed meanwhile."""
        news = self._known.news
        revision = await self._store.revision(of_person(user_id))  # first: what is read behind it can only be newer
        row = await self._store.people.get(user_id) or PersonRow(user_id)
        if news == self._known.news:
            self._known.keep(user_id, row, revision)
        return row, revision

    def known(self, user_id: UserId) -> PersonRow:
        """Return a user's settings from the cache, an empty row if not cached; never reads the database."""
        return self._known.state(user_id) or PersonRow(user_id)

    async def sleep(self, user_id: UserId) -> tuple[DatedSleepWindow, ...]:
        """Return all sleep hours that a person has chosen so far, oldest first."""
        return sleep_settings.history(await self.person(user_id))

    async def prefers(self, user_id: UserId, key: str) -> str:
        """Return a person's value of a preference, one of `PREFERENCES[key]`."""
        return preference(await self.person(user_id), key)

    async def prefer(self, user_id: UserId, key: str, value: str) -> None:
        """Set a preference. Refuses `not-a-preference`."""
        await self.prefer_all(user_id, {key: value})

    async def prefer_all(self, user_id: UserId, values: Mapping[str, str]) -> None:
        """Set several preferences, all or none. Refuses `not-a-preference`."""
        for key, value in values.items():
            if value not in PREFERENCES.get(key, ()):
                raise Refusal("not-a-preference", key=key, value=value)
        await self.choose(user_id, prefs={**values, UNREACHABLE: None})

    async def choose(self, user_id: UserId, *, locale: str | None = None, prefs: Mapping[str, Any] | None = None) -> PersonRow:
        """Set a language or some preferences and keep the others. A preference of None is removed."""

        def chosen(old: PersonRow) -> PersonRow:
            given = {**old.prefs, **(prefs or {})}
            kept = {key: value for key, value in given.items() if value is not None}
            return replace(old, locale=locale or old.locale, prefs=kept)

        return await self._change(user_id, chosen)

    async def speak(self, user_id: UserId, locale: str | None) -> None:
        """Set a language; None: use Discord's setting again."""
        await self._change(user_id, lambda old: replace(old, locale=locale))

    async def live_in(self, user_id: UserId, zone: str, begin: str = "", end: str = "") -> PersonRow:
        """Set a time zone and sleep hours as typed; no hours if `begin` and `end` are empty.

        `service.users.sleep_settings` says when a change takes effect. Refuses like `sleep_settings.read`.
        """
        named, window = sleep_settings.read(zone, begin, end)

        def moved(old: PersonRow) -> PersonRow:
            return replace(old, prefs={**old.prefs, ZONE: named, SLEEP: sleep_settings.change_window(old, window, self._clock())})

        return await self._change(user_id, moved)

    async def not_reached(self, user_id: UserId, *instead: Unguarded) -> None:
        """Store that private messages don't reach a user; the changes in `instead` are written with it."""

        def decide(person: PersonRow) -> Decision[None]:
            row = replace(person, prefs={**person.prefs, UNREACHABLE: True})
            return Decision(lambda: None, (self.step(person, row),), instead)

        await self._unit_of_work.change(self.of(user_id), decide, now=self._clock())

    async def block(self, user_id: UserId, other: UserId) -> None:
        """Block invitations, requests and rematches from `other`. Refuses `blocks-self`."""
        if other == user_id:
            raise Refusal("blocks-self")
        now = self._clock()
        change = PutRow(BlockRow(user_id, other, now))
        await self._unit_of_work.change(self._blocks(user_id), lambda _: Decision(lambda: None, changes=(change,)), now=now)

    async def unblock(self, user_id: UserId, other: UserId) -> None:
        """Unblock `other`. Refuses `not-blocked`."""

        def decide(blocked: tuple[UserId, ...]) -> Decision[None]:
            if other not in blocked:
                raise Refusal("not-blocked")
            return Decision(lambda: None, changes=(DropRow(BlockRow, (user_id, other)),))

        await self._unit_of_work.change(self._blocks(user_id), decide, now=self._clock())

    def _blocks(self, user_id: UserId) -> ChangeScope[tuple[UserId, ...]]:
        its = of_person(user_id)

        async def read() -> LoadedAggregates[tuple[UserId, ...]]:
            revision = await self._store.revision(its)
            return LoadedAggregates(await self._store.people.blocked_by(user_id), {its: revision})

        return ChangeScope((its,), read)

    async def blocked_by(self, user_id: UserId) -> tuple[UserId, ...]:
        """Return the users whom this user has blocked."""
        return await self._store.people.blocked_by(user_id)

    async def blockers_of(self, user_id: UserId) -> frozenset[UserId]:
        """Return the users who have blocked this user."""
        return await self._store.people.blockers_of(user_id)

    def forget(self, user_id: UserId) -> None:
        """Drop a user who has deleted their data from the cache, and call the listeners of settings changes."""
        self._known.forget(user_id)
        self._unit_of_work.following.after(self.step(PersonRow(user_id), PersonRow(user_id)), self._clock())

    def forget_all(self) -> None:
        """Clear the cache."""
        self._known.forget_all()

    async def reread(self, user_id: UserId) -> None:
        """Read a user's settings again after another process has changed them, and call the listeners of settings changes."""
        self._known.forget(user_id)
        row = await self.person(user_id)
        self._unit_of_work.following.after(self.step(row, row), self._clock())

    async def _change(self, user_id: UserId, change: Callable[[PersonRow], PersonRow]) -> PersonRow:
        def decide(person: PersonRow) -> Decision[PersonRow]:
            row = change(person)
            return Decision(lambda: row, (self.step(person, row),))

        return await self._unit_of_work.change(self.of(user_id), decide, now=self._clock())


def preference(person: PersonRow, key: str) -> str:
    """Return a person's value of a preference, one of `PREFERENCES[key]`; the default if not set."""
    chosen = person.prefs.get(key)
    return chosen if chosen in PREFERENCES[key] else PREFERENCES[key][0]
