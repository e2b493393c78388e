"""The language of an answer: a person's own choice, then their server's, then Discord's locale."""

from __future__ import annotations

import asyncio
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from cogs import interaction_info
from cogs.languages import Languages
from service.computers.computer_players import utc_now
from service.core.unit_of_work import UnitOfWork
from service.users.user_settings import UserSettings
from storage.errors import DatabaseUnavailableError
from storage.rows import UserId
from storage.store import open_sqlite

ANNA, SERVER = UserId(7), 70


@pytest.fixture(autouse=True)
def three_languages(monkeypatch: pytest.MonkeyPatch) -> None:
    """English, and two that say nothing of their own yet."""
    monkeypatch.setattr("text.translator.languages", lambda: ("en", "nl", "de"))


def asked(locale: str = "en-GB", guild_id: int | None = SERVER) -> discord.Interaction:
    """Return the part of an interaction that is read."""
    return cast(
        Any,
        SimpleNamespace(user=SimpleNamespace(id=ANNA), guild_id=guild_id, locale=locale, guild_locale=locale, extras={}),
    )


async def spoken(languages: Languages, interaction: discord.Interaction) -> str:
    """Return the language of the answer."""
    await languages.found(interaction)
    return interaction_info.words(interaction).locale


async def nobody(_: int) -> str | None:
    """Return None, as for no choice."""
    return None


async def dutch(_: int) -> str | None:
    """Return a chosen language."""
    return "nl"


async def test_a_persons_choice_comes_first(tmp_path: Path) -> None:
    store = await open_sqlite(tmp_path / "bastide.db")
    people = UserSettings(UnitOfWork(store), utc_now)
    await people.choose(ANNA, locale="de")

    async def chosen(user_id: UserId) -> str | None:
        return (await people.person(user_id)).locale

    assert await spoken(Languages(chosen, dutch), asked("en-GB")) == "de"
    await store.close()


async def test_then_the_servers_choice() -> None:
    assert await spoken(Languages(nobody, dutch), asked("de")) == "nl"
    assert await spoken(Languages(nobody, dutch), asked("de", guild_id=None)) == "de", "there is no server"


async def test_then_what_discord_says() -> None:
    assert await spoken(Languages(nobody, nobody), asked("de")) == "de"
    assert await spoken(Languages(nobody), asked("nl")) == "nl"


async def test_what_all_read_is_in_the_language_of_the_server() -> None:
    assert await Languages(dutch, dutch).public(asked("de")) == "nl"
    assert await Languages(dutch, nobody).public(asked("de")) == "de", "a person's choice is their own"


async def test_a_choice_is_looked_up_once_and_a_new_one_counts_at_once() -> None:
    looked: list[int] = []

    async def chosen(user_id: int) -> str | None:
        looked.append(user_id)
        return "nl"

    languages = Languages(chosen, chosen)
    assert [await spoken(languages, asked()) for _ in range(3)] == ["nl"] * 3
    assert looked == [ANNA]

    languages.person_chose(ANNA, None)
    languages.server_chose(SERVER, "de")
    assert await spoken(languages, asked()) == "de"


async def test_a_database_that_keeps_silent_is_not_waited_for() -> None:
    answers = asyncio.Event()

    async def late(_: int) -> str | None:
        await answers.wait()
        return "nl"

    languages = Languages(late, patience_s=0)
    assert await spoken(languages, asked("de")) == "de"

    answers.set()
    for _ in range(5):
        await asyncio.sleep(0)
    assert await spoken(languages, asked("de")) == "nl", "it came after all"


async def test_a_database_that_fails_keeps_nobody_from_an_answer() -> None:
    async def fails(_: int) -> str | None:
        raise DatabaseUnavailableError("locked")

    assert await spoken(Languages(fails), asked("de")) == "de"
