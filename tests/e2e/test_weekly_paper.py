"""The weekly paper: one picture, few lines, no ping, and no content hidden from its readers."""

from __future__ import annotations

import json
from datetime import timedelta

import discord

from service.guilds.server_settings import PAPER
from service.guilds.weekly_paper import WEEKLY
from storage.rows import UserId, of_server
from tests.e2e.fair import Fair
from tests.e2e.test_ending import played_out
from tests.e2e.test_server_settings import fill, keeper
from tests.e2e.world import World


async def told(world: World) -> None:
    """Let the next evening of the paper come for its timer."""
    (due,) = [
        each_timer.due_at
        for each_timer in await world.services.store.timers.of(of_server(world.guild.id))
        if each_timer.kind == WEEKLY
    ]
    await world.services.timers.tick(due)
    await world.settle()


async def test_a_week_of_three_games_becomes_a_picture_and_few_lines(world: World, requests: list[str]) -> None:
    kim, news = keeper(world), world.guild.create_text_channel("news")
    panel = (await kim.slash(world.channel, "server")).response
    await fill(world, kim, panel, "paper", paper=news)
    assert world.services.server_settings.one(world.guild.id, PAPER) == news.id
    for _ in range(3):
        match_id, _ = await world.start(2, rules="tiles=twelve")
        await played_out(world, match_id)
    await world.members[2].slash(world.channel, "new", players=3)
    await told(world)
    await told(world)

    (paper,) = news.history()
    text = world.text(paper)
    assert "The weekly Bastide** · 29 Dec 2025 to 4 Jan 2026" in text
    assert "points at once: <#" in text
    assert "2 free seats: <#" in text
    assert len(text.splitlines()) <= 10
    (alt,) = world.alts(paper)
    assert "3 games ended" in alt and paper.attachments
    (sent,) = [line for line in requests if f"POST /channels/{news.id}/messages" in line]
    body = json.loads(sent.split(" ", 2)[2])
    assert body["flags"] & 1 << 12 and body["allowed_mentions"]["users"] == []


async def test_games_that_readers_of_the_paper_cannot_see_are_not_in_it(world: World) -> None:
    """With too few others there is no paper at all."""
    kim, news = keeper(world), world.guild.create_text_channel("news")
    await fill(world, kim, (await kim.slash(world.channel, "server")).response, "paper", paper=news)
    for _ in range(3):
        match_id, _ = await world.start(2, rules="tiles=twelve")
        await played_out(world, match_id)
    channel = world.bot.get_channel(world.channel.id)
    assert isinstance(channel, discord.TextChannel)
    await channel.set_permissions(channel.guild.me, view_channel=True)
    await channel.set_permissions(channel.guild.default_role, view_channel=False)
    await world.settle()

    await told(world)

    assert not list(news.history())


async def test_a_paper_that_cannot_be_posted_is_told_once_to_who_added_the_bot_and_stays_chosen(world: World) -> None:
    kim, news = keeper(world), world.guild.create_text_channel("news")
    await fill(world, kim, (await kim.slash(world.channel, "server")).response, "paper", paper=news)
    await world.services.welcomes.begin(world.guild.id, world.channel.id, UserId(kim.id), now=discord.utils.utcnow(), again=True)
    await world.settle()
    for _ in range(3):
        match_id, _ = await world.start(2, rules="tiles=twelve")
        await played_out(world, match_id)
    channel = world.bot.get_channel(news.id)
    assert isinstance(channel, discord.TextChannel)
    await channel.set_permissions(channel.guild.me, send_messages=False)
    await world.settle()

    await told(world)
    await told(world)

    letters = [world.text(message) for message in kim.user.dm_channel.history() if "weekly paper" in world.text(message)]
    assert len(letters) == 1 and str(news.id) in letters[0]
    panel = world.text((await kim.slash(world.channel, "server")).response)
    assert f"⚠️ I can't post the weekly paper in <#{news.id}>" in panel
    assert world.services.server_settings.one(world.guild.id, PAPER) == news.id

    await channel.set_permissions(channel.guild.me, send_messages=True)
    await world.settle()
    assert "⚠️" not in world.text((await kim.slash(world.channel, "server")).response)


async def test_the_paper_names_the_next_appointments_that_its_readers_may_see(world: World) -> None:
    """Not those of a tournament with threads of its players' own, nor what was called off."""
    kim, news, fair = keeper(world), world.guild.create_text_channel("news"), Fair(world)
    await fill(world, kim, (await kim.slash(world.channel, "server")).response, "paper", paper=news)
    hours = []
    for options in ({}, {"private": "yes"}):
        await fair.opened(stages="swiss:1", preview="0", **options)
        event_id, now = await fair.event_id(), discord.utils.utcnow()
        for member in fair.people[:2]:
            await fair.events.registration.enter(event_id, UserId(member.id), now=now)
        await fair.events.registration.start(event_id, UserId(fair.organiser.id), now=now)
        await fair.rest()
        state, hour = await fair.state(), discord.utils.utcnow() + timedelta(days=8 if options else 7, hours=len(hours))
        for member in fair.people[:2]:
            await fair.events.scheduling.propose(state.row.id, UserId(member.id), [hour], now=discord.utils.utcnow())
        hours.append(hour)
    for _ in range(3):
        match_id, _ = await world.start(2, rules="tiles=twelve")
        await played_out(world, match_id)

    await told(world)
    await fair.rest()

    (paper,) = news.history()
    text, (due, other) = world.text(paper), hours
    assert f"📅 Next: anna – ben, <t:{int(due.timestamp())}:f>" in text or f"ben – anna, <t:{int(due.timestamp())}:f>" in text
    assert str(int(other.timestamp())) not in text
