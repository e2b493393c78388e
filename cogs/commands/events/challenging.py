"""The buttons of a ladder, and of an event that an organiser ends."""

from __future__ import annotations

import discord
from discord.ext import commands

from cogs import asking, deliver, fair
from cogs.commands.events.which_event import pressed
from cogs.desk import Desk
from cogs.entries.presses import on_press
from cogs.present import private as notes
from cogs.present.events import events
from cogs.present.ids import Press
from service.events.assembled import Events
from service.events.authority import BY_PRESS
from service.events.state import State
from text.events import answers
from tournament.records import EntrantId


class ChallengingCommands(commands.Cog):
    """The part of `/tournament` for ladders; `cogs.commands.events.tournament` makes a cog of it."""

    desk: Desk
    events: Events

    @on_press("tchallenge")
    async def press_challenge(self, interaction: discord.Interaction, press: Press) -> None:
        """Challenge the entrant of this number."""
        state = await pressed(self.desk, interaction, press)
        await self._challenge(interaction, state, asking.number(press.argument.partition(" ")[2]))

    @on_press("tend")
    async def press_end(self, interaction: discord.Interaction, press: Press) -> None:
        """End the event as it stands?"""
        state = await pressed(self.desk, interaction, press)
        fair.must_hold(self.desk, interaction, state, BY_PRESS[press.verb])
        seen = await fair.seen(self.desk, state.row.id, asking.words(interaction))
        await deliver.show(interaction, events.sure(seen, "ask-end", "yes-end-ladder", "tendsure"))

    @on_press("tendsure")
    async def press_end_sure(self, interaction: discord.Interaction, press: Press) -> None:
        """Yes, end it."""
        state = await pressed(self.desk, interaction, press)
        fair.must_hold(self.desk, interaction, state, BY_PRESS[press.verb])
        await self.events.ending.end(state.row.id, asking.user(interaction), now=asking.now())
        await deliver.show(interaction, notes.note(answers.done("ended", asking.words(interaction))))

    async def _challenge(self, interaction: discord.Interaction, state: State, other: int) -> None:
        after = await self.events.challenges.challenge(state.row.id, asking.user(interaction), other, now=asking.now())
        seen = await fair.seen(self.desk, after.row.id, asking.words(interaction))
        name = seen.name(EntrantId(str(other)))
        await deliver.show(interaction, notes.note(answers.challenged(name, asking.words(interaction))))
