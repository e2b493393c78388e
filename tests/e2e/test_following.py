"""Following by buttons: from a profile and from the panel of a game that one watches."""

from __future__ import annotations

from tests.e2e.test_ending import played_out
from tests.e2e.world import World, named


async def test_who_follows_a_game_or_a_player_reads_its_end_in_private_and_nobody_is_woken(world: World) -> None:
    """One message for both; a player who can't be reached, and who may not read the channel, hear nothing."""
    anna, ben, chi, dora, emil = world.members[:5]
    match_id, room = await world.start(2, rules="tiles=twelve")
    panel = (await chi.slash(room, "game")).response
    followed = (await chi.click(panel, label=named("follow"))).response
    profile = (await chi.slash(world.channel, "profile", member=ben)).response
    again = (await chi.click(profile, label=named("follow"))).response
    for member in (dora, emil):
        await member.click((await member.slash(room, "game")).response, label=named("follow"))
    await emil.click((await emil.slash(room, "game")).response, label=named("unfollow"))
    world.env.backend.remove_member(world.guild.id, dora.id)

    await played_out(world, match_id)

    assert named("unfollow") in world.buttons(followed) and named("unfollow") in world.buttons(again)
    told = [world.text(posted) for posted in chi.user.dm_channel.history()]
    assert len([text for text in told if "is over" in text]) == 1
    match = await world.services.match_queries.match(match_id)
    assert match.result is not None and all(str(score) in told[-1] for score in match.result["scores"])
    for member in (anna, dora, emil):
        assert not [text for posted in member.user.dm_channel.history() if "is over" in (text := world.text(posted))]
