"""Planning the next turn in Discord with tiles in hand: private, kept, played by one press, or refused with a reason."""

from __future__ import annotations

from typing import Any

import pytest
from discord.utils import utcnow

from service.records import Draft
from storage.rows import MatchId, UserId
from tests.e2e.world import World, named
from tests.service.play.test_tile_in_hand import far_from, moved

pytestmark = pytest.mark.usefixtures("one_bag")


async def begun(world: World) -> tuple[MatchId, Any, Any, Any]:
    """Return a game of two with tiles in hand: its id, its channel, the asked player, and the other one."""
    match_id, room = await world.start(2, rules="in_hand=on tiles=twelve", place="here")
    on_turn = await world.waited_for(match_id)
    assert on_turn is not None
    other = next(member for member in world.members[:2] if member is not on_turn[0])
    return match_id, room, on_turn[0], other


async def kept(world: World, member: Any, shown: Any) -> Any:
    """Keep the first of all choices as a plan; return what is shown then."""
    while named("keep-plan") not in world.buttons(shown):
        shown = await world.choose(member, shown, world.options(shown)[0])
    return (await member.click(shown, label=named("keep-plan"))).response


async def test_a_plan_is_made_from_the_panel_kept_in_private_and_played_by_one_press(world: World) -> None:
    """Nobody else reads anything of it before it is played."""
    match_id, room, mover, planner = await begun(world)
    messages, version = len(list(room.history())), (await world.services.match_queries.match(match_id)).version
    panel = (await planner.click(world.messages(room, "more")[-1], label=named("more"))).response
    assert named("plan") in world.buttons(panel)
    theirs = (await mover.click(world.messages(room, "more")[-1], label=named("more"))).response
    assert named("plan") not in world.buttons(theirs)

    shown = (await planner.click(panel, label=named("plan"))).response
    assert shown.ephemeral and "not your turn yet" in world.text(shown)
    done = await kept(world, planner, shown)
    assert done.ephemeral and "Your plan is kept" in world.text(done)
    early = (await planner.click(done, label=named("play-plan"))).response
    assert "Your plan is kept" in world.text(early), "it is not their turn"
    assert (await world.services.match_queries.match(match_id)).version == version
    assert len(list(room.history())) == messages

    plan = await drafted(world, match_id, planner)
    services = world.services
    await moved(services, match_id, far_from(plan, await services.repository.seen(match_id)), "skip")
    await world.settle()
    played = (await planner.click(done, label=named("play-plan"))).response

    assert "Your turn is over" in world.text(played) and named("plan") in world.buttons(played)
    log = (await services.repository.seen(match_id)).log
    assert tuple(row.text for row in log if row.seat == plan.seat) == plan.texts


async def test_a_plan_that_is_no_more_says_why(world: World) -> None:
    """Pressed, and opened; the draft begins again."""
    match_id, room, _, planner = await begun(world)
    services = world.services
    live = await services.repository.seen(match_id)
    cells = {action.cell: action for action in live.game.legal(live.state, live.asked[0])}
    shown = (await planner.slash(room, "game", action="plan")).response
    first = next(action for action in (await drafted(world, match_id, planner)).legal if action.cell in cells)
    option = world.option(shown, live.game.write(first))
    assert option is not None
    done = await kept(world, planner, await world.choose(planner, shown, option))

    await moved(services, match_id, live.game.write(cells[first.cell]))
    await world.settle()

    turn = world.text(world.messages(room, "more")[-1])
    assert turn.count("Your plan no longer stands; your move shows you why.") == 1 and planner.mention in turn
    assert "no longer stands" in world.text((await planner.click(done, label=named("play-plan"))).response)
    assert "no longer stands" not in world.text((await planner.click(done, label=named("change-plan"))).response), "told once"


async def test_without_tiles_in_hand_there_is_nothing_to_plan(world: World) -> None:
    match_id, room = await world.start(2, place="here")
    on_turn = await world.waited_for(match_id)
    assert on_turn is not None
    other = next(member for member in world.members[:2] if member is not on_turn[0])

    panel = (await other.click(world.messages(room, "more")[-1], label=named("more"))).response

    assert named("plan") not in world.buttons(panel)


async def drafted(world: World, match_id: MatchId, member: Any) -> Draft:
    """Return this member's draft."""
    draft: Draft = await world.services.drafts.open(match_id, UserId(member.id), now=utcnow())
    return draft
