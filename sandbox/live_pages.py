"""Live updates of open pages: when a member acts on one page, the other pages are redrawn.

A page ignores presses on what it showed before, so no page is redrawn without need.
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
    """All open pages of the sandbox, each of which shows one channel."""

    def __init__(self, env: simcord.Env, bot: commands.AutoShardedBot, preview: Any) -> None:
        """Listen to presses and messages of `bot`; `run` then redraws the pages."""
        self._env, self._preview = env, preview
        self._news = asyncio.Event()
        self._by: set[int | None] = set()
        bot.add_listener(self._note_press, "on_interaction")
        bot.add_listener(self._on_member_message, "on_message")

    async def time_passed(self) -> None:
        """Redraw every page, because time has passed without a member's action."""
        self._notify_readers(None)

    async def sent(self, _post: object, _at: object) -> None:
        """Redraw every page after the bot sent a message that wasn't caused by an action on a page.

        The parameters are unused.
        """
        if self._env._operation_label is None:
            self._notify_readers(None)

    async def run(self) -> None:
        """Redraw pages after each action, until cancelled."""
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

    def _notify_readers(self, who: int | None) -> None:
        self._by.add(who)
        self._news.set()

    async def _note_press(self, interaction: discord.Interaction) -> None:
        self._notify_readers(interaction.user.id)

    async def _on_member_message(self, message: discord.Message) -> None:
        if not message.author.bot:  # what the bot writes belongs to a press
            self._notify_readers(message.author.id)
