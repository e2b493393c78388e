"""A simulated Discord on this machine: one server, one channel, four members to switch between, and the real bot.

The page shows one channel, so games are played in the channel itself. Nothing is kept: every start begins with an empty database.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import discord
import simcord
from discord.ext import commands

from sandbox import signs
from sandbox.clock import Clock
from sandbox.pages import Pages
from text.language import SOURCE, words
from text.sandbox import welcome

MEMBERS = ("Anna", "Ben", "Chi", "Dora")
"""The people at hand."""

NAME = "Bastide"
"""What the bot is called here."""

SETTLE_S = 120.0
"""How long a press may keep the bot busy: computers play whole turns, pictures are drawn for the first time."""

NO_THREADS = discord.PermissionOverwrite(create_public_threads=False, create_private_threads=False)
"""What the bot may not do in the channel of the page."""


@dataclass(frozen=True)
class Sandbox:
    """A running world and the address of its page."""

    env: simcord.Env
    channel: simcord.ChannelHandle
    members: tuple[simcord.MemberActor, ...]
    url: str
    preview: Any


async def slept(env: simcord.Env, seconds: float) -> None:
    """Pass time by the world's own clock, which goes on when somebody moves it; nobody waits for that."""
    await env.external_wait(asyncio.sleep(seconds), reason="the next timer")


@asynccontextmanager
async def opened(bot: commands.AutoShardedBot, *, port: int = 0, width: int = 960, height: int = 900) -> AsyncIterator[Sandbox]:
    """The world with the bot in it, for as long as it is used."""
    env = simcord.Env(bot, check_errors=False, settle_timeout=SETTLE_S)
    bot.asleep = partial(slept, env)  # type: ignore[attr-defined]  # the bot that is built here has it
    env.backend.bot_user.name = NAME
    clock = Clock(bot)
    await bot.add_cog(clock)  # before it starts, and tells Discord its commands
    await env.start()
    try:
        guild = env.create_guild("Sandbox")
        assert bot.user is not None, "a started bot knows itself"
        channel = guild.create_text_channel("games", overwrites={bot.user: NO_THREADS})
        members = tuple(guild.add_member(env.create_user(name.lower(), global_name=name)) for name in MEMBERS)
        await bot.get_partial_messageable(channel.id).send(welcome(MEMBERS, words(SOURCE)))
        view = env.preview(channel, viewers=members, layout="channel", width=width, height=height, port=port or None)
        async with view as preview:
            pages = Pages(env, bot, preview)
            working = [asyncio.create_task(work) for work in (clock.run(env, pages.time_passed), pages.run())]
            try:
                yield Sandbox(env, channel, members, preview.url, preview)
            finally:
                for task in working:
                    task.cancel()
                await asyncio.gather(*working, return_exceptions=True)
    finally:
        await env.shutdown()


async def serve(build_bot: Callable[[Any], commands.AutoShardedBot], settings: Any) -> None:
    """Run the sandbox until the page's session is ended or the program is interrupted."""
    with tempfile.TemporaryDirectory(prefix="bastide-sandbox-") as folder:
        bot = build_bot(replace(settings, database=Path(folder) / "sandbox.db", threads=False, emojis=False))
        async with opened(bot, port=settings.sandbox_port) as sandbox:
            print(_welcome(sandbox), flush=True)
            drawing = asyncio.create_task(signs.draw(sandbox.env, bot)) if settings.emojis else None
            await sandbox.preview.wait_closed()
            if drawing is not None:
                drawing.cancel()
        await bot.close()


def _welcome(sandbox: Sandbox) -> str:
    """What to do next."""
    people = ", ".join(MEMBERS)
    return (
        f"\nThe sandbox is open. No Discord account is needed, and nothing is kept.\n\n    {sandbox.url}\n\n"
        f"You are {MEMBERS[0]}; switch between {people} at the top of the page.\n"
        "Type /practice for a first game, or /new. Stop with Ctrl+C.\n"
        "Time stands still here until you type /wait.\n"
    )
