"""`/health`, for the owner of the application only."""

from __future__ import annotations

import discord
import simcord

from storage.database_url import file_beside
from telemetry import heartbeat
from tests.e2e.world import World


def give_sign(world: World, **more: object) -> None:
    sign = heartbeat.Heartbeat(1_790_000_000.0, "1.2.3", ready_since=1_789_990_000.0, servers=3, running=7, memory_mb=123)
    heartbeat.write(file_beside(world.bot.database, ".alive"), heartbeat.Heartbeat(**{**sign.__dict__, **more}))


def administrators(world: World) -> list[simcord.MemberActor]:
    """Return two members to whom Discord shows the command."""
    role = world.guild.create_role("Administrators", permissions=discord.Permissions(administrator=True))
    return [world.guild.add_member(world.env.create_user(name), roles=[role]) for name in ("otto", "pia")]


async def test_the_owner_reads_how_the_bot_is(world: World) -> None:
    """In private; a member of the team is an owner too."""
    owner, other = administrators(world)
    world.bot.owner_id, world.bot.owner_ids = None, {owner.id, 5}
    give_sign(world, posts_waiting=2, waiting_since=1_789_999_000.0)

    result = await owner.slash(world.channel, "health")
    refused = await other.slash(world.channel, "health")

    assert result.ephemeral
    text = world.text(result.response)
    assert all(
        part in text for part in ("1.2.3", "<t:1790000000:R>", "3 servers", "7 running games", "123 MB", "Database: writable")
    )
    assert "2 messages waiting to be sent, the oldest since <t:1789999000:R>" in text
    assert "Only the bot's owner" in world.text(refused.response) and "1.2.3" not in world.text(refused.response)


async def test_a_database_that_cannot_be_written_is_named(world: World) -> None:
    """With its reason; and where there is no sign, that is said."""
    owner, _ = administrators(world)
    world.bot.owner_id, world.bot.owner_ids = None, {owner.id}

    before = await owner.slash(world.channel, "health")
    give_sign(world, database="disk full", ready_since=None, away_since=1_789_000_000.0)
    result = await owner.slash(world.channel, "health")

    assert "No sign of life yet" in world.text(before.response)
    assert "cannot be written: disk full" in world.text(result.response)
    assert "Discord out of reach: since <t:1789000000:R>" in world.text(result.response)


async def test_where_several_processes_share_the_work_its_part_is_told(world: World) -> None:
    """Or that it stands by for another one."""
    owner, _ = administrators(world)
    world.bot.owner_id, world.bot.owner_ids = None, {owner.id}

    give_sign(world, held="0-1/4, common", wanted="0-1/4, common")
    holds = await owner.slash(world.channel, "health")
    give_sign(world, wanted="0-1/4, common")
    waits = await owner.slash(world.channel, "health")

    assert "Shards: 0-1/4, common" in world.text(holds.response)
    assert "Standing by for another process: shards 0-1/4, common" in world.text(waits.response)


async def test_only_administrators_are_shown_it(world: World) -> None:
    """Discord hides it from everybody else."""
    (command,) = [command for command in world.bot.tree.get_commands() if command.name == "health"]

    assert command.default_permissions is not None and command.default_permissions.administrator
