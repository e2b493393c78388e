"""Base of all parts of the `/tournament` cog: shows the panel, the list, and the result of an action."""

from __future__ import annotations

from discord.ext import commands

from cogs import tournament_context
from cogs.app_context import AppContext
from cogs.interactions import tournament_situations
from cogs.interactions.requests import Request
from cogs.interactions.tournament_conditions import TournamentSituation
from cogs.interactions.tournament_situations import ACTIONS
from cogs.messages import ephemeral_messages as notes
from cogs.messages import panels
from cogs.messages.tournaments import entrant_messages, tournament_panel
from cogs.refusals import InteractionRefused
from cogs.tournament_context import TournamentContext
from service.tournaments.state import TournamentState
from storage.tournament_rows import EventId
from text.tournaments import board, confirmations

ON_PAGE = 15
"""Events on one page of the list."""


class TournamentBaseCog(commands.Cog):
    """Base class of all parts of the `/tournament` cog."""

    def __init__(self, app: AppContext) -> None:
        super().__init__()
        self.app = app
        self.events = app.services.tournaments

    async def show_panel(self, request: Request, state: TournamentState, lead: str = "") -> None:
        """Show the tournament's panel, with `lead` above it."""
        words, situation = request.words, await self.situation(request, state)
        context = await tournament_context.load(self.app, state.row.id, words)
        rivals = [(context.name(who), str(who)) for who in tournament_situations.entrants_within_reach(situation)]
        organises = tournament_context.is_official(self.app, request.interaction, state)
        offers = ACTIONS.offers(situation, words)
        looked = self.app.looked.by(request.user)
        made = tournament_panel.panel(
            context, situation.member, offers, rivals, request.now, organises=organises, lead=lead, looked=looked
        )
        await request.respond(made)

    async def show_list(self, request: Request, page: int = 0) -> None:
        """Show a page of the server's tournaments, with the user's state in those on the page."""
        if request.guild_id is None:
            raise InteractionRefused("not-in-private")
        words = request.words
        shown, mine = panels.page_of(await tournament_context.reachable(self.app, request.interaction), page, ON_PAGE), []
        for state in shown.rows:
            member = state.member(request.user)
            if member is not None:
                context = await tournament_context.load(self.app, state.row.id, words)
                mine.append(board.mine(state.row.name, entrant_messages.my_state(context, member), words))
        opens = (await self.situation(request, None)).opens
        await request.respond(tournament_panel.tournament_list(shown, mine, words, opens=opens))

    async def situation(self, request: Request, state: TournamentState | None) -> TournamentSituation:
        """Return the user's relation to the tournament `state`."""
        return await tournament_situations.situation_of(self.app, request, state)

    async def after(self, request: Request, event_id: EventId, text: str) -> None:
        """Show `text` above the updated panel; in direct messages only `text`."""
        state = await self.events.queries.state(event_id)
        if request.guild_id is None or not await tournament_context.can_reach(self.app, request.interaction, state):
            await request.respond(notes.note(text))
        else:
            await self.show_panel(request, state, text)

    async def done(self, request: Request, event_id: EventId, key: str) -> None:
        """Show the sentence of this key in `text.tournaments.confirmations`, as `after` does."""
        await self.after(request, event_id, confirmations.done(key, request.words))

    async def seen(self, request: Request, event_id: EventId) -> TournamentContext:
        """Return the tournament's context for messages in the user's language."""
        return await tournament_context.load(self.app, event_id, request.words)
