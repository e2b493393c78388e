"""Taking a confirmed move back, as its player meets it."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from storage.rows import MatchId, UserId
from tests.e2e.world import World, named, newest

pytestmark = pytest.mark.takes_back


async def confirmed(world: World) -> tuple[MatchId, Any, Any, Any]:
    """Return a game of two with a confirmed move: its id, its channel, the player, and their message."""
    match_id, room = await world.start(2, place="here")
    on_turn = await world.waited_for(match_id)
    assert on_turn is not None
    shown = (await on_turn[0].click(world.messages(room, "place")[-1], label=named("place"))).response
    while named("take-back") not in world.buttons(shown):
        if named("confirm") in world.buttons(shown):
            shown = (await on_turn[0].click(shown, label=named("confirm"))).response
        else:
            shown = await world.choose(on_turn[0], shown, world.options(shown)[0])
    return match_id, room, on_turn[0], shown


async def test_a_move_is_taken_back_changed_and_counts(world: World) -> None:
    match_id, room, member, done = await confirmed(world)
    assert list(world.buttons(done)) == ["Undo", "Pass the turn"]
    assert "<t:" in world.text(done)
    turns, before = len(world.messages(room, "place")), await world.version(match_id)

    preview = (await member.click(done, label=named("take-back"))).response

    assert "Undone" in world.text(preview) and named("confirm") in world.buttons(preview)
    assert (await world.version(match_id), len(world.messages(room, "place"))) == (before, turns)
    assert "Your turn is over" in world.text((await member.click(preview, label=named("confirm"))).response)
    assert len(world.messages(room, "place")) == turns + 1


async def test_the_turn_may_be_passed_on_at_once(world: World) -> None:
    match_id, room, member, done = await confirmed(world)
    other = next(m for m in world.members[:2] if m is not member)
    turns = len(world.messages(room, "place"))

    over = (await member.click(done, label=named("pass"))).response

    assert "Your turn is over" in world.text(over)
    assert len(world.messages(room, "place")) == turns + 1
    on_turn = await world.waited_for(match_id)
    assert on_turn is not None
    assert on_turn[0] is other


async def test_while_it_waits_the_turn_leads_back_to_the_two_buttons(world: World) -> None:
    _, room, member, _ = await confirmed(world)

    again = (await member.click(world.messages(room, "place")[-1], label=named("place"))).response
    typed = await member.slash(room, "place", spot="1")
    turns = await member.slash(room, "turns")

    assert list(world.buttons(again)) == ["Undo", "Pass the turn"]
    assert "Your move is in" in world.text(typed.response)
    assert "place" not in str(world.buttons(turns.response))


async def test_after_a_restart_both_buttons_still_answer(world: World) -> None:
    match_id, _, member, done = await confirmed(world)
    before = await world.version(match_id)
    await world.restart()

    preview = (await member.click(done, label=named("take-back"))).response

    assert named("confirm") in world.buttons(preview)
    assert await world.version(match_id) == before


async def test_too_late_is_told_with_the_way_that_is_left(world: World) -> None:
    match_id, _, member, done = await confirmed(world)
    version = await world.version(match_id)
    await world.services.pending_moves.pass_on(match_id, UserId(member.id), expected_version=version, now=discord.utils.utcnow())
    await world.settle()

    late = newest(await member.click(done, label=named("take-back")))

    assert "too late" in world.text(late) and "/undo" in world.text(late)


async def test_a_typed_move_that_counts_at_once_can_be_taken_back_too(world: World) -> None:
    match_id, room = await world.start(2, place="here")
    turn = await world.line(match_id)
    assert turn is not None
    member, texts = turn

    await member.send(room, " ".join(texts), reply_to=world.messages(room, "place")[-1])

    answer = room.last_message
    assert list(world.buttons(answer)) == ["Undo", "Pass the turn"]
    preview = (await member.click(answer, label=named("take-back"))).response
    assert preview.flags.ephemeral and named("confirm") in world.buttons(preview)
