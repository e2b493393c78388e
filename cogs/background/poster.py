"""Sends what the outbox holds: how each kind of message is built, and what each answer of Discord's means."""

from __future__ import annotations

from collections.abc import Callable

import aiohttp
import discord

from cogs import deliver
from cogs.background import posts
from cogs.background.fronts import Fronts
from cogs.desk import Desk
from cogs.present import parts
from service.outbox import PostDelayed, PostRefused
from storage.records import MATCH, Post, UserId

_GONE = {10003, 10004}
"""Unknown channel, unknown server."""
_UNREACHABLE = {50007, 50278}
"""Takes no private messages (from this bot)."""

_SEARCHED = 30
"""How many of the latest messages are looked through for one that may have arrived."""


class DiscordPoster:
    """`service.outbox.Poster` for Discord."""

    def __init__(self, desk: Desk, fronts: Fronts, someone_left: Callable[[int, UserId], None]) -> None:
        self._desk = desk
        self._fronts = fronts
        self.builders = posts.of_matches()
        """Owners of other topics register theirs here."""
        self._someone_left = someone_left

    async def post(self, post: Post) -> int:
        """Send one message, once."""
        if post.topic.kind == MATCH and post.kind == "turn":
            await self._check_presence(post)
        message = await self.builders.build(self._desk, post)
        try:
            channel = await self._channel(post)
            sent = await deliver.post(channel, message, nonce=post.nonce, silent=not message.pings)
        except discord.HTTPException as error:
            raise meaning(error) from error
        except (aiohttp.ClientError, TimeoutError, OSError) as error:
            raise PostDelayed(type(error).__name__) from error
        if post.topic.kind == MATCH and (post.kind == "end" or post.payload.get("code") == "lobby-expired"):
            await self._fronts.refresh(post.match_id)  # it says that the game is over; its buttons would only be refused
        return sent.id

    async def find(self, post: Post) -> int | None:
        """The message that an interrupted attempt has left: the same words, sent by us since."""
        wanted = (await self.builders.build(self._desk, post)).texts()
        try:
            channel = await self._channel(post)
            async for message in channel.history(limit=_SEARCHED, after=post.tried_at, oldest_first=False):
                if self._desk.is_ours(message) and parts.texts_of(message) == wanted:
                    return message.id
        except discord.HTTPException as error:
            raise meaning(error) from error
        return None

    async def _channel(self, post: Post) -> discord.abc.Messageable:
        if post.channel_id is not None:
            return self._desk.client.get_partial_messageable(post.channel_id)
        assert post.user_id is not None
        return await self._desk.client.create_dm(discord.Object(post.user_id))

    async def _check_presence(self, post: Post) -> None:
        """Nobody is pinged who is gone: his seat goes to the computer, and the message about it comes instead."""
        match = await self._desk.services.looking.match(post.match_id)
        if match.guild_id is None or post.user_id is None:
            return
        if await self._desk.people.has_left(post.user_id, match.guild_id):
            self._someone_left(match.guild_id, post.user_id)
            raise PostRefused("user-unreachable")


def meaning(error: discord.HTTPException) -> PostDelayed | PostRefused:
    """Whether a refused message is worth another try."""
    if error.code in _UNREACHABLE:
        return PostRefused("user-unreachable")
    if error.code in _GONE or isinstance(error, discord.NotFound):
        return PostRefused("channel-gone")
    if isinstance(error, discord.Forbidden):
        return PostRefused("forbidden")
    return PostDelayed(f"{error.status} {error.code}", getattr(error, "retry_after", None))
