"""Command `/find`: a search entry in the server's list, and games that begin as soon as entries match."""

from __future__ import annotations

from dataclasses import replace

import discord
from discord import app_commands
from discord.ext import commands

from cogs import interaction_info
from cogs.app_context import AppContext
from cogs.background.lobby.lobby_messages import LobbyMessages
from cogs.background.lobby.matchmaking_list import MatchmakingList
from cogs.commands.command_translator import describe_options, everywhere, name_and_description
from cogs.commands.lobby import game_channels
from cogs.declarations import DeferMode, EntryPoint
from cogs.interactions import option_parsing
from cogs.interactions.autocomplete import AutocompleteRequest, Offers, completes
from cogs.interactions.requests import Request
from cogs.interactions.surfaces import SERVER
from cogs.messages import ephemeral_messages as notes
from cogs.messages.component_ids import Press
from cogs.messages.lobby import matchmaking as pages
from cogs.messages.message_parts import button
from cogs.refusals import InteractionRefused
from service.guilds.server_settings import ROOM
from service.lobby.match_terms import duration
from service.lobby.matchmaking import EDITION, MatchedPlayers
from storage.rows import MatchId, SeekRow, UserId
from text.clocks import time_controls
from text.input_vocabulary import folded
from text.labels import label
from text.lobby import matchmaking_texts, setup
from text.translator import Translator
from text.translator import languages as languages_of_text
from text.translator import translator_for as spoken
from text.users import preferences

OFF = "off"
"""Named as the game: look for nothing more."""
TITLE = 100
"""Most characters of the title of a thread."""


class MatchmakingCog(commands.Cog):
    """Cog with the command `/find` and the buttons of the server's search list."""

    def __init__(self, app: AppContext, lobby_messages: LobbyMessages) -> None:
        self.app = app
        self.services = app.services
        self.lobby_messages = lobby_messages
        self.seekers = MatchmakingList(app)

    @everywhere
    @app_commands.command(**name_and_description("find"))
    @describe_options("find", "game", "edition", "pace", "players", "languages", "slowest", "reliable")
    async def find(
        self,
        interaction: discord.Interaction,
        game: str = "",
        edition: str = "",
        pace: str = "",
        players: app_commands.Range[int, 2, 6] | None = None,
        languages: str = "",
        slowest: str = "",
        reliable: app_commands.Range[int, 1, 100] | None = None,
    ) -> None:
        """Add the user to the server's search list, with what they want to play and with whom."""
        request = Request(self.app, interaction)
        if not interaction_info.is_in_server(request.interaction):
            await request.respond(pages.solo_choices(request.words))
            return
        if folded(game) in (OFF, *(folded(label("unseek", spoken(language))) for language in languages_of_text())):
            await self._take_back(request)
            return
        game_id = setup.game(game, self.app.editions.explain, request.words)
        wanted = SeekRow(
            _guild(request),
            request.user,
            game_id,
            pace.strip().lower(),
            players or 0,
            request.now,
        )
        await self._look(request, replace(wanted, edition=edition.strip().lower(), least_kept=reliable or 0), languages, slowest)

    @completes(find, "game", "edition", "languages", "pace")
    async def _offer(self, typing: AutocompleteRequest) -> Offers:
        text, words = typing.text, typing.words
        if typing.option == "languages":
            return preferences.offered_more(text)
        if typing.option == "pace":
            return [offer for offer in time_controls.paces(text, words) if "=" not in offer[1]]
        if typing.option == "edition":
            edition = self.app.editions[setup.game(typing.filled.get("game"), self.app.editions.explain, words)]
            return setup.offers(EDITION, text, edition.game.schema(), edition.words.explain, words)
        wishes = await self.services.matchmaking.wishes(_guild(Request(self.app, typing.interaction)))
        is_listed = any(wish.user_id == typing.user for wish in wishes)
        off = [(label("unseek", words), OFF)] if is_listed else []
        return [*off, *setup.games(text, self.app.editions.explain, words)]

    @SERVER.press("findform", ack=DeferMode.FORM)
    async def press_form(self, request: Request) -> None:
        """Open the search form, from the list of a server's games."""
        words = request.words
        await request.ask(label("find-players", words), Press(MatchId(0), 0, "findset"), *pages.form(self._games(words), words))

    @SERVER.press("findset", way=EntryPoint.FORM)
    async def press_set(self, request: Request) -> None:
        """Add the user to the search list as entered in the form."""
        field = {key: values[0] for key, values in request.fields.items() if values and values[0] != pages.ANY}
        game, _, edition = field.get("game", "").partition(" ")
        players, pace = interaction_info.number(field.get("players", "")), field.get("pace", "")
        wanted = SeekRow(_guild(request), request.user, game, pace, players, request.now, edition)
        await self._look(request, wanted, field.get("languages", ""), field.get("slowest", ""))

    @SERVER.press("seek", ack=DeferMode.AFRESH)
    async def press_seek(self, request: Request) -> None:
        """Search for the same game as another user of the list.

        For the user's own entry, show the state of their search.
        """
        guild_id, user = _guild(request), request.user
        wishes = await self.services.matchmaking.wishes(guild_id)
        theirs = next((wish for wish in wishes if wish.user_id == interaction_info.large(request.argument)), None)
        if theirs is None:
            await self.seekers.refresh(guild_id)
            await request.respond(notes.note(matchmaking_texts.gone(request.words)))
        elif theirs.user_id == user:
            await self._show_kept(request)
        else:
            await self._wish(request, _same_seek(theirs, user))

    @SERVER.press("unseek")
    async def press_unseek(self, request: Request) -> None:
        """Remove the user from the search list."""
        await self._take_back(request)

    async def _take_back(self, request: Request) -> None:
        await self.services.matchmaking.take_back(_guild(request), request.user, now=request.now)
        await self.seekers.refresh(_guild(request))
        await request.respond(notes.note(matchmaking_texts.taken_back(request.words)))

    def _games(self, words: Translator) -> list[tuple[str, str]]:
        """Return (name, value) of every game, and of each edition of games with several."""
        games = []
        for edition in self.app.editions.values():
            explain, schema = edition.words.explain, edition.game.schema()
            name, choices = explain.name(words), next((option.choices for option in schema if option.key == EDITION), ())
            games += [(name, edition.game.id)]
            games += [(f"{name} · {explain.value(EDITION, choice, words)}", f"{edition.game.id} {choice}") for choice in choices]
        return games

    async def _look(self, request: Request, wanted: SeekRow, languages: str, slowest: str) -> None:
        """Save a search entry, with the typed requirements for other players."""
        wanted = replace(
            wanted,
            languages=tuple(dict.fromkeys(option_parsing.language(word) for word in languages.split(",") if word.strip())),
            most_wait_s=round(duration(slowest or "0").total_seconds()),
        )
        with option_parsing.game_words(self.app, wanted.game):
            await self._wish(request, wanted)

    async def _wish(self, request: Request, wanted: SeekRow) -> None:
        room = game_channels.server_game_channel(request.interaction, self.services.server_settings.one(request.guild_id, ROOM))
        voiceless = game_channels.may_open_without_writing(self.app, request.interaction)
        kind = game_channels.planned_place(
            request.interaction, here=not self.app.threads, private=False, voiceless=voiceless, room=room
        )
        self.app.cooldowns.spend(wanted.user_id, "new", request.now)
        wish = await self.services.matchmaking.wish(wanted)
        if wish is not None:
            await self._begin(request, wish, kind, room)
            await self.seekers.refresh(wanted.guild_id)
            return
        where = room.id if isinstance(room, discord.TextChannel) else request.place.channel_id
        await self.seekers.show(wanted.guild_id, where)
        await self._show_kept(request)

    async def _begin(
        self,
        request: Request,
        matched: MatchedPlayers,
        kind: game_channels.ChannelKind,
        room: game_channels.Channel | None,
    ) -> None:
        locale = await self.app.languages.public(request.interaction)
        words = spoken(locale)
        names = [await self.app.people.name(user, request.guild_id, words) for user in matched.people]
        title = matchmaking_texts.together(names, words)[:TITLE]
        made = await game_channels.prepare(request.interaction, kind, title, notes.note(title), room)
        try:
            match = (await self.services.matchmaking.begin(matched, made.place, now=request.now, locale=locale)).match
        except BaseException:
            await made.remove()
            raise
        await self.services.outbox.posted(match.id, "lobby", made.front.id, channel_id=made.front.channel.id, now=request.now)
        await self.lobby_messages.refresh(match.id)
        await request.respond(notes.note(matchmaking_texts.found(f"<#{match.channel_id}>", request.words)))

    async def _show_kept(self, request: Request) -> None:
        words = request.words
        where = await self.seekers.where(_guild(request)) or request.interaction.channel_id
        await request.respond(
            notes.note(matchmaking_texts.kept(f"<#{where}>", words)).row(button(None, label("unseek", words), "unseek")),
        )


def _same_seek(theirs: SeekRow, user: UserId) -> SeekRow:
    """Return a copy of a search entry for another user, without requirements for other players."""
    return replace(theirs, user_id=user, at=interaction_info.now(), most_wait_s=0, least_kept=0)


def _guild(request: Request) -> int:
    if request.guild_id is None:
        raise InteractionRefused("not-in-private")
    return request.guild_id
