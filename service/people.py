"""Use-cases of what a person has chosen for himself, everywhere."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from service.errors import Refusal
from service.preferences import PREFERENCES
from storage.records import PersonRow, UserId
from storage.store import Store


class People:
    """Languages and preferences."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def person(self, user_id: UserId) -> PersonRow:
        """What this person has chosen; nothing yet for a stranger."""
        return await self._store.people.get(user_id) or PersonRow(user_id)

    async def prefers(self, user_id: UserId, key: str) -> str:
        """What this person prefers, as one of `PREFERENCES[key]`."""
        chosen = (await self.person(user_id)).prefs.get(key)
        return chosen if chosen in PREFERENCES[key] else PREFERENCES[key][0]

    async def prefer(self, user_id: UserId, key: str, value: str) -> None:
        """Keep a preference. Refuses `not-a-preference`."""
        if value not in PREFERENCES.get(key, ()):
            raise Refusal("not-a-preference", key=key, value=value)
        await self.choose(user_id, prefs={key: value})

    async def choose(self, user_id: UserId, *, locale: str | None = None, prefs: Mapping[str, Any] | None = None) -> PersonRow:
        """Keep a language, or single preferences beside those already chosen."""
        old = await self.person(user_id)
        new = replace(old, locale=locale or old.locale, prefs={**old.prefs, **(prefs or {})})
        await self._store.people.put(new)
        return new
