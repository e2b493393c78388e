"""Quotas of one person, in number and rate: told kindly, without traces."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import timedelta
from typing import Any

import discord
import pytest

from bot import Settings
from cogs.cooldowns import RATES, REMEMBERED, Cooldowns
from cogs.refusals import InteractionRefused
from service.errors import Refusal
from service.lobby.quotas import Quotas
from service.records import MatchLocation
from tests.e2e.world import World, named, newest

NOW = discord.utils.utcnow()


@pytest.fixture
def settings(settings: Settings) -> Settings:
    """Few of everything."""
    return replace(settings, limits=Quotas(lobbies_of_member=2, lobbies_of_server=3, games_of_member=3))


async def open_now(world: World) -> int:
    """Return how many lobbies there are."""
    return len(await world.services.match_queries.lobbies(world.guild.id))


async def test_a_member_has_a_few_open_lobbies_and_a_server_too(world: World) -> None:
    """What is too much is refused before a thread is made."""
    anna, ben, chi = world.members[:3]
    for _ in range(2):
        await anna.slash(world.channel, "new", place="thread")
    refused = await anna.slash(world.channel, "new", place="thread")
    assert "You already have 2 open games in this server" in world.text(refused.response)
    assert len(world.channel.threads) == 2

    await ben.slash(world.channel, "new", place="thread")
    full = await chi.slash(world.channel, "new", place="thread")
    assert "This server already has 3 open games" in world.text(full.response)
    assert (await open_now(world), len(world.channel.threads)) == (3, 3)


async def test_many_at_once_are_counted_one_by_one(world: World) -> None:
    """Sixty in two seconds, as they were opened in an attack."""
    lobbies = world.services.lobbies
    place = [MatchLocation(world.guild.id, 10_000 + number) for number in range(60)]
    done = await asyncio.gather(*(_opening_refusal(lobbies, location, world.members[0].id) for location in place))
    assert done.count("") == 2
    assert set(done) == {"", "too-many-lobbies"}
    assert await open_now(world) == 2


async def test_a_member_sits_in_so_many_games(world: World) -> None:
    """Joining is refused as well; who leaves one may join another."""
    anna, ben, chi = world.members[:3]
    await anna.slash(world.channel, "new", place="thread")
    await anna.slash(world.channel, "new", place="thread")
    await chi.slash(world.channel, "new", place="here")
    first, second, third = world.messages(world.channel, "join")
    elsewhere = world.guild.create_text_channel("elsewhere")
    for lobby in (first, second, third):
        await ben.click(lobby, label=named("join"))
    await chi.click(third, label=named("start"))

    refused = await ben.slash(elsewhere, "new", place="here")
    assert "You're already playing 3 games" in world.text(refused.response)
    read = (await ben.click(first, label=named("settings"))).response
    await ben.click(read, label=named("leave"))
    opened = await ben.slash(elsewhere, "new", place="here")
    assert "is open in" in world.text(opened.response)
    late = await ben.click(first, label=named("join"))
    assert "You're already playing 3 games" in world.said(late)


async def test_showing_something_to_everybody_has_a_pause(world: World) -> None:
    """With the time to wait; anyone else who shows something is not held up."""
    _, room = await world.start(2, place="here")
    anna, ben = world.members[:2]
    goes = RATES["share"].goes
    before = len(room.history())
    answers = [await anna.slash(room, "board", view="text", share=True) for _ in range(goes + 1)]
    assert len(room.history()) == before + goes
    last = newest(answers[-1])
    assert "Try again <t:" in world.text(last)
    await ben.slash(room, "board", view="text", share=True)
    assert len(room.history()) == before + goes + 1


def test_goes_come_back_one_by_one() -> None:
    rate, cooldowns = RATES["new"], Cooldowns()
    for _ in range(rate.goes):
        cooldowns.spend(1, "new", NOW)
    with pytest.raises(InteractionRefused) as refused:
        cooldowns.spend(1, "new", NOW)
    assert refused.value.params["again"] == NOW + rate.every
    cooldowns.spend(2, "new", NOW)
    cooldowns.spend(1, "share", NOW)
    cooldowns.spend(1, "new", NOW + rate.every)
    with pytest.raises(InteractionRefused):
        cooldowns.spend(1, "new", NOW + rate.every + timedelta(seconds=1))


def test_people_are_not_remembered_for_ever() -> None:
    cooldowns = Cooldowns()
    for person in range(REMEMBERED + 10):
        cooldowns.spend(person, "new", NOW)
    assert len(cooldowns._full_at) <= REMEMBERED


async def _opening_refusal(lobbies: Any, place: Any, host: int) -> str:
    """Return the code of a refused opening; empty if it succeeded."""
    try:
        await lobbies.open(place, host, "carcassonne", {}, now=discord.utils.utcnow())
    except Refusal as refused:
        return refused.code
    return ""
