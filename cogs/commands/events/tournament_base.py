"""What all parts of `/tournament` share: showing the panel, the list, and what has just happened."""

from __future__ import annotations

from typing import Any

import discord
from discord.ext import commands

from cogs import delivery, interaction_info, tournament_context
from cogs.app_context import AppContext
from cogs.commands.events.tournament_actions import ACTIONS, TournamentSituation
from cogs.messages import ephemeral_messages as notes
from cogs.messages import panels
from cogs.messages.events import entrant_messages, tournament_panel
from cogs.refusals import InteractionRefused
from cogs.tournament_context import TournamentContext
from service.events.authority import Role
from service.events.state import EventState
from storage.event_records import EventId
from text.events import board, confirmations
from tournament.results import EntrantId

ON_PAGE = 15
"""Events on one page of the list."""


class TournamentBaseCog(commands.Cog):
    """The base of every part."""

    def __init__(self, desk: AppContext) -> None:
        super().__init__()
        self.desk = desk
        self.events: Any = desk.services.events

    async def show_panel(self, interaction: discord.Interaction, state: EventState, lead: str = "") -> None:
        """The panel; `lead`: what has just happened."""
        words, at = interaction_info.words(interaction), await self.situation(interaction, state)
        seen = await tournament_context.load(self.desk, state.row.id, words)
        rivals = [(seen.name(who), str(who)) for who in self._within_reach(at)]
        organises = tournament_context.is_official(self.desk, interaction, state)
        offers = ACTIONS.offers(at, words)
        looked = self.desk.looked.by(interaction_info.user(interaction))
        made = tournament_panel.panel(
            seen, at.member, offers, rivals, interaction_info.now(), organises=organises, lead=lead, looked=looked
        )
        await delivery.respond(interaction, made)

    async def show_list(self, interaction: discord.Interaction, page: int = 0) -> None:
        """A page of the events of this server, and how those of the reader on it stand."""
        if interaction.guild_id is None:
            raise InteractionRefused("not-in-private")
        words = interaction_info.words(interaction)
        shown, mine = panels.page_of(await tournament_context.reachable(self.desk, interaction), page, ON_PAGE), []
        for state in shown.rows:
            member = state.member(interaction_info.user(interaction))
            if member is not None:
                seen = await tournament_context.load(self.desk, state.row.id, words)
                mine.append(board.mine(state.row.name, entrant_messages.my_state(seen, member), words))
        opens = (await self.situation(interaction, None)).opens
        await delivery.respond(interaction, tournament_panel.listed(shown, mine, words, opens=opens))

    async def situation(self, interaction: discord.Interaction, state: EventState | None) -> TournamentSituation:
        """Who asks, before which event."""
        roles: frozenset[Role] = frozenset() if state is None else tournament_context.roles(self.desk, interaction, state)
        opens = interaction.guild_id is not None and (
            tournament_context.may_open(self.desk, interaction) or interaction.permissions.manage_channels
        )
        at = TournamentSituation(interaction_info.user(interaction), state, roles, opens)
        if state is None or not self._within_reach(at):
            return at
        words, guild = interaction_info.words(interaction), state.row.guild_id
        names = [(await self.desk.people.name(state.user(who), guild, words), str(who)) for who in self._within_reach(at)]
        return TournamentSituation(at.user, state, roles, opens, tuple(names))

    def _within_reach(self, at: TournamentSituation) -> tuple[EntrantId, ...]:
        return () if at.state is None or at.member is None else at.state.within_reach(at.member.id)

    async def after(self, interaction: discord.Interaction, event_id: EventId, said: str) -> None:
        """Say what has happened, above the panel as it is now; in private messages that alone."""
        state = await self.events.looking.state(event_id)
        if interaction.guild_id is None or not await tournament_context.can_reach(self.desk, interaction, state):
            await delivery.respond(interaction, notes.note(said))
        else:
            await self.show_panel(interaction, state, said)

    async def done(self, interaction: discord.Interaction, event_id: EventId, key: str) -> None:
        """As `after`, with a sentence of `text.events.confirmations`."""
        await self.after(interaction, event_id, confirmations.done(key, interaction_info.words(interaction)))

    async def seen(self, interaction: discord.Interaction, event_id: EventId) -> TournamentContext:
        """The event in the words of the person who asks."""
        return await tournament_context.load(self.desk, event_id, interaction_info.words(interaction))
