"""The list of a server's games that the reader may know of, in pages."""

from __future__ import annotations

from discord.ext import commands

from cogs import interaction_info
from cogs.app_context import AppContext
from cogs.declarations import ButtonGroup
from cogs.interactions.requests import Request
from cogs.interactions.surfaces import GAME
from cogs.messages import game_settings, panels
from cogs.messages.lobby import game_lists
from cogs.messages.message_parts import OPTIONS, Message
from cogs.refusals import InteractionRefused
from service.wiring.services import Services
from storage.rows import LOST, MatchId, MatchRow
from text.input_vocabulary import folded
from text.lobby import game_list_texts
from text.translator import Translator, phrase

ENDED = 5
"""So many of the games that are over are listed behind the others."""
LOOKED_AT = 200
"""So many of the games that ended last are looked through for those that may be named: hidden ones push no others out."""


class ListCommands(commands.Cog):
    """Part of the `/game` cog that lists games."""

    app: AppContext
    services: Services

    @GAME.action("list", "games", about=phrase("See all games of this server"), group=ButtonGroup.LOOK)
    async def press_games(self, request: Request) -> None:
        """Show another page of the games."""
        await request.respond(await self.games_page(request, interaction_info.number(request.argument)))

    async def games_page(self, request: Request, page: int) -> Message:
        """Return a page of the list: a line for each game, and a select to open one."""
        if request.guild_id is None:
            raise InteractionRefused("not-in-private")
        words = request.words
        match_rows = await self._open_to(request, request.guild_id)
        shown = panels.page_of(match_rows, page, game_lists.ON_PAGE)
        match_ids = {waiting.match.id for waiting in await self.services.match_queries.waiting_for(request.user)}
        rows = [(await self._row(match, words))._replace(is_asked=match.id in match_ids) for match in shown.rows]
        return game_lists.games(rows, shown, words)

    async def offered(self, request: Request, current: str) -> list[tuple[str, str]]:
        """Return completions of a game, as (label, id): games whose line contains the text, running ones before ended ones."""
        assert request.guild_id is not None
        words, offers = request.words, list[tuple[str, str]]()
        for match in await self._open_to(request, request.guild_id, ended=OPTIONS):
            row = await self._row(match, words)
            line = game_list_texts.game_offer(match.id, row.title, row.players, match.status, words)
            if folded(current) in folded(line):
                offers.append((line, str(match.id)))
            if len(offers) == OPTIONS:
                break
        return offers

    async def _open_to(self, request: Request, guild_id: int, *, ended: int = ENDED) -> list[MatchRow]:
        """Return the matches that the user may know of, newest first, ended ones last."""
        looking, user = self.services.match_queries, request.user
        plays_in = {match.id for match in await looking.games_of(user, guild_id)}
        live = await looking.guild_matches(guild_id)
        match_rows = [match for match in live if match.id in plays_in or await self._sees(request, match)]
        most = len(match_rows) + ended
        for match in await looking.guild_matches(guild_id, ended=True, limit=LOOKED_AT):
            if len(match_rows) == most:
                break
            if await self._has_played(user, match.id) or await self._sees(request, match):
                match_rows.append(match)
        return match_rows

    async def _sees(self, request: Request, match: MatchRow) -> bool:
        """Return whether the user can read the match's channel; the server's moderators also see lost matches."""
        reaches, is_lost = self.app.visibility.reaches, match.status == LOST
        return await reaches(request.interaction, match.guild_id, match.channel_id, is_inside=False, is_lost=is_lost)

    async def _has_played(self, user_id: int, match_id: MatchId) -> bool:
        return any(seat.user_id == user_id for seat in await self.services.match_queries.seats(match_id))

    async def _row(self, match: MatchRow, words: Translator) -> game_lists.ListedGame:
        seats = await self.services.match_queries.seats(match.id)
        names = await self.app.people.names(seats, match.guild_id, words)
        return game_lists.ListedGame(match, game_settings.title_or_id(self.app, match, words), names)
