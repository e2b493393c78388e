"""The visibility of channels and threads in a server."""

from __future__ import annotations

from typing import Any

import discord

from tests.e2e.world import World

UNSEEN, SEEN = discord.PermissionOverwrite(view_channel=False), discord.PermissionOverwrite(view_channel=True)


async def test_who_reads_one_channel_may_not_read_another(world: World) -> None:
    """Threads are read where their channels are, private ones by those inside; what nobody knows is read by nobody."""
    guild, everyone, anna = world.guild, world.guild.default_role, world.members[0]
    named: tuple[dict[Any, Any], ...] = ({everyone: UNSEEN}, {everyone: UNSEEN, anna: SEEN}, {anna: UNSEEN})
    closed, for_anna, not_anna = (guild.create_text_channel(f"room-{n}", overwrites=rights) for n, rights in enumerate(named))
    _, room = await world.start(2)
    sees = world.bot.services.puzzles.making.is_shown

    async def beside(channel_id: int, other: int) -> bool:
        return await sees(guild.id, channel_id, other)

    assert await beside(room.id, world.channel.id) and await beside(world.channel.id, room.id)
    assert await beside(world.channel.id, closed.id) and not await beside(closed.id, world.channel.id)
    assert not await beside(closed.id, for_anna.id) and not await beside(not_anna.id, world.channel.id)
    assert await beside(world.channel.id, not_anna.id)
    assert not await beside(99, world.channel.id) and not await beside(world.channel.id, 99)
    assert not await sees(99, room.id, world.channel.id)


async def test_who_looks_after_threads_sees_private_ones_without_being_inside(world: World) -> None:
    """The others see a private thread only from inside."""
    role = world.guild.create_role("Moderators", permissions=discord.Permissions(manage_threads=True))
    moderator = world.guild.add_member(world.env.create_user("mod"), roles=[role])
    await world.members[0].slash(world.channel, "new", place="private")
    (match,) = await world.services.match_queries.guild_matches(world.guild.id)
    guild = world.bot.get_guild(world.guild.id)
    assert guild is not None

    async def seen(member: Any) -> bool:
        return await world.bot.app.visibility.is_seen(guild, await guild.fetch_member(member.id), match.channel_id)

    assert await seen(world.members[0]), "sits in it"
    assert await seen(moderator)
    assert not await seen(world.members[5])
