"""Choice of the language of answers: the user's own choice, else their server's, else the locale that Discord reports.

Looked up once per interaction, before it is acknowledged, from memory if possible, and without waiting for a slow database. Public
messages of a match are in the match's language.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable

import discord

from storage.errors import DatabaseUnavailableError
from storage.rows import UserId
from telemetry.log_line import log_line
from text.translator import SOURCE, Translator
from text.translator import translator_for as spoken

log = logging.getLogger("cogs.languages")

PersonsChoice = Callable[[UserId], Awaitable[str | None]]
"""The language that a person has chosen; None where they have not."""
ServersChoice = Callable[[int], Awaitable[str | None]]
"""The language that a server has chosen; None where it has not."""

PATIENCE_S = 0.5
"""How long a choice is waited for. An acknowledgement must be with Discord within three seconds."""

_REMEMBERED = 20_000

_SPOKEN = "spoken"


class Languages:
    """Lookup of the languages of users and servers."""

    def __init__(self, person: PersonsChoice, server: ServersChoice | None = None, *, patience_s: float = PATIENCE_S) -> None:
        """Make the lookup; `server` is None if servers can't choose a language."""
        self._persons = _Choices(lambda key: person(UserId(key)), patience_s)
        self._servers = _Choices(server, patience_s) if server is not None else None

    async def found(self, interaction: discord.Interaction) -> Translator:
        """Return the translator for the user's language, and store it with the interaction for `translator_of`."""
        chosen = await self._persons.of(interaction.user.id) or await self._server_language(interaction.guild_id)
        words = spoken(chosen or str(interaction.locale))
        interaction.extras[_SPOKEN] = words
        return words

    async def public(self, interaction: discord.Interaction) -> str:
        """Return the language for public messages: the server's choice, else the locale that Discord reports."""
        return await self._server_language(interaction.guild_id) or str(interaction.guild_locale or SOURCE)

    def person_chose(self, user_id: UserId, locale: str | None) -> None:
        """Remember the language that a person has chosen."""
        self._persons.put(user_id, locale)

    def server_chose(self, guild_id: int, locale: str | None) -> None:
        """Remember the language that a server has chosen."""
        if self._servers is not None:
            self._servers.put(guild_id, locale)

    def forget(self) -> None:
        """Forget all remembered choices, so that each is looked up again."""
        self._persons.clear()
        if self._servers is not None:
            self._servers.clear()

    async def _server_language(self, guild_id: int | None) -> str | None:
        return await self._servers.of(guild_id) if self._servers is not None and guild_id is not None else None


def translator_of(interaction: discord.Interaction) -> Translator:
    """Return the translator that `found` has stored with the interaction; before that, the one for Discord's locale."""
    words: Translator | None = interaction.extras.get(_SPOKEN)
    return words or spoken(str(interaction.locale))


class _Choices:
    """Cache of language choices by user or server; the least recently used are dropped first."""

    def __init__(self, look_up: Callable[[int], Awaitable[str | None]], patience_s: float) -> None:
        self._look_up = look_up
        self._patience_s = patience_s
        self._known: OrderedDict[int, str | None] = OrderedDict()
        self._asked: dict[int, asyncio.Task[None]] = {}

    async def of(self, key: int) -> str | None:
        """Return the chosen language; None without a choice, or if the database doesn't answer in time.

        A late answer is remembered for the next time.
        """
        if key not in self._known:
            task = self._asked.get(key) or self._ask(key)
            await asyncio.wait({task}, timeout=self._patience_s)
        if key in self._known:
            self._known.move_to_end(key)
        return self._known.get(key)

    def put(self, key: int, chosen: str | None) -> None:
        self._known[key] = chosen
        if len(self._known) > _REMEMBERED:
            self._known.popitem(last=False)

    def clear(self) -> None:
        self._known.clear()

    def _ask(self, key: int) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(self._learn(key), name="language")
        self._asked[key] = task
        task.add_done_callback(lambda _: self._asked.pop(key, None))
        return task

    async def _learn(self, key: int) -> None:
        try:
            chosen = await self._look_up(key)
        except DatabaseUnavailableError:  # as below; of its outages the database itself tells the host
            return
        except Exception as error:  # anyone who waits reads what Discord says; the next question asks again
            log.warning(log_line("language-unknown", reason=repr(error)[:200]))
            return
        if key not in self._known:  # somebody may have chosen meanwhile
            self.put(key, chosen)
