"""Progress messages of costly work: users see their place in the queue, and can leave it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import aiohttp
import discord

from cogs import delivery, interaction_info
from cogs.app_context import AppContext
from cogs.messages import ephemeral_messages as notes
from cogs.messages.component_ids import Press
from cogs.messages.message_parts import Message, button
from service.core import job_queue
from service.core.job_queue import JobKind
from text.help import about
from text.labels import label
from text.translator import Translator

LEAVE = "leaveline"
"""The verb of the button."""


@asynccontextmanager
async def admission(app: AppContext, interaction: discord.Interaction, kind: JobKind, *, size: int = 0) -> AsyncIterator[None]:
    """Wait for a place in the queue of costly work; the body of the `async with` block may do the work.

    While the user waits, the answer shows the place in the queue and a button to leave; while a job that can be stopped runs for
    long, it shows that too. Refuses and raises as `JobQueue.admitted` does; `error_handler` doesn't report a job that the user has
    cancelled.
    """

    async def told(place: int) -> None:
        await delivery.respond(interaction, queue_notice(kind, place, interaction_info.words(interaction)))

    line = app.services.job_queue.admitted(kind, interaction_info.user(interaction), interaction.guild_id, size=size, told=told)
    async with line:
        telling = asyncio.create_task(_show_working(app, interaction, kind), name="the work takes long") if kind.stops else None
        try:
            yield
        finally:
            if telling is not None:
                telling.cancel()
                await asyncio.wait((telling,))


async def _show_working(app: AppContext, interaction: discord.Interaction, kind: JobKind) -> None:
    """Replace the answer by a notice that the work is running, after `PATIENCE_S` seconds."""
    await app.asleep(job_queue.PATIENCE_S)
    with suppress(discord.HTTPException, aiohttp.ClientError, TimeoutError, OSError):
        words = interaction_info.words(interaction)
        await delivery.respond(interaction, progress_notice(kind, words, about.being_done(words)))


def queue_notice(kind: JobKind, place: int, words: Translator, *lines: str) -> Message:
    """Return a message with the user's place in the queue and the button to leave, after `lines`."""
    return progress_notice(kind, words, *lines, about.in_line(str(place), words))


def progress_notice(kind: JobKind, words: Translator, *lines: str) -> Message:
    """Return a message of `lines` with the button that leaves the queue or stops the work."""
    return Message().say(*lines).row(button(None, label("leave-line", words), LEAVE, kind.name))


async def leave_queue(app: AppContext, interaction: discord.Interaction, press: Press) -> None:
    """Remove the user from the queue named by the press, and confirm this; say so if the user wasn't in it."""
    has_left = app.services.job_queue.leave(press.argument, interaction_info.user(interaction))
    words = interaction_info.words(interaction)
    await delivery.respond(interaction, notes.note(about.left_line(words) if has_left else about.not_in_line(words)))
