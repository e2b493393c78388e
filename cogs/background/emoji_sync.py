"""Keeps the application's emojis up to date: draws and uploads new or changed ones, slowly.

An emoji's name is its sign and a hash of its picture (`red_meeple_3f9c2a`), so a changed picture is a new emoji. The old one stays,
because old messages show it, until room is needed.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, TypeVar

import aiohttp
import discord
from discord.ext import commands

from cogs.app_context import AppContext
from editions.edition import EmojiArt
from games.core.emoji_names import DIGEST
from telemetry.log_line import log_line
from workers.pool import Priority, WorkerUnavailableError

log = logging.getLogger("cogs.background.signs")

MOST = 1900
"""Most emojis that the bot keeps; Discord allows 2,000."""

PACE_S = 0.5
"""Pause between two uploads, so that players' messages come first."""

BATCH = 250
"""Signs drawn in one job."""

DRAWING_S = 120.0
"""Time limit for one drawing job."""

RETRY_S = 3600.0
"""Wait before another attempt after an error."""


LATER_S = 15.0
"""Wait before checking again whether the process that uploads has added the missing emojis."""


class LeaseHeldElsewhere(Exception):
    """The signal that another process holds the lease for uploading."""


class EmojiLimitReached(Exception):
    """The limit is reached and every emoji is in use."""


_NAME = re.compile(rf"(\w+)_([0-9a-f]{{{DIGEST}}})")

_TROUBLE = (
    discord.HTTPException,
    discord.RateLimited,
    aiohttp.ClientError,
    TimeoutError,
    OSError,
    WorkerUnavailableError,
    EmojiLimitReached,
)

T = TypeVar("T")


class DrawnBatch(NamedTuple):
    """Some signs of a game, drawn as far as they are missing."""

    painted: EmojiArt
    known: dict[str, str]
    """The hash of each sign's current picture, as far as it is known."""
    missing: Mapping[str, tuple[str, bytes]]
    """Hash and picture of each sign that may have to be uploaded."""


class EmojiSyncCog(commands.Cog):
    """Keeps the application's emojis complete, in one background task."""

    def __init__(self, app: AppContext) -> None:
        self._app = app
        self._task: asyncio.Task[None] | None = None
        self._there: dict[tuple[str, str], discord.Emoji] = {}
        """Existing emojis by (sign, hash of its picture), oldest first."""
        self._added = 0

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Start the background task, once."""
        if self._task is None:
            self._task = asyncio.create_task(self._keep(), name="signs")

    async def cog_unload(self) -> None:
        """Stop the task; the next start continues from the emojis that exist."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait({self._task})

    async def complete(self) -> None:
        """Wait until every emoji is uploaded."""
        if self._task is not None:
            await asyncio.shield(self._task)

    async def _keep(self) -> None:
        """Upload everything that is missing, with retries until it's done."""
        while True:
            try:
                await self._learn()
                await self._add_missing()
            except LeaseHeldElsewhere:
                await asyncio.sleep(LATER_S)
            except _TROUBLE as trouble:
                log.warning(log_line("signs-wait", shown=len(self._app.emojis), added=self._added, reason=repr(trouble)[:200]))
                await asyncio.sleep(RETRY_S)
            else:
                log.info(log_line("signs", shown=len(self._app.emojis), added=self._added))
                return

    async def _learn(self) -> None:
        """Fetch the existing emojis and use them, older pictures included."""
        application_emojis = await self._app.client.fetch_application_emojis()
        self._there = {}
        for emoji in sorted(application_emojis, key=lambda each: each.id):
            if name := _NAME.fullmatch(emoji.name):
                self._there[name[1], name[2]] = emoji
                self._app.emojis.put(name[1], str(emoji))

    async def _add_missing(self) -> None:
        """Add missing emojis, game by game; games share signs of the same name.

        All are drawn before the first is uploaded: that takes minutes, and what draws holds memory no longer than it must.
        """
        done, batches = set[str](), list[DrawnBatch]()
        for edition in self._app.editions.values():
            if (painted := edition.painter.signs) is None:
                continue
            every = await asyncio.to_thread(painted.listed) or await self._run_apart(painted.names)
            names = [name for name in every if name not in done]
            for first in range(0, len(names), BATCH):
                batches.append(await self._draw_missing(painted, names[first : first + BATCH]))
            done.update(names)
        while batches:
            await self._add(batches.pop(0))

    async def _draw_missing(self, painted: EmojiArt, names: Sequence[str]) -> DrawnBatch:
        """Return the current hashes of these signs and the missing pictures. Those of known hash are only drawn for an upload."""
        known = dict(await asyncio.to_thread(painted.known, names))
        missing = [name for name in names if (name, known.get(name, "")) not in self._there]
        if not missing:
            return DrawnBatch(painted, known, {})
        self._require_lease()
        return DrawnBatch(painted, known, dict(zip(missing, await self._run_apart(painted.drawn, missing), strict=True)))

    async def _add(self, batch: DrawnBatch) -> None:
        """Upload what is missing, and use all of it from then on."""
        for name, (digest, png) in batch.missing.items():
            if (name, digest) not in self._there:
                await self._upload(name, digest, png)
            batch.known[name] = digest
        if batch.missing:
            await asyncio.to_thread(batch.painted.remember, batch.known)
        for name, digest in batch.known.items():
            self._app.emojis.put(name, str(self._there[name, digest]))

    def _require_lease(self) -> None:
        if not self._app.services.leases.held.common:
            raise LeaseHeldElsewhere

    async def _upload(self, name: str, digest: str, png: bytes) -> None:
        self._require_lease()
        if len(self._there) >= MOST:
            await self._make_room()
        self._there[name, digest] = await self._app.client.create_application_emoji(name=f"{name}_{digest}", image=png)
        self._added += 1
        await asyncio.sleep(PACE_S)

    async def _make_room(self) -> None:
        """Delete the oldest emoji that is no longer its sign's current one; old messages then show its name.

        Raises `EmojiLimitReached`.
        """
        newest = dict(self._there.keys())
        for (name, digest), emoji in self._there.items():
            if newest[name] != digest:
                await emoji.delete()
                del self._there[name, digest]
                return
        raise EmojiLimitReached

    async def _run_apart(self, work: Callable[..., T], *arguments: object) -> T:
        """Run `work` in a low-priority worker process, which keeps the drawing libraries out of this one."""
        return await self._app.services.thinking.run(
            work, *arguments, kind="signs", limit_s=DRAWING_S, priority=Priority.BACKGROUND
        )
