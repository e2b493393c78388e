"""Keeps the application's emojis: learns which signs there are, draws and uploads what is new or changed, a little at a time.

An emoji is named after its sign and its picture (`red_meeple_3f9c2a`), so a changed picture is a new emoji. The former one stays,
because old messages show it, until Discord's limit leaves no other choice.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Callable, Sequence
from typing import TypeVar

import aiohttp
import discord
from discord.ext import commands

from cogs.desk import Desk
from editions.edition import Signs
from games.core.signs import DIGEST
from journal.entry import entry
from thinking.pool import CannotThink, Priority

log = logging.getLogger(__name__)

MOST = 1900
"""Emojis that we keep; Discord takes 2,000."""

PACE_S = 0.5
"""Between two uploads: the players' messages come first."""

BATCH = 16
"""Signs that are drawn in one go."""

DRAWING_S = 120.0
"""For a drawing that hangs."""

RETRY_S = 3600.0
"""After this an attempt that was cut short is made again."""


LATER_S = 15.0
"""After this it is looked whether another process has added what is missing."""


class LeftToAnother(Exception):
    """Several processes share the emojis, and one of them uploads."""


class NoRoom(Exception):
    """There are as many emojis as may be, and each of them is shown."""


_NAME = re.compile(rf"(\w+)_([0-9a-f]{{{DIGEST}}})")

_TROUBLE = (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, TimeoutError, OSError, CannotThink, NoRoom)

T = TypeVar("T")


class SignsCog(commands.Cog):
    """The owner of the application's emojis."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._task: asyncio.Task[None] | None = None
        self._there: dict[tuple[str, str], discord.Emoji] = {}
        """By sign and what tells its pictures apart, the oldest first."""
        self._added = 0

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Begin, once."""
        if self._task is None:
            self._task = asyncio.create_task(self._keep(), name="signs")

    async def cog_unload(self) -> None:
        """Stop; the next start goes on where this one was."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait({self._task})

    async def complete(self) -> None:
        """Wait until every sign is there."""
        if self._task is not None:
            await asyncio.shield(self._task)

    async def _keep(self) -> None:
        """Until it is done, however often that is interrupted."""
        while True:
            try:
                await self._learn()
                await self._add_missing()
            except LeftToAnother:
                await asyncio.sleep(LATER_S)
            except _TROUBLE as trouble:
                log.warning(entry("signs-wait", shown=len(self._desk.emojis), added=self._added, reason=repr(trouble)[:200]))
                await asyncio.sleep(RETRY_S)
            else:
                log.info(entry("signs", shown=len(self._desk.emojis), added=self._added))
                return

    async def _learn(self) -> None:
        """Show what there is, with an older picture rather than none."""
        found = await self._desk.client.fetch_application_emojis()
        self._there = {}
        for emoji in sorted(found, key=lambda one: one.id):
            if name := _NAME.fullmatch(emoji.name):
                self._there[name[1], name[2]] = emoji
                self._desk.emojis.put(name[1], str(emoji))

    async def _add_missing(self) -> None:
        """Game by game; signs that several games have are the same."""
        done: set[str] = set()
        for edition in self._desk.editions.values():
            if (painted := edition.painter.signs) is None:
                continue
            names = [name for name in await self._elsewhere(painted.names) if name not in done]
            for first in range(0, len(names), BATCH):
                await self._add(painted, names[first : first + BATCH])
            done.update(names)

    async def _add(self, painted: Signs, names: Sequence[str]) -> None:
        """See to it that these signs show what they should; what was drawn before is drawn only if it has to be sent."""
        known = dict(await asyncio.to_thread(painted.known, names))
        missing = [name for name in names if (name, known.get(name, "")) not in self._there]
        if missing:
            found = dict(zip(missing, await self._elsewhere(painted.drawn, missing), strict=True))
            for name, (digest, png) in found.items():
                if (name, digest) not in self._there:
                    await self._upload(name, digest, png)
                known[name] = digest
            await asyncio.to_thread(painted.remember, known)
        for name, digest in known.items():
            self._desk.emojis.put(name, str(self._there[name, digest]))

    async def _upload(self, name: str, digest: str, png: bytes) -> None:
        if not self._desk.services.leases.held.common:
            raise LeftToAnother
        if len(self._there) >= MOST:
            await self._make_room()
        self._there[name, digest] = await self._desk.client.create_application_emoji(name=f"{name}_{digest}", image=png)
        self._added += 1
        await asyncio.sleep(PACE_S)

    async def _make_room(self) -> None:
        """The oldest picture that nothing shows any longer goes; messages that show it will have its name in its place."""
        newest = dict(self._there.keys())
        for (name, digest), emoji in self._there.items():
            if newest[name] != digest:
                await emoji.delete()
                del self._there[name, digest]
                return
        raise NoRoom

    async def _elsewhere(self, work: Callable[..., T], *arguments: object) -> T:
        """What `work` answers, in a process that no move waits for: drawing holds libraries that an idle bot has no use for."""
        return await self._desk.services.thinking.run(
            work, *arguments, kind="signs", limit_s=DRAWING_S, priority=Priority.BACKGROUND
        )
