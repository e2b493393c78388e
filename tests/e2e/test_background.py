"""The background work in the simulated Discord: topics that are no match, timers, lobbies that lapse."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import discord
import pytest

from cogs import interaction_info
from cogs.app_context import AppContext
from cogs.background.users.member_departures import PRESENCE
from cogs.messages.message_parts import Message
from storage.changes import CompleteTimer, QueuePosts, SetTimers
from storage.rows import EVENT, MatchId, NewPost, NewTimer, Post, Subject, TimerRow, UserId, of_server
from tests.e2e.world import World

CUP = Subject(EVENT, 5)


async def announcement(app: AppContext, post: Post) -> Message:
    return Message().say(f"The cup: {post.payload['text']}")


async def test_an_event_tells_its_news_when_its_timer_is_due(world: World) -> None:
    services, now = world.services, interaction_info.now()
    world.bot.rounds.poster.builders.register(EVENT, "news", announcement)
    services.store.before_posts.clear()  # a kind that only this test knows

    async def announce(timer: TimerRow, at: Any) -> None:
        news = NewPost("news", {"text": "round 1"}, "cup-round-1", world.channel.id)
        await services.store.commit(QueuePosts(timer.subject, at, (news,)), CompleteTimer(timer, at))

    services.timers.register("announce", announce)
    await services.store.commit(SetTimers(CUP, now, (NewTimer("announce", now + timedelta(hours=1)),)))

    for _ in range(2):
        await services.timers.tick(now + timedelta(hours=1))
        world.bot.rounds.news()
        await world.settle()

    assert [world.text(m) for m in world.channel.history() if "The cup" in world.text(m)] == ["The cup: round 1"]


async def test_news_of_a_newer_program_wait_for_it_and_hold_up_no_game(world: World) -> None:
    now = interaction_info.now()
    world.services.store.before_posts.clear()  # it was queued by the newer program
    await world.services.store.commit(QueuePosts(CUP, now, (NewPost("news", {"text": "later"}, "cup-1", world.channel.id),)))

    match_id, _ = await world.start(2)

    assert [p.sent_at is not None for p in await world.services.store.posts.of(Subject("match", match_id))][-1]
    (waiting,) = await world.services.store.posts.of(CUP)
    assert (waiting.sent_at, waiting.dead_at, waiting.error) == (None, None, "unknown-kind event news")


async def test_a_notice_of_a_newer_program_is_put_aside_and_what_follows_it_goes_out(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    match_id, _ = await world.start(2)
    world.services.store.before_posts.clear()  # it was queued by the newer program
    its, now = Subject("match", match_id), interaction_info.now()
    strange = NewPost("notice", {"code": "firework"}, "n1", world.channel.id)
    expired = NewPost("notice", {"code": "lobby-expired", "days": 3}, "n2", world.channel.id)
    await world.services.store.commit(QueuePosts(its, now, (strange, expired)))
    world.bot.rounds.news()
    await world.settle()
    world.bot.rounds.news()
    await world.settle()

    waiting, sent = [post for post in await world.services.store.posts.of(its) if post.nonce in ("n1", "n2")]
    assert (waiting.sent_at, waiting.dead_at, waiting.error) == (None, None, "unknown-kind match notice firework")
    assert sent.sent_at is not None
    assert "post-delayed" in caplog.text and "firework" in caplog.text


async def test_a_lobby_that_lapses_says_so_once_and_loses_its_buttons(world: World) -> None:
    await world.members[0].slash(world.channel, "new", place="thread")
    assert len(world.messages(world.channel, "join")) == 1

    for days in (7, 1):
        await world.pass_time(days=days)

    assert world.messages(world.channel, "join") == []
    rooms = (world.channel, *world.channel.threads)
    assert len([m for room in rooms for m in room.history() if "within 7 days" in world.text(m)]) == 1


async def test_every_server_is_looked_after_once(world: World) -> None:
    cog, guild = world.bot.rounds, world.bot.guilds[0]
    for _ in range(2):
        await cog.on_ready()
        await cog.on_guild_join(guild)

    assert [t.kind for t in await world.services.store.timers.of(of_server(guild.id))].count(PRESENCE) == 1


async def kicked(world: World, *, mute: bool) -> tuple[MatchId, Any, UserId]:
    """Return a game that waits for a player kicked or muted by an opponent with that right."""
    await world.bot.rounds.on_ready()
    match_id, room = await world.start(2)
    table = await world.services.match_queries.table(match_id, None)
    victim = next(seat.user_id for seat in table.seats if seat.waiting_since)
    other = next(seat.user_id for seat in table.seats if seat.user_id != victim)
    assert victim is not None and other is not None
    role = world.guild.create_role("Bouncer", permissions=discord.Permissions(kick_members=True, moderate_members=True))
    world.env.backend.add_member_role(world.guild.id, other, role.id)
    if mute:
        until = (interaction_info.now() + timedelta(days=7)).isoformat()
        world.env.backend.edit_member(world.guild.id, victim, {"timed_out_until": until})
    else:
        world.guild.remove_member(world.member(victim))
    return match_id, room, victim


@pytest.mark.parametrize("mute", [False, True])
async def test_nobody_wins_by_putting_an_opponent_out_or_muting_them(world: World, mute: bool) -> None:
    """The clock stands for 72 hours, once, and the table is told; only then does a computer play for the player who has left."""
    match_id, room, victim = await kicked(world, mute=mute)
    now = interaction_info.now()
    match, seats = await world.services.match_queries.seated(match_id)
    seat = next(row for row in seats if row.user_id == victim)
    before = await world.services.clocks.deadline(match, seat.seat)

    for hours in (1, 2):
        await world.services.timers.tick(now + timedelta(hours=hours))
        await world.settle()

    match, seats = await world.services.match_queries.seated(match_id)
    assert next(row for row in seats if row.user_id == victim).left is None
    after = await world.services.clocks.deadline(match, seat.seat)
    assert before is not None and after is not None and after - before > timedelta(hours=60)
    told = [world.text(message) for message in room.history()]
    assert sum("could have done that" in text for text in told) == 1
    await world.services.timers.tick(now + timedelta(hours=74))
    left = next(row for row in (await world.services.match_queries.seats(match_id)) if row.user_id == victim).left
    assert left == (None if mute else "left-server")


async def test_who_has_left_while_a_game_waits_is_noticed_by_the_timer(world: World) -> None:
    await world.bot.rounds.on_ready()
    match_id, room = await world.start(2)
    table = await world.services.match_queries.table(match_id, None)
    waited_for = next(seat.user_id for seat in table.seats if seat.waiting_since)
    world.guild.remove_member(world.member(waited_for))

    await world.pass_time(hours=1)

    seat = next(s for s in (await world.services.match_queries.table(match_id, None)).seats if s.user_id == waited_for)
    assert seat.left == "left-server"
    await world.settle()
    assert any("has left the server" in world.text(message) for message in room.history())
