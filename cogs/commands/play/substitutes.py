"""Seats without a player: returning to a seat, taking one over, and having a computer play a turn."""

from __future__ import annotations

import discord
from discord.ext import commands

from cogs import interaction_info, match_context
from cogs.app_context import AppContext
from cogs.declarations import ActionArgument, ActorRole, ButtonGroup, DeferMode, Emphasis
from cogs.images import match_images
from cogs.interactions import game_conditions as conditions
from cogs.interactions.requests import MatchRequest, Request
from cogs.interactions.surfaces import GAME
from cogs.messages import ephemeral_messages
from cogs.messages.play import consent_requests
from cogs.messages.play import substitutes as notes
from games.core.game import Seat
from service.play import substitutes
from service.wiring.services import Services
from storage.rows import MatchId
from text.clocks import clock_texts
from text.translator import phrase


class SubstituteCommands(commands.Cog):
    """Part of the `/game` cog about seats that have lost their player."""

    app: AppContext
    services: Services

    @GAME.action(
        "take-over",
        "takeover",
        ActorRole.ANYBODY,
        about=phrase("Take over a seat someone has lost in this game"),
        when=lambda situation: situation.is_running and bool(situation.free),
        group=ButtonGroup.DO,
        argument=lambda situation: str(situation.free[0]) if len(situation.free) == 1 else "",
        typed=ActionArgument(offers=conditions.free, as_argument=True),
        style=Emphasis.GO,
        ack=DeferMode.AFRESH,
    )
    async def press_take_over(self, request: MatchRequest) -> None:
        """Give the user the named free seat; without a name, ask which if several are free."""
        match, seats = await self.services.match_queries.seated(request.match_id)
        free = substitutes.free_seats(match, seats)
        if request.argument or len(free) < 2:
            seat = Seat(interaction_info.number(request.argument)) if request.argument else None
            await self._take_over(request, request.match_id, seat)
            return
        words = request.words
        names = await self.app.people.names(seats, match.guild_id, words)
        offered = [(name, row.seat) for name, row in zip(names, seats, strict=True) if row.seat in free]
        await request.respond(consent_requests.seat_question(match, offered, "takeover", words))

    async def _take_over(self, request: Request, match_id: MatchId, seat: Seat | None) -> None:
        interaction_info.require_voice(request.interaction)
        user, words = request.user, request.words
        since = request.interaction.user.joined_at if isinstance(request.interaction.user, discord.Member) else None
        await self.services.substitutes.take_over(match_id, user, now=request.now, member_since=since, seat=seat)
        context = await match_context.load(self.app, match_id, user, words)
        assert context.viewer is not None
        clocks = await self.services.clocks.shown(context.match, context.seats, request.now)
        views = context.edition.painter.views
        picture = await match_images.board(context, "whole" if "whole" in views else "turn")
        await request.respond(notes.briefing(context, picture, clocks[context.viewer] if clocks else None))

    @GAME.action(
        "return",
        "return",
        ActorRole.ANYBODY,
        about=phrase("Take your seat back from the computer"),
        when=lambda situation: situation.may_return,
        group=ButtonGroup.DO,
        style=Emphasis.GO,
        ack=DeferMode.AFRESH,
    )
    async def press_return(self, request: MatchRequest) -> None:
        """Give the user back the seat that a computer plays for them."""
        await self.services.seat_reclaim.come_back(request.match_id, request.user, now=request.now)
        await request.respond(ephemeral_messages.note(clock_texts.welcome(request.words)))

    @GAME.action(
        "stand-in",
        "standin",
        ActorRole.SEATED,
        about=phrase("Let the computer play the turn everyone has been waiting for"),
        when=lambda situation: situation.plays and situation.is_kept_waiting,
        group=ButtonGroup.DO,
        ack=DeferMode.AFRESH,
    )
    async def press_stand_in(self, request: MatchRequest) -> None:
        """Let a computer play the turn that all players wait for, once enough players have asked."""
        words = request.words
        played = await self.services.computer_stand_in.ask(request.match_id, request.user, now=request.now)
        text = clock_texts.has_stood_in(words) if played else clock_texts.another_must_agree(words)
        await request.respond(ephemeral_messages.note(text))
