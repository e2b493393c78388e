"""The lobby's message in the channel: one hand keeps it at the latest state, from the first name to where the game is."""

from __future__ import annotations

import asyncio
import logging

import discord

from cogs import asking, deliver
from cogs.background.refresher import Refresher
from cogs.desk import Desk
from cogs.pictures import charts, drawing
from cogs.present import lobby as tables
from cogs.present.parts import Message
from journal.entry import entry
from service.errors import Refusal
from storage.records import MatchId, Post
from text import messages
from text.language import words as spoken

log = logging.getLogger(__name__)

TOO_OLD = 30046
"""Discord's code for a message older than an hour that has been edited too often."""

STRIP_AFTER_S = (60.0, 600.0, 3600.0)
"""Waits before the attempts to take the buttons off a message that was too old to be changed."""


class Fronts:
    """The fronts of all lobbies."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._stripping: set[asyncio.Task[None]] = set()
        self._refresher: Refresher[MatchId] = Refresher(self._redraw)

    async def refresh(self, match_id: MatchId) -> None:
        """Bring the front up to date, wherever it is. Somebody may have deleted it: the game goes on without it."""
        await self._refresher.refresh(match_id)

    async def drawn(self, match_id: MatchId) -> Message:
        """What the front shows by now: an open lobby with its buttons, or where the game is."""
        desk = self._desk
        match, seats = await desk.services.looking.match(match_id), await desk.services.looking.seats(match_id)
        edition, words = desk.edition(match), spoken(match.locale)
        names = await desk.people.names(seats, match.guild_id, words)
        try:
            lobby = await desk.services.lobbies.lobby(match_id)
        except Refusal:  # it has begun, or ended
            match = await desk.services.looking.match(match_id)
            return tables.closed(match, edition, names, words)
        invited = await desk.services.lobbies.invited(lobby)
        picture = await charts.of_match(desk, lobby.match, words) or await drawing.lobby(edition, lobby, names, words)
        return tables.lobby(lobby, names, edition, words, picture=picture, invited=invited)

    async def _redraw(self, match_id: MatchId) -> None:
        post = await self._desk.services.outbox.last(match_id, "lobby")
        if post is None or post.message_id is None or post.channel_id is None:
            return
        message = await self.drawn(match_id)
        try:
            await self._message(post).edit(
                view=message.view, attachments=message.attachments(), allowed_mentions=message.mentions()
            )
        except discord.HTTPException as error:
            if error.code == TOO_OLD:
                await self._post_anew(match_id, post, message)
            else:
                log.info(entry("front-unchanged", match=match_id, message=post.message_id, reason=f"{error.status} {error.code}"))

    def _message(self, post: Post) -> discord.PartialMessage:
        assert post.channel_id is not None and post.message_id is not None
        return self._desk.client.get_partial_messageable(post.channel_id).get_partial_message(post.message_id)

    async def _post_anew(self, match_id: MatchId, former: Post, message: Message) -> None:
        """In the same channel, without waking anybody; the former message goes, as it can no longer be changed.

        If the thread of the game hangs on it, it stays, or Discord would show the thread as that of a deleted message.
        """
        assert former.channel_id is not None
        channel = self._desk.client.get_partial_messageable(former.channel_id)
        sent = await deliver.post(channel, message, silent=True)
        await self._desk.services.outbox.posted(match_id, "lobby", sent.id, channel_id=former.channel_id, now=asking.now())
        log.info(entry("front-renewed", match=match_id, message=sent.id, former=former.message_id))
        match = await self._desk.services.looking.match(match_id)
        if match.channel_id == former.message_id:
            self._strip_later(former, Message().say(messages.moved(sent.jump_url, spoken(match.locale))))
            return
        try:
            await self._message(former).delete()
        except discord.HTTPException as error:
            log.info(entry("front-left", match=match_id, message=former.message_id, reason=f"{error.status} {error.code}"))

    def _strip_later(self, former: Post, message: Message) -> None:
        """Discord lets an old message be changed again after a while: then its buttons go."""
        task = asyncio.get_running_loop().create_task(self._stripped(former, message), name="strip")
        self._stripping.add(task)
        task.add_done_callback(self._stripping.discard)

    async def _stripped(self, former: Post, message: Message) -> None:
        for wait in STRIP_AFTER_S:
            await asyncio.sleep(wait)
            try:
                await self._message(former).edit(view=message.view, attachments=[], allowed_mentions=message.mentions())
                return
            except discord.HTTPException as error:
                if error.code != TOO_OLD:
                    return
