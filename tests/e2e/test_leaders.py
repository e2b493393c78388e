"""Profiles and leaderboards as people meet them: one list leads from each board to all others."""

from __future__ import annotations

from service.ratings.leaderboards import ORDERS
from storage.rows import UserId
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
        now = world.selects(shown)[-1]
        boards[line["value"]] = (world.text(shown), [option["value"] for option in now["options"] if option.get("default")])
    profile = (await anna.slash(world.channel, "profile", member=ben)).response
    own = (await anna.slash(world.channel, "profile")).response
    form = await anna.click(profile, label=named("event-challenge"))

    assert {value.split()[0] for value in boards} >= set(ORDERS)
    assert all(chosen == [value] for value, (_, chosen) in boards.items())
    assert "1. " in boards["wins"][0] and "1. " not in boards["rating"][0], "games of the tutorial aren't rated"
    assert {named("event-challenge"), named("block")} <= set(world.buttons(profile)) and not world.buttons(own)
    assert "ben" in form.modal["title"]


async def test_a_record_is_told_when_it_falls_and_listed_with_the_game_behind_it(world: World) -> None:
    """The first game only sets records. Who hides their ratings isn't named, and people who can't see a game aren't led to it."""
    anna, ben = world.members[:2]
    ends = []
    for _ in range(4):
        match_id, room = await world.start(2, rules="tiles=twelve")
        await played_out(world, match_id)
        (end,) = world.messages(room, "rematch")
        ends.append((match_id, world.text(end)))
    fallen = await world.services.store.stats.records(world.guild.id)
    shown = (await anna.slash(world.channel, "leaderboard", by="records")).response

    assert "New record" not in ends[0][1] and any("New record" in text for _, text in ends[1:])
    for what, record in fallen.items():
        match_ids = [match_id for match_id, text in ends if "New record" in text]
        assert record.before is None or record.match_id in match_ids, what
    text = world.text(shown)
    best = fallen["carcassonne score"]
    holder = (await world.services.match_queries.seats(best.match_id))[best.seats[0]].user_id
    assert f"Highest score: {best.value} points · {world.member(holder).name}" in text
    (behind, _) = world.selects(shown)
    assert {line["value"] for line in behind["options"]} == {str(record.match_id) for record in fallen.values()}
    opened = await anna.select(shown, [behind["options"][0]["value"]], custom_id=behind["custom_id"])
    assert named("replay") in world.buttons(opened.response)

    await world.services.user_settings.prefer(UserId(holder), "rating", "hidden")
    shown = (await ben.slash(world.channel, "leaderboard", by="records")).response
    assert f"Highest score: {best.value} points · {world.member(holder).name}" not in world.text(shown)
