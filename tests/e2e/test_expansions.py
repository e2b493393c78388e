"""The questions of expansions in Discord: every decision in its list, who is asked, and the moves of an empty seat."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from discord.utils import utcnow

from games.carcassonne.actions import NOWHERE
from games.carcassonne.geometry import CHAT
from storage.rows import MatchId, UserId
from tests.e2e.world import World

ALL_FOUR = "inns,traders,dragon,tower"


pytestmark = pytest.mark.usefixtures("one_bag")


async def play_until(world: World, match_id: MatchId, wanted: Any) -> tuple[Any, Any]:
    """Play without Discord until the wanted question; return (member, table) as they see it."""
    game = world.services.games["carcassonne"]
    while on_turn := await world.waited_for(match_id):
        member, table = on_turn
        if wanted(table):
            return member, table
        real = [action for action in table.legal if action.verb != "ransom"]
        action = world.chance.choice(real)
        await world.services.turns.act(
            match_id, UserId(member.id), [game.write(action)], expected_version=table.version, now=utcnow()
        )
    pytest.fail("it was never asked")


async def told(world: World, room: Any, member: Any, version: int | None = None) -> Any:
    """Return the message that asks this member, at this version where it matters, once it is posted."""
    for _ in range(400):
        turns = world.messages(room, "place")
        if turns and member.mention in world.text(turns[-1]) and (version is None or f":{version}:" in opening(world, turns[-1])):
            return turns[-1]
        await asyncio.sleep(0.05)
    pytest.fail(f"{member} was never told")


def opening(world: World, turn: Any) -> str:
    """Return the id of the button that opens the draft."""
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


async def test_a_portal_asks_for_its_square_and_then_for_its_place(world: World) -> None:
    """Every choice is in exactly one step, whose numbers are those that can be typed; a step is a press away."""
    match_id, room = await world.start(2, expansions=ALL_FOUR)

    def leads_far(table: Any) -> bool:
        cells = {action.cell for action in table.legal if action.verb == "deploy" and action.cell != NOWHERE}
        return table.view.decision == "deploy" and 15 < len(cells) < 60

    member, table = await play_until(world, match_id, leads_far)
    turn, game = await told(world, room, member), world.services.games["carcassonne"]
    legal = {game.write(action): action for action in table.legal}

    def chosen(shown: Any) -> dict[str, str]:
        """Return the actions behind a step's buttons, by their label."""
        labelled = {label: custom_id.split(" ", 2)[-1] for label, custom_id in world.buttons(shown).items()}
        return {label: text for label, text in labelled.items() if text in legal and text != "skip"}

    first = (await member.click(turn, custom_id=opening(world, turn))).response
    here = [text for text, action in legal.items() if action.verb == "deploy" and action.cell == NOWHERE]
    further = {action.verb for action in legal.values() if action.verb not in ("deploy", "skip")}
    assert {text for text in chosen(first).values() if text.startswith("deploy")} == set(here)
    kinds = [label for label, custom_id in world.buttons(first).items() if ":page " in custom_id]
    alone = {verb for verb in further if sum(action.verb == verb for action in legal.values()) == 1}
    assert len(kinds) == len(further - alone) + 1

    portal = next(label for label in kinds if label.startswith("Portal"))
    squares = (await member.click(first, label=portal)).response
    lines = [line for menu in world.selects(squares) for line in menu["options"]]
    cells = {action.cell for text, action in legal.items() if action.verb == "deploy" and action.cell != NOWHERE}
    assert portal == f"Portal {len(cells)}" and 0 < len(lines) <= len(cells)
    assert all(len(menu["options"]) > 1 for menu in world.selects(squares))
    menu = world.selects(squares)[0]
    line = menu["options"][0]
    shown = (await member.select(squares, [line["value"]], custom_id=menu["custom_id"])).response
    there = chosen(shown)
    assert there, (world.text(shown), world.buttons(shown), line)
    square = line["label"].split(" · ")[1]
    assert {legal[text].square for text in there.values()} == {CHAT.read(square.lower())}
    numbers = [int(label.split()[0]) for label in there]
    assert sorted(set(numbers)) == list(range(1, max(numbers) + 1))
    assert square in world.text(shown) and "1 " in world.alts(shown)[0]


async def still_asked(world: World, match_id: MatchId, table: Any) -> bool:
    """Return whether the seat of this table has not answered yet."""
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

    result = await world.members[0].slash(room, "game", action="info")

    assert match.options["dragon_timing"] == "after_scoring"
    assert "after scoring" in world.text(result.response).lower()
