"""What expansions ask, as players meet it in Discord: every decision in its list, who is asked, and what an empty seat does."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from discord.utils import utcnow

from storage.rows import MatchId, UserId
from tests.e2e.world import World, named

ALL_FOUR = "inns,traders,dragon,tower"


pytestmark = pytest.mark.usefixtures("one_bag")


async def play_until(world: World, match_id: MatchId, wanted: Any) -> tuple[Any, Any]:
    """Play without Discord until somebody is asked for what is wanted; (member, table) as they see it."""
    game = world.services.games["carcassonne"]
    while asked := await world.waited_for(match_id):
        member, table = asked
        if wanted(table):
            return member, table
        real = [action for action in table.legal if action.verb != "ransom"]
        action = world.chance.choice(real)
        await world.services.turns.act(
            match_id, UserId(member.id), [game.write(action)], expected_version=table.version, now=utcnow()
        )
    pytest.fail("it was never asked")


async def told(world: World, room: Any, member: Any, version: int | None = None) -> Any:
    """The message that asks this member, at this version where it matters; it is posted soon after the move."""
    for _ in range(400):
        turns = world.messages(room, "place")
        if turns and member.mention in world.text(turns[-1]) and (version is None or f":{version}:" in opening(world, turns[-1])):
            return turns[-1]
        await asyncio.sleep(0.05)
    pytest.fail(f"{member} was never told")


def opening(world: World, turn: Any) -> str:
    """The id of the button that opens the draft."""
    return next(custom_id for custom_id in world.buttons(turn).values() if custom_id.endswith(":place"))


async def test_a_dragon_step_is_asked_of_the_next_player_with_one_ping(world: World) -> None:
    """Another player's turn: the one who is asked is pinged alone, sees numbered squares, and steps by button."""
    match_id, room = await world.start(3, expansions=ALL_FOUR)
    member, table = await play_until(world, match_id, lambda t: t.view.decision == "dragon" and len(t.legal) > 1)
    turn = await told(world, room, member, table.version)

    assert world.text(turn).count("<@") == 1
    assert member.mention in world.text(turn)
    assert world.alts(turn)[0]

    shown = (await member.click(turn, custom_id=opening(world, turn))).response
    assert len(table.legal) > 1, "nobody is asked for what is no choice"
    offered = [world.option(shown, f"dragon {a.square[0]},{a.square[1]}") for a in table.legal]
    assert len(set(world.options(shown))) == len(offered) and all(offered)
    shown = await world.play_out(member, await world.choose(member, shown, offered[0]))
    assert "our turn" in world.text(shown)


async def test_a_portal_is_leafed_through(world: World) -> None:
    """Every choice is on exactly one page; a page has 25 lines at most and its numbers are those that can be typed."""
    match_id, room = await world.start(2, expansions=ALL_FOUR)
    # A last page of ten or fewer has buttons in place of a list.
    member, table = await play_until(
        world, match_id, lambda t: t.view.decision == "deploy" and len(t.legal) > 50 and not 0 < len(t.legal) % 25 <= 12
    )
    turn = await told(world, room, member)

    shown = (await member.click(turn, custom_id=opening(world, turn))).response
    lines = []
    while True:
        (select,) = world.selects(shown)
        assert len(select["options"]) <= 25
        lines += select["options"]
        if named("more-spots") not in world.buttons(shown):
            break
        shown = (await member.click(shown, label=named("more-spots"))).response

    game = world.services.games["carcassonne"]
    assert sorted(line["value"] for line in lines) == sorted(game.write(action) for action in table.legal)
    assert len({line["label"] for line in lines}) == len(lines)
    real = [action for action in table.legal if action.verb != "skip"]
    assert [line["label"].split(" · ")[0] for line in lines[: len(real)]] == [str(n) for n in range(1, len(real) + 1)]
    answer = await member.slash(room, "meeple", where="40")
    assert "our turn" in world.text(answer.response)
    history = await world.services.match_queries.history(match_id)
    assert game.write(real[39]) in [entry.text for entry in history]


async def still_asked(world: World, match_id: MatchId, table: Any) -> bool:
    """Whether the seat of this table has not answered yet."""
    rows = await world.services.match_queries.history(match_id)
    return not any(entry.seq > table.version and entry.text.startswith("dragon") for entry in rows)


async def test_bb_e18_the_dragon_step_of_one_who_left_is_taken_by_the_computer(world: World) -> None:
    """Legal, and the same in every world with the same secret: the game goes on at once."""
    match_id, _ = await world.start(3, expansions=ALL_FOUR)
    member, table = await play_until(world, match_id, lambda t: t.view.decision == "dragon" and len(t.legal) > 1)

    await world.services.resignations.resign(match_id, UserId(member.id), now=utcnow())
    for _ in range(400):
        if not await still_asked(world, match_id, table):
            break
        await asyncio.sleep(0.05)
    after = await world.services.match_queries.history(match_id)
    steps = [entry for entry in after if entry.seq > table.version and entry.text.startswith("dragon")]
    game = world.services.games["carcassonne"]
    assert steps[0].seat == table.asked[0]
    assert steps[0].text in [game.write(action) for action in table.legal]


async def test_an_option_is_offered_stored_and_told(world: World) -> None:
    """`/new` takes it, `/game action:info` says it, the match keeps it."""
    match_id, room = await world.start(2, expansions=ALL_FOUR, rules="dragon_timing=after_scoring")
    match = await world.services.match_queries.match(match_id)

    told = await world.members[0].slash(room, "game", action="info")

    assert match.options["dragon_timing"] == "after_scoring"
    assert "after scoring" in world.text(told.response).lower()
