"""Dear work is let in a job at a time: others wait in line, which is short for the process, for each server and each person."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from cogs.refused import Declined

AT_ONCE = 1
"""Jobs under way: they go to one process, which does them one after the other anyway."""
IN_LINE = 12
"""Jobs of the whole process, under way or waiting; each that waits costs next to nothing."""
OF_SERVER = 6
"""Of one server: others get in too."""


class Admission:
    """One line for one kind of work."""

    def __init__(self, at_once: int = AT_ONCE) -> None:
        self._places = asyncio.Semaphore(at_once)
        self._line: dict[int, int] = {}
        """Who has a job here, in the order of coming, and for which server (0: none)."""

    @property
    def length(self) -> int:
        """Jobs under way and waiting."""
        return len(self._line)

    @asynccontextmanager
    async def admitted(self, user_id: int, guild_id: int | None) -> AsyncIterator[None]:
        """Inside, the work may be done; nothing large should be read before. Refuses `in-line`, `line-full`."""
        if user_id in self._line:
            raise Declined("in-line", place=list(self._line).index(user_id) + 1)
        of_server = sum(1 for guild in self._line.values() if guild_id and guild == guild_id)
        if len(self._line) >= IN_LINE or of_server >= OF_SERVER:
            raise Declined("line-full", number=len(self._line))
        self._line[user_id] = guild_id or 0
        try:
            async with self._places:
                yield
        finally:
            del self._line[user_id]
