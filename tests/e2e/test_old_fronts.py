"""A lobby's message that is too old to be changed, with the game's thread on it: its buttons go as soon as Discord lets them."""

from __future__ import annotations

from datetime import timedelta

from cogs import interaction_info
from cogs.background.lobby.lobby_messages import STRIP_AFTER
from tests.e2e.world import World, named

TOO_OLD = {"status": 400, "code": 30046, "message": "Maximum number of edits to messages older than 1 hour reached"}


async def test_the_old_message_loses_its_buttons_even_after_a_restart(world: World) -> None:
    """Refused at first, once more after a minute, then it says where the lobby is now."""
    host, guest = world.members[:2]
    await host.slash(world.channel, "new", place="thread")
    (old,) = world.messages(world.channel, "join")
    edits = f"/channels/{world.channel.id}/messages/{old.id}"
    world.env.inject_error("PATCH", edits, times=None, **TOO_OLD)
    world.env.inject_error("POST", "/interactions/*/callback", **TOO_OLD)
    await guest.click(old, label=named("join"))
    new = world.messages(world.channel, "join")[-1]
    assert new.id != old.id and "ben" in world.text(new)
    first = interaction_info.now() + STRIP_AFTER[0]

    await world.restart()
    await world.services.timers.tick(first)
    assert [message.id for message in world.messages(world.channel, "join")] == [old.id, new.id]
    world.env.backend.faults.clear()
    await world.services.timers.tick(first + STRIP_AFTER[1] + timedelta(seconds=1))

    assert [message.id for message in world.messages(world.channel, "join")] == [new.id]
    left = next(message for message in world.channel.history() if message.id == old.id)
    assert f"https://discord.com/channels/{world.guild.id}/{world.channel.id}/{new.id}" in world.text(left)
