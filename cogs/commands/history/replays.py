"""Replays of matches: an animation, and single turns. Both are private until the reader shares them."""

from __future__ import annotations

from typing import cast

import discord
from discord.ext import commands

from cogs import delivery, interaction_info, match_context
from cogs.app_context import AppContext
from cogs.background import message_builders
from cogs.declarations import ActionArgument, ActorRole, ButtonGroup, DeferMode, EntryPoint
from cogs.images import match_images
from cogs.interactions import game_conditions as conditions
from cogs.interactions import job_progress
from cogs.interactions.requests import MatchRequest, Request
from cogs.interactions.surfaces import GAME
from cogs.messages import ephemeral_messages as notes
from cogs.messages.history import replays as pages
from cogs.messages.message_parts import Message
from cogs.messages.play import turn_messages
from service.core.job_queue import FILM
from service.errors import Refusal
from service.wiring.services import Services
from storage.rows import FINISHED, MatchId, UserId
from text.history import replays
from text.translator import Translator, phrase
from text.translator import translator_for as spoken

BYTES_A_ROW = 16 << 10
"""What an animation holds for each row of the log, about."""


class ReplayCommands(commands.Cog):
    """Part of the `/game` cog with replays and details of finished matches."""

    app: AppContext
    services: Services

    @GAME.press("details", ActorRole.ANYBODY)
    async def press_details(self, request: MatchRequest) -> None:
        """Show the details of a finished match: points by source, last moves, hints and bag. Refuses `not-finished`."""
        then = await self.services.match_queries.moment(request.match_id)
        if then.table.match.status != FINISHED:
            raise Refusal("not-finished", status=then.table.match.status)
        context = await match_context.load(self.app, request.match_id, request.user, request.words)
        bag, picture = await message_builders.opened_bag(self.app, request.match_id), await match_images.end(context, then.entries)
        await request.respond(turn_messages.details(context, then.entries, bag, picture))

    @GAME.press("keepsake", ActorRole.ANYBODY)
    async def press_keepsake(self, request: MatchRequest) -> None:
        """Send a picture that summarises a finished match, for sharing. Refuses `not-finished`."""
        then = await self.services.match_queries.moment(request.match_id)
        if then.table.match.status != FINISHED:
            raise Refusal("not-finished", status=then.table.match.status)
        context = await match_context.load(self.app, request.match_id, request.user, request.words)
        await request.respond(Message().show(await match_images.share_card(context, then.entries)))

    @GAME.action(
        "replay",
        "replay",
        ActorRole.ANYBODY,
        about=phrase("Watch this game again from the start, or from a turn"),
        when=conditions.has_board,
        group=conditions.if_over(ButtonGroup.SEE, ButtonGroup.LOOK),
        typed=ActionArgument("step", as_argument=True, read=conditions.turn),
        ack=DeferMode.AFRESH,
    )
    async def press_replay(self, request: MatchRequest) -> None:
        """Send the reader the animation. Refuses `too-soon`, `in-line` and `line-full`."""
        self.app.cooldowns.spend(request.user, "replay", request.now)
        match = await self.services.match_queries.match(request.match_id)
        async with job_progress.admission(self.app, request.interaction, FILM, size=match.version * BYTES_A_ROW):
            message = await self._animation_message(request.match_id, request.user, request.words)
        await request.respond(message)

    @GAME.action(
        "share-replay",
        "replayshare",
        ActorRole.ANYBODY,
        about=phrase("Show the replay of a finished game to everyone here"),
        when=lambda situation: situation.is_over,
        group=ButtonGroup.LOOK,
        label="share",
        argument=lambda _at: "1",
        listed=False,
        first=True,
    )
    async def press_share(self, request: MatchRequest) -> None:
        """Post the animation publicly in the channel, in the language of the match.

        Refuses `too-soon`, `in-line` and `line-full`.
        """
        interaction_info.require_voice(request.interaction)
        self.app.cooldowns.spend(request.user, "share", request.now)
        match = await self.services.match_queries.match(request.match_id)
        async with job_progress.admission(self.app, request.interaction, FILM, size=match.version * BYTES_A_ROW):
            message = await self._animation_message(match.id, None, spoken(match.locale), shared_by=request.name)
        await delivery.post(cast(discord.abc.Messageable, request.interaction.channel), message, silent=True)
        await self._step(request, match.id, interaction_info.number(request.argument), "all")

    @GAME.press("step", ActorRole.ANYBODY)
    async def press_step(self, request: MatchRequest) -> None:
        """Show another turn, or change which turns are stepped through."""
        number, _, rest = request.argument.partition(" ")
        await self._step(request, request.match_id, interaction_info.number(number), rest.partition(" ")[0])

    @GAME.press("stepto", ActorRole.ANYBODY, way=EntryPoint.SELECT)
    async def press_step_to(self, request: MatchRequest) -> None:
        """Show the turn that was chosen in the select."""
        await self._step(request, request.match_id, interaction_info.number(request.choice), request.argument)

    async def _animation_message(
        self, match_id: MatchId, user: UserId | None, words: Translator, *, shared_by: str | None = None
    ) -> Message:
        """Return the message with the animation, or with the last turn if the game's painter has no animation."""
        context = await match_context.load(self.app, match_id, user, words)
        course = await self.services.turn_replays.course(match_id, match_images.naming_view(context))
        turns = len(course) - 1
        if not turns:
            return notes.note(replays.no_turn(words))
        return pages.replay_message(context, turns, await match_images.replay(context, course), shared_by=shared_by)

    async def _step(self, request: Request, match_id: MatchId, number: int, only: str) -> None:
        user, words = request.user, request.words
        frames = await self.services.turn_replays.frames(match_id)
        if not frames:
            await request.respond(notes.note(replays.no_turn(words)))
            return
        viewer = (await self.services.match_queries.table(match_id, user)).viewer
        place = pages.wanted_turn(frames, number, only, viewer)
        then = await match_context.load(self.app, match_id, user, words, version=place.frame.upto)
        entries = await self.services.match_queries.history(match_id, user, since=place.frame.since, upto=place.frame.upto)
        lines = then.say.log(match_context.visible_events(entries, viewer), then.view, then.names, words, viewer=viewer)
        picture = await match_images.turn(then, entries, ())
        await request.respond(pages.step(then, place, lines, picture))
