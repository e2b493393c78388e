"""The clock of the sandbox: time passes only by command, so that the effects of days can be seen at once.

The command is the bot's, but the clock is moved from outside the bot, between two presses.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import timedelta
from typing import Any

import discord
import simcord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands
from discord.utils import format_dt, utcnow

from clocks import durations
from clocks.durations import InvalidDurationError
from text import sandbox
from text.clocks.time_controls import senseless
from text.translator import Translator, translator_for

LONGEST = timedelta(days=60)
"""As far as one command goes."""
BREATH_S = 0.05
"""While somebody presses, the clock waits so long before it looks again."""


class TimeTravelCog(commands.Cog):
    """`/wait`, and what it asks for."""

    def __init__(self, bot: Any) -> None:
        """`bot` is the bot of the sandbox, whose services know what is due next."""
        self._bot = bot
        self._ahead: asyncio.Queue[float] = asyncio.Queue()

    @app_commands.command(name="wait", description=locale_str(sandbox.COMMAND))
    @app_commands.describe(length=locale_str(sandbox.LENGTH))
    async def wait(self, interaction: discord.Interaction, length: str = "") -> None:
        """Let the clock go on: by a length of time, or until the next thing happens."""
        words = translator_for(str(interaction.locale))
        try:
            wanted = durations.read(length) if length.strip() else await self._until_next_timer()
        except InvalidDurationError as error:
            answer, wanted = senseless(error, words), None
        else:
            answer = _reply_text(wanted, words)
        await interaction.response.send_message(answer, ephemeral=True)
        if wanted is not None and wanted <= LONGEST:
            self._ahead.put_nowait(wanted.total_seconds())

    async def _until_next_timer(self) -> timedelta | None:
        due = await self._bot.services.timers.next_at()
        return None if due is None else max(due - utcnow(), timedelta()) + timedelta(seconds=1)

    async def run(self, env: simcord.Env, changed: Callable[[], Awaitable[None]]) -> None:
        """Move the world whenever it was asked for, and show what has `changed`; for as long as it is not cancelled."""
        while True:
            seconds = await self._ahead.get()
            await _run_between_presses(lambda by=seconds: env.advance_time(by))  # type: ignore[misc]  # bound at once
            await changed()


def _reply_text(wanted: timedelta | None, words: Translator) -> str:
    if wanted is None:
        return sandbox.nothing_ahead(words)
    if wanted > LONGEST:
        return sandbox.too_far(LONGEST.days, words)
    return sandbox.moved(durations.write(wanted), format_dt(utcnow() + wanted, "f"), words)


async def _run_between_presses(move: Callable[[], Any]) -> None:
    """Run `move` as soon as no press is being handled: the simulator does one thing at a time."""
    while True:
        with suppress(simcord.SetupError):
            await move()
            return
        # Not by the loop's own clock, which is the one that stands still.
        await asyncio.to_thread(time.sleep, BREATH_S)
