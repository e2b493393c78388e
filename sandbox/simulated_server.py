"""A simulated Discord server on this machine, with channels, a forum, a role, switchable members, and the real bot.

Nothing is kept: every start begins with an empty database.
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
from discord.utils import utcnow

from games.core.emoji_names import DIGEST
from sandbox import position
from sandbox.channels import ChannelsPreview
from sandbox.live_pages import LivePages
from sandbox.time_travel import TimeTravelCog
from text.sandbox import message_menus, welcome
from text.translator import SOURCE, translator_for

MEMBERS = ("Anna", "Ben", "Chi", "Dora", "Eli", "Fay", "Gus", "Hana")
"""The people at hand, as many as a small tournament takes. The first runs the server, the second is a referee."""

CHANNELS = ("games", "events")
"""Where one can write."""

FORUM, ROLE = "game-forum", "Referees"

NAME = "Bastide"
"""What the bot is called here."""

SETTLE_S = 120.0
"""How long a press may keep the bot busy: computers play whole turns, pictures are drawn for the first time."""

THREADS = discord.Permissions(create_private_threads=True, send_messages_in_threads=True)
"""What everybody may do beside what a new server allows."""
RUNS = discord.Permissions(manage_guild=True, manage_channels=True)
"""What the first of the members may do in the server."""


@dataclass(frozen=True)
class Sandbox:
    """An open sandbox: the simulated world, its channel and members, and the addresses of its pages."""

    env: simcord.Env
    channel: simcord.ChannelHandle
    members: tuple[simcord.MemberActor, ...]
    url: str
    preview: Any
    board: str = ""
    """The address of the board in the browser."""


async def sleep_simulated(env: simcord.Env, seconds: float) -> None:
    """Sleep by the simulated clock, which only moves when a member types `/wait`; the simulator does not wait for it."""
    await env.external_wait(asyncio.sleep(seconds), reason="the next timer")


@asynccontextmanager
async def open_sandbox(
    bot: commands.AutoShardedBot,
    *,
    port: int = 0,
    key: str = "",
    width: int = 960,
    height: int = 900,
    language: str = SOURCE,
) -> AsyncIterator[Sandbox]:
    """Open the simulated server with the bot in it while the block runs.

    `key`: the secret part of the page's address; `language`: of the server.
    """
    env = simcord.Env(bot, check_errors=False, settle_timeout=SETTLE_S)
    bot.asleep = partial(sleep_simulated, env)  # type: ignore[attr-defined]  # the bot that is built here has it
    env.backend.bot_user.name = NAME
    clock = TimeTravelCog(bot)
    await bot.add_cog(clock)  # before it starts, and tells Discord its commands
    await env.start()
    services: Any = bot.services  # type: ignore[attr-defined]  # as above
    services.puzzles.making.stock = 1  # the page waits for all that is being made
    try:
        channel, members = _server(env)
        if language != SOURCE:
            await services.server_settings.choose(bot.guilds[0].id, "language", [language])
        words = translator_for(language)
        await bot.get_partial_messageable(channel.id).send(f"{welcome(MEMBERS, FORUM, words)}\n{message_menus(words)}")
        rounds: Any = bot.rounds  # type: ignore[attr-defined]  # as above
        await rounds.on_guild_join(bot.guilds[0])  # the simulator adds the bot to a server before there are channels
        await rounds.settled()
        async with ChannelsPreview(env, channel, members, width=width, height=height, port=port) as preview:
            preview.capability = key or preview.capability
            pages = LivePages(env, bot, preview)
            working = [asyncio.create_task(work) for work in (clock.run(env, pages.time_passed), pages.run())]
            board = await _board(env, bot, pages)
            try:
                yield Sandbox(env, channel, members, preview.url, preview, board)
            finally:
                if (serving := getattr(bot, "board", None)) is not None:
                    await serving.close()
                for task in working:
                    task.cancel()
                await asyncio.gather(*working, return_exceptions=True)
    finally:
        await env.shutdown()


async def _board(env: simcord.Env, bot: Any, pages: LivePages) -> str:
    """Start the web server of the board and return its address; empty without one.

    It uses the simulated clock but runs outside of the simulation, which would otherwise wait until every page is closed.
    """
    if (board := getattr(bot, "board", None)) is None:
        return ""
    with env.time_context():
        await board.start(bot.app)
    bot.services.outbox.after_sent.append(pages.sent)
    return str(board.url)


def _server(env: simcord.Env) -> tuple[simcord.ChannelHandle, tuple[simcord.MemberActor, ...]]:
    """Create the simulated server, and return the channel where pages begin and the members."""
    guild = env.create_guild("Sandbox")
    everyone = guild.default_role
    env.backend.edit_role(guild.id, everyone.id, {"permissions": everyone._role.permissions | THREADS.value})
    channel, *_ = (guild.create_text_channel(name) for name in CHANNELS)
    guild.create_forum_channel(FORUM)
    runs, referee = guild.create_role("Admins", permissions=RUNS), guild.create_role(ROLE)
    roles = {MEMBERS[0]: (runs,), MEMBERS[1]: (referee,)}
    users = {name: env.create_user(name.lower(), global_name=name) for name in MEMBERS}
    return channel, tuple(guild.add_member(user, roles=roles.get(name, ())) for name, user in users.items())


async def serve(build_bot: Callable[[Any], commands.AutoShardedBot], settings: Any) -> None:
    """Run the sandbox until its page is closed or the program is interrupted."""
    with tempfile.TemporaryDirectory(prefix="bastide-sandbox-") as folder:
        bot = build_bot(replace(settings, database=Path(folder) / "sandbox.db", emojis=False))
        async with open_sandbox(bot, port=settings.sandbox_port, key=_last_key(settings.keep_position)) as sandbox:
            if settings.position:
                await _open_position(sandbox, bot, settings.position)
            print(_welcome(sandbox), flush=True)
            drawing = asyncio.create_task(draw(sandbox.env, bot)) if settings.emojis else None
            try:
                await sandbox.preview.wait_closed()
            finally:
                if settings.keep_position:
                    await _save_newest_game(sandbox, bot, settings.keep_position)
                if drawing is not None:
                    drawing.cancel()
        await bot.close()


def _last_key(place: str) -> str:
    """Return the secret part of the last start's address, so that open pages keep working; empty if there is none."""
    path = Path(place).with_suffix(".key") if place else None
    return path.read_text(encoding="utf-8") if path is not None and path.is_file() else ""


async def _open_position(sandbox: Sandbox, bot: Any, place: str) -> None:
    """Open the game in a file in the page's channel, or print what is wrong with the file."""
    people = [member.id for member in sandbox.members]
    try:
        record, rows = position.read(place)
        with sandbox.env.time_context():
            now = utcnow()
        assert sandbox.channel.guild is not None
        await position.open_in(bot.services, record, rows, people, sandbox.channel.guild.id, sandbox.channel.id, now)
        await sandbox.env.settle()
    except position.PositionError as error:
        print(f"\nNo game was opened: {error}", flush=True)


async def _save_newest_game(sandbox: Sandbox, bot: Any, place: str) -> None:
    """Write the newest running game to a file; without one, leave the file as it is."""
    assert sandbox.channel.guild is not None
    if text := await position.newest_game_text(bot.services, sandbox.channel.guild.id):
        await asyncio.to_thread(Path(place).write_text, text, encoding="utf-8")


def _welcome(sandbox: Sandbox) -> str:
    """Return the welcome text for the terminal: the address and the first commands."""
    people = ", ".join(MEMBERS)
    return (
        f"\nThe sandbox is open. No Discord account is needed, and nothing is kept.\n\n    {sandbox.url}\n\n"
        f"Open board, below a turn, leads to the same game on a board to tap: {sandbox.board}/b/\n"
        f"You are {MEMBERS[0]}; switch between {people} at the top of the page, and between channels beside it.\n"
        "Type /practice for a first game, /new for one with others, or /tournament. Stop with Ctrl+C.\n"
        "Time stands still here until you type /wait.\n"
    )


ADDRESS = "https://cdn.simcord.invalid/emojis/{id}.png"
"""Where the page looks for the picture of an emoji; the world has no door by which it could be handed over."""


async def draw(env: simcord.Env, bot: Any) -> None:
    """Draw the emojis of all games and register them with the simulator and the bot, one after the other."""
    done: set[str] = set()
    for edition in bot.editions.values():
        painted = edition.painter.signs
        for name in () if painted is None else await asyncio.to_thread(painted.names):
            if name not in done:
                ((digest, png),) = await asyncio.to_thread(painted.drawn, [name])
                assert len(digest) == DIGEST
                emoji = env.backend.create_application_emoji(f"{name}_{digest}")
                env.backend.cdn._blobs[ADDRESS.format(id=emoji.id)] = png
                bot.app.emojis.put(name, f"<:{emoji.name}:{emoji.id}>")
                done.add(name)
