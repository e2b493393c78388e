"""Lobby messages in channels: edited at every change of the lobby, and finally a link to its game."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

import discord

from cogs import delivery, interaction_info, match_context
from cogs.app_context import AppContext
from cogs.background.clocks import clock_messages
from cogs.background.lobby import forum_tags
from cogs.background.message_refresher import MessageRefresher
from cogs.images import match_images, tournament_images
from cogs.messages import game_settings, layout
from cogs.messages.lobby import lobby_message as tables
from cogs.messages.message_parts import Message
from editions.edition import Edition
from service.core.timer_content import TimerContent, new_timer, read_timer, timed
from service.errors import Refusal
from service.records import Lobby
from storage.rows import LOBBY, MatchId, MatchRow, Post, TimerRow, of_match
from telemetry.log_line import log_line
from text.play import departure_texts
from text.translator import Translator
from text.translator import translator_for as spoken

log = logging.getLogger("cogs.background.lobby.lobby_messages")

TOO_OLD = 30046
"""Discord's code for a message older than an hour that has been edited too often."""

STRIP = "strip-front"
"""Timer kind: when to retry removing the buttons of a lobby message that was too old to edit."""

STRIP_AFTER = tuple(timedelta(minutes=minutes) for minutes in (2, 10, 60))
"""How long to wait before each attempt."""


@timed(STRIP)
class StripTimer(TimerContent):
    """An old lobby message whose buttons are to be removed, and how often that was tried."""

    post: int
    channel: int
    attempt: int


class LobbyMessages:
    """Keeps the lobby messages of all matches up to date."""

    def __init__(self, app: AppContext) -> None:
        self._app = app
        self._refresher: MessageRefresher[MatchId] = MessageRefresher(self._redraw)
        self._pressed: dict[MatchId, discord.Interaction] = {}
        """Button presses on lobby messages that the next redraw answers."""
        self.after_refresh: list[Callable[[MatchRow], Awaitable[None]]] = []
        """Called with the match after each refresh of its lobby message."""

    async def refresh(self, match_id: MatchId, pressed: discord.Interaction | None = None) -> None:
        """Redraw the lobby message in place. A deleted one is not an error: the game goes on without it.

        `pressed`: a press on the lobby message itself; the redrawn message is the response to it.
        """
        if pressed is not None:
            self._pressed[match_id] = pressed
        await self._refresher.refresh(match_id)
        await forum_tags.update_tags(self._app, match_id)
        for heard in self.after_refresh:
            await heard(await self._app.services.match_queries.match(match_id))

    async def drawn(self, match_id: MatchId) -> Message:
        """Return the lobby message as it should look now: an open lobby with its buttons, or the state of its game."""
        app = self._app
        match, seats = await app.services.match_queries.match(match_id), await app.services.match_queries.seats(match_id)
        words = spoken(match.locale)
        names = await app.people.names(seats, match.guild_id, words)
        if match.status != LOBBY:
            return tables.closed_lobby(match, game_settings.title_or_id(app, match, words), names, words)
        try:
            return await self._open(await app.services.lobbies.lobby(match_id), app.edition(match), names, words)
        except Refusal:  # it has begun, or ended, meanwhile; or this program does not know the game (any more)
            match = await app.services.match_queries.match(match_id)
            show = tables.unknown if match.status == LOBBY else tables.closed_lobby
            return show(match, game_settings.title_or_id(app, match, words), names, words)

    async def _open(self, lobby: Lobby, edition: Edition, names: Sequence[str], words: Translator) -> Message:
        app = self._app
        invited = await app.services.lobbies.invited(lobby)
        picture = await tournament_images.map_of_match(app, lobby.match, words) or await match_images.lobby(
            app, match_context.with_painter(app, edition, lobby.match.guild_id, None), lobby, names, words
        )
        away = await clock_messages.vacation_lines(app, replace(lobby.match, terms=lobby.terms), lobby.seats, words)
        return tables.lobby(lobby, names, edition, words, picture=picture, invited=invited, away=away)

    async def _redraw(self, match_id: MatchId) -> None:
        pressed = self._pressed.pop(match_id, None)
        post = await self._app.services.outbox.last(match_id, "lobby")
        if post is None or post.message_id is None or post.channel_id is None:
            return
        message = await self.drawn(match_id)
        try:
            if pressed is None or not await delivery.respond_in_place(pressed, message):
                await delivery.edit(self._message(post), message)
        except discord.HTTPException as error:
            if error.code == TOO_OLD:
                await self._post_again(match_id, post, message)
            else:
                log.info(
                    log_line("lobby-unchanged", match=match_id, message=post.message_id, reason=f"{error.status} {error.code}")
                )

    def _message(self, post: Post) -> discord.PartialMessage:
        assert post.channel_id is not None and post.message_id is not None
        return self._app.client.get_partial_messageable(post.channel_id).get_partial_message(post.message_id)

    async def _post_again(self, match_id: MatchId, former: Post, message: Message) -> None:
        """Post a new lobby message silently in the same channel and delete the old one, which Discord won't edit any more.

        If the game's thread was started from the old message, that message stays and only loses its buttons later.
        """
        assert former.channel_id is not None
        channel = self._app.client.get_partial_messageable(former.channel_id)
        sent = await delivery.post(channel, message, silent=True)
        await self._app.services.outbox.posted(match_id, "lobby", sent.id, channel_id=former.channel_id, now=interaction_info.now())
        log.info(log_line("lobby-reposted", match=match_id, message=sent.id, former=former.message_id))
        match = await self._app.services.match_queries.match(match_id)
        if match.channel_id == former.message_id:
            await self._strip_later(match_id, former, 0)
            return
        try:
            await self._message(former).delete()
        except discord.HTTPException as error:
            log.info(log_line("lobby-left", match=match_id, message=former.message_id, reason=f"{error.status} {error.code}"))

    async def _strip_later(self, match_id: MatchId, former: Post, attempt: int) -> None:
        """Set a timer to remove the old message's buttons: after a while Discord allows edits again."""
        now = interaction_info.now()
        assert former.message_id is not None and former.channel_id is not None
        which = StripTimer(former.message_id, former.channel_id, attempt)
        strip = new_timer(which, now + STRIP_AFTER[attempt])
        await self._app.services.timers.put(of_match(match_id), strip, now)

    async def strip(self, timer: TimerRow, now: datetime) -> None:
        """Replace an old lobby message by a link to the new one. Retries only if Discord still calls it too old."""
        match_id, old = timer.match_id, read_timer(timer, StripTimer)
        match, front = (
            await self._app.services.match_queries.match(match_id),
            await self._app.services.outbox.last(match_id, "lobby"),
        )
        assert front is not None and front.message_id is not None and front.channel_id is not None
        message = Message().say(departure_texts.moved(_link(match, front), spoken(match.locale)))
        try:
            former = self._app.client.get_partial_messageable(old.channel).get_partial_message(old.post)
            await former.edit(view=layout.view(message), attachments=[], allowed_mentions=layout.mentions(message))
        except discord.HTTPException as error:
            log.info(log_line("lobby-left", match=match_id, message=old.post, reason=f"{error.status} {error.code}"))
            attempt = old.attempt + 1
            if error.code == TOO_OLD and attempt < len(STRIP_AFTER):
                later = new_timer(replace(old, attempt=attempt), now + STRIP_AFTER[attempt])
                await self._app.services.timers.put(timer.subject, later, now, done=timer)
                return
        await self._app.services.timers.done(timer, now)


def _link(match: MatchRow, post: Post) -> str:
    return f"https://discord.com/channels/{match.guild_id or '@me'}/{post.channel_id}/{post.message_id}"
