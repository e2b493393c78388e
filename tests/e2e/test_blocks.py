"""Who is blocked invites, asks and rematches nobody who has blocked him; and threads of games stay open."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import discord

from storage.records import UserId
from tests.e2e.test_ending import played_out, posted
from tests.e2e.world import World, named


async def test_somebody_is_blocked_listed_and_let_in_again_in_private(world: World) -> None:
    anna, ben = world.members[:2]

    done = await anna.slash(world.channel, "block", member=ben)

    assert done.ephemeral and ben.mention in world.text(done.response)
    assert await world.services.people.blockers_of(UserId(ben.id)) == {anna.id}
    (menu,) = world.selects(done.response)
    assert [line["label"] for line in menu["options"]] == ["ben"]
    undone = await anna.select(done.response, [str(ben.id)], custom_id=menu["custom_id"])
    assert "not blocked anyone" in world.text(undone.response)
    itself = await anna.slash(world.channel, "block", member=anna)
    assert "yourself" in world.text(itself.followups[-1] if itself.followups else itself.response)


async def test_a_rematch_does_not_call_who_has_blocked_its_host(world: World, requests: list[str]) -> None:
    match_id, room = await world.start(2, map="tutorial")
    await played_out(world, match_id)
    anna, ben = world.members[:2]
    await world.services.people.block(UserId(anna.id), UserId(ben.id))

    await ben.click(world.messages(room, "rematch")[-1], label=named("rematch"))

    lobby = posted(requests, "join")[-1]
    assert lobby["allowed_mentions"].get("users", []) == [] and anna.mention not in str(lobby)


async def test_a_request_of_somebody_blocked_looks_like_any_other_and_pings_nobody_who_blocks(
    world: World, requests: list[str]
) -> None:
    """A refusal would tell of the block: with three players, of somebody's; with two, of whose."""
    _, room = await world.start(3)
    anna, ben, chi = world.members[:3]
    await world.services.people.block(UserId(anna.id), UserId(ben.id))

    asked = await ben.slash(room, "game", action="finish", detail="stop")
    await world.bot.rounds.settled()

    (message,) = posted(requests, "agree")
    told = world.text(asked.followups[-1] if asked.followups else asked.response)
    assert anna.user.name in told and chi.user.name in told, "as if all had been asked alike"
    assert anna.mention in str(message) and chi.mention in str(message)
    assert message["allowed_mentions"]["users"] == [chi.id]


async def test_a_thread_that_was_put_away_is_opened_without_a_word(world: World) -> None:
    """As long as its game runs; one that somebody has locked stays."""
    _, room = await world.start(2)
    before = len(room.history())
    await world.bot.rounds.on_ready()
    guild = world.bot.get_guild(world.guild.id)
    thread: Any = guild and guild.get_thread(room.id)
    await thread.edit(archived=True)

    await world.services.timers.tick(discord.utils.utcnow() + timedelta(days=1, minutes=1))

    fetched = await world.bot.fetch_channel(room.id)
    assert isinstance(fetched, discord.Thread) and not fetched.archived and len(room.history()) == before
    await thread.edit(archived=True, locked=True)
    await world.services.timers.tick(discord.utils.utcnow() + timedelta(days=2, minutes=2))
    fetched = await world.bot.fetch_channel(room.id)
    assert isinstance(fetched, discord.Thread) and fetched.archived
