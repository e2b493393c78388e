"""The lobby's message in the channel: one hand keeps it at the latest state, from the first name to where the game is."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

import discord

from cogs import asking, deliver, scene
from cogs.background.clocks import times
from cogs.background.lobby import tags
from cogs.background.refresher import Refresher
from cogs.desk import Desk
from cogs.pictures import drawing, sheets
from cogs.present import settings
from cogs.present.lobby import lobby as tables
from cogs.present.parts import Message
from editions.edition import Edition
from journal.entry import entry
from service.errors import Refusal
from service.records import Lobby
from storage.records import LOBBY, MatchId, MatchRow, NewTimer, Post, TimerRow, of_match
from text.language import Words
from text.language import words as spoken
from text.play import leaving

log = logging.getLogger(__name__)

TOO_OLD = 30046
"""Discord's code for a message older than an hour that has been edited too often."""

STRIP = "strip-front"
"""The kind of the timer of a message that was too old to be changed: when to try again to take its buttons off."""

STRIP_AFTER = tuple(timedelta(minutes=minutes) for minutes in (2, 10, 60))
"""Waits before the attempts."""


class LobbyMessages:
    """The fronts of all lobbies."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._refresher: Refresher[MatchId] = Refresher(self._redraw)
        self._pressed: dict[MatchId, discord.Interaction] = {}
        """Presses on fronts that the next drawing answers."""
        self.after_refresh: list[Callable[[MatchRow], Awaitable[None]]] = []
        """Called with every lobby whose message was brought up to date."""

    async def refresh(self, match_id: MatchId, pressed: discord.Interaction | None = None) -> None:
        """Bring the front up to date, wherever it is. Somebody may have deleted it: the game goes on without it.

        `pressed`: somebody pressed on the front itself, and waits for an answer: the new front is one.
        """
        if pressed is not None:
            self._pressed[match_id] = pressed
        await self._refresher.refresh(match_id)
        await tags.keep(self._desk, match_id)
        for heard in self.after_refresh:
            await heard(await self._desk.services.looking.match(match_id))

    async def drawn(self, match_id: MatchId) -> Message:
        """What the front shows by now: an open lobby with its buttons, or where the game is."""
        desk = self._desk
        match, seats = await desk.services.looking.match(match_id), await desk.services.looking.seats(match_id)
        words = spoken(match.locale)
        names = await desk.people.names(seats, match.guild_id, words)
        if match.status != LOBBY:
            return tables.closed(match, settings.called(desk, match, words), names, words)
        try:
            return await self._open(await desk.services.lobbies.lobby(match_id), desk.edition(match), names, words)
        except Refusal:  # it has begun, or ended, meanwhile; or this program does not know the game (any more)
            match = await desk.services.looking.match(match_id)
            show = tables.unknown if match.status == LOBBY else tables.closed
            return show(match, settings.called(desk, match, words), names, words)

    async def _open(self, lobby: Lobby, edition: Edition, names: Sequence[str], words: Words) -> Message:
        desk = self._desk
        invited = await desk.services.lobbies.invited(lobby)
        picture = await sheets.of_match(desk, lobby.match, words) or await drawing.lobby(
            desk, scene.with_colours(desk, edition, lobby.match.guild_id, None), lobby, names, words
        )
        away = await times.away(desk, replace(lobby.match, terms=lobby.terms), lobby.seats, words)
        return tables.lobby(lobby, names, edition, words, picture=picture, invited=invited, away=away)

    async def _redraw(self, match_id: MatchId) -> None:
        pressed = self._pressed.pop(match_id, None)
        post = await self._desk.services.outbox.last(match_id, "lobby")
        if post is None or post.message_id is None or post.channel_id is None:
            return
        message = await self.drawn(match_id)
        try:
            if pressed is None or not await deliver.in_place(pressed, message):
                await deliver.change(self._message(post), message)
        except discord.HTTPException as error:
            if error.code == TOO_OLD:
                await self._post_again(match_id, post, message)
            else:
                log.info(entry("front-unchanged", match=match_id, message=post.message_id, reason=f"{error.status} {error.code}"))

    def _message(self, post: Post) -> discord.PartialMessage:
        assert post.channel_id is not None and post.message_id is not None
        return self._desk.client.get_partial_messageable(post.channel_id).get_partial_message(post.message_id)

    async def _post_again(self, match_id: MatchId, former: Post, message: Message) -> None:
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
            await self._strip_later(match_id, former, 0)
            return
        try:
            await self._message(former).delete()
        except discord.HTTPException as error:
            log.info(entry("front-left", match=match_id, message=former.message_id, reason=f"{error.status} {error.code}"))

    async def _strip_later(self, match_id: MatchId, former: Post, attempt: int) -> None:
        """Discord lets an old message be changed again after a while: then its buttons go, by a timer that outlives the process."""
        now = asking.now()
        which = {"post": former.message_id, "channel": former.channel_id, "attempt": attempt}
        strip = NewTimer(STRIP, now + STRIP_AFTER[attempt], which)
        await self._desk.services.timers.put(of_match(match_id), strip, now)

    async def strip(self, timer: TimerRow, now: datetime) -> None:
        """Where the buttons were stands where the game goes on. What Discord refuses otherwise than as too old stays as it is."""
        match_id, attempt = timer.match_id, timer.payload["attempt"]
        match, front = await self._desk.services.looking.match(match_id), await self._desk.services.outbox.last(match_id, "lobby")
        assert front is not None and front.message_id is not None and front.channel_id is not None
        message = Message().say(leaving.moved(_link(match, front), spoken(match.locale)))
        try:
            former = self._desk.client.get_partial_messageable(timer.payload["channel"]).get_partial_message(timer.payload["post"])
            await former.edit(view=message.view, attachments=[], allowed_mentions=message.mentions())
        except discord.HTTPException as error:
            log.info(entry("front-left", match=match_id, message=timer.payload["post"], reason=f"{error.status} {error.code}"))
            if error.code == TOO_OLD and attempt + 1 < len(STRIP_AFTER):
                later = NewTimer(STRIP, now + STRIP_AFTER[attempt + 1], {**timer.payload, "attempt": attempt + 1})
                await self._desk.services.timers.put(timer.subject, later, now, done=timer)
                return
        await self._desk.services.timers.done(timer, now)


def _link(match: MatchRow, post: Post) -> str:
    return f"https://discord.com/channels/{match.guild_id or '@me'}/{post.channel_id}/{post.message_id}"
