"""Discord's refusals: told apart from outages, sent in another form, or the game rests and its people know."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import discord
import pytest

from bot import Settings
from storage.column_types import stamp
from storage.rows import MatchId, Post, of_match
from tests.e2e.world import World, named


async def moved(world: World, match_id: MatchId, room: Any) -> None:
    """Anyone who is to move plays a whole turn, typed."""
    turn = await world.line(match_id)
    assert turn is not None
    member, texts = turn
    await member.send(room, " ".join(texts), reply_to=world.messages(room, "place")[-1])


async def passed(world: World) -> None:
    """Whatever waits has had many chances."""
    for _ in range(12):
        await world.env.advance_time(60)
        await world.settle()


def pictures(world: World, message: Any) -> list[str]:
    return world.alts(message)


@pytest.mark.parametrize(("status", "code"), [(400, 50035), (413, 40005)])
async def test_a_message_that_is_not_taken_goes_out_without_its_picture(world: World, status: int, code: int) -> None:
    """At once, with what the picture shows in words, and its buttons."""
    match_id, room = await world.start(2)
    world.env.inject_error("POST", f"/channels/{room.id}/messages", status=status, code=code, times=1)

    await moved(world, match_id, room)
    await world.settle()

    first, second = world.messages(room, "place")
    assert pictures(world, first) and not pictures(world, second)
    assert all(f"{name}: 0" in world.text(second) for name in ("anna", "ben"))
    assert "The board, row by row" in world.text(second) and "The board, row by row" not in world.text(first)
    assert {"Score", "More"} <= set(world.buttons(second)) and len(world.buttons(second)) >= 4


async def test_a_message_that_is_not_taken_in_any_form_is_a_plain_line(world: World) -> None:
    """With its mention, so that somebody looks up."""
    match_id, room = await world.start(2)
    world.env.inject_error("POST", f"/channels/{room.id}/messages", status=400, code=50035, times=2)

    await moved(world, match_id, room)
    await world.settle()

    last = room.history()[-1]
    on_turn = await world.waited_for(match_id)
    assert on_turn is not None
    assert last.content.startswith(f"<@{on_turn[0].id}>") or f"<@{on_turn[0].id}>" in last.content
    assert "\n" not in last.content


async def test_a_game_of_which_nothing_is_taken_rests_and_its_people_know(world: World) -> None:
    """Who is asked and the host, in private, once; it goes on when they say so."""
    match_id, room = await world.start(3)
    table = await world.table(match_id)
    if table.seats[(table.asked[0] + 1) % 3].user_id == world.members[0].id:  # the seats are drawn
        await moved(world, match_id, room)
        await world.settle()
    world.env.inject_error("POST", f"/channels/{room.id}/messages", status=400, code=50035, times=3)
    await moved(world, match_id, room)
    await world.settle()
    user = next(s.user_id for s in (await world.table(match_id)).seats if s.waiting_since)

    await passed(world)

    assert (await world.services.match_queries.match(match_id)).status == "lost"
    told = {m.id: letters for m in world.members if (letters := m.user.dm_channel.history())}
    assert user != world.members[0].id and set(told) == {world.members[0].id, user}
    assert all(len(letters) == 1 and "Your game is paused" in world.text(letters[0]) for letters in told.values())
    before = len(world.messages(room, "place"))
    await world.members[0].user.click(told[world.members[0].id][0], label=named("resume"))
    await world.settle()
    assert (await world.services.match_queries.match(match_id)).status == "running"
    assert len(world.messages(room, "place")) == before + 1


async def test_an_archived_thread_is_opened_again_once(world: World, requests: list[str]) -> None:
    """And the message is there with its picture."""
    match_id, room = await world.start(2)
    world.env.inject_error("POST", f"/channels/{room.id}/messages", status=400, code=50083, times=1)

    await moved(world, match_id, room)
    await world.settle()

    assert len([line for line in requests if line.startswith(f"PATCH /channels/{room.id} ") and "false" in line]) == 1
    assert pictures(world, world.messages(room, "place")[-1])


async def test_a_thread_that_stays_archived_loses_the_game_and_not_a_word(world: World) -> None:
    """Nobody knocks for ever."""
    match_id, room = await world.start(2)
    world.env.inject_error("POST", f"/channels/{room.id}/messages", status=400, code=50083, times=2)

    await moved(world, match_id, room)
    await passed(world)

    assert (await world.services.match_queries.match(match_id)).status == "lost"


async def test_a_painter_that_fails_stops_no_turn(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Messages and drafts go without; it is logged."""
    match_id, room = await world.start(2)

    async def broken(*_: object) -> bytes:
        raise RuntimeError("no paint")

    monkeypatch.setattr("cogs.render_executor.ThreadRenderExecutor.run", broken)
    await moved(world, match_id, room)
    await world.settle()

    message = world.messages(room, "place")[-1]
    assert len(world.messages(room, "place")) == 2 and not pictures(world, message)
    on_turn = await world.waited_for(match_id)
    assert on_turn is not None
    answer = await on_turn[0].click(message, label=next(iter(world.buttons(message))))
    assert "went wrong on my side" not in world.text(answer.response)
    assert {record.getMessage() for record in world.mistakes} == {"a picture could not be drawn"}
    world.mistakes.clear()


async def test_a_message_that_arrived_is_found_whatever_our_clock_says(world: World, settings: Settings) -> None:
    """Ours a little ahead with nothing known before; hours ahead with a message known before."""
    match_id, room = await world.start(2)
    await again(world, settings, match_id, timedelta(seconds=40))
    assert len(world.messages(room, "place")) == 1

    await moved(world, match_id, room)
    await world.settle()
    await again(world, settings, match_id, timedelta(hours=3))

    assert len(world.messages(room, "place")) == 2
    assert all(post.sent_at for post in await turns(world, match_id))


async def test_a_channel_that_may_not_be_read_is_written_to_all_the_same(world: World, settings: Settings) -> None:
    """What cannot be looked for is sent again; that loses no game."""
    match_id, room = await world.start(2)
    world.env.inject_error("GET", f"/channels/{room.id}/messages", status=403, code=50001, times=1)

    await again(world, settings, match_id, timedelta(0))

    assert (await world.services.match_queries.match(match_id)).status == "running"
    assert all(post.sent_at for post in await turns(world, match_id))


async def again(world: World, settings: Settings, match_id: MatchId, ahead: timedelta) -> None:
    """As if the answer to the last turn message had been lost, and our clock had been ahead when it was sent."""
    post = (await turns(world, match_id))[-1]
    assert post.message_id is not None
    tried = discord.utils.snowflake_time(post.message_id) + ahead
    con = sqlite3.connect(settings.database)
    values = (stamp(tried), stamp(discord.utils.utcnow()), post.id)
    con.execute("UPDATE outbox SET sent_at = NULL, message_id = NULL, tried_at = ?, due_at = ?, attempts = 1 WHERE id = ?", values)
    con.commit()
    con.close()
    await world.services.outbox.drain(world.bot.rounds.poster, discord.utils.utcnow() + timedelta(hours=9))


async def turns(world: World, match_id: MatchId) -> Sequence[Post]:
    return [post for post in await world.services.store.posts.of(of_match(match_id)) if post.kind == "turn"]


async def test_a_channel_that_hangs_delays_no_other_game(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """New moves of others are told while it hangs."""
    stuck, room = await world.start(2)
    world.channel = world.guild.create_text_channel("other")
    free, _ = await world.start(2)
    post, hangs, posted = world.bot.rounds.poster.post, asyncio.Event(), asyncio.Event()

    async def hanging(row: Post) -> int:
        if row.channel_id == room.id:
            hangs.set()
            await asyncio.Event().wait()
        number = await post(row)
        posted.set()
        return number

    monkeypatch.setattr(world.bot.rounds.poster, "post", hanging)
    now = discord.utils.utcnow()
    await play(world, stuck, now)
    await hangs.wait()
    await play(world, free, now)

    await posted.wait()

    assert [post.sent_at is None for post in await turns(world, stuck)] == [False, True]
    world.bot.rounds._draining.cancel()


async def play(world: World, match_id: MatchId, now: Any) -> None:
    """Play a turn without a message."""
    on_turn = await world.waited_for(match_id)
    assert on_turn is not None
    member, table = on_turn
    texts = [world.services.games[table.match.game].write(table.legal[0])]
    while not (tried := await world.services.drafts.peek(match_id, member.id, texts, now=now)).may_confirm:
        texts.append(world.services.games[table.match.game].write(tried.legal[0]))
    await world.services.turns.act(match_id, member.id, texts, expected_version=table.version, now=now)
