"""A person's chosen language in all answers: commands, buttons, refusals."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po

from storage.rows import UserId
from tests.e2e.world import World, named
from tests.text.test_translator import write_customs

SENTENCES = {
    "No games are waiting for you.": "Neniu ludo atendas vin.",
    "There's no game in this channel. Open one with /new.": "Ne estas ludo en ĉi tiu kanalo.",
    "It's not your turn. I'll ping you when it is.": "Ne estas via vico.",
}


@pytest.fixture
def esperanto(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Add a language that only exists here."""
    catalogue = Catalog(locale="eo")
    for source, text in SENTENCES.items():
        catalogue.add(source, text)
    file = tmp_path / "locales" / "eo" / "LC_MESSAGES" / "bastide.po"
    file.parent.mkdir(parents=True)
    with file.open("wb") as po:
        write_po(po, catalogue)
    write_customs(tmp_path / "locales", "eo")
    monkeypatch.setattr("text.translator.LOCALES", tmp_path / "locales")


def said(world: World, answer: Any) -> str:
    """Return what a person reads in private."""
    return world.text(answer.response)


async def test_who_has_chosen_a_language_is_answered_in_it(world: World, esperanto: None) -> None:
    anna, ben = world.members[:2]
    await world.bot.services.user_settings.choose(UserId(anna.id), locale="eo")

    assert "Neniu ludo" in said(world, await anna.slash(world.channel, "turns"))
    assert "Ne estas ludo" in said(world, await anna.slash(world.channel, "score"))
    assert "There's no game" in said(world, await ben.slash(world.channel, "score"))


async def test_buttons_answer_in_it_and_the_channel_does_not(world: World, esperanto: None) -> None:
    anna, ben = world.members[:2]
    for member in (anna, ben):
        await world.bot.services.user_settings.choose(UserId(member.id), locale="eo")
    match_id, room = await world.start(2)
    on_turn = await world.waited_for(match_id)
    assert on_turn is not None
    other = ben if on_turn[0].id == anna.id else anna
    turn = world.messages(room, "place")[-1]

    assert "Ne estas via vico." in said(world, await other.click(turn, label=named("place")))
    assert "your turn" in world.text(turn).lower()


async def test_the_language_of_a_server_is_that_of_who_has_chosen_none_and_of_the_channel(world: World, esperanto: None) -> None:
    """As soon as it is chosen, also where somebody was answered before."""
    anna, ben = world.members[:2]
    assert "No games are waiting" in said(world, await anna.slash(world.channel, "turns"))
    await world.bot.services.user_settings.choose(UserId(ben.id), locale="en")

    await world.services.server_settings.choose(world.guild.id, "language", ["eo"])

    assert "Neniu ludo" in said(world, await anna.slash(world.channel, "turns"))
    assert "No games are waiting" in said(world, await ben.slash(world.channel, "turns"))
    match_id, _ = await world.start(2)
    assert (await world.services.match_queries.match(match_id)).locale == "eo"


async def test_a_game_speaks_the_language_that_its_host_names(world: World, esperanto: None) -> None:
    """By the option, or later in the settings of the lobby; what nobody speaks is refused with what there is."""
    anna = world.members[0]
    refused = await anna.slash(world.channel, "new", language="Klingon")
    assert "English" in said(world, refused)

    await anna.slash(world.channel, "new", language="eo", place="here")
    played_here = await world.services.store.matches.in_channel(world.channel.id)
    assert played_here is not None
    assert played_here.locale == "eo"
    lobby = await world.services.lobbies.change(played_here.id, UserId(anna.id), now=played_here.created_at, locale="en")
    assert lobby.match.locale == "en"


async def test_the_form_of_a_lobby_changes_its_language(world: World, esperanto: None) -> None:
    anna = world.members[0]
    opened = await anna.slash(world.channel, "new", place="here")
    played_here = await world.services.store.matches.in_channel(world.channel.id)
    assert played_here is not None
    assert played_here.locale.startswith("en")

    form = (await anna.click(opened.response, label=named("game"))).response
    chooser = next(select for select in world.selects(form) if ":speaks" in select["custom_id"])
    await anna.select(form, ["eo"], custom_id=chooser["custom_id"])

    assert (await world.services.match_queries.match(played_here.id)).locale == "eo"
