"""Command `/tournament`: a panel with the user's possible actions in a tournament; every action can also be typed."""

from __future__ import annotations

import discord
from discord import app_commands

from cogs import deferral, interaction_info
from cogs.app_context import AppContext
from cogs.commands.command_translator import describe_options, name_and_description
from cogs.commands.tournaments import form_values
from cogs.commands.tournaments.appointments import AppointmentCommands
from cogs.commands.tournaments.creation import TournamentCreationCommands
from cogs.commands.tournaments.entrant_import import ImportCommands
from cogs.commands.tournaments.ladder_and_arena import LadderCommands
from cogs.commands.tournaments.lineups import LineupCommands
from cogs.commands.tournaments.organiser_commands import OrganiserCommands
from cogs.commands.tournaments.rulings import RulingCommands
from cogs.commands.tournaments.tournament_editor import TournamentEditCommands
from cogs.commands.tournaments.tournament_lookup import find_tournament, offers, tournament_here
from cogs.commands.tournaments.tournament_pages import TournamentPages
from cogs.declarations import ButtonGroup, DeferMode, Emphasis, EntryPoint
from cogs.interactions import access_rules
from cogs.interactions import tournament_conditions as conditions
from cogs.interactions.autocomplete import AutocompleteRequest, Offers, completes
from cogs.interactions.component_router import ComponentRouter
from cogs.interactions.panel_actions import ACTIONS_OF
from cogs.interactions.requests import Request, TournamentRequest
from cogs.interactions.surfaces import DUEL, ENDED, NO_EVENT, SERVER, TOURNAMENT
from cogs.interactions.tournament_conditions import TournamentSituation
from cogs.interactions.tournament_situations import ACTIONS
from cogs.messages.component_ids import Press
from cogs.refusals import InteractionRefused
from service.errors import Refusal
from storage.tournament_rows import EventId


class TournamentCog(
    LadderCommands,
    TournamentPages,
    AppointmentCommands,
    TournamentCreationCommands,
    OrganiserCommands,
    RulingCommands,
    LineupCommands,
    TournamentEditCommands,
    ImportCommands,
):
    """Cog with the command `/tournament`; only in servers."""

    def __init__(self, app: AppContext, presses: ComponentRouter) -> None:
        super().__init__(app)
        self.presses = presses

    @app_commands.command(**name_and_description("tournament"), extras={ACTIONS_OF: ACTIONS})
    @app_commands.guild_only()
    @describe_options("tournament", "action", "detail", "who", "tournament")
    async def tournament(
        self,
        interaction: discord.Interaction,
        action: str = "",
        detail: str = "",
        who: discord.Member | None = None,
        tournament: str = "",
    ) -> None:
        """Show the panel of the tournament, or the list of all; with an action, carry the action out."""
        request = Request(self.app, interaction)
        words = request.words
        known = ACTIONS.named(action) if action.strip() else None
        if not action.strip():
            state = await tournament_here(self.app, request, tournament)
            await (self.show_list(request) if state is None else self.show_panel(request, state))
            return
        about_none = known is not None and NO_EVENT in known.of
        ended = known is not None and ENDED in known.of
        each_state = None if about_none else await find_tournament(self.app, request, tournament, ended=ended)
        situation = await self.situation(request, each_state)
        if who is not None and known is not None and known.key == "deputies" and not detail.strip():
            detail = "add"
            if deferral.awaits_form(request.interaction):
                await deferral.defer_later(request.interaction, DeferMode.HERE, self.app.asleep)
        press = ACTIONS.typed(situation, action, detail, words)
        await self.presses.carry_out(
            request.interaction, press._replace(fields={form_values.WHO: (str(who.id),)} if who is not None else {})
        )

    @completes(tournament, "tournament")
    async def _offer_events(self, typing: AutocompleteRequest) -> Offers:
        return await offers(self.app, typing)

    @completes(tournament, "action", "detail")
    async def _offer(self, typing: AutocompleteRequest) -> Offers:
        situation = await self._guess_situation(Request(self.app, typing.interaction))
        if typing.option == "action":
            return ACTIONS.complete(situation, typing.text, typing.words)
        return ACTIONS.complete_detail(situation, typing.filled.get("action", ""), typing.text, typing.words)

    @TOURNAMENT.press("tpanel", "read")
    @TOURNAMENT.press("tmy", "play")
    async def press_panel(self, request: TournamentRequest) -> None:
        """Show the panel of the tournament in its present state."""
        await self.show_panel(request, request.state)

    @TOURNAMENT.action("game", "tgame", "play", when=conditions.sits, group=ButtonGroup.DO, style=Emphasis.MAIN, of=[DUEL])
    async def press_game(self, request: TournamentRequest) -> None:
        """Show the panel of the user's present match in the tournament. Refuses `no-game-yet`."""
        state = request.state
        member, context = state.member(request.user), await self.seen(request, state.row.id)
        sits = None if member is None else context.state.sits_at(member.id)
        match = None if sits is None else context.matches.get((sits[0].number, sits[1]))
        if match is None:
            raise Refusal("no-game-yet")
        await self.presses.carry_out(request.interaction, Press(match.match_id, 0, "more"))

    @SERVER.press("topen", way=EntryPoint.SELECT)
    async def press_open(self, request: Request) -> None:
        """Show the panel of the tournament chosen in a list."""
        number = EventId(interaction_info.number(request.choice))
        await self.show_panel(request, await access_rules.tournament_with_power(self.app, request.interaction, number, "read"))

    @TOURNAMENT.action(
        "list",
        "tlist",
        when=lambda situation: situation.state is None or not situation.state.is_duel,
        group=ButtonGroup.LOOK,
        argument=lambda _at: "",
        of=[NO_EVENT],
    )
    async def press_list(self, request: Request) -> None:
        """Show a page of the tournaments of this server."""
        await self.show_list(request, interaction_info.number(request.argument))

    async def _guess_situation(self, request: Request) -> TournamentSituation:
        """Return the situation for completions: that of the tournament that the options typed so far probably mean."""
        try:
            state = await find_tournament(self.app, request, str(request.interaction.namespace.tournament or ""), ended=True)
        except (Refusal, InteractionRefused):
            return await self.situation(request, None)
        return await self.situation(request, state)
