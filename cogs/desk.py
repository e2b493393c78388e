"""What everything in the Discord layer works with: the use-cases, what people are called, and the connection to Discord.

Whatever answers somebody, posts or paints is given the desk, never the client: the client knows all of them.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field, replace

import discord

from cogs.cooldowns import Cooldowns
from cogs.languages import Languages
from cogs.painting import Inside, Painting
from cogs.people import DisplayNames
from cogs.visibility import Visibility
from editions.edition import Edition, Editions
from service.process.services import Services
from service.process.timers import Sleep
from service.servers.server_settings import LANGUAGE
from storage.records import MatchRow, UserId
from text.language import SOURCE, Words
from text.language import words as spoken


class Emojis:
    """What each sign is written as, by name: one for as long as the program runs."""

    def __init__(self) -> None:
        self._shown: dict[str, str] = {}
        self._words: dict[str, Words] = {}

    def put(self, sign: str, emoji: str) -> None:
        """From now on the sign is shown so: `<:name:id>`."""
        self._shown[sign] = emoji

    def words(self, plain: Words) -> Words:
        """The words of a language with all signs that there are, those that are still to come included."""
        if plain.locale not in self._words:
            self._words[plain.locale] = plain.illustrated(self._shown)
        return self._words[plain.locale]

    def __len__(self) -> int:
        return len(self._shown)


REMEMBERED, KEPT = 5_000, 4
"""So many people's choices are known, and so many of each."""


class Looked:
    """What people have chosen last in the list of a panel; in memory, so that a restart shows all lists as they are written."""

    def __init__(self) -> None:
        self._by: dict[int, tuple[str, ...]] = {}

    def note(self, user_id: int, line: str) -> None:
        """They have chosen the line with this value."""
        former = self._by.pop(user_id, ())
        if len(self._by) >= REMEMBERED:
            self._by.pop(next(iter(self._by)))
        self._by[user_id] = (line, *(one for one in former if one != line))[:KEPT]

    def by(self, user_id: int) -> tuple[str, ...]:
        """The values of lines, the newest first."""
        return self._by.get(user_id, ())


READER = "reader"
"""Where an interaction carries what its person has chosen; `asking.prefers` reads it."""


@dataclass(frozen=True)
class Desk:
    """One for as long as the program runs."""

    services: Services
    editions: Editions
    """Every game that is offered here."""
    people: DisplayNames
    languages: Languages
    visibility: Visibility
    client: discord.Client
    """For what is sent or looked up without an interaction."""
    cooldowns: Cooldowns = field(default_factory=Cooldowns)
    looked: Looked = field(default_factory=Looked)
    """What people look at in panels."""
    emojis: Emojis = field(default_factory=Emojis)
    """The signs that messages show."""
    painting: Painting = field(default_factory=Inside)
    """Who carries out what painters are asked."""
    threads: bool = True
    """Whether games get threads where that is possible; where not, nobody needs to be told why."""
    asleep: Sleep = asyncio.sleep
    """How the time until the next timer passes."""

    def edition(self, match: MatchRow) -> Edition:
        """The game of a match, under the rules that it was set up with. Refuses `rules-changed` where it is unknown."""
        game = self.services.game_of(match)
        return replace(self.editions[match.game], game=game)

    def server_words(self, guild_id: int) -> Words:
        """The language of what everybody in a server reads: as it has chosen, or as Discord says."""
        guild = self.client.get_guild(guild_id)
        chosen = self.services.server_settings.of(guild_id).get(LANGUAGE)
        return spoken(str(chosen or (guild.preferred_locale if guild is not None else SOURCE)))

    def is_ours(self, message: discord.Message) -> bool:
        """Whether the bot itself has written this."""
        return self.client.user is not None and message.author.id == self.client.user.id

    async def greet(self, interaction: discord.Interaction) -> None:
        """Done once for whatever comes in: remember what the person is called here, and find their language."""
        self.people.meet(interaction.user, interaction.guild_id)
        await self.languages.found(interaction)
        interaction.extras[READER] = self.services.people.known(UserId(interaction.user.id))
