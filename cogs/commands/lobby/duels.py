"""Challenges to a duel, from a member's context menu, a profile, or a finished duel; tournament actions answer them."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from clocks.term_parsing import PACE, terms_as_text
from cogs import interaction_info
from cogs.app_context import AppContext
from cogs.commands.lobby import game_channels, game_request
from cogs.declarations import DeferMode, EntryPoint
from cogs.interactions import option_parsing
from cogs.interactions.command_tree import FORM_ALONE
from cogs.interactions.requests import Request
from cogs.interactions.surfaces import SERVER
from cogs.messages import ephemeral_messages as notes
from cogs.messages.component_ids import Press
from cogs.messages.message_parts import button
from cogs.messages.tournaments import duels as shown
from cogs.refusals import InteractionRefused
from service.errors import Refusal
from service.guilds.server_settings import ROOM
from service.records import MatchLocation
from service.tournaments.duels import DuelRequest
from storage.rows import MatchId, UserId
from storage.tournament_rows import OPEN, EventId
from text.clocks import time_controls
from text.commands import COMMANDS
from text.labels import label
from text.tournaments import duels
from text.translator import translator_for as spoken

AGAIN = "again"
"""Before the number of a duel: its other player is meant."""


class DuelCog(commands.Cog):
    """Cog with the challenges to a duel; only in servers."""

    def __init__(self, app: AppContext) -> None:
        self.app = app
        self.events = app.services.tournaments
        named = locale_str(COMMANDS["challenge member"])
        self.menu = app_commands.ContextMenu(name=named, callback=self.challenge_member, extras={FORM_ALONE: True})
        self.menu.guild_only = True

    async def challenge_member(self, interaction: discord.Interaction, member: discord.Member) -> None:
        """Open the challenge form, from the context menu of a member."""
        request = Request(self.app, interaction)
        await self._ask(request, UserId(member.id))

    @SERVER.press("challenge", ack=DeferMode.FORM)
    async def press_challenge(self, request: Request) -> None:
        """Open the challenge form, from a profile or a finished duel.

        Without an opponent, the form asks for one.
        """
        await self._ask(request, await self._rival(request, request.argument) if request.argument else None)

    @SERVER.press("challengeset", way=EntryPoint.FORM, first=True)
    async def press_challenge_set(self, request: Request) -> None:
        """Post the challenge that was entered in the form."""
        field = {key: values[0] for key, values in request.fields.items() if values}
        game_channels.must_open(self.app, request.interaction)
        channel, rival = self._channel(request), UserId(interaction_info.large(request.argument or field.get("rival", "")))
        await self._must_see(channel, rival)
        plan = await game_request.plan_named(self.app, request, field.get("preset", ""))
        plan = await game_request.with_first(self.app, request, plan)
        locale = await self.app.languages.public(request.interaction)
        number, rated = interaction_info.number(field.get("games", "")) or 1, field.get("rated") != "no"
        wanted = DuelRequest(plan.game, plan.options, field.get(PACE, ""), number, rated)
        self.app.cooldowns.spend(request.user, "new", request.now)
        place, me, name = (
            MatchLocation(channel.guild.id, channel.id),
            request.user,
            duels.title(spoken(locale)),
        )
        with option_parsing.game_words(self.app, plan.game):
            state = await self.events.duels.challenge(place, me, rival, wanted, name=name, now=request.now, locale=locale)
        words = request.words
        called = await self.app.people.name(rival, channel.guild.id, words)
        withdraw = button(None, label("duel-withdraw", words), "tleave", f"{state.row.id} {OPEN}")
        await request.respond(notes.note(duels.sent(called, channel.mention, words)).row(withdraw))

    async def _ask(self, request: Request, rival: UserId | None) -> None:
        """Open the challenge form.

        Refuses `not-in-private`, `may-not-open`, `no-rival`, and the permissions missing for the duel's channel.
        """
        game_channels.must_open(self.app, request.interaction)
        self._channel(request)
        if rival == request.user:
            raise Refusal("no-rival")
        words, app = request.words, self.app
        before = await game_request.last_opened_game(app, request)
        pace = terms_as_text(before.terms)[PACE] if before is not None else game_request.usual_pace(app, request.guild_id)
        last = (game_request.LAST, game_request.plan_description(app, before, words)) if before is not None else None
        name = "" if rival is None else await app.people.name(rival, request.guild_id, words)
        fields = shown.form(app.editions.explain, (pace, time_controls.value(PACE, pace, words)), words, last=last)
        title = duels.form_title(name, words) if rival is not None else label("challenge", words)
        entity_fields = [shown.rival(words)] if rival is None else []
        await request.ask(title, Press(MatchId(0), 0, "challengeset", str(rival or "")), *entity_fields, *fields)

    async def _rival(self, request: Request, argument: str) -> UserId:
        """Return the id of the opponent that a button's argument names. Refuses `no-event` and `no-rival`."""
        again, _, number = argument.rpartition(" ")
        if again != AGAIN:
            return UserId(interaction_info.large(number))
        state = await self.events.queries.state(EventId(interaction_info.number(number)))
        others = [user for user in state.users.values() if user != request.user]
        if len(others) != 1 or not state.is_duel:
            raise Refusal("no-rival")
        return others[0]

    def _channel(self, request: Request) -> discord.TextChannel:
        """Return the channel for the challenge and its thread: the server's game channel, else this channel.

        Refuses `not-in-private`, `no-place-for-duels`, `missing-permissions` and `own-permissions`.
        """
        if request.guild is None:
            raise InteractionRefused("not-in-private")
        room = game_channels.server_game_channel(request.interaction, self.app.services.server_settings.one(request.guild_id, ROOM))
        there = (room, game_channels.parent(request.interaction), request.interaction.channel)
        channel = next((candidate for candidate in there if isinstance(candidate, discord.TextChannel)), None)
        if channel is None:
            raise InteractionRefused("no-place-for-duels")
        game_channels.planned_in(
            request.interaction, channel, voiceless=game_channels.may_open_without_writing(self.app, request.interaction)
        )
        return channel

    async def _must_see(self, channel: discord.TextChannel, rival: UserId) -> None:
        """Check that the opponent is a human member of the server who sees the channel. Refuses `no-rival`."""
        try:
            member = channel.guild.get_member(rival) or await channel.guild.fetch_member(rival)
        except discord.HTTPException as error:
            raise Refusal("no-rival") from error
        if member.bot or not channel.permissions_for(member).view_channel:
            raise Refusal("no-rival")
