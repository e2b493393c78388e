"""The puzzle of the day in Discord: posted for all, answered in private as a turn of a game, solved with the next one."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import discord

from ai.puzzle_search import Puzzle
from games.core.game import AnyGame
from service.puzzles.daily_puzzle import EVERY, match_of
from service.puzzles.mistake_puzzles import AFTER_A_MISS
from service.puzzles.puzzle_generator import puzzle_row
from storage.changes import EraseGuild, MarkPuzzlePosted, SaveMistakes, SavePuzzle, SavePuzzleAnswer
from storage.puzzle_rows import FOR_ALL, PuzzleAnswer
from storage.rows import MatchId, UserId
from tests.e2e.world import World, named
from workers.puzzle_task import PuzzleTask, make_puzzle_of


@cache
def riddle(game: AnyGame) -> Puzzle:
    """Return a puzzle of the program's own, made once for all tests."""
    made = make_puzzle_of(PuzzleTask(game, 2, 5, playouts=0))
    assert made is not None
    return made


async def stocked(world: World) -> AnyGame:
    """Store two ready puzzles, and stop making others; return their game."""
    world.services.puzzles.making.game_id = ""
    game: AnyGame = world.services.games["carcassonne"]
    for _ in range(2):
        await world.services.store.commit(SavePuzzle(puzzle_row(game, riddle(game)), discord.utils.utcnow()))
    return game


async def with_puzzles(world: World) -> tuple[Any, AnyGame]:
    """Store two puzzles and publish the first; return what is posted, and the game."""
    game = await stocked(world)
    await world.services.server_settings.choose(world.guild.id, "puzzles", [str(world.channel.id)])
    await world.services.timers.tick(discord.utils.utcnow())
    await world.settle()
    (posted,) = world.messages(world.channel, "puzzleplace")
    return posted, game


async def test_a_puzzle_is_judged_at_once_in_private_and_solved_with_the_next_one(world: World) -> None:
    """What others may read before that hides the turn behind bars."""
    anna, ben = world.members[:2]
    posted, _ = await with_puzzles(world)
    assert "Puzzle of the day 1" in world.text(posted) and len(world.alts(posted)) == 1
    assert not any(member.mention in world.text(posted) for member in world.members)
    in_words = (await ben.click(posted, label=named("text-board"))).response
    assert in_words.ephemeral and "1 · " in world.text(in_words)

    shown = (await anna.click(posted, label=named("answer"))).response
    assert shown.ephemeral
    shown = await world.choose(anna, shown, world.options(shown)[0])
    assert await _own_draft(world, anna), "a press goes into the draft of the puzzle"
    day = await world.services.puzzles.day(world.guild.id, 1)
    await world.services.puzzles.drafts.discard(match_of(day.day), UserId(anna.id), now=discord.utils.utcnow())
    await world.services.puzzles.drafts.push(match_of(day.day), UserId(anna.id), day.best, now=discord.utils.utcnow())
    shown = (await anna.click(posted, label=named("answer"))).response
    done = (await anna.click(shown, label=named("confirm"))).response
    assert "**Right.** Your answer: " in world.text(done) and len(world.alts(done)) == 1 and done.ephemeral
    assert [message for message in world.channel.history() if "Your answer" in world.text(message)] == []
    again = (await anna.click(posted, label=named("answer"))).response
    assert "**Right.** Your answer: " in world.text(again) and named("confirm") not in world.buttons(again)
    refused = await anna.slash(world.channel, "puzzle", answer="1")
    assert "You've answered this puzzle" in world.said(refused)

    await anna.click(done, label=named("share"))
    told = world.channel.last_message
    assert "anna has solved puzzle 1." in world.text(told) and "\n||" in world.text(told)
    hidden = world.text(told).split("||")[1]
    assert hidden and hidden not in world.text(told).replace(f"||{hidden}||", "")
    assert f"Your answer: {hidden}" in world.text(done)
    tried = (await ben.click(told, label=named("answer"))).response
    assert named("confirm") not in world.buttons(tried) and "Your answer" not in world.text(tried), "they may still think"

    await world.pass_time(seconds=EVERY.total_seconds())

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
    typed = world.typed(day.table, game.read(day.best[0]))
    shown = (await anna.click(posted, label=named("answer"))).response

    form = await anna.click(shown, label=named("type"))
    await anna.submit_modal(form, {"line": typed})

    assert (await _own_draft(world, anna))[0] == day.best[0]


async def test_a_person_alone_answers_in_private_messages_and_sees_what_came_of_it(world: World) -> None:
    """Without any setting of a server; the solution names nobody, as people of all servers answer."""
    anna, puzzles = world.members[0], world.services.puzzles
    await stocked(world)
    shown = (await anna.user.slash("puzzle")).response
    assert "Puzzle of the day 1" in world.text(shown) and named("last-solution") not in world.buttons(shown)
    day = await puzzles.day(FOR_ALL, 1)
    typed = world.typed(day.table, day.table.game.read(day.best[0]))

    draft = (await anna.user.slash("puzzle", answer=typed)).response
    while named("confirm") not in world.buttons(draft):
        draft = (await anna.user.click(draft, label=next(iter(world.buttons(draft))))).response
    done = (await anna.user.click(draft, label=named("confirm"))).response
    assert "Your answer: " in world.text(done) and named("share") not in world.buttons(done), "nobody else is there"
    assert "Your answer: " in world.text((await anna.user.slash("puzzle")).response)
    yesterday = replace(day.day, at=day.day.at - EVERY)
    await world.services.store.commit(EraseGuild(FOR_ALL, yesterday.at), MarkPuzzlePosted(yesterday))
    await world.services.store.commit(SavePuzzleAnswer(PuzzleAnswer(FOR_ALL, 1, UserId(anna.id), day.best, 0, yesterday.at)))

    shown = (await anna.slash(world.channel, "puzzle")).response
    assert "Puzzle of the day 2" in world.text(shown) and "You solved the last puzzle" in world.text(shown)
    solution = (await anna.click(shown, label=named("last-solution"))).response
    assert "Best: " in world.text(solution) and "found by 1 person" in world.text(solution) and "anna" not in world.text(solution)


async def test_a_turn_of_ones_own_comes_behind_the_puzzle_of_the_day(world: World) -> None:
    """A wrong answer shows the best turn and comes again; a right one ends it. Others never see it."""
    anna, ben = world.members[:2]
    game = await stocked(world)
    puzzle, now = riddle(game), discord.utils.utcnow()
    worst = puzzle.choices[-1][0]
    data = {**puzzle_row(game, puzzle), "played": worst}
    await world.services.store.commit(SaveMistakes(UserId(anna.id), MatchId(1), ((data, now),), now))

    daily = (await anna.user.slash("puzzle")).response
    assert "Puzzle of the day 1" in world.text(daily)
    day = await world.services.puzzles.newest(FOR_ALL, now=now)
    answered = await _answer(world, anna.user, daily, day.puzzle_id, puzzle.choices[0][0])
    own = (await anna.user.click(answered, label=named("next-puzzle"))).response
    assert "One of your own turns" in world.text(own) and "cost you about" in world.text(own)
    assert named("my-answer") in world.buttons(own) and "Puzzle of the day" in world.text((await ben.user.slash("puzzle")).response)

    (first,) = await world.services.store.puzzles.of_user(UserId(anna.id))
    wrong = await _answer(world, anna.user, own, first.id, worst)
    text = world.text(wrong)
    assert "Not yet" in text and "Best: " in text and "In your game: " in text and "I'll ask you again" in text
    assert len(world.alts(wrong)) == 1 and named("next-puzzle") not in world.buttons(wrong)
    assert "/puzzle" in world.text((await anna.user.click(own, label=named("answer"))).response), "it is not open any more"
    assert "**Right.** Your answer: " in world.text((await anna.user.slash("puzzle")).response)

    (row,) = await world.services.store.puzzles.of_user(UserId(anna.id))
    assert row.due_at is not None and row.due_at > now + AFTER_A_MISS - AFTER_A_MISS / 10
    await world.services.store.commit(SaveMistakes(UserId(anna.id), MatchId(2), ((data, now),), now))
    again = (await anna.user.slash("puzzle")).response
    second = (await world.services.store.puzzles.of_user(UserId(anna.id)))[0]
    right = await _answer(world, anna.user, again, second.id, puzzle.choices[0][0])
    assert "Right." in world.text(right) and "Best: " not in world.text(right)
    assert await world.services.store.puzzles.of_user(UserId(anna.id)) == (row,)


async def _answer(world: World, user: Any, shown: Any, puzzle_id: int, texts: tuple[str, ...]) -> Any:
    """Open the draft, try these actions out and confirm them; what came of it."""
    await user.click(shown, label=named("answer"))
    drafts, now = world.services.puzzles.drafts, discord.utils.utcnow()
    await drafts.push(MatchId(-puzzle_id), UserId(user.id), texts, now=now)
    draft = (await user.click(shown, label=named("answer"))).response
    return (await user.click(draft, label=named("confirm"))).response


async def _own_draft(world: World, member: Any) -> tuple[str, ...]:
    """Return a person's draft of the open puzzle."""
    day = await world.services.puzzles.newest(world.guild.id, now=discord.utils.utcnow())
    draft = await world.services.puzzles.drafts.open(match_of(day), UserId(member.id), now=discord.utils.utcnow())
    texts: tuple[str, ...] = draft.texts
    return texts
