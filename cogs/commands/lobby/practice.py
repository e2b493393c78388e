"""Command `/practice`: a first game against a computer, with lessons.

It is played in a private thread, which, unlike a private answer, can be found again later and on other devices, and takes typed
moves. Its buttons, pictures and messages are those of every match. If no private thread can be created, it is played in a public
thread or in the present channel; outside of servers that have the bot, in direct messages.
"""

from __future__ import annotations

from collections.abc import Mapping

import discord
from discord import app_commands
from discord.ext import commands

from cogs import delivery, interaction_info
from cogs.app_context import AppContext
from cogs.commands.command_translator import everywhere, name_and_description
from cogs.commands.lobby import game_channels
from cogs.declarations import ActorRole, ButtonGroup, DeferMode, Emphasis
from cogs.interactions.command_tree import FIRST
from cogs.interactions.requests import MatchRequest, Request
from cogs.interactions.surfaces import GAME, SERVER
from cogs.messages import ephemeral_messages as notes
from cogs.messages.lobby import game_lists, practice
from cogs.refusals import InteractionRefused
from editions.edition import Edition
from storage.rows import RUNNING, MatchRow, UserId
from text.lobby import game_lookup as said
from text.translator import Translator, phrase


class PracticeCog(commands.Cog):
    """Cog with the command `/practice`, for users who have never played."""

    def __init__(self, app: AppContext) -> None:
        self.app = app
        self.services = app.services

    @everywhere
    @app_commands.command(**name_and_description("practice"), extras={FIRST: True})
    async def practice(self, interaction: discord.Interaction) -> None:
        """Begin a practice game, or link to the user's unfinished one."""
        request = Request(self.app, interaction)
        await self._start_practice(request)

    @SERVER.press("practice", ack=DeferMode.AFRESH, first=True)
    async def press_practice(self, request: Request) -> None:
        """Begin a practice game, or link to the user's unfinished one."""
        await self._start_practice(request)

    @SERVER.press("solo", ack=DeferMode.AFRESH, first=True)
    async def press_solo(self, request: Request) -> None:
        """Open a full game against a computer."""
        words, edition = request.words, self._teaching()
        if edition is None:
            raise InteractionRefused("not-in-private")
        game_channels.must_open(self.app, request.interaction)
        title = said.solo(edition.words.explain.name(words), request.name, words)
        _, match, _ = await self._open_practice_game(request, edition, {}, title, said.solo_welcome(words))
        await request.respond(notes.note(said.solo_begun(_location(match), words)))

    @GAME.action(
        "leave-practice",
        "leavepractice",
        ActorRole.HOST,
        about=phrase("End your practice game"),
        when=lambda situation: situation.plays and situation.is_practice,
        group=ButtonGroup.ASK,
        style=Emphasis.END,
        ack=DeferMode.AFRESH,
    )
    async def press_leave_practice(self, request: MatchRequest) -> None:
        """Ask for confirmation before the practice game is ended."""
        match, words = await self.services.match_queries.match(request.match_id), request.words
        await request.respond(practice.leave_question(match, said.ask_leave(words), words))

    async def _start_practice(self, request: Request) -> None:
        words, user = request.words, request.user
        edition = self._teaching()
        if edition is None:
            await request.respond(notes.note(said.none_here(words)))
        elif (known := await self._running_practice(user, _server(request))) is not None:
            await request.respond(notes.note(said.under_way(_location(known), words)))
        else:
            game_channels.must_open(self.app, request.interaction)
            await self._set_up(request, edition, words)

    def _teaching(self) -> Edition | None:
        """Return the first edition that has lessons; None without one."""
        return next((edition for edition in self.app.editions.values() if edition.words.lessons is not None), None)

    async def _running_practice(self, user: UserId, guild_id: int | None) -> MatchRow | None:
        for match in await self.services.match_queries.games_of(user, guild_id):
            lessons = self.app.editions[match.game].words.lessons if match.game in self.app.editions else None
            if match.status != RUNNING or lessons is None or not lessons.is_first_game(match.options):
                continue
            if sum(seat.user_id is not None for seat in await self.services.match_queries.seats(match.id)) == 1:
                return match
        return None

    async def _set_up(self, request: Request, edition: Edition, words: Translator) -> None:
        lessons = edition.words.lessons
        assert lessons is not None, "this one explains itself"
        title = said.title(edition.words.explain.name(words), request.name, words)
        front, match, kind = await self._open_practice_game(request, edition, lessons.options, title, lessons.welcome(words))
        await delivery.edit(front, practice.welcome(match, edition, words))
        alone = (game_channels.ChannelKind.PRIVATE_THREAD, game_channels.ChannelKind.LETTERS)
        watched = said.seen_by_all(words) if kind not in alone and self.app.threads else ""
        await request.respond(notes.note(said.begun(_location(match), words), watched))

    async def _open_practice_game(
        self, request: Request, edition: Edition, options: Mapping[str, str], title: str, lead: str
    ) -> tuple[discord.Message, MatchRow, game_channels.ChannelKind]:
        """Open a game against a computer, and return its first message, the match, and the kind of channel."""
        user, words = request.user, request.words
        letters = (
            None if interaction_info.is_in_server(request.interaction) else await game_channels.private_channel(request.interaction)
        )
        parent = game_channels.parent(request.interaction) if self.app.threads and letters is None else None
        kind = self._channel_kind(request, parent) if letters is None else game_channels.ChannelKind.LETTERS
        here = letters.id if letters is not None else request.interaction.channel_id if kind.is_here else None
        await self.services.lobbies.check_new(edition.game.id, options, channel_id=here, host=user, guild_id=_server(request))
        self.app.cooldowns.spend(user, "new", request.now)
        if letters is not None:
            room = await game_channels.private_place(letters, notes.note(lead))
        else:
            room = await game_channels.prepare(request.interaction, kind, title, notes.note(lead), parent)
        try:
            begun = await self.services.practice.begin(
                room.place, user, edition.game.id, options, now=request.now, locale=words.locale
            )
        except BaseException:
            await room.remove()
            raise
        return room.front, begun.match, kind

    def _channel_kind(self, request: Request, parent: game_channels.Channel | None) -> game_channels.ChannelKind:
        """Return the most private kind of channel that can be created.

        In a thread, which other players use, that is a new thread in its parent channel.
        """
        voiceless = game_channels.may_open_without_writing(self.app, request.interaction)
        if not self.app.threads:
            return game_channels.planned_place(request.interaction, here=True, private=False, voiceless=voiceless)
        if parent is not None:
            return game_channels.planned_beside(request.interaction, parent, voiceless=voiceless)
        try:
            return game_channels.planned_place(request.interaction, here=False, private=True, voiceless=voiceless)
        except InteractionRefused:
            return game_channels.planned_place(request.interaction, here=False, private=False, voiceless=voiceless)


def _server(request: Request) -> int | None:
    """Return the id of the request's server; None in direct messages, and in a server without the bot."""
    return request.guild_id if interaction_info.is_in_server(request.interaction) else None


def _location(match: MatchRow) -> str:
    return game_lists.link(match) if match.guild_id is None else f"<#{match.channel_id}>"
