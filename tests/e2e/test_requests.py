"""Requests that need all players' consent, as people at the table meet them."""

from __future__ import annotations

from typing import Any

import pytest

from storage.rows import MatchId
from tests.e2e.world import World, named, newest


async def moved(world: World, players: int = 2, **options: str) -> tuple[MatchId, Any, list[Any]]:
    """Return a game in which one player has moved: its id, its channel, its people in seat order."""
    match_id, room = await world.start(players, place="here", **options)
    seats = await world.services.match_queries.seats(match_id)
    await world.move(match_id)
    return match_id, room, [world.member(seat.user_id) for seat in seats]


async def test_going_back_is_asked_of_all_others_and_told_to_everybody(world: World) -> None:
    match_id, room, (mover, second, third) = await moved(world, 3)
    offer = (await mover.slash(room, "undo")).response
    assert "too late" in world.text(offer) and world.messages(room, "agree") == []

    noted = (await mover.click(offer, label=named("ask-others"))).response

    (question,) = world.messages(room, "agree")
    assert {user.id for user in question.mentions} == {second.id, third.id}
    assert "Waiting for" in world.text(noted)
    await second.click(question, label=named("agree"))
    await third.click(question, label=named("agree"))
    texts = [world.text(message) for message in room.history()]
    assert any("Everyone agrees" in text for text in texts)
    on_turn = await world.waited_for(match_id)
    assert on_turn is not None
    assert on_turn[0] is mover
    assert mover.id in {user.id for user in world.messages(room, "place")[-1].mentions}
    assert "everyone agreed" in world.text((await mover.slash(room, "game", action="log")).response)


async def test_a_request_is_made_and_answered_by_typing_alone(world: World) -> None:
    """Agreeing is offered to those who are asked, and ending it to them and to who asks."""
    _, room, (mover, second, third) = await moved(world, 3)
    await mover.slash(room, "game", action="ask-back")
    offered = {member: await member.autocomplete(room, "game", "action", "agree") for member in (mover, second)}
    panel = (await second.slash(room, "game")).response
    first = await second.slash(room, "game", action="agree")
    await third.slash(room, "game", action="disagree")

    assert [[choice["value"] for choice in offered[member]] for member in (mover, second)] == [["disagree"], ["agree", "disagree"]]
    assert {named("agree"), named("disagree")} <= set(world.buttons(panel))
    assert "Waiting for" in world.text(first.response)
    assert any("doesn't agree" in world.text(message) for message in room.history())
    assert await third.autocomplete(room, "game", "action", "agree") == []


async def test_one_refusal_is_enough_and_late_answers_are_told_so(world: World) -> None:
    match_id, room, (mover, second, third) = await moved(world, 3)
    await mover.click((await mover.slash(room, "undo")).response, label=named("ask-others"))
    (question,) = world.messages(room, "agree")
    before = await world.version(match_id)

    await second.click(question, label=named("disagree"))
    late = (await third.click(question, label=named("agree"))).response

    assert "already settled" in world.text(late)
    assert any("doesn't agree" in world.text(message) for message in room.history())
    assert await world.version(match_id) == before + 1
    again = newest(await mover.click((await mover.slash(room, "undo")).response, label=named("ask-others")))
    assert "You can ask again" in world.text(again)


async def test_no_stranger_answers_and_own_questions_are_taken_back(world: World) -> None:
    _, room, (mover, _) = await moved(world)
    await mover.click((await mover.slash(room, "undo")).response, label=named("ask-others"))
    (question,) = world.messages(room, "agree")

    stranger = (await world.members[5].click(question, label=named("agree"))).response
    own = (await mover.click(question, label=named("agree"))).response
    await mover.click(question, label=named("disagree"))

    assert "You're watching" in world.text(stranger)
    assert "This is your own request" in world.text(own)
    assert any("withdraws the request" in world.text(message) for message in room.history())


async def test_computers_play_the_rest_if_all_agree(world: World) -> None:
    """And everybody hears how it ended."""
    match_id, room = await world.start(2, place="here", rules="tiles=twelve")
    seats = await world.services.match_queries.seats(match_id)
    first, second = (world.member(seat.user_id) for seat in seats)

    ways = (await first.slash(room, "game", action="finish")).response
    await first.click(ways, label=named("finish"))
    (question,) = world.messages(room, "agree")
    await second.click(question, label=named("agree"))
    for _ in range(200):
        await world.services.computers.settled()
        await world.settle()
        if (await world.services.match_queries.match(match_id)).status == "finished":
            break

    assert (await world.services.match_queries.match(match_id)).status == "finished"
    (end,) = world.messages(room, "rematch")
    assert {user.id for user in end.mentions} == {first.id, second.id}
    assert not any("resign" in world.text(message) for message in room.history())


@pytest.mark.parametrize("game", ["carcassonne", "cardcassonne"])
async def test_a_game_stops_and_counts_as_it_stands_if_all_agree(world: World, game: str) -> None:
    match_id, room = await world.start(2, place="here", preset=game)
    for _ in range(3):
        await world.move(match_id)
    first, second = world.members[:2]

    await first.slash(room, "game", action="finish", detail="stop")
    (question,) = world.messages(room, "agree")
    assert "stop here and count" in world.text(question)
    await second.click(question, label=named("agree"))

    (end,) = world.messages(room, "rematch")
    assert "count as they stand, but not for ratings" in world.text(end) and world.alts(end)
    assert {user.id for user in end.mentions} == {first.id, second.id}
    assert "everyone agreed" in world.text((await first.slash(room, "game", action="log")).response)
    assert "DOES NOT" not in world.text((await first.slash(room, "game", action="verify")).response)


async def test_a_pause_is_agreed_on_and_ended_by_a_button(world: World) -> None:
    _, room, (mover, second) = await moved(world)

    await mover.slash(room, "game", action="pause", detail="3")
    (question,) = world.messages(room, "agree")
    assert "for 3 days" in world.text(question)
    await second.click(question, label=named("agree"))
    (message,) = world.messages(room, "endpause")
    clocks = world.text((await mover.slash(room, "game", action="clocks")).response)
    ended = (await second.click(message, label=named("end-pause"))).response

    assert "3 days" in world.text(message) and "pause" in clocks
    assert "ends the pause" in world.text(ended) and "ends the pause" in world.text(room.last_message)
    assert "isn't paused" in world.text((await mover.slash(room, "game", action="pause", detail="0")).response)


async def test_a_game_of_an_evening_pauses_for_minutes(world: World) -> None:
    _, room, (mover, _) = await moved(world, terms="evening")

    for typed, told in (("30", "30 minutes"), ("2h", "2 hours")):
        await mover.slash(room, "game", action="pause", detail=typed)
        question = world.messages(room, "agree")[-1]
        assert f"for {told}" in world.text(question)
        await mover.click(question, label=named("disagree"))
