"""Use-cases of the host: people and servers that the host has excluded (`docs/terms.md`)."""

from __future__ import annotations

from datetime import datetime

from service.play.resignations import ResignationService
from storage.rows import UserId


class Exclusion:
    """The exclusion of people and servers; the setting is the only list, so it also lifts exclusions."""

    def __init__(self, excluded: frozenset[int], departures: ResignationService) -> None:
        """`excluded`: ids of people and servers; Discord gives no id twice."""
        self._excluded = excluded
        self._resignations = departures

    def holds(self, *ids: int | None) -> bool:
        """Return whether any of these people or servers is excluded."""
        return not self._excluded.isdisjoint(ids)

    async def carry_out(self, now: datetime) -> None:
        """Let excluded people's games go on without them: computers take their seats, and events count them as withdrawn."""
        for number in sorted(self._excluded):
            await self._resignations.retire(UserId(number), now=now)
