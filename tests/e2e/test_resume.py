"""Bringing a lost game back: only a lost one, only by those whom it concerns, only to where its players can follow."""

from __future__ import annotations

from typing import Any

import discord

from service.records import MatchLocation
from storage.rows import MatchId, UserId
from tests.e2e.world import World, named


def hidden(world: World, *members: Any) -> Any:
    """Return a channel that only these members see."""
    overwrites: Any = {world.guild.default_role: discord.PermissionOverwrite(view_channel=False)}
    for member in (world.guild.me, *members):
        overwrites[member] = discord.PermissionOverwrite(view_channel=True)
    return world.guild.create_text_channel("hidden", overwrites=overwrites)


async def lost(world: World, match_id: MatchId, why: str = "forbidden") -> None:
    """Close the channel to the bot for a while, or for good."""
    turn = await world.services.outbox.last(match_id, "turn")
    assert turn is not None
    await world.services.channel_changes.lose(turn, why, discord.utils.utcnow())


async def test_a_running_game_is_taken_nowhere(world: World) -> None:
    """Not by a player into a channel that they alone see, and not by anybody else."""
    match_id, room = await world.start(2)
    channel = hidden(world, world.members[0])

    answer = await world.members[0].slash(channel, "game", action="resume", game=str(match_id))

    assert "nothing to resume" in world.said(answer)
    assert (await world.services.match_queries.match(match_id)).channel_id == room.id
    assert not channel.history()


async def test_a_lost_game_goes_on_where_its_players_can_follow(world: World) -> None:
    """Told in both places; strangers and the moderators of a single channel take nothing anywhere."""
    match_id, room = await world.start(2)
    await lost(world, match_id)
    host, player, stranger = world.members[0], world.members[1], world.members[4]
    channel = hidden(world, host, stranger)
    open_channel = world.guild.create_text_channel("open")

    foreign = await stranger.slash(world.channel, "game", action="resume", game=str(match_id))
    apart = await host.slash(channel, "game", action="resume", game=str(match_id))
    assert "'re watching this game" in world.said(foreign)
    assert f"can't see this one: {player.name}" in world.said(apart)
    assert (await world.services.match_queries.match(match_id)).status == "lost"

    moved = await player.slash(open_channel, "game", action="resume", game=str(match_id))

    assert f"goes on in <#{open_channel.id}>" in world.said(moved)
    text = "\n".join(world.text(message) for message in open_channel.history())
    assert "The game goes on here: anna and ben." in text or "The game goes on here: ben and anna." in text
    assert any(f"goes on in <#{open_channel.id}>" in world.text(message) for message in room.history())
    match = await world.services.match_queries.in_channel(open_channel.id)
    assert (match.id, match.status) == (match_id, "running")


async def test_a_cancelled_game_is_not_said_to_be_open(world: World) -> None:
    """It is over; that is what is said."""
    match_id, _ = await world.start(2)
    await lost(world, match_id)
    await world.services.resignations.cancel(match_id, world.members[0].id, now=discord.utils.utcnow())

    answer = await world.members[0].slash(world.channel, "game", action="resume", game=str(match_id))

    assert "only do this while a game is running" in world.said(answer)
    assert "goes on" not in world.said(answer)


async def test_private_games_are_not_listed_to_outsiders(world: World) -> None:
    """Who plays in one sees it, and so does who is in its thread; lost ones are offered to nobody else either."""
    host, guest, stranger = world.members[0], world.members[1], world.members[4]
    await host.slash(world.channel, "new", place="private")
    await stranger.slash(world.channel, "new", place="thread")
    private, public = world.channel.threads[0].id, world.channel.threads[1].id
    thread = world.bot.get_channel(private)
    assert isinstance(thread, discord.Thread)
    await thread.add_user(discord.Object(guest.id))

    listed = {member.id: world.said(await member.slash(world.channel, "game", action="list")) for member in (host, guest, stranger)}

    assert all(f"<#{public}>" in text for text in listed.values())
    assert f"<#{private}>" in listed[host.id] and f"<#{private}>" in listed[guest.id]
    assert f"<#{private}>" not in listed[stranger.id]


async def test_every_game_of_a_server_is_on_some_page(world: World) -> None:
    """Above twenty-five: the list is turned, and the lost game that is the oldest of all is offered by its number."""
    match_id, _ = await world.start(2)
    await lost(world, match_id, "channel-gone")
    host, stranger = world.members[0], world.members[4]
    rooms = [await another_game(world, number) for number in range(27)]

    page = (await stranger.slash(world.channel, "game", action="list")).response
    first = world.text(page)
    page = (await stranger.click(page, label=named("next"))).response
    second = world.text(page)
    page = (await stranger.click(page, label=named("previous"))).response
    of_host = (await host.slash(world.channel, "game", action="list")).response
    for _ in range(2):
        of_host = (await host.click(of_host, label=named("next"))).response

    assert [f"<#{room}>" in first for room in reversed(rooms)] == [True] * 12 + [False] * 15
    assert [f"<#{room}>" in second for room in reversed(rooms)] == [False] * 12 + [True] * 12 + [False] * 3
    assert world.text(page) == first and "Page 1 of 3" in first
    last = world.text(of_host)
    assert f"Game {match_id} · " in last and "can be continued elsewhere" in last and named("next") not in world.buttons(of_host)
    offered = await host.autocomplete(world.channel, "game", "game", "ben")
    assert [choice["value"] for choice in offered] == [str(match_id)]
    looked_at = (await stranger.slash(world.channel, "game", game=str(match_id))).response
    assert named("resume-here") not in world.buttons(looked_at)
    opened = (await host.slash(world.channel, "game", game=str(match_id))).response
    assert named("resume-here") in world.buttons(opened)


async def another_game(world: World, number: int) -> int:
    """Open a lobby of a new person in a channel of its own; return the channel."""
    room, host = world.guild.create_text_channel(f"room-{number}"), world.guild.add_member(world.env.create_user(f"host-{number}"))
    place = MatchLocation(world.guild.id, room.id)
    await world.services.lobbies.open(place, UserId(host.id), "carcassonne", {}, now=discord.utils.utcnow())
    return int(room.id)
