"""Use-cases of what a person has chosen for himself, everywhere."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from storage.records import PersonRow, UserId
from storage.store import Store


class People:
    """Languages and preferences."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def person(self, user_id: UserId) -> PersonRow:
        """What this person has chosen; nothing yet for a stranger."""
        return await self._store.people.get(user_id) or PersonRow(user_id)

    async def choose(self, user_id: UserId, *, locale: str | None = None, prefs: Mapping[str, Any] | None = None) -> PersonRow:
        """Keep a language, or single preferences beside those already chosen."""
        old = await self.person(user_id)
        new = replace(old, locale=locale or old.locale, prefs={**old.prefs, **(prefs or {})})
        await self._store.people.put(new)
        return new
