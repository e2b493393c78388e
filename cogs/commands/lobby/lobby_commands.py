"""Actions in a lobby: joining, leaving, inviting, adding computer players, starting and cancelling."""

from __future__ import annotations

from collections.abc import Awaitable

from discord.ext import commands

from cogs import delivery, interaction_info
from cogs.app_context import AppContext
from cogs.background.lobby.lobby_messages import LobbyMessages
from cogs.commands.lobby import game_channels
from cogs.commands.lobby.cross_server_invites import CrossServerCommands
from cogs.commands.lobby.lobby_settings import page_of
from cogs.declarations import ActorRole, ButtonGroup, DeferMode, Emphasis, EntryPoint
from cogs.interactions import error_handler, option_parsing
from cogs.interactions.requests import MatchRequest, Request
from cogs.interactions.surfaces import GAME
from cogs.messages import ephemeral_messages as notes
from cogs.messages import game_settings
from cogs.messages.lobby import lobby_message as tables
from cogs.messages.lobby import lobby_settings
from cogs.messages.message_parts import Message, button
from games.core.errors import RuleRefusedError
from service.lobby.cross_server_invites import is_code
from service.match.seating import in_joining_order
from service.records import Lobby
from service.wiring.services import Services
from storage.rows import LOBBY, RIVAL, TOWN, MatchId, MatchRow
from text.labels import label
from text.lobby import game_lookup, lobby_texts
from text.play import departure_texts, game_panel_texts
from text.translator import phrase
from text.translator import translator_for as spoken
from text.users import members


class LobbyCommands(CrossServerCommands, commands.Cog):
    """Part of the `/game` cog with the actions before a match begins."""

    app: AppContext
    services: Services
    lobby_messages: LobbyMessages

    @GAME.action(
        "join",
        "join",
        ActorRole.ANYBODY,
        about=phrase("Take a seat in this game"),
        when=lambda situation: (
            situation.is_lobby and situation.seat is None and len(situation.seats) < situation.match.seats_wanted
        ),
        group=ButtonGroup.DO,
        style=Emphasis.MAIN,
        ack=DeferMode.FRONT,
    )
    async def press_join(self, request: MatchRequest) -> None:
        """Give the user a seat in the lobby."""
        taking = self.services.lobbies.join(request.match_id, request.user, now=request.now)
        match = await self.services.match_queries.match(request.match_id)
        sentence = game_lookup.seat_taken(f"<#{match.channel_id}>", request.words)
        await self._seat_player(request, request.match_id, taking, sentence)

    @GAME.action(
        "leave",
        "leave",
        ActorRole.ANYBODY,
        about=phrase("Leave the game before it starts"),
        when=lambda situation: situation.is_lobby and situation.seat is not None,
        group=ButtonGroup.ASK,
        ack=DeferMode.FRONT,
    )
    async def press_leave(self, request: MatchRequest) -> None:
        """Give up the user's seat in the lobby."""
        given_up = self.services.lobbies.leave(request.match_id, request.user, now=request.now)
        left = lobby_texts.left(request.name, request.words)
        await self._seat_player(request, request.match_id, given_up, left)

    @GAME.action(
        "start",
        "start",
        ActorRole.HOST,
        about=phrase("Start the game (host)"),
        when=lambda situation: situation.is_lobby and situation.is_host,
        group=ButtonGroup.DO,
        style=Emphasis.MAIN,
        ack=DeferMode.AFRESH,
    )
    async def press_start(self, request: MatchRequest) -> None:
        """Start the match."""
        update = await self.services.lobbies.start(
            request.match_id,
            request.user,
            now=request.now,
            moderator=request.is_moderator,
        )
        words = request.words
        await request.respond(notes.note(lobby_texts.begun(f"<#{update.match.channel_id}>", words)))
        await self.lobby_messages.refresh(request.match_id)
        await self._rename(request, update.match)

    @GAME.action(
        "cancel",
        "cancel",
        ActorRole.HOST,
        about=phrase("End the game without a result (host or moderator)"),
        when=lambda situation: (
            situation.is_host and (situation.is_lobby or situation.is_running or situation.is_lost) and not situation.is_practice
        ),
        group=ButtonGroup.RUN,
        style=Emphasis.END,
    )
    async def press_ask_cancel(self, request: MatchRequest) -> None:
        """Ask for confirmation before a lobby or a match is ended without a result."""
        match, words = await self.services.match_queries.match(request.match_id), request.words
        ask, yes = (
            (game_panel_texts.ask_close, "yes-close") if match.status == LOBBY else (departure_texts.ask_cancel, "yes-cancel")
        )
        await request.respond(tables.end_question(match, ask(words), label(yes, words), "cancelsure", words))

    @GAME.sure("cancel", "yes-cancel")
    async def press_cancel(self, request: MatchRequest) -> None:
        """End a lobby or a match without a result, after confirmation."""
        await self.services.resignations.cancel(
            request.match_id,
            request.user,
            now=request.now,
            moderator=request.is_moderator,
        )
        words = request.words
        await request.respond(notes.note(departure_texts.cancelled(request.name, words)))
        await self.lobby_messages.refresh(request.match_id)

    @GAME.press("keep", ActorRole.ANYBODY)
    async def press_keep(self, request: MatchRequest) -> None:
        """Answer that nothing has changed."""
        await request.respond(notes.note(lobby_texts.nothing_changed(request.words)))

    @GAME.press("computer", ActorRole.HOST)
    async def press_computer(self, request: MatchRequest) -> None:
        """Ask which computer player to add, after a press on an outdated lobby message."""
        lobby, words = await self.services.lobbies.lobby(request.match_id), request.words
        await request.respond(await page_of(self.app, lobby, lobby_settings.COMPUTER, words))

    @GAME.press("level", ActorRole.HOST, way=EntryPoint.SELECT, first=True)
    async def press_level(self, request: MatchRequest) -> None:
        """Give a seat to the chosen computer player or to the server, or invite another server."""
        if request.choice == RIVAL or is_code(request.choice):
            await self._rival(request)
            return
        lobbies, words, how = (
            self.services.lobbies,
            request.words,
            {"moderator": request.is_moderator},
        )
        if request.choice == TOWN:
            interaction_info.require_own(request.interaction, manage_guild=True)
            lobby = await lobbies.add_town(request.match_id, request.user, now=request.now, **how)
        else:
            lobby = await lobbies.add_computer(request.match_id, request.user, request.choice, now=request.now, **how)
        name = members.the_server(words) if request.choice == TOWN else members.computer_name(request.choice, words)
        await self._home(request, lobby, lobby_texts.joined(name, words))
        await self.lobby_messages.refresh(request.match_id)

    @GAME.action(
        "remove-computer",
        "uncomputer",
        ActorRole.HOST,
        about=phrase("Remove the computer player that was added last (host)"),
        when=lambda situation: situation.sets and situation.has_computers,
        group=ButtonGroup.RUN,
        first=True,
    )
    async def press_uncomputer(self, request: MatchRequest) -> None:
        """Remove a computer player from the lobby."""
        lobby = await self.services.lobbies.remove_computer(
            request.match_id,
            request.user,
            now=request.now,
            moderator=request.is_moderator,
        )
        await self._home(request, lobby, lobby_texts.computer_unseated(request.words))
        await self.lobby_messages.refresh(request.match_id)

    @GAME.press("invite", ActorRole.HOST, way=EntryPoint.SELECT, first=True)
    async def press_invite(self, request: MatchRequest) -> None:
        """Invite users to the match with a ping, and add them to its thread if that is private."""
        match = await self.services.match_queries.match(request.match_id)
        users = [option_parsing.member(word, request.guild) for word in " ".join(request.values).replace(",", " ").split()]
        words, added = request.words, await game_channels.invite_members(self.app, request.interaction, match, users)
        invited = lobby_texts.invited([f"<@{user}>" for user in added], words) if added else lobby_texts.nobody_invited(words)
        await request.respond_separately(notes.note(invited))

    async def _rival(self, request: Request) -> None:
        if request.choice == RIVAL:
            await self.show_rivals(request, request.match_id)
        else:
            await self.offer_rival(request, request.match_id, request.choice)

    async def _seat_player(self, request: Request, match_id: MatchId, seating: Awaitable[Lobby], text: str) -> None:
        """Await `seating`, which adds or removes a player, and update the lobby's message.

        A press on the lobby's message is answered by its update, other presses by `text` in private. After a refusal the message is
        updated too, since it may have been outdated.
        """
        front = await self.services.outbox.last(match_id, "lobby")
        on_front = (
            request.interaction.message is not None and front is not None and request.interaction.message.id == front.message_id
        )
        try:
            await seating
        except RuleRefusedError as refused:
            on_front = False
            await self._refuse_seat(request, match_id, refused)
        else:
            if not on_front:
                await _answer_in_place(request, notes.note(text))
        await self.lobby_messages.refresh(match_id, request.interaction if on_front else None)

    async def _refuse_seat(self, request: Request, match_id: MatchId, refused: RuleRefusedError) -> None:
        """Tell the user why they got no seat; users who already have one get a button to leave."""
        if refused.code != "already-joined":
            await error_handler.report(self.app, request.interaction, refused)
            return
        match, words = await self.services.match_queries.match(match_id), request.words
        leave = button(match, label("leave", words), "leave", version=0)
        await request.respond_separately(notes.refusal(refused, words).row(leave))

    async def _home(self, request: Request, lobby: Lobby, text: str) -> None:
        """Show the first page of the lobby's settings, below `text`."""
        words, user = request.words, request.user
        await request.respond(await page_of(self.app, lobby, lobby_settings.HOME, words, notes.note(text), user))

    async def _rename(self, request: Request, match: MatchRow) -> None:
        """Rename the match's thread after its present title."""
        title = game_settings.title_or_id(self.app, match, spoken(match.locale))
        host = await self.app.people.name(match.host_id, match.guild_id, spoken(match.locale))
        seats = await self.services.match_queries.seats(match.id)
        names = await self.app.people.names(seats, match.guild_id, spoken(match.locale))
        await game_channels.rename_thread(
            request.interaction, match, title, host, [names[row.seat] for row in in_joining_order(seats)]
        )


async def _answer_in_place(request: Request, message: Message) -> None:
    """Answer by editing the pressed message if it is private, else with a new private message."""
    is_private = request.interaction.message is None or request.interaction.message.flags.ephemeral
    await (delivery.respond if is_private else delivery.respond_separately)(request.interaction, message)
