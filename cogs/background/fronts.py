"""The lobby's message in the channel: changed from wherever the lobby changes, closed when the game begins or will not."""

from __future__ import annotations

import logging

import discord

from cogs.desk import Desk
from cogs.present import lobby as tables
from cogs.present.parts import Message
from storage.records import MatchRow
from text.language import words as spoken

log = logging.getLogger(__name__)


async def change(desk: Desk, match: MatchRow, message: Message) -> None:
    """Put `message` in its place. Somebody may have deleted it: the game goes on without it."""
    post = await desk.services.outbox.last(match.id, "lobby")
    if post is None or post.message_id is None or post.channel_id is None:
        return
    front = desk.client.get_partial_messageable(post.channel_id).get_partial_message(post.message_id)
    try:
        await front.edit(view=message.view, attachments=message.attachments(), allowed_mentions=message.mentions())
    except discord.HTTPException as error:
        log.info("the lobby message of match %s cannot be changed: %s", match.id, error)


async def close(desk: Desk, match: MatchRow) -> None:
    """Take its buttons away and say what became of it."""
    words = spoken(match.locale)
    names = await desk.people.names(await desk.services.looking.seats(match.id), match.guild_id, words)
    await change(desk, match, tables.closed(match, desk.edition(match), names, words))
