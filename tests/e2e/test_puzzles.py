"""The puzzle of the day in Discord: posted for all, answered in private as a turn of a game, solved with the next one."""

from __future__ import annotations

from functools import cache
from typing import Any

import discord

from ai.puzzling import Puzzle
from games.core.game import AnyGame
from service.puzzles.puzzle_making import kept
from service.puzzles.puzzles import EVERY, match_of
from storage.changes import PuzzleMade
from storage.records import UserId
from tests.e2e.world import World, named
from thinking.puzzling import Question, made


@cache
def riddle(game: AnyGame) -> Puzzle:
    """One of the program's own, made once for all tests."""
    found = made(Question(game, 2, 5))
    assert found is not None
    return found


async def with_puzzles(world: World) -> tuple[Any, AnyGame]:
    """Two puzzles are ready, and the first is there; what is posted, and the game."""
    puzzles, game = world.services.puzzles, world.services.games["carcassonne"]
    puzzles.making.game_id = ""  # none is made beside them
    for _ in range(2):
        await world.services.store.commit(PuzzleMade(kept(game, riddle(game)), discord.utils.utcnow()))
    await world.services.server_settings.choose(world.guild.id, "puzzles", [str(world.channel.id)])
    await world.services.timers.tick(discord.utils.utcnow())
    await world.bot.rounds.settled()
    (posted,) = world.messages(world.channel, "puzzleplace")
    return posted, game


async def test_a_puzzle_is_answered_in_private_and_solved_with_the_next_one(world: World) -> None:
    anna, ben = world.members[:2]
    posted, _ = await with_puzzles(world)
    assert "Puzzle of the day 1" in world.text(posted) and len(world.alts(posted)) == 1
    assert not any(member.mention in world.text(posted) for member in world.members)
    in_words = (await ben.click(posted, label=named("text-board"))).response
    assert in_words.ephemeral and "1 · " in world.text(in_words)

    shown = (await anna.click(posted, label=named("answer"))).response
    assert shown.ephemeral
    shown = await world.choose(anna, shown, world.options(shown)[0])
    assert await _tried(world, anna), "a press goes into the draft of the puzzle"
    day = await world.services.puzzles.day(world.guild.id, 1)
    await world.services.puzzles.drafts.discard(match_of(day.day), UserId(anna.id), now=discord.utils.utcnow())
    await world.services.puzzles.drafts.push(match_of(day.day), UserId(anna.id), day.best, now=discord.utils.utcnow())
    shown = (await anna.click(posted, label=named("answer"))).response
    done = (await anna.click(shown, label=named("confirm"))).response
    assert "Your answer: " in world.text(done) and named("change-answer") in world.buttons(done)
    assert [message for message in world.channel.history() if "Your answer" in world.text(message)] == []

    await world.services.timers.tick(discord.utils.utcnow() + EVERY)
    await world.bot.rounds.settled()

    solution = next(message for message in world.channel.history() if "Solution of puzzle 1" in world.text(message))
    assert "Best: " in world.text(solution) and "Second: " in world.text(solution)
    assert "anna" in world.text(solution) and "(1 answer)" in world.text(solution)
    assert len(world.alts(solution)) == 1
    assert "already" in world.text((await ben.click(posted, label=named("answer"))).response)
    present = (await ben.slash(world.channel, "puzzle")).response
    assert "Puzzle of the day 2" in world.text(present)


async def test_an_answer_may_be_typed(world: World) -> None:
    anna = world.members[0]
    posted, game = await with_puzzles(world)
    day = await world.services.puzzles.day(world.guild.id, 1)
    said = world.typed(day.table, game.read(day.best[0]))
    shown = (await anna.click(posted, label=named("answer"))).response

    form = await anna.click(shown, label=named("type"))
    await anna.submit_modal(form, {"line": said})

    assert (await _tried(world, anna))[0] == day.best[0]


async def _tried(world: World, member: Any) -> tuple[str, ...]:
    """What somebody has in his draft of the open puzzle."""
    day = await world.services.puzzles.newest(world.guild.id)
    draft = await world.services.puzzles.drafts.open(match_of(day), UserId(member.id), now=discord.utils.utcnow())
    texts: tuple[str, ...] = draft.texts
    return texts
