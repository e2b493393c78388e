"""Each server's list of people looking for a game: one message, reposted for a new wish and edited for any other change."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Sequence
from datetime import datetime

import discord

from cogs import audience, delivery, interaction_info
from cogs.app_context import AppContext
from cogs.background.message_refresher import MessageRefresher
from cogs.messages import game_settings, layout
from cogs.messages.lobby import matchmaking
from cogs.messages.lobby.matchmaking import NamedSeek, OpenLobby
from cogs.messages.message_parts import Message
from cogs.messages.play.substitutes import FreeSeat
from editions.edition import Edition
from service.core.post_content import CODE, new_post
from service.guilds.server_settings import LANGUAGE, SEEKERS
from service.lobby.matchmaking import EDITION, LAPSES_AFTER, SeekersList
from storage.rows import MATCH, MatchRow, Post, SeatRow, SeekRow, TimerRow, of_server
from telemetry.log_line import log_line
from text.translator import Translator
from text.translator import translator_for as spoken

log = logging.getLogger("cogs.background.lobby.seekers")

LIST = "seekers"
"""Outbox kind of the list; its topic is the server."""

SEATS_CHANGED = ("vacated", "returned", "taken-over", "cancelled")
"""Codes of notices after which a game may have more or fewer free seats."""


class MatchmakingList:
    """Keeps the lists of all servers up to date; handles the timers that end wishes."""

    def __init__(self, app: AppContext) -> None:
        self._app = app
        self._refresher: MessageRefresher[int] = MessageRefresher(self._redraw)

    async def refresh(self, guild_id: int) -> None:
        """Edit the server's list, if it has one."""
        await self._refresher.refresh(guild_id)

    async def where(self, guild_id: int) -> int | None:
        """Return the id of the channel that has the list; None if the server has no list."""
        last = await self._last(guild_id)
        return last.channel_id if last else None

    async def show(self, guild_id: int, channel_id: int) -> None:
        """Post the list again for a new wish, with a ping for the server's role if it has one, and delete the old list."""
        former, message = await self._last(guild_id), await self._draw_list(guild_id)
        role = self._app.services.server_settings.one(guild_id, SEEKERS)
        if role is not None:
            message.say(f"<@&{role}>").roles = (role,)
        sent = await delivery.post(self._app.client.get_partial_messageable(channel_id), message, silent=role is None)
        listed = new_post(SeekersList(), secrets.token_hex(10), channel_id)
        await self._app.services.outbox.note(of_server(guild_id), listed, sent.id, interaction_info.now())
        if former is not None:
            await self._delete(former)

    async def lobby_changed(self, match: MatchRow) -> None:
        """Refresh the list after a change of a lobby's seats or status."""
        if match.guild_id is not None and await self._last(match.guild_id) is not None:
            await self.refresh(match.guild_id)

    async def lapse(self, timer: TimerRow, now: datetime) -> None:
        """End a wish whose time is up, and refresh the list."""
        if await self._app.services.matchmaking.lapse(timer, now):
            await self.refresh(timer.subject.id)

    async def _last(self, guild_id: int) -> Post | None:
        return await self._app.services.outbox.last_about(of_server(guild_id), LIST)

    async def _redraw(self, guild_id: int) -> None:
        last = await self._last(guild_id)
        if last is None:
            return
        message = await self._draw_list(guild_id)
        try:
            await self._message(last).edit(view=layout.view(message), allowed_mentions=layout.mentions(message))
        except discord.HTTPException as error:
            log.info(log_line("list-unchanged", server=guild_id, reason=f"{error.status} {error.code}"))

    async def _delete(self, former: Post) -> None:
        try:
            await self._message(former).delete()
        except discord.HTTPException as error:
            log.info(log_line("list-left", server=former.topic.id, reason=f"{error.status} {error.code}"))

    def _message(self, post: Post) -> discord.PartialMessage:
        assert post.channel_id is not None and post.message_id is not None
        return self._app.client.get_partial_messageable(post.channel_id).get_partial_message(post.message_id)

    async def _draw_list(self, guild_id: int) -> Message:
        services, guild = self._app.services, self._app.client.get_guild(guild_id)
        words = spoken(services.server_settings.of(guild_id).get(LANGUAGE) or (str(guild.preferred_locale) if guild else None))
        wanted = [await self._named_seek(wish, words) for wish in await services.matchmaking.wishes(guild_id)]
        lobbies = await self._open(guild, words) if guild is not None else []
        seats = await self._free(guild, words) if guild is not None else []
        return matchmaking.wish_list(wanted, lobbies, seats, LAPSES_AFTER, words)

    async def _named_seek(self, wish: SeekRow, words: Translator) -> NamedSeek:
        known = self._app.editions.get(wish.game)
        name = await self._app.people.name(wish.user_id, wish.guild_id, words)
        if known is None:
            return NamedSeek(wish, name, wish.game)
        return NamedSeek(wish, name, _game_name(known, wish.edition, words))

    async def _open(self, guild: discord.Guild, words: Translator) -> list[OpenLobby]:
        """Return the lobbies with a free seat that every member of the server sees."""
        app, open_lobbies = self._app, list[OpenLobby]()
        for match, seats in await app.services.match_queries.lobbies(guild.id, limit=matchmaking.SHOWN):
            if len(seats) < match.seats_wanted and await self._is_public(guild, match, seats):
                names = await app.people.names(seats, guild.id, words)
                open_lobbies.append(OpenLobby(match, game_settings.title_or_id(app, match, words), names))
        return open_lobbies

    async def _free(self, guild: discord.Guild, words: Translator) -> list[FreeSeat]:
        """Return the running games with a free seat that every member of the server sees."""
        app, free_seats = self._app, list[FreeSeat]()
        for match, seats, free in await app.services.substitutes.free(guild.id, limit=matchmaking.SHOWN):
            if await self._is_public(guild, match, seats):
                names = await app.people.names(seats, guild.id, words)
                lost = [names[seat] for seat in free]
                free_seats.append(FreeSeat(match, game_settings.title_or_id(app, match, words), lost, free[0]))
        return free_seats

    async def _is_public(self, guild: discord.Guild, match: MatchRow, seats: Sequence[SeatRow]) -> bool:
        """Return whether every member of the server can see where the game is played."""
        what = await audience.match_audience(self._app, match, seats)
        return await audience.may_tell(self._app, what, audience.Everybody(guild.id))

    async def seat_changed(self, post: Post, _now: datetime) -> None:
        """Refresh the list if this post tells that the game has ended or that its free seats may have changed."""
        if post.topic.kind == MATCH and (post.kind == "end" or post.payload.get(CODE) in SEATS_CHANGED):
            await self.lobby_changed(await self._app.services.match_queries.match(post.match_id))


def _game_name(known: Edition, edition: str, words: Translator) -> str:
    """Return the name of the game, with the edition if one was chosen."""
    explain = known.words.explain
    return f"{explain.name(words)} · {explain.value(EDITION, edition, words)}" if edition else explain.name(words)
