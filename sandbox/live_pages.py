"""Every open page shows what somebody does: the page of who acts shows it by itself, here all others learn of it.

A page takes no press for what it showed before, so none is drawn again without need.
"""

from __future__ import annotations

import asyncio
import time
from typing import Any

import discord
import simcord
from discord.ext import commands

BREATH_S = 0.05
"""While somebody presses, we wait so long before we look again."""


class LivePages:
    """All that show one channel."""

    def __init__(self, env: simcord.Env, bot: commands.AutoShardedBot, preview: Any) -> None:
        """From now on whatever people press and write is noticed, for the caller of `run`."""
        self._env, self._preview = env, preview
        self._news = asyncio.Event()
        self._by: set[int | None] = set()
        bot.add_listener(self._pressed, "on_interaction")
        bot.add_listener(self._wrote, "on_message")

    async def time_passed(self) -> None:
        """Something has happened that nobody did."""
        self._tell(None)

    async def sent(self, _post: object, _at: object) -> None:
        """The bot has written something: by a press, or by what somebody did on a page of the board, which no page here shows."""
        if self._env._operation_label is None:
            self._tell(None)

    async def run(self) -> None:
        """For as long as it is not cancelled."""
        while True:
            await self._news.wait()
            while self._env._operation_label is not None:  # until it is done with, and all that follows from it
                await asyncio.to_thread(time.sleep, BREATH_S)
            self._news.clear()
            by, self._by = self._by, set()
            self._draw(frozenset() if None in by else by)

    def _draw(self, without: set[int | None] | frozenset[int | None]) -> None:
        for page in tuple(self._preview._pages.values()):
            if page.viewer.id not in without:
                self._preview._publish(page)

    def _tell(self, who: int | None) -> None:
        self._by.add(who)
        self._news.set()

    async def _pressed(self, interaction: discord.Interaction) -> None:
        self._tell(interaction.user.id)

    async def _wrote(self, message: discord.Message) -> None:
        if not message.author.bot:  # what the bot writes belongs to a press
            self._tell(message.author.id)
