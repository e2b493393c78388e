"""The sandbox's clock, which only moves by command, so that the effects of days can be seen at once.

The command belongs to the bot, but the clock is moved from outside the bot, between two user actions.
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
    """The cog with the command `/wait`, and the task that moves the simulated clock."""

    def __init__(self, bot: Any) -> None:
        """Keep the sandbox's `bot`, whose services know the next timer."""
        self._bot = bot
        self._ahead: asyncio.Queue[float] = asyncio.Queue()

    @app_commands.command(name="wait", description=locale_str(sandbox.COMMAND))
    @app_commands.describe(length=locale_str(sandbox.LENGTH))
    async def wait(self, interaction: discord.Interaction, length: str = "") -> None:
        """Move the simulated clock by a duration, or without `length` to the next timer."""
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
        """Move the clock as requested by `/wait`, and call `changed` after each move, until cancelled."""
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
    """Run `move` as soon as no user action is being handled, because the simulator does one thing at a time."""
    while True:
        with suppress(simcord.SetupError):
            await move()
            return
        # Not by the loop's own clock, which is the one that stands still.
        await asyncio.to_thread(time.sleep, BREATH_S)
