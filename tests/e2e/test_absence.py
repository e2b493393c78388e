"""Nights, vacations and daily lists as people meet them: what makes a sound, what is said, what ends them."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import discord

from clocks.zones import write_time
from storage.rows import UserId
from tests.e2e.test_ending import pinged, posted
from tests.e2e.world import World, named, newest


def letters(requests: list[str], opening: str) -> list[dict[str, Any]]:
    """Return the bodies of sent messages with these words."""
    sent = (line.split(" ", 2) for line in requests)
    return [json.loads(body) for method, path, body in sent if method == "POST" and path.endswith("/messages") and opening in body]


async def test_a_turn_that_comes_in_the_night_makes_no_sound(world: World, requests: list[str]) -> None:
    """Who is awake hears of theirs; who slept is pinged once when they wake."""
    now = discord.utils.utcnow()
    begin = write_time((now.hour * 60 + now.minute - 60) % (24 * 60))
    end = write_time((now.hour * 60 + now.minute + 120) % (24 * 60))
    for member in world.members[:2]:
        await world.services.user_settings.live_in(UserId(member.id), "UTC", begin, end)

    match_id, room = await world.start(2)

    on_turn = await world.waited_for(match_id)
    assert on_turn is not None
    (turn,) = posted(requests, "place")
    assert pinged(turn) == [] and turn["allowed_mentions"]["users"] == [on_turn[0].id]
    await world.services.timers.tick(now + timedelta(hours=3))
    await world.settle()
    (call,) = letters(requests, "while you slept")
    assert pinged(call) == [] or pinged(call) == [on_turn[0].id]
    assert on_turn[0].mention in world.text(room.history()[-1])


async def test_a_vacation_is_announced_shown_and_ended_by_a_move_after_one_question(world: World) -> None:
    """The game that waits is told; the draft is there when the question is answered."""
    match_id, room = await world.start(2)
    on_turn = await world.waited_for(match_id)
    assert on_turn is not None
    anna = on_turn[0]
    turn = world.messages(room, "place")[-1]

    await anna.slash(world.channel, "new", players=2)
    lobby = world.messages(world.channel, "join")[-1]
    begun = await anna.slash(world.channel, "away", until="10d", begin="0")
    await world.settle()

    assert begun.ephemeral and "You're on vacation until" in world.said(begun) and "days of vacation left" in world.said(begun)
    assert "is on vacation until" in world.text(room.history()[-1]) and not room.history()[-1].mentions
    other = world.members[1] if anna is world.members[0] else world.members[0]
    await other.click(lobby, label=named("join"))
    assert "On vacation until" in world.text(world.messages(world.channel, "start")[-1])
    tried: Any = on_turn[1]
    texts: list[str] = []
    while tried.legal:
        texts.append(world.services.games[tried.match.game].write(tried.legal[0]))
        tried = await world.services.drafts.push(
            match_id, UserId(anna.id), texts[-1:], keep=len(texts) - 1, now=discord.utils.utcnow()
        )
    draft = (await anna.click(turn, label=named("place"))).response
    question = await anna.click(draft, label=named("confirm"))
    assert "Are you back?" in world.said(question)
    shown = newest(question)
    back = (await anna.click(shown, label=named("back-here"))).response
    assert "Welcome back" in world.text(back)
    done = await anna.click(back, label=named("confirm"))
    assert "Your turn is over" in world.said(done) or "It's your turn again" in world.said(done)
    assert "You're not on vacation" in world.said(await anna.slash(world.channel, "away"))


async def test_a_vacation_without_a_beginning_begins_in_a_day_and_can_be_called_off(world: World) -> None:
    anna = world.members[0]

    planned = await anna.slash(world.channel, "away", until="9d")
    assert "Your vacation is from" in world.said(planned)
    off = await anna.click(planned.response, label=named("vacation-end"))

    assert "cancelled" in world.said(off)
    assert "as a day" in world.said(await anna.slash(world.channel, "away", until="whenever"))
    offered = await anna.autocomplete(world.channel, "away", "until", "")
    assert len(offered) == 5
    assert offered[0]["value"] == (discord.utils.utcnow() + timedelta(days=3)).date().isoformat()


async def test_the_daily_list_comes_in_private_with_links(world: World, requests: list[str]) -> None:
    match_id, room = await world.start(2)
    on_turn = await world.waited_for(match_id)
    assert on_turn is not None
    await world.services.user_settings.prefer(UserId(on_turn[0].id), "digest", "8")

    await world.pass_time(days=1)

    (letter,) = letters(requests, "Today 1 game is waiting for you:")
    assert f"https://discord.com/channels/{world.guild.id}/{room.id}" in json.dumps(letter)
    assert pinged(letter) == [on_turn[0].id] and "You have until" in json.dumps(letter)
