"""What is kept about oneself: as a file, and forgotten."""

from __future__ import annotations

from tests.e2e.world import World


async def test_who_is_forgotten_is_a_former_member_and_the_game_goes_on(world: World) -> None:
    """Only after being asked once more; the others see who plays now."""
    match_id, room = await world.start(2)
    member = world.members[0]

    asked = await member.slash(room, "settings forget")
    assert asked.ephemeral and "cannot be undone" in world.text(asked.response)
    done = await member.click(asked.response, label="Forget me for good")

    assert "Forgotten" in world.text(done.response)
    score = await world.members[1].slash(room, "score")
    assert "former member" in world.text(score.response) and "anna" not in world.text(score.response).casefold()
    waiting = await world.waited_for(match_id)
    assert waiting is not None and waiting[0].id == world.members[1].id


async def test_everything_about_oneself_comes_as_a_file(world: World) -> None:
    """In private."""
    _, room = await world.start(2)

    answer = await world.members[0].slash(room, "settings export")

    assert answer.ephemeral
    assert [file.filename for file in answer.response.attachments] == ["about-me.json"]
