"""Servers that put the bot out and take it in again, in the simulated Discord."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from cogs import interaction_info
from service.core import leases
from service.guilds.guild_lifecycle import GONE, KEPT
from storage.changes import SaveMap
from storage.rows import LOST, RUNNING, MapRow, UserId, of_server
from storage.sharding import ProcessShare
from tests.e2e.world import World


def told(world: World, room: Any) -> str:
    return "\n".join(world.text(message) for message in room.history())


async def removed(world: World) -> None:
    """Discord tells that the bot was removed: the server is no longer among its own."""
    guild = world.bot.guilds[0]
    world.bot._connection._remove_guild(guild)
    await world.bot.rounds.on_guild_remove(guild)


async def test_a_game_comes_back_with_the_bot_and_says_so(world: World) -> None:
    """Until then it rests, and waits for nobody."""
    match_id, room = await world.start(2)
    guild, player = world.bot.guilds[0], await world.waited_for(match_id)
    assert player is not None
    await removed(world)
    assert (await world.services.match_queries.match(match_id)).status == LOST
    assert await world.services.match_queries.waiting_for(player[0].id) == ()

    world.bot._connection._add_guild(guild)
    await world.bot.rounds.on_guild_join(guild)
    await world.settle()

    assert (await world.services.match_queries.match(match_id)).status == RUNNING
    assert "The game goes on here:" in told(world, room)
    assert f"<@{player[0].id}>, it's your turn" in world.text(room.history()[-1])
    assert [t.kind for t in await world.services.store.timers.of(of_server(guild.id))] == ["presence", "threads"]


async def test_who_stands_by_leaves_everything_to_who_looks_after_the_server(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both hear of it. What both dealt with would be noted twice, and told twice to people."""
    match_id, room = await world.start(2)
    channel = world.bot.get_channel(room.id)
    with monkeypatch.context() as standing_by:
        standing_by.setattr(leases, "HANDOVER_S", 0.0)
        standing_by.setattr(world.services.leases, "_store", object())
        standing_by.setattr(world.services.leases, "_share", ProcessShare("somebody else"))

        await world.bot.rounds.on_guild_channel_delete(channel)  # type: ignore[arg-type]  # it is one of a server
        await removed(world)

        assert (await world.services.match_queries.match(match_id)).status == RUNNING
        assert await world.services.guild_lifecycle.gone() == frozenset()

    await world.bot.rounds.on_guild_channel_delete(channel)  # type: ignore[arg-type]  # as above
    assert (await world.services.match_queries.match(match_id)).status == LOST


async def test_completions_wait_for_no_lease(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who stands by leaves them to the other process at once; with a lease that came too late both answered."""
    leases = world.services.leases
    waits: list[int | None] = []

    async def heard(guild_id: int | None) -> bool:
        waits.append(guild_id)
        return False

    with monkeypatch.context() as standing_by:
        standing_by.setattr(leases, "_store", object())
        standing_by.setattr(leases, "_share", ProcessShare("somebody else"))
        standing_by.setattr(leases, "hears", heard)
        offered = await world.members[0].autocomplete(world.channel, "new", "map", "")

    assert (offered, waits) == ([], [])


async def test_what_was_missed_while_the_bot_did_not_run_is_noticed_at_its_start(world: World) -> None:
    """A server of which something is kept, and in which the bot is not: the time runs. Back again, nothing is deleted."""
    foreign = world.guild.id + (1 << 22)
    await world.services.store.commit(SaveMap(MapRow("isle-1", foreign, "Isle", "text", UserId(5), interaction_info.now())))
    match_id, room = await world.start(2)
    await world.services.timers.close()
    await world.services.guild_lifecycle.left(world.guild.id, now=interaction_info.now() - KEPT - timedelta(days=1))

    await world.restart()
    await world.bot.rounds.on_ready()  # once more, to wait for it
    await world.settle()

    assert await world.services.guild_lifecycle.gone() == {foreign}
    assert (await world.services.match_queries.match(match_id)).status == RUNNING
    assert "The game goes on here:" in told(world, room)


async def test_after_ninety_days_a_server_is_forgotten(world: World) -> None:
    """By the timer alone."""
    match_id, _ = await world.start(2)
    await removed(world)
    (due,) = [t.due_at for t in await world.services.store.timers.of(of_server(world.guild.id)) if t.kind == GONE]

    await world.services.timers.tick(due)

    assert await world.services.guild_lifecycle.kept() == frozenset()
    assert await world.services.store.matches.load(match_id) is None
