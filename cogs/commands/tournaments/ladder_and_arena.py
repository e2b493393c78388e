"""A ladder's challenges, and who joins an arena or pauses."""

from __future__ import annotations

import discord

from cogs import interaction_info
from cogs.commands.tournaments import form_values
from cogs.commands.tournaments.registration import RegistrationCommands
from cogs.commands.tournaments.tournament_actions import PAUSE
from cogs.commands.tournaments.tournament_lookup import pressed
from cogs.declarations import ActionArgument, ButtonGroup, Emphasis
from cogs.interactions import tournament_conditions as conditions
from cogs.interactions.surfaces import TOURNAMENT
from cogs.messages.component_ids import Press
from service.errors import Refusal
from service.tournaments.state import LEFT
from text.tournaments import confirmations
from tournament.results import EntrantId


class LadderCommands(RegistrationCommands):
    """The part of `/tournament` for ladders and arenas; `cogs.commands.tournaments.tournament_command` makes a cog of it."""

    @TOURNAMENT.action(
        "challenge",
        "tchallenge",
        "play",
        when=lambda at: bool(at.names),
        group=ButtonGroup.DO,
        typed=ActionArgument(offers=conditions.challenged),
    )
    async def press_challenge(self, interaction: discord.Interaction, press: Press) -> None:
        """Challenge the entrant of this number, or the member who was named."""
        state = await pressed(self.app, interaction, press)
        other = interaction_info.number(press.argument.partition(" ")[2] or press.choice)
        for user in form_values.people(interaction, {form_values.WHO: ",".join(press.fields.get(form_values.WHO, ()))}):
            member = state.member(user)
            if member is None:
                raise Refusal("not-entered")
            other = member.number
        begins = await self.events.challenges.challenge(
            state.row.id, interaction_info.user(interaction), other, now=interaction_info.now()
        )
        context = await self.seen(interaction, state.row.id)
        said = confirmations.challenged if begins else confirmations.queued
        await self.after(interaction, state.row.id, said(context.name(EntrantId(str(other))), interaction_info.words(interaction)))

    @TOURNAMENT.action(
        "join",
        "tjoin",
        "play",
        when=lambda at: conditions.pauses(at) is True,
        group=ButtonGroup.DO,
        argument=conditions.page("join"),
        style=Emphasis.MAIN,
    )
    @TOURNAMENT.action(
        "pause",
        "tjoin",
        "play",
        when=lambda at: conditions.pauses(at) is False,
        group=ButtonGroup.DO,
        argument=conditions.page("pause"),
    )
    async def press_join(self, interaction: discord.Interaction, press: Press) -> None:
        """Join an arena or pause, whichever is named, or whichever one doesn't do now; who is not in it enters."""
        state, user = await pressed(self.app, interaction, press), interaction_info.user(interaction)
        member = state.member(user)
        if member is None or member.status == LEFT:
            await self.press_enter(interaction, press._replace(verb="tenter"))
            return
        named = press.argument.partition(" ")[2] or None
        pauses = None if named is None else named == PAUSE
        after = await self.events.arenas.join_or_pause(state.row.id, user, now=interaction_info.now(), pauses=pauses)
        await self.done(interaction, state.row.id, "arena-paused" if after else "arena-joined")
