"""Dear work that somebody asks for: they are told where they stand in line, and may leave it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import discord

from cogs import asking, deliver
from cogs.desk import Desk
from cogs.present import private as notes
from cogs.present.ids import Press
from cogs.present.parts import Message, button
from service.process.admission import Kind
from text.help import about
from text.labels import label
from text.language import Words

LEAVE = "leaveline"
"""The verb of the button."""


@asynccontextmanager
async def admitted(desk: Desk, interaction: discord.Interaction, kind: Kind, *, size: int = 0) -> AsyncIterator[None]:
    """Inside, the work may be done. Who has to wait for it is told so, in place of the answer. Refuses and raises as
    `Admission.admitted`; `errors` knows that whoever has left was told so.
    """

    async def told(place: int) -> None:
        await deliver.show(interaction, waiting(kind, place, asking.words(interaction)))

    line = desk.services.admission.admitted(kind, asking.user(interaction), interaction.guild_id, size=size, told=told)
    async with line:
        yield


def waiting(kind: Kind, place: int, words: Words, *lines: str) -> Message:
    """Where somebody stands, and how to leave."""
    leave = button(None, label("leave-line", words), LEAVE, kind.name)
    return Message().say(*lines, about.in_line(str(place), words)).row(leave)


async def left(desk: Desk, interaction: discord.Interaction, press: Press) -> None:
    """The button: not to wait any more."""
    has_left = desk.services.admission.leave(press.argument, asking.user(interaction))
    words = asking.words(interaction)
    await deliver.show(interaction, notes.note(about.left_line(words) if has_left else about.not_in_line(words)))
