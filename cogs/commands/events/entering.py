"""What players do: enter, leave, check in, skip, say that they are there, call a referee, appeal."""

from __future__ import annotations

import discord

from cogs import asking, deliver
from cogs.commands.events.showing import EventCog
from cogs.commands.events.which_event import pressed
from cogs.entries.presses import on_press
from cogs.present.events import events
from cogs.present.ids import Press
from service.events.limits import Applicant
from service.events.state import IN, WAITING, State
from storage.event_records import RUNNING
from text.events import answers


class EnteringCommands(EventCog):
    """The part of `/tournament` for players; `cogs.commands.events.tournament` makes a cog of it."""

    @on_press("tenter")
    async def press_enter(self, interaction: discord.Interaction, press: Press) -> None:
        """Enter."""
        await self._enter(interaction, await pressed(self.desk, interaction, press), press.choice)

    @on_press("tleave")
    async def press_leave(self, interaction: discord.Interaction, press: Press) -> None:
        """Leave."""
        await self._ask_leave(interaction, await pressed(self.desk, interaction, press))

    @on_press("tleavesure")
    async def press_leave_sure(self, interaction: discord.Interaction, press: Press) -> None:
        """Yes, leave."""
        await self._leave(interaction, await pressed(self.desk, interaction, press))

    @on_press("tcheckin")
    async def press_check_in(self, interaction: discord.Interaction, press: Press) -> None:
        """Check in."""
        await self._check_in(interaction, await pressed(self.desk, interaction, press))

    @on_press("tskip")
    async def press_skip(self, interaction: discord.Interaction, press: Press) -> None:
        """Skip the next round."""
        await self._skip(interaction, await pressed(self.desk, interaction, press))

    @on_press("tready")
    async def press_ready(self, interaction: discord.Interaction, press: Press) -> None:
        """I am here."""
        state = await pressed(self.desk, interaction, press)
        await self.events.rounds.ready(state.row.id, asking.user(interaction), now=asking.now())
        await self.done(interaction, state.row.id, "ready-live" if state.settings.is_live else "ready")

    @on_press("treferee")
    async def press_referee(self, interaction: discord.Interaction, press: Press) -> None:
        """Call a referee."""
        state = await pressed(self.desk, interaction, press)
        numbers = [asking.number(part) for part in press.argument.split()[1:]]
        await self.events.rulings.call(state.row.id, asking.user(interaction), *numbers[:2], now=asking.now())
        await self.done(interaction, state.row.id, "called")

    @on_press("tappeal")
    async def press_appeal(self, interaction: discord.Interaction, press: Press) -> None:
        """Appeal against a ruling."""
        state = await pressed(self.desk, interaction, press)
        await self.events.appeals.appeal(state.row.id, asking.user(interaction), _page(press), now=asking.now())
        await self.done(interaction, state.row.id, "appealed")

    async def _enter(self, interaction: discord.Interaction, state: State, team: str = "") -> None:
        who = interaction.user
        known = (
            Applicant(who.joined_at, frozenset(role.id for role in who.roles)) if isinstance(who, discord.Member) else Applicant()
        )
        member = await self.events.entries.enter(state.row.id, asking.user(interaction), known, now=asking.now(), team=team)
        await self.done(interaction, state.row.id, "waiting" if member.status == WAITING else "entered")

    async def _ask_leave(self, interaction: discord.Interaction, state: State) -> None:
        member = state.member(asking.user(interaction))
        if state.row.status == RUNNING and member is not None and member.status == IN:
            seen = await self.seen(interaction, state.row.id)
            await deliver.show(interaction, events.sure(seen, "ask-leave", "yes-leave-event", "tleavesure"))
        else:
            await self._leave(interaction, state)

    async def _leave(self, interaction: discord.Interaction, state: State) -> None:
        after = await self.events.entries.leave(state.row.id, asking.user(interaction), now=asking.now())
        await self.done(interaction, state.row.id, "withdrawn" if after.row.status == RUNNING else "left")

    async def _skip(self, interaction: discord.Interaction, state: State) -> None:
        round_ = await self.events.entries.skip(state.row.id, asking.user(interaction), now=asking.now())
        await self.after(interaction, state.row.id, answers.skips(round_, asking.words(interaction)))

    async def _check_in(self, interaction: discord.Interaction, state: State) -> None:
        await self.events.entries.check_in(state.row.id, asking.user(interaction), now=asking.now())
        await self.done(interaction, state.row.id, "checked-in")


def _page(press: Press) -> int:
    return asking.number(press.argument.partition(" ")[2])
