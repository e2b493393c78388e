"""A ladder's challenges, and who joins an arena or pauses."""

from __future__ import annotations

import discord

from cogs import asking
from cogs.commands.events import filled
from cogs.commands.events.entering import EnteringCommands
from cogs.commands.events.situation import PAUSE
from cogs.commands.events.which_event import pressed
from cogs.entries.presses import on_press
from cogs.present.ids import Press
from service.errors import Refusal
from service.events.state import LEFT
from text.events import answers
from tournament.records import EntrantId


class ChallengingCommands(EnteringCommands):
    """The part of `/tournament` for ladders and arenas; `cogs.commands.events.tournament` makes a cog of it."""

    @on_press("tchallenge")
    async def press_challenge(self, interaction: discord.Interaction, press: Press) -> None:
        """Challenge the entrant of this number, or the member who was named."""
        state = await pressed(self.desk, interaction, press)
        other = asking.number(press.argument.partition(" ")[2] or press.choice)
        for user in filled.people(interaction, {filled.WHO: ",".join(press.fields.get(filled.WHO, ()))}):
            member = state.member(user)
            if member is None:
                raise Refusal("not-entered")
            other = member.number
        after = await self.events.challenges.challenge(state.row.id, asking.user(interaction), other, now=asking.now())
        seen = await self.seen(interaction, after.row.id)
        name = seen.name(EntrantId(str(other)))
        await self.after(interaction, state.row.id, answers.challenged(name, asking.words(interaction)))

    @on_press("tjoin")
    async def press_join(self, interaction: discord.Interaction, press: Press) -> None:
        """Join an arena or pause, whichever is named, or whichever one doesn't do now; who is not in it enters."""
        state, user = await pressed(self.desk, interaction, press), asking.user(interaction)
        member = state.member(user)
        if member is None or member.status == LEFT:
            await self.press_enter(interaction, press._replace(verb="tenter"))
            return
        named = press.argument.partition(" ")[2] or None
        pauses = None if named is None else named == PAUSE
        after = await self.events.arenas.join_or_pause(state.row.id, user, now=asking.now(), pauses=pauses)
        await self.done(interaction, state.row.id, "arena-paused" if after else "arena-joined")
