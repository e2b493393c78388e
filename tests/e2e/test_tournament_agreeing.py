"""Agreements in a tournament: the organiser's own rules, results played elsewhere, private threads."""

from __future__ import annotations

import discord
import pytest

import service.tournaments.external_ratings
from storage.rows import UserId
from tests.e2e.fair import Fair
from tests.e2e.world import named


async def test_two_accept_the_rules_play_in_a_thread_of_their_own_and_agree_on_a_result(fair: Fair) -> None:
    world = fair.world
    mine = await fair.opened(stages="swiss:2", preview="0", own_rules="Be kind.", private="yes")
    for member in fair.people[:3]:
        shown = (await member.click(fair.board(), label="Enter")).response
        assert "Be kind." in world.text(shown) and (await fair.state()).member(member.id) is None
        if member is fair.people[0]:
            await fair.type(member, "accept")
        else:
            await member.click(shown, label=named("event-accept"))
        assert (await fair.state()).member(member.id) is not None
    await fair.rest()
    assert "2 rounds is a lot for 3 entrants" in world.text(await fair.panel(fair.organiser)), "two rounds of three people"
    await fair.organiser.click(mine, label=named("event-start"))
    await fair.rest()

    (match,) = await fair.events.queries.matches(await fair.event_id())
    anna, ben = (world.member(seat.user_id or 0) for seat in match.seats)
    thread = world.env.backend.channels[match.channel_id]
    assert discord.ChannelType(thread.type) is discord.ChannelType.private_thread
    inside = {member.id for member in await world.bot.get_channel(match.channel_id).fetch_members()}
    assert {anna.id, ben.id, fair.organiser.id} <= inside and fair.people[5].id not in inside

    rests, referee = next(member for member in fair.people[:3] if member not in (anna, ben)), named("event-referee")
    assert referee in world.buttons(await fair.panel(anna)) and referee not in world.buttons(await fair.panel(rests))
    texts = [world.text((await fair.type(anna, "referee")).response) for _ in range(2)]

    answer = await fair.type(anna, "report", "win score=71-64 because=we met at the club")
    assert "asked in private" in world.text(answer.response)
    await fair.rest()
    letter = fair.letters(ben)[-1]
    assert "71–64" in world.text(letter) and "we met at the club" in world.text(letter)
    await ben.user.click(letter, label=named("event-agree"))
    await fair.rest()

    result = (await fair.state()).results[1, 1]
    assert result.score is not None and sorted(result.score) == [64, 71]
    texts.append(world.text((await fair.type(anna, "referee")).response))
    assert ["doing that too often" in text for text in texts] == [False, False, True], "nobody's letters are flooded"


async def test_proposals_and_appeals_are_answered_by_typing_alone(fair: Fair) -> None:
    """The newest one is meant; people with nothing to answer are told so."""
    mine = await fair.opened(stages="swiss:1", preview="0")
    for member in fair.people[:2]:
        await fair.press(member, "Enter")
    await fair.organiser.click(mine, label=named("event-start"))
    await fair.rest()
    await fair.type(fair.organiser, "deputies", who=fair.people[4])
    text, (anna, ben, *_) = fair.world.text, fair.people

    nothing = [text((await fair.type(who, action)).response) for who, action in ((ben, "agree"), (anna, "appeal"))]
    await fair.type(anna, "report", "draw because=we met at the club")
    own = text((await fair.type(anna, "agree")).response)
    shown = text((await fair.type(ben, "agree")).response)
    await fair.rest()
    assert not (await fair.state()).results and "we met at the club" in shown, "it is shown first"
    await fair.type(ben, "agree", shown.rpartition("detail:")[2].partition("`")[0])
    await fair.rest()
    assert (await fair.state()).results and nothing[0] == own != nothing[1]

    await fair.type(ben, "appeal")
    refused = text((await fair.type(ben, "set-aside")).response)
    await fair.type(fair.people[4], "set-aside")
    await fair.rest()

    assert "Only organisers" in refused and not (await fair.state()).results


async def test_a_referee_confirms_a_result_from_elsewhere_which_counts_for_ratings(
    fair: Fair, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service.tournaments.external_ratings, "LEAST_PEOPLE", 2)
    world = fair.world
    mine = await fair.opened(stages="swiss:1", preview="0", rate_elsewhere="yes")
    for member in fair.people[:2]:
        await fair.press(member, "Enter")
    assert "Results from elsewhere count for ratings, at most 2" in world.text(fair.board())
    await fair.organiser.click(mine, label=named("event-start"))
    await fair.rest()
    anna, ben, *_ = fair.people
    await fair.type(anna, "report", "loss score=64-71 because=we met at the club")
    await fair.rest()
    assert "for the standings and for ratings" in world.text(fair.letters(ben)[-1])

    sentence = world.text((await fair.type(fair.organiser, "rule", "confirm reason=I was there", who=anna)).response)
    await fair.rest()

    assert "couldn't" not in sentence and any("It counts for ratings." in text for text, _ in fair.told())
    state = await fair.state()
    assert [result.how for result in state.results.values()] == ["elsewhere"] and state.champions == (ben.id,)
    stored = await world.services.store.stats.ratings(
        world.guild.id, f"{state.settings.game} duel", [UserId(anna.id), UserId(ben.id)]
    )
    assert {user: rating.wins for user, rating in stored.items()} == {anna.id: 0, ben.id: 1}
