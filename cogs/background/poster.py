"""Sends the outbox's messages to Discord and classifies errors as "try again" or "give up".

Each request is tried once. discord.py retries server errors itself, with up to 9 s of sleep in between. That suits answers to
presses. The outbox has shorter waits of its own, so that messages go out as soon as an outage ends.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from types import SimpleNamespace

import aiohttp
import discord
from discord import DiscordServerError

from cogs import delivery, interaction_info, reaching
from cogs.app_context import AppContext
from cogs.background import message_builders, plain_posts
from cogs.background.guilds import results_lines, weekly_paper, welcome_posts
from cogs.background.history import analysis_posts
from cogs.background.lobby.lobby_messages import LobbyMessages
from cogs.background.operators import operator_posts
from cogs.background.puzzles import daily_puzzle
from cogs.background.users import user_notifications
from cogs.messages import layout
from cogs.messages.message_parts import Message
from service.core.outbox import EXCLUDED, OVERTAKEN, REJECTED, PostRejectedError, PostRetryLater, PostsPaused
from service.core.post_content import CODE
from storage.rows import MATCH, Post
from telemetry.log_line import log_line
from text.message_templates import alike

_once = ContextVar("_once", default=False)


@contextmanager
def failing_at_once() -> Iterator[None]:
    """Make requests in the block raise `DiscordServerError` at the first status of 500 or more, without discord.py's retries."""
    before = _once.set(True)
    try:
        yield
    finally:
        _once.reset(before)


def trace() -> aiohttp.TraceConfig:
    """Return the `http_trace` for discord.py's client that makes `failing_at_once` work."""
    config = aiohttp.TraceConfig()
    config.on_request_end.append(_count_request)
    return config


async def _count_request(_session: aiohttp.ClientSession, _context: SimpleNamespace, ended: aiohttp.TraceRequestEndParams) -> None:
    if _once.get() and ended.response.status >= 500:
        ended.response.release()
        raise DiscordServerError(ended.response, "tried once")


log = logging.getLogger("cogs.background.poster")

_GONE = {10003, 10004}
"""Unknown channel, unknown server."""
_UNREACHABLE = {50007, 50278}
"""The person accepts no private messages (from this bot)."""

_TOO_FAST, _FLAGGED = 40003, 20026
"""Private messages are opened too fast; Discord's filter for spam has flagged the bot. Nothing is wrong with the person."""
_TOO_FAST_S, _FLAGGED_S = 120.0, 3600.0
"""Seconds without private messages after that."""
_LIMITED_S = 30.0
"""The same after a rate limit that names no time."""
_CHANNEL_GONE = 10003
_MESSAGE_GONE = 10008

_ARCHIVED = 50083
"""The thread is archived and doesn't reopen by itself."""
_PASSING = (401, 408, 429)
"""Statuses that say nothing about the message itself."""

_STAMP = re.compile(r"<t:\d+")

BUILD_LIMIT_S = 45.0
"""How long building one message may take, less than the outbox gives a whole attempt: what hangs must not hang for good."""

_SEARCHED = 100
"""How many recent messages to search for one that may have arrived."""


class BuildTimeoutError(Exception):
    """Building a message took too long."""


class DiscordPoster:
    """`service.core.outbox.Poster` for Discord."""

    def __init__(self, app: AppContext, lobby_messages: LobbyMessages) -> None:
        self._app = app
        self._lobby_messages = lobby_messages
        self.builders = message_builders.of_matches()
        """Owners of other topics register theirs here."""
        analysis_posts.register(self.builders)
        results_lines.register(self.builders)
        welcome_posts.register(self.builders)
        user_notifications.register(self.builders)
        daily_puzzle.register(self.builders)
        weekly_paper.register(self.builders)
        operator_posts.register(self.builders)

    async def post(self, post: Post) -> int:
        """Build and send one post; the id of the sent message. Raises `PostRetryLater` or `PostRejectedError`."""
        self._check_wanted(post)
        try:
            async with asyncio.timeout(BUILD_LIMIT_S):
                built = await self.builders.build(self._app, post)
        except TimeoutError as error:
            raise BuildTimeoutError(f"after {BUILD_LIMIT_S:.0f} s") from error  # not Discord's fault: it counts as a mistake
        message = await reaching.with_allowed_pings(self._app, post, built)
        with _understood(in_private=post.channel_id is None), failing_at_once():
            sent = await self._send_reopening(post, message)
        if post.topic.kind == MATCH and (post.kind == "end" or post.payload.get(CODE) == "lobby-expired"):
            await self._lobby_messages.refresh(post.match_id)  # it says that the game is over; its buttons would only be refused
        return sent.id

    async def post_plainly(self, post: Post) -> int:
        """Send a plain line in place of a post that can't be built, and return its id; raises as `post`."""
        self._check_wanted(post)
        message = await reaching.with_allowed_pings(self._app, post, await plain_posts.build(self._app, post))
        with _understood(in_private=post.channel_id is None), failing_at_once():
            return (await self._send_reopening(post, message)).id

    def _check_wanted(self, post: Post) -> None:
        """Raise `PostRejectedError` for what barred people would get, and for what a pause leaves out."""
        if post.channel_id is None and self._app.services.exclusion.holds(post.user_id):
            raise PostRejectedError(EXCLUDED)
        if self._app.services.announcements.leaves_out(post):
            raise PostRejectedError(OVERTAKEN)

    async def replace(self, post: Post, message_id: int) -> bool:
        """Edit an earlier message into this post, without a ping; False if it is gone."""
        self._check_wanted(post)
        message = await self.builders.build(self._app, post)
        with _understood(in_private=post.channel_id is None), failing_at_once():
            there = (await self._channel(post)).get_partial_message(message_id)
            try:
                await delivery.edit(there, message)
            except discord.NotFound as error:
                if error.code != _MESSAGE_GONE:
                    raise
                return False
        return True

    async def find(self, post: Post) -> int | None:
        """Return the id of the message if an interrupted attempt did send it; otherwise None.

        That is a message with the same text, in any of its forms, sent by the bot since then. Return None also if the bot can't
        read the channel: a duplicate is better than a lost message.
        """
        message = await self.builders.build(self._app, post)
        wanted = [_normalised_texts(texts) for texts in (message.texts(), message.without_pictures().texts(), [message.line()])]
        with _understood(), suppress(discord.Forbidden):
            channel = await self._channel(post)
            async for sent in channel.history(limit=_SEARCHED, after=await self._search_start(post), oldest_first=False):
                if self._app.is_ours(sent) and _normalised_texts(layout.texts_of(sent) or [sent.content]) in wanted:
                    return sent.id
        return None

    async def _search_start(self, post: Post) -> discord.abc.Snowflake:
        """Return where to start the search: just before the first attempt, as a message id."""
        mark = await self._app.services.outbox.sought_from(post, interaction_info.now())
        return discord.Object(mark if isinstance(mark, int) else discord.utils.time_snowflake(mark))

    async def _send_reopening(self, post: Post, message: Message) -> discord.Message:
        """Send; if the thread turns out to be archived, reopen it and try once more."""
        channel = await self._channel(post)
        try:
            return await _send_degrading(post, channel, message)
        except discord.HTTPException as error:
            if error.code == _CHANNEL_GONE and post.channel_id is None and post.user_id is not None:
                await self._app.services.outbox.lost_direct_channel(post.user_id)
                raise PostRetryLater("private-channel-gone") from error
            if error.code != _ARCHIVED or post.channel_id is None:
                raise
        log.info(log_line("thread-opened", post=post.id, channel=post.channel_id))
        thread = await self._app.client.fetch_channel(post.channel_id)
        if isinstance(thread, discord.Thread):
            await thread.edit(archived=False)
        return await _send_degrading(post, channel, message)

    async def _channel(self, post: Post) -> discord.PartialMessageable:
        if post.channel_id is not None:
            return self._app.client.get_partial_messageable(post.channel_id)
        assert post.user_id is not None
        outbox = self._app.services.outbox
        if (known := await outbox.direct_channel(post.user_id)) is not None:
            return self._app.client.get_partial_messageable(known)
        opened = await self._app.client.create_dm(discord.Object(post.user_id))
        await outbox.opened_direct_channel(post.user_id, opened.id)
        return self._app.client.get_partial_messageable(opened.id)


async def _send_degrading(post: Post, channel: discord.abc.Messageable, message: Message) -> discord.Message:
    """Send the message in full. If Discord rejects its form or attachments, send it without pictures, then as one plain line."""
    silent = message.silent or not message.pings
    for in_words in (False, True):
        try:
            return await delivery.post(
                channel, message.without_pictures() if in_words else message, nonce=post.nonce, silent=silent
            )
        except discord.HTTPException as error:
            hides_pictures = isinstance(error, discord.Forbidden) and not in_words and bool(message.files)
            if error.code == _ARCHIVED or not (_is_of_form(error) or hides_pictures):
                raise
            log.warning(log_line("post-simplified", post=post.id, kind=post.kind, status=error.status, code=error.code))
    return await delivery.post_line(channel, message, nonce=post.nonce, silent=silent)


def _normalised_texts(texts: Sequence[str]) -> list[str]:
    """Texts of a message in comparable form: emojis and timestamps are normalised."""
    return [_STAMP.sub("<t", alike(text)) for text in texts]


def _is_of_form(error: discord.HTTPException) -> bool:
    """Return whether Discord might accept the message in a simpler form."""
    return 400 <= error.status < 500 and error.status not in (*_PASSING, 403, 404)


@contextmanager
def _understood(*, in_private: bool = False) -> Iterator[None]:
    """Turn Discord and network errors raised in the block into `PostRetryLater` or `PostRejectedError`."""
    try:
        yield
    except discord.HTTPException as error:
        raise meaning(error, in_private=in_private) from error
    except discord.RateLimited as error:
        raise (PostsPaused if in_private else PostRetryLater)("429", error.retry_after) from error
    except (aiohttp.ClientError, TimeoutError, OSError) as error:
        raise PostRetryLater(type(error).__name__) from error


def meaning(error: discord.HTTPException, *, in_private: bool = False) -> PostRetryLater | PostRejectedError:
    """Return the outbox's exception for a Discord error: `PostRejectedError` if retrying is pointless, else `PostRetryLater`.

    `PostsPaused` if Discord holds back all private messages.
    """
    if error.code in (_TOO_FAST, _FLAGGED):
        return PostsPaused(str(error.code), _TOO_FAST_S if error.code == _TOO_FAST else _FLAGGED_S)
    if error.code in _UNREACHABLE:
        return PostRejectedError("user-unreachable")
    if error.code in _GONE or isinstance(error, discord.NotFound):
        return PostRejectedError("channel-gone")
    if isinstance(error, discord.Forbidden):
        return PostRejectedError("forbidden")
    if _is_of_form(error):
        return PostRejectedError(REJECTED)
    waits_s = getattr(error, "retry_after", None)
    if in_private and error.status == 429:
        return PostsPaused(str(error.code), waits_s or _LIMITED_S)
    return PostRetryLater(f"{error.status} {error.code}", waits_s)
