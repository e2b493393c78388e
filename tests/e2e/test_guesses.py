"""Guesses of spectators: invisible to players to the last byte, graded for all afterwards."""

from __future__ import annotations

import logging
from typing import Any

import discord
import pytest

from service.watching import guesses
from storage.rows import MatchId
from tests.e2e.test_card_game_secrets import posted, said
from tests.e2e.world import World, named, newest

DOORS = ("score", "tiles", "turns", "board", "game info", "game list", "game log", "game export")


async def guess(world: World, member: Any, room: Any) -> Any:
    """Open the panel, choose whatever comes last, and guess; the answer."""
    panel = (await member.slash(room, "game")).response
    shown = (await member.click(panel, label=named("guess"))).response
    assert "Nobody else sees your guess" in world.text(shown)
    while named("guess") not in world.buttons(shown):
        shown = await world.choose(member, shown, world.options(shown)[-1])
    return await member.click(shown, label=named("guess"))


async def seen(world: World, room: Any, match_id: MatchId, members: Any) -> list[Any]:
    """Return what these people get in every way, and what the thread shows."""
    shown: list[Any] = [await posted(world, match_id)]
    shown += [[await said(world, message)] for message in room.history()]
    for member in members:
        shown += [await said(world, await world.ask(member, room, name)) for name in DOORS]
        shown += [await said(world, await world.ask(member, room, "board", view="text"))]
    return shown


async def test_nothing_that_anybody_else_can_see_changes_by_a_guess(world: World, caplog: pytest.LogCaptureFixture) -> None:
    """Messages, pictures and their descriptions, records, and the log of the program."""
    match_id, room = await world.start(2)
    await world.moves(match_id, 2)
    caplog.set_level(logging.INFO)
    on_turn = await world.waited_for(match_id)
    assert on_turn is not None
    others = [*world.members[:2], world.members[3]]
    before = await seen(world, room, match_id, others)
    caplog.clear()

    answer = await guess(world, world.members[2], room)

    assert newest(answer).ephemeral and f"until {on_turn[0].name} has moved" in world.said(answer)
    (kept,) = await world.services.store.votes.of(match_id)
    assert not [record for record in caplog.records if kept.texts[0] in record.getMessage()]
    assert await seen(world, room, match_id, others) == before
    own = await world.members[2].slash(room, "game", action="my-guesses")
    assert "None of your guesses is graded yet" in world.said(own)
    refused = await on_turn[0].slash(room, "game", action="guess")
    assert "in your own game" in world.said(refused)

    await world.moves(match_id, 1)
    own = await world.members[2].slash(room, "game", action="my-guesses")
    assert newest(own).ephemeral and "You guessed 1 move:" in world.said(own), "as soon as it is made"
    again = await guess(world, world.members[2], room)
    assert newest(again).ephemeral and "Your last guess: " in world.said(again)


async def test_what_players_press_opens_a_guess_for_people_who_watch(world: World) -> None:
    """One press on the button of the turn, or on a spot; in a game of hidden hands there is nothing to guess."""
    match_id, room = await world.start(2)
    turn, (dora, emil) = world.messages(room, "place")[-1], world.members[3:5]
    on_turn = await world.waited_for(match_id)
    assert on_turn is not None
    shown = newest(await dora.click(turn, label=named("place")))
    assert shown.ephemeral and f"What will {on_turn[0].name} play?" in world.text(shown)
    spot = next(name for name in world.buttons(turn) if name.startswith("1"))
    shown = newest(await emil.click(turn, label=spot))
    while named("guess") not in world.buttons(shown):
        shown = await world.choose(emil, shown, world.options(shown)[-1])
    await emil.click(shown, label=named("guess"))
    assert [vote.user_id for vote in await world.services.store.votes.of(match_id)] == [emil.id]

    _, room = await world.start(2, preset="cardcassonne")
    turn = world.messages(room, "place")[-1]
    refused = await dora.click(turn, label=next(iter(world.buttons(turn))))
    assert "You're watching this game" in world.said(refused)


async def test_a_guess_by_a_reply_or_a_command_is_none_and_the_end_leads_to_the_grades(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A reply would show everybody what somebody guesses."""
    monkeypatch.setattr(guesses, "LEAST_GUESSES", 1)
    monkeypatch.setattr(guesses, "LEAST_GAMES", 1)
    match_id, room = await world.start(2)
    turn, chi = world.messages(room, "place")[-1], world.members[2]
    await guess(world, chi, room)
    await chi.send(room, "N12 90", reply_to=turn)
    assert "You're watching this game" in world.text(room.last_message)
    assert "You're watching this game" in world.text((await chi.slash(room, "place", spot="1")).response)
    assert len(await world.services.store.votes.of(match_id)) == 1

    await world.moves(match_id, 1)
    first, second = world.members[:2]
    await first.slash(room, "game", action="finish", detail="stop")
    await world.settle()
    await second.slash(room, "game", action="agree")
    await world.settle()
    await world.services.timers.tick(discord.utils.utcnow())
    await world.settle()
    (end,) = world.messages(room, "guesses")

    own = (await chi.click(end, label=named("my-guesses"))).response
    assert "You guessed 1 move:" in world.text(own) and " · " in world.text(own)
    table = (await chi.click(own, label=named("guess-table"))).response
    assert "1. chi:" in world.text(table) and "of 1 guess good" in world.text(table)
    assert named("next") not in world.buttons(table), "nothing is later than this month"
    earlier = (await chi.click(table, label=named("previous"))).response
    assert "1. chi:" not in world.text(earlier)
    back = (await chi.click(earlier, label=named("next"))).response
    assert "1. chi:" in world.text(back) and named("next") not in world.buttons(back)
    none = (await world.members[4].click(end, label=named("my-guesses"))).response
    assert "You didn't guess any move" in world.text(none)
    leaders = (await chi.slash(world.channel, "leaderboard")).response
    assert named("guess-table") in world.buttons(leaders)
