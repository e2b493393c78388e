"""The puzzle of the day and its solution as messages of a server, in its language."""

from __future__ import annotations

from cogs import scene
from cogs.background.posts import Builders
from cogs.desk import Desk
from cogs.pictures import drawing
from cogs.present.parts import Message
from cogs.present.puzzles import puzzles as pages
from service.puzzles.puzzles import COUNTED, PUZZLE, SOLUTION, Day, has_solved
from storage.records import SERVER, Post
from text.language import Words


def register(builders: Builders) -> None:
    """Both of them."""
    builders.register(SERVER, PUZZLE, _question)
    builders.register(SERVER, SOLUTION, _solution)


async def question(desk: Desk, day: Day, words: Words) -> Message:
    """The puzzle, with the numbers of its spots in the picture."""
    at = await scene.of_table(desk, day.table, words)
    return pages.question(at, day, await drawing.turn(at, (), day.table.legal))


async def solution(desk: Desk, day: Day, words: Words) -> Message:
    """What was best there, and who has found it."""
    services, guild_id = desk.services, day.day.guild_id
    best = await services.puzzles.after(day, day.best)
    other = next((texts for texts in day.choices if texts[0] != day.best[0]), None)
    second = await services.puzzles.after(day, other) if other is not None else None
    at = await scene.of_draft(desk, best, words)
    picture = await drawing.after(at, best.view, best.events, "solution.png")
    given = await services.puzzles.answers(guild_id, day.day.number)
    names = [await desk.people.name(one.user_id, guild_id, words) for one in given if has_solved(one)]
    table = [
        (await desk.people.name(one.user_id, guild_id, words), one)
        for one in await services.puzzles.solvers(guild_id, day.day.number)
    ]
    solved = pages.Solved(names, len(given), table, min(day.day.number, COUNTED))
    return pages.solution(at, day, best, second, picture, solved, await services.puzzles.terms(day, day.best))


async def _question(desk: Desk, post: Post) -> Message:
    return await question(desk, await _day(desk, post), desk.server_words(post.topic.id))


async def _solution(desk: Desk, post: Post) -> Message:
    return await solution(desk, await _day(desk, post), desk.server_words(post.topic.id))


async def _day(desk: Desk, post: Post) -> Day:
    return await desk.services.puzzles.day(post.topic.id, int(post.payload["number"]))
