"""Progress of costly work: people who ask for it are told where they stand in line, and may leave it."""

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
    """Inside, the work may be done. Who has to wait for it is told so, in place of the answer, and may leave.

    Also while it is done, if that can be stopped. Refuses and raises as `JobQueue.admitted`; `errors` knows that anyone who has
    left was told so.
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
    """Say that the work is being done, if it takes long."""
    await app.asleep(job_queue.PATIENCE_S)
    with suppress(discord.HTTPException, aiohttp.ClientError, TimeoutError, OSError):
        words = interaction_info.words(interaction)
        await delivery.respond(interaction, progress_notice(kind, words, about.being_done(words)))


def queue_notice(kind: JobKind, place: int, words: Translator, *lines: str) -> Message:
    """Return where a person stands in line, and how to leave."""
    return progress_notice(kind, words, *lines, about.in_line(str(place), words))


def progress_notice(kind: JobKind, words: Translator, *lines: str) -> Message:
    """Return what is being done, and how to stop it."""
    return Message().say(*lines).row(button(None, label("leave-line", words), LEAVE, kind.name))


async def leave_queue(app: AppContext, interaction: discord.Interaction, press: Press) -> None:
    """Leave the line, by its button."""
    has_left = app.services.job_queue.leave(press.argument, interaction_info.user(interaction))
    words = interaction_info.words(interaction)
    await delivery.respond(interaction, notes.note(about.left_line(words) if has_left else about.not_in_line(words)))
