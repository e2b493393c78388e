"""Agreement of two servers on a game: a code is made in the lobby of one, and entered in the lobby of the other."""

from __future__ import annotations

from discord.ext import commands

from cogs import interaction_info
from cogs.app_context import AppContext
from cogs.background.lobby.lobby_messages import LobbyMessages
from cogs.commands.lobby import game_channels
from cogs.declarations import ActorRole, DeferMode, EntryPoint
from cogs.interactions.requests import MatchRequest, Request
from cogs.interactions.surfaces import GAME
from cogs.messages import ephemeral_messages as notes
from cogs.messages import game_settings
from cogs.messages.component_ids import Press
from cogs.messages.form_fields import TextField
from cogs.messages.lobby import cross_server_invites as shown
from service.lobby.cross_server_invites import normalise_code
from service.match.seating import in_joining_order
from service.wiring.services import Services
from storage.rows import MatchId
from text.lobby import cross_server_texts as said
from text.translator import translator_for as spoken


class CrossServerCommands(commands.Cog):
    """Part of the `/game` cog about games between servers, for members who may manage one."""

    app: AppContext
    services: Services
    lobby_messages: LobbyMessages

    @GAME.press("rival", ActorRole.HOST, first=True)
    async def press_rival(self, request: MatchRequest) -> None:
        """Make or withdraw a code for another server."""
        interaction_info.require_own(request.interaction, manage_guild=True)
        user, words, now = request.user, request.words, request.now
        how = {"now": now, "moderator": request.is_moderator}
        if request.argument == shown.INVITE:
            lobby, invitation = await self.services.cross_server_invites.invite(request.match_id, user, _name(request), **how)  # type: ignore[arg-type]
            await request.respond(shown.page(lobby.match, invitation, words))
        else:
            lobby = await self.services.cross_server_invites.withdraw(request.match_id, user, **how)  # type: ignore[arg-type]
            await request.respond(shown.page(lobby.match, None, words, said.withdrawn(words)))
        await self.lobby_messages.refresh(request.match_id)

    @GAME.press("rivalcode", ActorRole.HOST, ack=DeferMode.FORM)
    async def press_code(self, request: MatchRequest) -> None:
        """Open the form that asks for the other server's code."""
        words = request.words
        line = TextField(said.form_hint(words), long=30, detail=said.form_about(words))
        await request.ask(said.form_title(words), Press(request.match_id, 0, "rivalcodeset"), line)

    @GAME.press("rivalcodeset", ActorRole.HOST, way=EntryPoint.FORM)
    async def press_code_set(self, request: MatchRequest) -> None:
        """Show the terms of the game that the entered code stands for."""
        await self.offer_rival(request, request.match_id, request.choice)

    @GAME.press("rivalagree", ActorRole.HOST, first=True)
    async def press_agree_rival(self, request: MatchRequest) -> None:
        """Accept the other server's game, so that both matches begin."""
        interaction_info.require_own(request.interaction, manage_guild=True)
        code, _, digest = request.argument.partition(" ")
        words, user = request.words, request.user
        offered = await self.services.cross_server_invites.offer(code, request.guild_id, request.now)
        how = {"now": request.now, "moderator": request.is_moderator}
        update = await self.services.cross_server_invites.agree(request.match_id, user, _name(request), code, digest, **how)  # type: ignore[arg-type]
        await request.respond(notes.note(said.begun(offered.name, words)))
        await self.lobby_messages.refresh(request.match_id)
        await self.lobby_messages.refresh(offered.match.id)
        host = await self.app.people.name(update.match.host_id, update.match.guild_id, spoken(update.match.locale))
        title = game_settings.title_or_id(self.app, update.match, spoken(update.match.locale))
        seats = await self.services.match_queries.seats(update.match.id)
        names = await self.app.people.names(seats, update.match.guild_id, spoken(update.match.locale))
        await game_channels.rename_thread(
            request.interaction, update.match, title, host, [names[row.seat] for row in in_joining_order(seats)]
        )

    async def show_rivals(self, request: Request, match_id: MatchId) -> None:
        """Show how games between servers work, or the code of this lobby."""
        interaction_info.require_own(request.interaction, manage_guild=True)
        match = await self.services.match_queries.match(match_id)
        invitation = await self.services.cross_server_invites.invitation(match_id, request.now)
        await request.respond(shown.page(match, invitation, request.words))

    async def offer_rival(self, request: Request, match_id: MatchId, code: str) -> None:
        """Show the terms of the game that this server would accept with the code."""
        interaction_info.require_own(request.interaction, manage_guild=True)
        words, match = request.words, await self.services.match_queries.match(match_id)
        offered = await self.services.cross_server_invites.offer(code, request.guild_id, request.now)
        edition = self.app.edition(offered.match)
        await request.respond(shown.offer(match, offered, normalise_code(code), edition, _name(request), words))


def _name(request: Request) -> str:
    """Return the server's name, as the other server will see it."""
    return request.guild.name if request.guild is not None else ""
