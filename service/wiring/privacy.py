"""Use-cases of privacy: exporting a person's data, and forgetting a person."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

from service.match.match_repository import MatchRepository
from service.play.resignations import ResignationService
from service.users.user_settings import UserSettings
from storage.rows import UserId, of_match, of_person

FORMAT = "bastide-person-1"


class Privacy:
    """Export and deletion. The caller makes sure that people only do this for themselves."""

    def __init__(
        self,
        repository: MatchRepository,
        resignations: ResignationService,
        user_settings: UserSettings,
        events_changed: Callable[[], None],
    ) -> None:
        """`events_changed` clears caches of events, which name entrants."""
        self._repository = repository
        self._resignations = resignations
        self._user_settings = user_settings
        self._events_changed = events_changed

    async def export(self, user_id: UserId) -> Mapping[str, Any]:
        """Return all data about a person, as JSON. Leaves out others' moves and sealed secrets."""
        about = await self._repository.store.people.about(user_id)
        return await self._repository.work(_export_sections, user_id, about)  # may be a hundred thousand rows

    async def forget(self, user_id: UserId, *, now: datetime) -> None:
        """Leave all the person's games, then delete their data. Finished games keep a former member under a random negative id.

        Waits for changes under way in matches that name the person, as these would write the id again.
        """
        await self._resignations.retire(user_id, now=now)
        former = _former()
        more = True
        while more:  # in batches, so that others can write in between
            changed, more = await self._repository.store.people.forget_some(user_id, former, now)
            for match_id in changed:
                self._repository.forget(match_id)
        named = await self._repository.store.people.live_naming(user_id)
        async with self._repository.unit_of_work.exclusive((of_person(user_id), *map(of_match, named))):
            for match_id in await self._repository.store.people.forget(user_id, former, now):
                self._repository.forget(match_id)
        self._user_settings.forget(user_id)
        self._events_changed()


def _export_sections(user_id: UserId, about: Mapping[str, Sequence[Mapping[str, Any]]]) -> Mapping[str, Any]:
    return {"format": FORMAT, "user": str(user_id), **{name: [_plain_row(row) for row in rows] for name, rows in about.items()}}


def _former() -> UserId:
    """Return a random id for a former member: negative, as Discord's are positive."""
    return UserId(-1 - secrets.randbits(62))


def _plain_row(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return a row as JSON: Discord ids as text, times in ISO format."""
    return {str(key).removesuffix("_json"): _value(value) for key, value in row.items()}


def _value(value: Any) -> Any:
    if isinstance(value, datetime):
        return value.isoformat()
    return str(value) if isinstance(value, int) and value > 1 << 31 else value
