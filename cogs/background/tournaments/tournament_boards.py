"""Updates of a tournament's messages: the notice board in its channel, and pairings that show their results."""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Callable
from datetime import datetime

import discord

from cogs import delivery, interaction_info, tournament_context
from cogs.app_context import AppContext
from cogs.background.lobby.lobby_messages import TOO_OLD
from cogs.background.message_builders import MessageBuilders
from cogs.background.message_refresher import MessageRefresher
from cogs.messages import layout
from cogs.messages.message_parts import Message
from cogs.messages.tournaments import duels, pairings, tournament_messages
from cogs.tournament_context import TournamentContext
from service.core.background_tasks import BackgroundTasks
from service.core.post_content import new_post, read
from service.tournaments.event_posts import BOARD, PAIRING, NoticeBoard, PairingPost
from service.tournaments.state import Place
from storage.rows import EVENT, Post
from storage.tournament_rows import EventId, of_event
from telemetry.log_line import log_line

log = logging.getLogger("cogs.background.events.event_boards")

_REMEMBERED = 2_000
SHOWN_CHALLENGES = 50
"""Newest challenges of a ladder whose messages show their result; each is a round of its own."""


class TournamentBoards:
    """Updater of notice boards and pairing messages; one instance per process."""

    def __init__(self, app: AppContext, builders: MessageBuilders, may_begin: Callable[[EventId], None]) -> None:
        """Keep `may_begin`, called for events in which a game may begin after an acceptance or a confirmed presence."""
        self._app = app
        self._may_begin = may_begin
        self._events = app.services.tournaments
        self._boards: MessageRefresher[EventId] = MessageRefresher(self._redraw)
        self.refreshing = BackgroundTasks()
        """Boards being brought up to date."""
        self._drawn: dict[EventId, int] = {}
        """Version of the event that a board was drawn from, while it is being sent."""
        self._shown: OrderedDict[tuple[EventId, Place], None] = OrderedDict()
        """Pairings whose message shows their result."""
        builders.register(EVENT, BOARD, self._board)

    async def _board(self, _app: AppContext, post: Post) -> Message:
        context = await tournament_context.load_in_its_language(self._app, EventId(post.topic.id))
        self._drawn[context.state.row.id] = context.state.row.version
        return tournament_messages.notice_board(context, interaction_info.now())

    async def sent(self, post: Post, _now: datetime) -> None:
        """Redraw a notice board that was just sent if its tournament has changed meanwhile."""
        if post.topic.kind == EVENT and post.kind == BOARD:
            event_id = EventId(post.topic.id)
            state = await self._events.queries.state(event_id)
            if self._drawn.pop(event_id, None) != state.row.version:
                self.changed(event_id)

    def changed(self, event_id: EventId) -> None:
        """Schedule a redraw of a tournament's notice board, one for all changes in between."""
        self.refreshing.begin(self._refresh_board(event_id), "event-board")

    async def _refresh_board(self, event_id: EventId) -> None:
        try:
            await self._boards.refresh(event_id)
            state = await self._events.queries.state(event_id)
            if state.is_duel or state.settings.is_live:
                self._may_begin(event_id)
        except Exception:
            log.exception("the board of event %s cannot be renewed", event_id)

    async def _redraw(self, event_id: EventId) -> None:
        is_duel = (await self._events.queries.state(event_id)).is_duel
        post = await self._app.services.outbox.last_about(of_event(event_id), PAIRING if is_duel else BOARD)
        if post is None or post.message_id is None:
            return
        context = await tournament_context.load_in_its_language(self._app, event_id)
        if is_duel:
            await self._edit(post, duels.message(context))
        else:
            await self._edit(post, tournament_messages.notice_board(context, interaction_info.now()), repost=True)
            await self._show_results(context)

    async def _show_results(self, context: TournamentContext) -> None:
        """Update the messages of the newest pairings with their results."""
        state = context.state
        event_id = state.row.id
        newest = {drawn.number: drawn for drawn in state.rounds[-SHOWN_CHALLENGES if state.waits else -2 :]}
        done = [place for place in state.results if place[0] in newest]
        fresh = [place for place in done if place not in state.open_ended and (event_id, place) not in self._shown]
        if not fresh:
            return
        for post in await self._app.services.outbox.about(of_event(event_id)):
            if post.kind != PAIRING or post.message_id is None:
                continue
            its = read(post, PairingPost)
            place = (its.round, its.table)
            if place in fresh:
                self._remember(event_id, place)
                await self._edit(post, pairings.pairing(context, newest[its.round], its.table))

    def _remember(self, event_id: EventId, place: Place) -> None:
        self._shown[event_id, place] = None
        while len(self._shown) > _REMEMBERED:
            self._shown.popitem(last=False)

    async def _edit(self, post: Post, message: Message, *, repost: bool = False) -> None:
        """Edit a message in place; a notice board that Discord calls too old is posted again, silently."""
        assert post.channel_id is not None and post.message_id is not None
        channel = self._app.client.get_partial_messageable(post.channel_id)
        there = channel.get_partial_message(post.message_id)
        try:
            await there.edit(
                view=layout.view(message), attachments=layout.files(message), allowed_mentions=discord.AllowedMentions.none()
            )
        except discord.HTTPException as error:
            log.info(
                log_line("event-unchanged", event=post.topic.id, message=post.message_id, reason=f"{error.status} {error.code}")
            )
            if repost and error.code == TOO_OLD:
                sent = await delivery.post(channel, message, silent=True)
                new = new_post(NoticeBoard(), f"b{sent.id}", post.channel_id)
                await self._app.services.outbox.note(post.topic, new, sent.id, interaction_info.now())
                await _quietly_deleted(there)


async def _quietly_deleted(message: discord.PartialMessage) -> None:
    try:
        await message.delete()
    except discord.HTTPException as error:
        log.info(log_line("front-left", message=message.id, reason=f"{error.status} {error.code}"))
