"""`/tournament` for players: enter, leave, check-in, skip; the same by buttons, being there, referees, appeals."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from cogs import asking, deliver, fair
from cogs.commands.events.which_event import meant, offers, pressed
from cogs.commands.vocabulary import explained, named
from cogs.desk import Desk
from cogs.entries import errors
from cogs.entries.presses import on_press
from cogs.present import private as notes
from cogs.present.events import events
from cogs.present.ids import Press
from service.events.assembled import Events
from service.events.limits import Applicant
from service.events.state import IN, WAITING, State
from storage.event_records import RUNNING
from text.events import answers


class EnteringCommands(commands.Cog):
    """The part of `/tournament` for players; `cogs.commands.events.tournament` makes a cog of it."""

    desk: Desk
    events: Events

    # --- commands --------------------------------------------------------------------------------------------------------

    @app_commands.command(**named("tournament enter"))
    @explained("tournament enter", "tournament", "team")
    async def enter(self, interaction: discord.Interaction, tournament: str = "", team: str = "") -> None:
        """Enter; where teams meet, for one of them."""
        await self._enter(interaction, await meant(self.desk, interaction, tournament), team)

    @enter.autocomplete("team")
    @errors.silent
    async def _offer_teams(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        states = await fair.reachable(self.desk, interaction, ended=False)
        names = [name for state in states for name in state.teams.values()]
        return notes.choices([(name, name) for name in dict.fromkeys(names) if current.strip().casefold() in name.casefold()])

    @app_commands.command(**named("tournament leave"))
    @explained("tournament leave", "tournament")
    async def leave(self, interaction: discord.Interaction, tournament: str = "") -> None:
        """Leave; asks once more when it runs."""
        await self._ask_leave(interaction, await meant(self.desk, interaction, tournament))

    @app_commands.command(**named("tournament check-in"))
    @explained("tournament check-in", "tournament")
    async def check_in(self, interaction: discord.Interaction, tournament: str = "") -> None:
        """Say that one will be there."""
        await self._check_in(interaction, await meant(self.desk, interaction, tournament))

    @app_commands.command(**named("tournament skip"))
    @explained("tournament skip", "tournament")
    async def skip(self, interaction: discord.Interaction, tournament: str = "") -> None:
        """Sit the next round out."""
        await self._skip(interaction, await meant(self.desk, interaction, tournament))

    @enter.autocomplete("tournament")
    @leave.autocomplete("tournament")
    @check_in.autocomplete("tournament")
    @skip.autocomplete("tournament")
    @errors.silent
    async def _offer(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        return await offers(self.desk, interaction, current)

    # --- buttons ---------------------------------------------------------------------------------------------------------

    @on_press("tenter")
    async def press_enter(self, interaction: discord.Interaction, press: Press) -> None:
        """Enter."""
        await self._enter(interaction, await pressed(self.desk, interaction, press))

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
        await self._done(interaction, "ready-live" if state.settings.is_live else "ready")

    @on_press("treferee")
    async def press_referee(self, interaction: discord.Interaction, press: Press) -> None:
        """Call a referee."""
        state = await pressed(self.desk, interaction, press)
        numbers = [asking.number(part) for part in press.argument.split()[1:]]
        await self.events.rulings.call(state.row.id, asking.user(interaction), *numbers[:2], now=asking.now())
        await self._done(interaction, "called")

    @on_press("tappeal")
    async def press_appeal(self, interaction: discord.Interaction, press: Press) -> None:
        """Appeal against a ruling."""
        state = await pressed(self.desk, interaction, press)
        await self.events.appeals.appeal(state.row.id, asking.user(interaction), _page(press), now=asking.now())
        await self._done(interaction, "appealed")

    # --- what commands and buttons share ---------------------------------------------------------------------------------

    async def _done(self, interaction: discord.Interaction, key: str) -> None:
        await deliver.show(interaction, notes.note(answers.done(key, asking.words(interaction))))

    async def _enter(self, interaction: discord.Interaction, state: State, team: str = "") -> None:
        who = interaction.user
        known = (
            Applicant(who.joined_at, frozenset(role.id for role in who.roles)) if isinstance(who, discord.Member) else Applicant()
        )
        member = await self.events.entries.enter(state.row.id, asking.user(interaction), known, now=asking.now(), team=team)
        await self._done(interaction, "waiting" if member.status == WAITING else "entered")

    async def _ask_leave(self, interaction: discord.Interaction, state: State) -> None:
        member = state.member(asking.user(interaction))
        if state.row.status == RUNNING and member is not None and member.status == IN:
            seen = await fair.seen(self.desk, state.row.id, asking.words(interaction))
            await deliver.show(interaction, events.sure(seen, "ask-leave", "yes-leave-event", "tleavesure"))
        else:
            await self._leave(interaction, state)

    async def _leave(self, interaction: discord.Interaction, state: State) -> None:
        after = await self.events.entries.leave(state.row.id, asking.user(interaction), now=asking.now())
        await self._done(interaction, "withdrawn" if after.row.status == RUNNING else "left")

    async def _skip(self, interaction: discord.Interaction, state: State) -> None:
        round_ = await self.events.entries.skip(state.row.id, asking.user(interaction), now=asking.now())
        await deliver.show(interaction, notes.note(answers.skips(round_, asking.words(interaction))))

    async def _check_in(self, interaction: discord.Interaction, state: State) -> None:
        await self.events.entries.check_in(state.row.id, asking.user(interaction), now=asking.now())
        await self._done(interaction, "checked-in")


def _page(press: Press) -> int:
    return asking.number(press.argument.partition(" ")[2])
