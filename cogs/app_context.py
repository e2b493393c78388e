"""The application context: services, display names, emojis and the connection, shared by all parts of the Discord layer.

Other modules get this context instead of the bot's client class, which would be a circular import.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field, replace
from typing import Protocol

import discord

from cogs.cooldowns import Cooldowns
from cogs.display_names import DisplayNames
from cogs.languages import Languages
from cogs.render_executor import RenderExecutor, ThreadRenderExecutor
from cogs.visibility import Visibility
from editions.edition import Edition, Editions
from service.core.timers import Sleep
from service.guilds.server_settings import LANGUAGE
from service.wiring.services import Services
from storage.rows import MatchId, MatchRow, UserId
from storage.tournament_rows import EventId
from text.translator import SOURCE, Translator
from text.translator import translator_for as spoken


class EmojiTable:
    """The bot's custom emojis by the name that texts use for each; one instance per process."""

    def __init__(self) -> None:
        self._shown: dict[str, str] = {}
        self._words: dict[str, Translator] = {}

    def put(self, sign: str, emoji: str) -> None:
        """Set a sign's emoji, such as `<:name:id>`."""
        self._shown[sign] = emoji

    def words(self, plain: Translator) -> Translator:
        """Return the translator with custom emojis in its texts, including emojis that are added later."""
        if plain.locale not in self._words:
            self._words[plain.locale] = plain.illustrated(self._shown)
        return self._words[plain.locale]

    def __len__(self) -> int:
        return len(self._shown)


REMEMBERED, KEPT = 5_000, 4
"""Most people remembered, and most choices of each."""


class RecentViewChoices:
    """Latest choices of each user from panel lists, kept only in memory."""

    def __init__(self) -> None:
        self._by: dict[int, tuple[str, ...]] = {}

    def note(self, user_id: int, line: str) -> None:
        """Note that a person chose the line with this value."""
        former = self._by.pop(user_id, ())
        if len(self._by) >= REMEMBERED:
            self._by.pop(next(iter(self._by)))
        self._by[user_id] = (line, *(earlier for earlier in former if earlier != line))[:KEPT]

    def by(self, user_id: int) -> tuple[str, ...]:
        """Values of the lines a person chose, newest first."""
        return self._by.get(user_id, ())


READER = "reader"
"""Key in `interaction.extras` of the person's settings; `asking.prefers` reads it."""


class Board(Protocol):
    """Interface of the web server that shows boards and tournaments in the browser."""

    async def start(self, app: AppContext) -> None:
        """Start serving pages."""

    async def close(self) -> None:
        """Stop serving pages."""

    def link(self, match: MatchId, user: UserId, words: Translator) -> str:
        """Return the personal URL that opens a match's board; it works once, and only for a short time."""

    @property
    def streams(self) -> int:
        """Number of open pages that wait for updates."""

    @property
    def is_activity(self) -> bool:
        """Whether the board opens inside Discord, as its activity."""

    async def note_launch(self, instance: str, user: UserId, match: MatchId) -> None:
        """Remember which match a user has opened in an instance of the activity."""

    def tournament_link(self, event_id: EventId, secret: str) -> str:
        """Return the public URL of a tournament; `secret` is the secret part of this URL."""


@dataclass(frozen=True)
class AppContext:
    """Everything that the modules of the Discord layer share; one instance per process."""

    services: Services
    editions: Editions
    """Every game that is offered here."""
    people: DisplayNames
    languages: Languages
    visibility: Visibility
    client: discord.Client
    """For what is sent or looked up without an interaction."""
    cooldowns: Cooldowns = field(default_factory=Cooldowns)
    looked: RecentViewChoices = field(default_factory=RecentViewChoices)
    """What people look at in panels."""
    emojis: EmojiTable = field(default_factory=EmojiTable)
    """The signs that messages show."""
    painting: RenderExecutor = field(default_factory=ThreadRenderExecutor)
    """Who carries out what painters are asked."""
    threads: bool = True
    """Whether games get threads where that is possible; where not, nobody needs to be told why."""
    asleep: Sleep = asyncio.sleep
    """How the time until the next timer passes."""
    board: Board | None = None
    """What serves pages in the browser; None where the host wants none."""

    def edition(self, match: MatchRow) -> Edition:
        """Return the edition of a match, with its options and rules version. Refuses `rules-changed` if that is unknown."""
        game = self.services.game_of(match)
        return replace(self.editions[match.game], game=game)

    def server_words(self, guild_id: int) -> Translator:
        """Words for a server's public messages: in its chosen language, else in Discord's setting."""
        guild = self.client.get_guild(guild_id)
        chosen = self.services.server_settings.of(guild_id).get(LANGUAGE)
        return spoken(str(chosen or (guild.preferred_locale if guild is not None else SOURCE)))

    def is_ours(self, message: discord.Message) -> bool:
        """Return whether the bot wrote this message."""
        return self.client.user is not None and message.author.id == self.client.user.id

    async def greet(self, interaction: discord.Interaction) -> None:
        """Remember the user's name, and load their language and preferences. Call once for each interaction."""
        self.people.meet(interaction.user, interaction.guild_id)
        await self.languages.found(interaction)
        interaction.extras[READER] = self.services.user_settings.known(UserId(interaction.user.id))
