"""Actions on the clocks of a match: to show all clocks, and to give the other players more time."""

from __future__ import annotations

from discord.ext import commands

from cogs.app_context import AppContext
from cogs.declarations import ActionArgument, ActorRole, ButtonGroup, DeferMode
from cogs.interactions import game_conditions as conditions
from cogs.interactions.requests import MatchRequest, Request
from cogs.interactions.surfaces import GAME
from cogs.messages.clocks import clock_view
from cogs.messages.component_ids import Press
from cogs.messages.form_fields import TextField
from service.lobby.match_terms import duration
from storage.rows import MatchRow
from text.play import game_panel_texts
from text.translator import phrase


class ClockCog(commands.Cog):
    """Cog with the panel actions on a match's clocks."""

    def __init__(self, app: AppContext) -> None:
        self.app = app
        self.services = app.services

    @GAME.action(
        "clocks",
        "clocks",
        ActorRole.ANYBODY,
        about=phrase("See all clocks of this game, and why any are stopped"),
        when=lambda situation: situation.is_running and situation.has_clock,
        group=ButtonGroup.LOOK,
        ack=DeferMode.AFRESH,
    )
    async def press_clocks(self, request: MatchRequest) -> None:
        """Show the clocks of all players."""
        await self._show(request, await self.services.match_queries.match(request.match_id))

    @GAME.action(
        "give",
        "give",
        ActorRole.SEATED,
        about=phrase("Give the others in this game more time"),
        when=lambda situation: conditions.may_ask(situation) and situation.has_clock and situation.others_play,
        group=ButtonGroup.ASK,
        typed=ActionArgument(offers=lambda _at, _words: [(length, length) for length in game_panel_texts.LENGTHS]),
        ack=DeferMode.FORM,
    )
    async def press_give(self, request: MatchRequest) -> None:
        """Open the form that asks how much time to give the other players."""
        words = request.words
        line = TextField(
            game_panel_texts.give_hint(words), given=game_panel_texts.LENGTHS[0], long=40, detail=game_panel_texts.give_about(words)
        )
        await request.ask(game_panel_texts.give_title(words), Press(request.match_id, 0, "giveset"), line)

    @GAME.filled("give")
    async def press_give_set(self, request: MatchRequest) -> None:
        """Give all other players the time that was entered, and notify everyone in the match.

        Refuses `bad-terms`.
        """
        length = duration(request.choice)
        await self.services.clocks.give(request.match_id, request.user, length, now=request.now)
        match = await self.services.match_queries.match(request.match_id)
        await self._show(request, match, clock_view.gift(length, request.words))

    async def _show(self, request: Request, match: MatchRow, lead: str = "") -> None:
        words, seats = request.words, await self.services.match_queries.seats(match.id)
        shown = await self.services.clocks.shown(match, seats, request.now)
        names = await self.app.people.names(seats, match.guild_id, words)
        await request.respond(clock_view.page(match, shown, names, words, lead))
