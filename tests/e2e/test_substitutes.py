"""A lost seat as all see it, and as its substitute is briefed."""

from __future__ import annotations

from service.guilds.server_settings import NEWCOMERS
from tests.e2e.world import World, named, newest


async def test_a_free_seat_is_offered_taken_over_with_a_briefing_and_played_on(world: World) -> None:
    """With a picture in the game and a line on the list; newcomers are told how long they must have been there."""
    match_id, room = await world.start(3)
    on_turn = await world.waited_for(match_id)
    assert on_turn is not None
    leaver, dora, stays = on_turn[0], world.members[3], next(m for m in world.members[:3] if m.id != on_turn[0].id)
    await stays.slash(world.channel, "find", pace="brisk")
    world.services.computers.think = lambda _match: None  # who comes in shall be asked at once

    question = await leaver.slash(room, "game", action="resign")
    await leaver.click(question.response, label=named("yes-resign"))
    await world.settle()

    (news,) = world.messages(room, "takeover")
    assert f"A seat is free: {leaver.name}" in world.text(news) and world.alts(news)
    (listed,) = world.messages(world.channel, "seek")
    assert "Free seats in running games" in world.text(listed)
    refused = await dora.click(news, label=named("take-over"))
    assert "for 14 days or longer" in world.said(refused)
    await world.services.server_settings.choose(world.guild.id, NEWCOMERS, ["0"])

    taken = await dora.click(news, label=named("take-over"))
    await world.settle()

    briefing = newest(taken)
    assert taken.ephemeral and "The seat is yours" in world.text(briefing)
    assert "dora" in world.text(briefing) and named("place") in world.buttons(briefing) and world.alts(briefing)
    assert f"dora takes over {leaver.name}'s seat." in "\n".join(world.text(message) for message in room.history())
    assert dora.mention in world.text(world.messages(room, "place")[-1])
    (listed,) = world.messages(world.channel, "seek")
    assert "Free seats" not in world.text(listed)
    back = await leaver.slash(room, "game", action="return")
    assert "Someone else is playing that seat" in world.said(back)
    assert "dora plays this seat" in world.said(await dora.slash(room, "game", action="log"))
    again = await world.members[4].slash(room, "game", action="take-over", detail="dora")
    assert "no free seat" in world.said(again)
    now = await world.waited_for(match_id)
    assert now is not None and now[0] is dora and await world.move(match_id)
