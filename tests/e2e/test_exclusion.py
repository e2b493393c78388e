"""Excluded people are told so, whatever they try, and keep the power over their data."""

from __future__ import annotations

from tests.e2e.world import World, named


async def test_an_excluded_person_can_only_get_or_delete_their_data(world: World) -> None:
    anna, ben = world.members[:2]
    await ben.slash(world.channel, "new", place="here")
    lobby = world.channel.last_message
    world.services.exclusion._excluded = frozenset({anna.id})

    refused = await anna.slash(world.channel, "new", place="here")
    pressed = await anna.click(lobby, label=named("join"))

    assert refused.ephemeral and "has excluded you" in world.text(refused.response)
    assert pressed.ephemeral and "has excluded you" in world.text(pressed.response)
    export = await anna.slash(world.channel, "settings", setting="export")
    assert [file.filename for file in export.response.attachments] == ["about-me.json"]
    result = await anna.slash(world.channel, "settings", setting="forget")
    done = await anna.click(result.response, label=named("yes-forget"))
    assert "forgotten you" in world.text(done.response)
