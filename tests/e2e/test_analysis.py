"""A finished game looked back at in Discord: posted for all, one's own turns in private, at hand from then on."""

from __future__ import annotations

import asyncio

from storage.changes import DeleteAnalysis
from storage.rows import UserId, of_person
from tests.e2e.test_ending import played_out
from tests.e2e.world import World, named
from workers.pool import BACK_IDLE_S

FEW = 600
"""Positions that are judged: the mistakes of who plays at random are found by a glance."""

FEWER = 200
"""Where it matters only that a game is judged."""


async def test_the_first_who_asks_has_the_analysis_posted_for_all(world: World) -> None:
    """A curve, what cost most with the board twice, sums; anyone who has played sees their own turns, others nothing of them."""
    match_id, room = await world.start(2, rules="tiles=twelve")
    anna, ben, chi = world.members[:3]
    world.services.analyses.leaves = FEW
    assert "played to the end" in world.text((await anna.slash(room, "game", action="analyse")).response)
    await played_out(world, match_id)
    (end,) = world.messages(room, "analyse")

    asked = (await ben.click(end, label=named("analyse"))).response
    assert asked.ephemeral and "analysis in this channel" in world.text(asked)
    await world.services.analyses.settled()
    async with asyncio.timeout(BACK_IDLE_S - 5):
        await world.settle()  # nobody waits until the process that judged has rested long enough to be ended

    (posted,) = world.messages(room, "ownturns")
    text = world.text(posted)
    assert text.count("Played: ") == text.count("Better: ") == 3
    assert "Points lost to mistakes" in text and "These are estimates" in text
    assert len(world.alts(posted)) == 1 and all(world.alts(posted)), "the curve alone: boards are behind buttons"
    moment = (await chi.click(posted, label="Moment 2")).response
    assert moment.ephemeral and len(world.alts(moment)) == 2 and all(world.alts(moment))
    assert world.text(moment).splitlines()[0].strip("*") in text.replace("*", "")
    assert not any(member.mention in text for member in world.members), "nobody is called"

    own = (await anna.click(posted, label=named("own-turns"))).response
    assert own.ephemeral and "anna" in world.text(own) and "ben: about" not in world.text(own)
    (menu,) = world.selects(own)
    last = menu["options"][-1]
    other = (await anna.select(own, [last["value"]], custom_id=menu["custom_id"])).response
    assert last["label"].split(" · ")[0] in world.text(other) and len(world.alts(other)) == 2
    assert "watching" in world.text((await chi.click(posted, label=named("own-turns"))).response)

    world.services.mistake_puzzles.leaves, world.services.mistake_puzzles.playouts = FEWER, 0
    coming = (await anna.click(own, label=named("mistakes"))).response
    typed = (await ben.slash(room, "game", action="mistakes")).response
    assert coming.ephemeral and "within a week" in world.text(coming) and "within a week" in world.text(typed)
    assert "watching" in world.text((await chi.slash(room, "game", action="mistakes")).response)

    again = (await chi.slash(room, "game", action="analyse")).response
    assert again.ephemeral and named("share") in world.buttons(again)
    assert world.text(again).split() == text.split()
    assert len(world.messages(room, "ownturns")) == 1

    for member in (anna, ben):
        async with asyncio.timeout(60):
            while await world.services.store.timers.of(of_person(UserId(member.id))):
                await world.services.mistake_puzzles.settled()
                await asyncio.sleep(0.01)
        user = await world.services.store.puzzles.of_user(UserId(member.id))
        assert 0 < len(user) <= 3 and {row.match_id for row in user} == {match_id}, "who plays at random makes clear mistakes"
    world.services.analyses.leaves = FEWER
    await world.services.store.commit(DeleteAnalysis(match_id))
    stale = (await chi.click(again, label=named("share"))).response
    assert "analysis in this channel" in world.text(stale), "an old button has nothing to share any more"
    await world.services.analyses.settled()
    await world.services.store.commit(DeleteAnalysis(match_id))
    again = (await anna.click(posted, label=named("own-turns"))).response
    assert "analysis in this channel" in world.text(again), "it is judged again"


async def test_a_hint_is_private_and_leads_into_the_draft(world: World) -> None:
    """With the board after it and a reason; the log tells that there was one, and nothing of what it said."""
    match_id, room = await world.start(2, map="tutorial")
    on_turn = await world.waited_for(match_id)
    assert on_turn is not None
    mover = on_turn[0]

    shown = (await mover.slash(room, "game", action="hint")).response

    assert shown.ephemeral and len(world.alts(shown)) == 1
    assert "A good turn for you" in world.text(shown) and "Hints you have taken in this game: 1" in world.text(shown)
    tried = (await mover.click(shown, label=named("try-hint"))).response
    assert named("confirm") in world.buttons(tried), "all that was advised lies there, not the tile alone"
    other = next(member for member in world.members[:2] if member is not mover)
    log = world.text((await other.slash(room, "game", action="log")).response)
    assert f"{mover.user.name} asked for a hint" in log
    assert "not your turn" in world.text((await other.slash(room, "game", action="hint")).response)
    more = (await mover.click(world.messages(room, "more")[-1], label=named("more"))).response
    assert named("hint") in world.buttons(more)
