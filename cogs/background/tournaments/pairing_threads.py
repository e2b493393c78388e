"""Threads of a tournament's pairings: each is created once its pairing's message is posted, and then its game begins."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from datetime import datetime
from typing import Literal

import discord

from cogs import interaction_info, tournament_context
from cogs.app_context import AppContext
from service.tournaments.event_posts import PAIRING
from service.tournaments.state import TournamentState
from service.tournaments.tables import PendingTable
from storage.rows import EVENT, Post, UserId
from storage.tournament_rows import EventId
from telemetry.log_line import log_line
from text.tournaments import board

log = logging.getLogger("cogs.background.events.event_threads")

WEEK: Literal[10080] = 10080
"""Minutes without a message after which Discord archives a thread."""
_HAS_THREAD = 160004
"""Discord's code for a message that already has a thread."""
_NO_MESSAGE = 10008
"""Discord's code for a deleted message."""
AGAIN_S = 300.0
"""Until the next attempt where Discord refused a thread, the thousandth of a server, for example."""
MOST_REFEREES = 10
"""Referees who are added to a private thread."""


class PairingThreads:
    """Creator of pairing threads; one instance per process."""

    def __init__(self, app: AppContext, soon: Callable[[], None]) -> None:
        """Make the creator; `soon` schedules a call of `open_threads`."""
        self._app = app
        self._soon = soon
        self._events = app.services.tournaments
        self._again: asyncio.TimerHandle | None = None
        self._news: set[EventId] | None = None
        """Events in which a pairing may wait for its thread; None: any event."""

    async def open_threads(self) -> None:
        """Create the thread and start the first game of every pairing whose message is posted, one after the other."""
        news, self._news = self._news, set()
        if news is not None and not news:
            return
        unseated = await self._events.tables.unseated(self._app.services.leases.held, news)
        for table in unseated:
            try:
                await self._open(table)
            except Exception:
                log.exception("table %s of event %s does not begin; trying again", table.table, table.event_id)
                self._later()
        for event_id in {table.event_id for table in unseated}:
            await self._events.tables.wake(event_id, interaction_info.now())

    async def _open(self, table: PendingTable) -> None:
        thread_id = await self._thread(table)
        if thread_id is not None:
            await self._events.tables.seat(table, thread_id, now=interaction_info.now())

    async def sent(self, post: Post, _now: datetime) -> None:
        """Create the thread of a pairing whose message was just sent and stored.

        While a message is being sent, `look` doesn't find its pairing yet.
        """
        if post.topic.kind == EVENT and post.kind == PAIRING:
            self.look(EventId(post.topic.id))

    def _later(self) -> None:
        """Schedule another attempt, because Discord creates no threads now."""
        if self._again is not None:
            self._again.cancel()
        self._again = asyncio.get_running_loop().call_later(AGAIN_S, self.look)

    def look(self, event_id: EventId | None = None) -> None:
        """Schedule the threads of this tournament's pairings that have none yet; None: of all tournaments."""
        if event_id is None:
            self._news = None
        elif self._news is not None:
            self._news.add(event_id)
        self._soon()

    def close(self) -> None:
        """Cancel the scheduled attempts."""
        if self._again is not None:
            self._again.cancel()

    async def _thread(self, table: PendingTable) -> int | None:
        """Return the thread of a pairing's message, created if necessary; None if Discord refuses now."""
        state = await self._events.queries.state(table.event_id)
        name = await self._name(state, table)
        channel = self._app.client.get_partial_messageable(table.channel_id, guild_id=state.row.guild_id)
        try:
            if state.settings.kind.duplicate or state.settings.private:
                return await self._private_thread(state, table, name)
            made = await channel.get_partial_message(table.message_id).create_thread(name=name, auto_archive_duration=WEEK)
        except discord.HTTPException as error:
            if error.code == _HAS_THREAD:
                return table.message_id
            log.warning(log_line("no-thread", event=table.event_id, table=table.table, reason=f"{error.status} {error.code}"))
            if error.code == _NO_MESSAGE:
                await self._events.tables.post_again(table, now=interaction_info.now())
            else:
                self._later()
            return None
        return made.id

    async def _private_thread(self, state: TournamentState, table: PendingTable, name: str) -> int | None:
        """Return a private thread with the players, created unless an earlier attempt has done so.

        Neutral referees are added too, except in duplicate tournaments.
        """
        channel = self._app.client.get_channel(table.channel_id)
        if not isinstance(channel, discord.TextChannel):
            log.warning(log_line("no-thread", event=table.event_id, table=table.table, reason="no text channel"))
            self._later()
            return None
        existing = next((thread for thread in channel.threads if thread.name == name and thread.is_private()), None)
        thread = existing or await channel.create_thread(
            name=name, auto_archive_duration=WEEK, type=discord.ChannelType.private_thread, invitable=False
        )
        players = [state.user(who) for who in state.rounds[table.round - 1].seats(table.table)]
        for user in dict.fromkeys((*players, *([] if state.settings.kind.duplicate else _referees(state, channel.guild)))):
            if user > 0:
                await thread.add_user(discord.Object(user))
        return thread.id

    async def _name(self, state: TournamentState, table: PendingTable) -> str:
        drawn = state.rounds[table.round - 1]
        pairing, place = drawn.pairing(table.table), (table.round, table.table)
        context = await tournament_context.load_in_its_language(self._app, table.event_id, pairing.seats, place)
        if state.is_duel:
            return board.duel_thread([context.name(who) for who in sorted(pairing.seats)], context.round_name(drawn), context.words)
        return board.thread(state.row.name, context.round_name(drawn), [context.name(who) for who in pairing.seats], context.words)


def _referees(state: TournamentState, guild: discord.Guild) -> list[UserId]:
    """Return the ids of up to `MOST_REFEREES` referees and organisers who don't play."""
    role = None if state.settings.referees is None else guild.get_role(state.settings.referees)
    users = [*state.officials, *(UserId(member.id) for member in (() if role is None else role.members))]
    return [user for user in users if not state.plays(user)][:MOST_REFEREES]
