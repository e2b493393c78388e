"""A round of many people is opened while Discord holds private messages back: every letter arrives, and no turn message waits."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import discord
import pytest

from cogs import interaction_info
from cogs.render_executor import ThreadRenderExecutor
from editions.registry import EDITIONS
from service.core.outbox import PACE
from service.records import MatchLocation
from service.tournaments.tournament_settings import preset_settings
from storage.rows import Post, UserId, of_match
from storage.tournament_rows import EventId, of_event
from tests.wire.discord import Discord
from tests.wire.records import Fault
from tools.live_check import Offline

HOST = UserId(900)
DAY = timedelta(days=1)


class Clock:
    """A clock that is moved by hand."""

    def __init__(self) -> None:
        self.now = discord.utils.utcnow()

    def __call__(self) -> datetime:
        return self.now


@asynccontextmanager
async def running(wire: Discord, folder: Path) -> AsyncIterator[Offline]:
    """Run the bot's posting against the stand-in, at the pace that Discord demands."""
    bot = Offline(folder / "bastide.db", EDITIONS, painting=ThreadRenderExecutor())
    async with bot:
        await bot.login(wire.token)
        for number in wire.guilds:
            bot._connection._add_guild(await bot.fetch_guild(int(number)))
        yield bot


async def opened(bot: Offline, wire: Discord, people: int, clock: Clock) -> EventId:
    """Return a tournament that so many people have entered."""
    (guild,) = wire.guilds.values()
    events, place = bot.services.tournaments, MatchLocation(int(guild["id"]), int(guild["channels"][0]["id"]))
    settings = replace(preset_settings("slow-swiss", "cardcassonne"), stages="swiss:1", preview=timedelta())
    event_id = (await events.creation.open(place, HOST, "Cup", settings, now=clock.now)).row.id
    for number in range(people):
        await events.registration.enter(event_id, UserId(int(wire.person(f"p{number}")["id"])), now=clock.now)
    return event_id


async def settled(bot: Offline, clock: Clock) -> None:
    """Wait until everything has been done that can be done at this moment."""
    for _ in range(2):
        await bot.services.timers.tick(clock.now)
        await bot.services.computers.settled()
        bot.rounds.news()
        await bot.rounds.settled()


async def posts(bot: Offline, event_id: EventId) -> list[Post]:
    """Return all messages of an event and its games."""
    posts = list(await bot.services.store.posts.of(of_event(event_id)))
    for match in await bot.services.tournaments.queries.matches(event_id):
        posts += await bot.services.store.posts.of(of_match(match.match_id))
    return posts


def bursts(number: int) -> list[Fault]:
    """Return the trouble that Discord makes in the minute of this number: often none, sometimes several times."""
    opens, private = r"/users/@me/channels", r"/channels/\d+/messages$"
    trouble = {
        0: [Fault(opens, 403, code=40003, method="POST", times=4), Fault(private, 429, method="POST", times=3, retry_after_s=0.02)],
        2: [Fault(opens, 429, method="POST", times=2, retry_after_s=0.02)],
        3: [Fault(opens, 403, code=40003, method="POST", times=2)],
        7: [Fault(opens, 403, code=20026, method="POST", times=3)],
    }
    return trouble.get(number % 11, [])


@pytest.mark.parametrize("people", [12, pytest.param(200, marks=pytest.mark.soak)])
async def test_every_letter_of_a_round_arrives_whatever_discord_holds_back(
    wire: Discord, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, people: int
) -> None:
    clock = Clock()
    monkeypatch.setattr(discord.http.Route, "BASE", f"http://{wire.address}/api/v10")
    monkeypatch.setattr(interaction_info, "now", clock)
    wire.guild()
    async with running(wire, tmp_path) as bot:
        event_id = await opened(bot, wire, people, clock)
        await settled(bot, clock)
        wire.faults += bursts(0)

        begun = clock.now
        await bot.services.tournaments.registration.start(event_id, HOST, now=clock.now)
        await settled(bot, clock)
        _check_turns(await posts(bot, event_id), people)
        minutes = await _run_until_arrived(bot, wire, clock, event_id)

        letters = [post for post in await posts(bot, event_id) if post.channel_id is None]
        assert sorted(post.user_id or 0 for post in letters) == sorted(int(number) for number in wire.people)
        assert all(post.message_id is not None and post.dead_at is None for post in letters)
        for number in wire.people:
            assert len(wire.room(wire.channels[f"dm{number}"]["id"])) == 1, "once each"
        assert clock.now - begun < DAY and len(minutes) >= people / PACE.opens - 1
        refused = [status for _, path, status in wire.requests if path == "/users/@me/channels" and status == 403]
        assert len(refused) >= 2, "Discord did hold them back"


def _check_turns(found: list[Post], people: int) -> None:
    """Check that what asks for a move is there in the very moment in which its game begins."""
    posts = [post for post in found if post.channel_id is not None and post.kind == "turn"]
    assert len(posts) == people // 2 and all(post.message_id is not None for post in posts)


async def _run_until_arrived(bot: Offline, wire: Discord, clock: Clock, event_id: EventId) -> list[int]:
    """Let time go by, with trouble now and then; return how many conversations were begun in each minute."""
    opened_in: dict[int, int] = {}
    first = clock.now
    for number in range(1, 2000):
        due = await bot.services.outbox.next_at()
        if due is None:
            return list(opened_in.values())
        assert due > clock.now, "it would try again at once, for ever"
        clock.now = due
        wire.faults = bursts(number)
        before = _count_conversations(wire)
        await settled(bot, clock)
        minute = int((clock.now - first).total_seconds() // 60)
        opened_in[minute] = opened_in.get(minute, 0) + _count_conversations(wire) - before
    raise AssertionError("it never ends")


def _count_conversations(wire: Discord) -> int:
    return sum(status == 200 and bool(re.fullmatch("/users/@me/channels", path)) for _, path, status in wire.requests)
