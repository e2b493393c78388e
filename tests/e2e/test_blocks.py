"""Blocked people can't invite, ask or rematch their blockers; and threads of games stay open."""

from __future__ import annotations

from typing import Any

import discord

from storage.rows import UserId
from tests.e2e.test_ending import played_out, posted
from tests.e2e.world import World, named


async def test_somebody_is_blocked_listed_and_let_in_again_in_private(world: World) -> None:
    anna, ben, chi = world.members[:3]

    done = await anna.context_menu(world.channel, "Block", ben)

    assert done.ephemeral and ben.mention in world.text(done.response)
    assert await world.services.user_settings.blockers_of(UserId(ben.id)) == {anna.id}
    form = await anna.click(done.response, label=named("prefer-privacy"))
    itself = await world.fill(anna, form, blocked=[ben, anna])
    assert "yourself" in world.said(itself)
    await world.fill(anna, await anna.click(done.response, label=named("prefer-privacy")), blocked=[chi])
    assert await world.services.user_settings.blocked_by(UserId(anna.id)) == (chi.id,)


async def test_somebody_is_blocked_and_let_in_again_by_typing(world: World) -> None:
    """By a mention, or by a name of the list; without a value everyone who is blocked is named."""
    anna, ben = world.members[:2]

    done = await anna.slash(world.channel, "settings", setting="block", value=ben.mention)

    assert ben.mention in world.text(done.response)
    offered = await anna.autocomplete(world.channel, "settings", "value", "", setting="unblock")
    assert [offer["name"] for offer in offered] == ["ben"]
    undone = await anna.slash(world.channel, "settings", setting="unblock", value="ben")
    assert "haven't blocked anyone" in world.text(undone.response)
    unknown = await anna.slash(world.channel, "settings", setting="block", value="nobody at all")
    assert "nobody at all" in world.said(unknown)


async def test_a_rematch_does_not_call_who_has_blocked_its_host(world: World, requests: list[str]) -> None:
    match_id, room = await world.start(2, rules="tiles=twelve")
    await played_out(world, match_id)
    anna, ben = world.members[:2]
    await world.services.user_settings.block(UserId(anna.id), UserId(ben.id))

    await ben.click(world.messages(room, "rematch")[-1], label=named("rematch"))

    lobby = posted(requests, "join")[-1]
    assert lobby["allowed_mentions"].get("users", []) == [] and anna.mention not in str(lobby)


async def test_a_request_of_somebody_blocked_looks_like_any_other_and_pings_nobody_who_blocks(
    world: World, requests: list[str]
) -> None:
    """A refusal would tell of the block: with three players, of somebody's; with two, of whose."""
    _, room = await world.start(3)
    anna, ben, chi = world.members[:3]
    await world.services.user_settings.block(UserId(anna.id), UserId(ben.id))

    result = await ben.slash(room, "game", action="finish", detail="stop")
    await world.settle()

    (message,) = posted(requests, "agree")
    told = world.said(result)
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

    await world.pass_time(days=1, minutes=1)

    fetched = await world.bot.fetch_channel(room.id)
    assert isinstance(fetched, discord.Thread) and not fetched.archived and len(room.history()) == before
    await thread.edit(archived=True, locked=True)
    await world.pass_time(days=1, minutes=1)
    fetched = await world.bot.fetch_channel(room.id)
    assert isinstance(fetched, discord.Thread) and fetched.archived
