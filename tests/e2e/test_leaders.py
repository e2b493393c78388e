"""Profiles and leaderboards as people meet them: one list leads from each board to all others."""

from __future__ import annotations

from service.ratings.ratings import ORDERS
from tests.e2e.test_ending import played_out
from tests.e2e.world import World, named


async def test_a_leaderboard_leads_to_all_others_and_a_profile_to_what_can_be_done(world: World) -> None:
    """By order, game and season; what is chosen stands in the list."""
    anna, ben = world.members[:2]
    match_id, _ = await world.start(2, map="tutorial")
    await played_out(world, match_id)
    await world.settle()

    shown = (await anna.slash(world.channel, "leaderboard", by="wins")).response
    (menu,) = world.selects(shown)
    boards = {}
    for line in menu["options"]:
        shown = (await anna.select(shown, [line["value"]], custom_id=menu["custom_id"])).response
        (now,) = world.selects(shown)
        boards[line["value"]] = (world.text(shown), [one["value"] for one in now["options"] if one.get("default")])
    profile = (await anna.slash(world.channel, "profile", member=ben)).response
    own = (await anna.slash(world.channel, "profile")).response
    form = await anna.click(profile, label=named("event-challenge"))

    assert {value.split()[0] for value in boards} >= set(ORDERS)
    assert all(chosen == [value] for value, (_, chosen) in boards.items())
    assert "1. " in boards["wins"][0] and "1. " not in boards["rating"][0], "games of the tutorial aren't rated"
    assert {named("event-challenge"), named("block")} <= set(world.buttons(profile)) and not world.buttons(own)
    assert "ben" in form.modal["title"]
