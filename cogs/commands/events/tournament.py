"""`/tournament`: one command. Its panel shows what one person may do now about an event; every action can be typed as well."""

from __future__ import annotations

import discord
from discord import app_commands

from cogs import acknowledging, asking
from cogs.acknowledging import Ack
from cogs.commands.events import filled
from cogs.commands.events.challenging import ChallengingCommands
from cogs.commands.events.editing import EditingCommands
from cogs.commands.events.event_pages import EventPages
from cogs.commands.events.meeting import MeetingCommands
from cogs.commands.events.opening import OpeningCommands
from cogs.commands.events.organising import OrganisingCommands
from cogs.commands.events.ruling import RulingCommands
from cogs.commands.events.situation import ACTIONS, READ, WITHOUT_EVENT, EventSituation
from cogs.commands.events.teaming import TeamingCommands
from cogs.commands.events.which_event import here, meant, offers, pressed
from cogs.commands.vocabulary import explained, named
from cogs.desk import Desk
from cogs.entries.actions import ACTIONS_OF
from cogs.entries.completing import Offers, Typing, completes
from cogs.entries.presses import Presses, on_press
from cogs.present.ids import Press
from cogs.refused import Declined
from service.errors import Refusal


class TournamentCog(
    ChallengingCommands,
    EventPages,
    MeetingCommands,
    OpeningCommands,
    OrganisingCommands,
    RulingCommands,
    TeamingCommands,
    EditingCommands,
):
    """Only in servers."""

    def __init__(self, desk: Desk, presses: Presses) -> None:
        super().__init__(desk)
        self.presses = presses

    @app_commands.command(**named("tournament"), extras={ACTIONS_OF: ACTIONS})
    @app_commands.guild_only()
    @explained("tournament", "action", "detail", "who", "tournament")
    async def tournament(
        self,
        interaction: discord.Interaction,
        action: str = "",
        detail: str = "",
        who: discord.Member | None = None,
        tournament: str = "",
    ) -> None:
        """The panel of the event, or the list of all; with an action that is done."""
        words = asking.words(interaction)
        known = ACTIONS.named(action) if action.strip() else None
        if not action.strip():
            state = await here(self.desk, interaction, tournament)
            await (self.show_list(interaction) if state is None else self.show_panel(interaction, state))
            return
        about_none = known is not None and known.key in WITHOUT_EVENT
        ended = known is not None and known.key in READ
        found = None if about_none else await meant(self.desk, interaction, tournament, ended=ended)
        at = await self.situation(interaction, found)
        if who is not None and known is not None and known.key == "deputies" and not detail.strip():
            detail = "add"
            if acknowledging.awaits_form(interaction):
                await acknowledging.promise(interaction, Ack.HERE, self.desk.asleep)
        press = ACTIONS.typed(at, action, detail, words)
        await self.presses.carry_out(interaction, press._replace(fields={filled.WHO: (str(who.id),)} if who is not None else {}))

    @completes(tournament, "tournament")
    async def _offer_events(self, typing: Typing) -> Offers:
        return await offers(self.desk, typing)

    @completes(tournament, "action", "detail")
    async def _offer(self, typing: Typing) -> Offers:
        at = await self._guessed(typing.interaction)
        if typing.option == "action":
            return ACTIONS.complete(at, typing.text, typing.words)
        return ACTIONS.complete_detail(at, typing.filled.get("action", ""), typing.text, typing.words)

    @on_press("tpanel", "tmy")
    async def press_panel(self, interaction: discord.Interaction, press: Press) -> None:
        """The panel as it is now."""
        await self.show_panel(interaction, await pressed(self.desk, interaction, press))

    @on_press("tgame")
    async def press_game(self, interaction: discord.Interaction, press: Press) -> None:
        """The panel of the game that the reader plays for it. Refuses `no-game-yet`."""
        state = await pressed(self.desk, interaction, press)
        member, seen = state.member(asking.user(interaction)), await self.seen(interaction, state.row.id)
        sits = None if member is None else seen.state.sits_at(member.id)
        match = None if sits is None else seen.matches.get((sits[0].number, sits[1]))
        if match is None:
            raise Refusal("no-game-yet")
        await self.presses.carry_out(interaction, Press(match.match_id, 0, "more"))

    @on_press("topen")
    async def press_open(self, interaction: discord.Interaction, press: Press) -> None:
        """An event of the list."""
        await self.show_panel(
            interaction, await pressed(self.desk, interaction, press._replace(verb="tpanel", argument=press.choice))
        )

    @on_press("tlist")
    async def press_list(self, interaction: discord.Interaction, press: Press) -> None:
        """A page of the events of this server."""
        await self.show_list(interaction, asking.number(press.argument))

    async def _guessed(self, interaction: discord.Interaction) -> EventSituation:
        """The situation that what was typed so far is probably about."""
        try:
            state = await meant(self.desk, interaction, str(interaction.namespace.tournament or ""), ended=True)
        except (Refusal, Declined):
            return await self.situation(interaction, None)
        return await self.situation(interaction, state)
