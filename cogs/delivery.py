"""Sends messages to Discord: as answers to interactions, as replies, as posts, as edits."""

from __future__ import annotations

import asyncio
import logging
from typing import Any, cast

import aiohttp
import discord
from discord import InteractionResponseType as Kind

from cogs import deferral, interaction_info
from cogs.messages import layout
from cogs.messages.message_parts import Message
from service.users.preferences import BOTH, TEXT
from telemetry.log_line import log_line

log = logging.getLogger("cogs.deliver")

REPLY_WAITS_S = (1.0, 2.0, 4.0, 4.0, 4.0, 4.0, 4.0, 4.0, 8.0, 15.0, 30.0)
"""Waits between attempts of `reply`; it gives up after about 80 s."""


class UncausedPingError(Exception):
    """A message with a ping but no cause: a mistake of the program. Nothing is sent."""


def _must_have_cause(message: Message) -> None:
    if message.pings and message.cause is None:
        raise UncausedPingError(message.line())


async def respond(interaction: discord.Interaction, message: Message) -> None:
    """Answer an interaction in private: by editing the private message that was pressed, or with a new one.

    Adds descriptions below pictures if the person prefers that.
    """
    if interaction_info.prefers(interaction, TEXT) == BOTH:
        message = message.with_texts()
    takes_place = await deferral.settle_acknowledgement(interaction, size=message.size())
    if takes_place or interaction.response.is_done():
        await _change(interaction, message)
    else:
        await _first(interaction, message)


async def respond_in_place(interaction: discord.Interaction, message: Message) -> bool:
    """Answer a press on a public message by editing it. False, and unchanged, if it was acknowledged before or the edit failed."""
    await deferral.settle_acknowledgement(interaction, size=message.size())
    if not interaction.response.is_done():
        await _change(interaction, message)
        return interaction.response.is_done()
    return False


async def respond_separately(interaction: discord.Interaction, message: Message) -> None:
    """Answer with a new private message, such as a refusal, and leave the pressed message alone."""
    if interaction.type is discord.InteractionType.autocomplete:
        return
    await deferral.settle_acknowledgement(interaction, size=message.size())
    if not interaction.response.is_done():
        await _first(interaction, message)
    elif interaction.response.type in (Kind.deferred_channel_message, Kind.channel_message):  # the answer, where it is one so far
        await respond(interaction, message)
    else:
        await interaction.followup.send(
            view=layout.view(message), files=layout.files(message), ephemeral=True, allowed_mentions=layout.mentions(message)
        )


async def post(
    channel: discord.abc.Messageable, message: Message, *, nonce: str | None = None, silent: bool = False
) -> discord.Message:
    """Post a message. With a nonce, Discord sends it only once however often it's retried.

    Raise `UncausedPingError` for one with pings that the account of pings was not asked about.
    """
    _must_have_cause(message)
    extra: dict[str, Any] = {"nonce": nonce} if nonce else {}
    if message.answers is not None:
        there = cast(discord.PartialMessageable, channel)
        extra["reference"] = discord.MessageReference(message_id=message.answers, channel_id=there.id, fail_if_not_exists=False)
    silent = silent or message.silent
    return await channel.send(
        view=layout.view(message), files=layout.files(message), allowed_mentions=layout.mentions(message), silent=silent, **extra
    )


async def edit(sent: discord.Message | discord.PartialMessage, message: Message) -> None:
    """Edit a message of the bot."""
    await sent.edit(view=layout.view(message), attachments=layout.files(message), allowed_mentions=layout.mentions(message))


async def post_line(channel: discord.abc.Messageable, message: Message, *, nonce: str, silent: bool) -> discord.Message:
    """Post only the first line of a message, as plain text with the same mentions."""
    _must_have_cause(message)
    extra: dict[str, Any] = {"nonce": nonce}
    return await channel.send(message.line(), allowed_mentions=layout.mentions(message), silent=silent, **extra)


async def reply(to: discord.Message, message: Message) -> None:
    """Reply silently to a person's message, with retries during an outage: without an answer they may believe that they moved.

    A nonce prevents duplicates.
    """
    nonce = f"r{to.id}"
    for wait_s in (*REPLY_WAITS_S, None):
        try:
            await to.reply(
                view=layout.view(message),
                files=layout.files(message),
                allowed_mentions=layout.mentions(message),
                mention_author=False,
                silent=True,
                nonce=nonce,
            )
        except (discord.HTTPException, aiohttp.ClientError, TimeoutError, OSError) as error:
            if wait_s is None or (isinstance(error, discord.HTTPException) and error.status < 500):
                raise
            log.info(log_line("reply-delayed", channel=to.channel.id, again_in_s=wait_s, reason=repr(error)[:200]))
            await asyncio.sleep(wait_s)
        else:
            return


async def _change(interaction: discord.Interaction, message: Message) -> None:
    """Edit the pressed message, or the answer so far."""
    how: dict[str, Any] = {
        "view": layout.view(message),
        "attachments": layout.files(message),
        "allowed_mentions": layout.mentions(message),
    }
    if interaction.response.is_done():
        await interaction.edit_original_response(**how)
    else:
        with deferral.acknowledged_by_answer(interaction):
            await interaction.response.edit_message(**how)


async def _first(interaction: discord.Interaction, message: Message) -> None:
    with deferral.acknowledged_by_answer(interaction):
        await interaction.response.send_message(
            view=layout.view(message), files=layout.files(message), ephemeral=True, allowed_mentions=layout.mentions(message)
        )
