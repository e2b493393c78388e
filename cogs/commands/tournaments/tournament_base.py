"""What all parts of `/tournament` share: showing the panel, the list, and what has just happened."""

from __future__ import annotations

import discord
from discord.ext import commands

from cogs import delivery, interaction_info, tournament_context
from cogs.app_context import AppContext
from cogs.commands.tournaments.tournament_actions import ACTIONS
from cogs.interactions.tournament_conditions import TournamentSituation
from cogs.messages import ephemeral_messages as notes
from cogs.messages import panels
from cogs.messages.tournaments import entrant_messages, tournament_panel
from cogs.refusals import InteractionRefused
from cogs.tournament_context import TournamentContext
from service.tournaments.permissions import TournamentRole
from service.tournaments.state import TournamentState
from storage.tournament_rows import EventId
from text.tournaments import board, confirmations
from tournament.results import EntrantId

ON_PAGE = 15
"""Events on one page of the list."""


class TournamentBaseCog(commands.Cog):
    """The base of every part."""

    def __init__(self, app: AppContext) -> None:
        super().__init__()
        self.app = app
        self.events = app.services.tournaments

    async def show_panel(self, interaction: discord.Interaction, state: TournamentState, lead: str = "") -> None:
        """The panel; `lead`: what has just happened."""
        words, situation = interaction_info.words(interaction), await self.situation(interaction, state)
        context = await tournament_context.load(self.app, state.row.id, words)
        rivals = [(context.name(who), str(who)) for who in self._within_reach(situation)]
        organises = tournament_context.is_official(self.app, interaction, state)
        offers = ACTIONS.offers(situation, words)
        looked = self.app.looked.by(interaction_info.user(interaction))
        made = tournament_panel.panel(
            context, situation.member, offers, rivals, interaction_info.now(), organises=organises, lead=lead, looked=looked
        )
        await delivery.respond(interaction, made)

    async def show_list(self, interaction: discord.Interaction, page: int = 0) -> None:
        """A page of the events of this server, and how those of the reader on it stand."""
        if interaction.guild_id is None:
            raise InteractionRefused("not-in-private")
        words = interaction_info.words(interaction)
        shown, mine = panels.page_of(await tournament_context.reachable(self.app, interaction), page, ON_PAGE), []
        for state in shown.rows:
            member = state.member(interaction_info.user(interaction))
            if member is not None:
                context = await tournament_context.load(self.app, state.row.id, words)
                mine.append(board.mine(state.row.name, entrant_messages.my_state(context, member), words))
        opens = (await self.situation(interaction, None)).opens
        await delivery.respond(interaction, tournament_panel.listed(shown, mine, words, opens=opens))

    async def situation(self, interaction: discord.Interaction, state: TournamentState | None) -> TournamentSituation:
        """Who asks, before which event."""
        roles: frozenset[TournamentRole] = frozenset() if state is None else tournament_context.roles(self.app, interaction, state)
        opens = interaction.guild_id is not None and (
            tournament_context.may_open(self.app, interaction) or interaction.permissions.manage_channels
        )
        at = TournamentSituation(interaction_info.user(interaction), state, roles, opens)
        if state is None or not self._within_reach(at):
            return at
        words, guild = interaction_info.words(interaction), state.row.guild_id
        names = [(await self.app.people.name(state.user(who), guild, words), str(who)) for who in self._within_reach(at)]
        return TournamentSituation(at.user, state, roles, opens, tuple(names))

    def _within_reach(self, situation: TournamentSituation) -> tuple[EntrantId, ...]:
        return () if situation.state is None or situation.member is None else situation.state.within_reach(situation.member.id)

    async def after(self, interaction: discord.Interaction, event_id: EventId, said: str) -> None:
        """Say what has happened, above the panel as it is now; in private messages that alone."""
        state = await self.events.queries.state(event_id)
        if interaction.guild_id is None or not await tournament_context.can_reach(self.app, interaction, state):
            await delivery.respond(interaction, notes.note(said))
        else:
            await self.show_panel(interaction, state, said)

    async def done(self, interaction: discord.Interaction, event_id: EventId, key: str) -> None:
        """As `after`, with a sentence of `text.tournaments.confirmations`."""
        await self.after(interaction, event_id, confirmations.done(key, interaction_info.words(interaction)))

    async def seen(self, interaction: discord.Interaction, event_id: EventId) -> TournamentContext:
        """The event in the words of the person who asks."""
        return await tournament_context.load(self.app, event_id, interaction_info.words(interaction))
