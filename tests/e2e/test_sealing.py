"""The sealed bag as players meet it: a word before the start, the message that the game begins, and what can be checked."""

from __future__ import annotations

import pytest

from tests.e2e.world import World, named


@pytest.mark.mixes
async def test_a_word_goes_in_the_beginning_is_told_and_all_of_it_verifies(world: World) -> None:
    """By form or command; only how many there are is shown before the start."""
    anna, ben, chi = world.members[:3]
    await anna.slash(world.channel, "new", players=2)
    lobby = world.messages(world.channel, "join")[-1]
    await ben.click(lobby, label=named("join"))

    read = (await ben.click(lobby, label=named("settings"))).response
    form = await ben.click(read, label=named("word"))
    assert "“blue horse”" in world.said(await ben.submit_modal(form, {"line": " blue   horse "}))
    (room,) = world.channel.threads
    refused = await anna.slash(room, "game", action="word", detail="@everyone")
    assert refused.ephemeral and "Leave mentions out" in world.said(refused)
    await anna.slash(room, "game", action="word", detail="*pony*")
    outside = await chi.slash(room, "game", action="word", detail="mine")

    assert outside.ephemeral and "watching" in world.said(outside)
    lobby = world.messages(world.channel, "start")[-1]
    assert "2 words added to it" in world.text(lobby) and "horse" not in world.text(lobby)
    await anna.click(lobby, label=named("start"))

    begun = next(message for message in room.history() if "The game begins." in world.text(message))
    text = world.text(begun)
    assert "“blue horse” (ben)" in text and "pony" in text and "(anna)" in text and not begun.mentions
    assert world.messages(room, "place")[-1].id > begun.id
    sure = await anna.slash(room, "game", action="cancel")
    await anna.click(sure.response, label=named("yes-cancel"))
    verified = world.said(await chi.slash(room, "game", action="verify"))
    assert f"/{room.id}/{begun.id}" in verified
    assert "The players' words are in it." in verified and "DOES NOT" not in verified
