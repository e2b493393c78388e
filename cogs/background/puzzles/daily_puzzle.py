"""Messages with the puzzle of the day and its solution, for a server in its language or for one reader."""

from __future__ import annotations

from cogs import match_context
from cogs.app_context import AppContext
from cogs.background.message_builders import MessageBuilders
from cogs.images import match_images
from cogs.messages.message_parts import Message
from cogs.messages.puzzles import daily_puzzle as pages
from service.core.post_content import content_of
from service.puzzles.daily_puzzle import PUZZLE, SOLUTION, AnswerResult, DailyPuzzle, PuzzlePost, SolutionPost
from storage.puzzle_rows import COUNTED_DAYS, FOR_ALL
from storage.rows import SERVER, Post, UserId
from text.puzzles import puzzle_texts as said
from text.translator import Translator


def register(builders: MessageBuilders) -> None:
    """Register the builders of puzzles and solutions."""
    builders.register(SERVER, PUZZLE, _question)
    builders.register(SERVER, SOLUTION, _solution)


async def question(app: AppContext, day: DailyPuzzle, words: Translator, reader: UserId | None = None) -> Message:
    """Return the puzzle for `reader`, or for all, with a picture that numbers the spots."""
    context = await match_context.context_for_view(app, day.table, words, reader)
    return pages.question(context, day, await match_images.turn(context, (), day.table.legal))


async def solution(app: AppContext, day: DailyPuzzle, words: Translator) -> Message:
    """Return the solution: the best turn, the next best, and solvers (names in a server, a number for the puzzle for all)."""
    services = app.services
    best = await services.puzzles.after(day, day.best)
    other = next((texts for texts in day.choices if texts[0] != day.best[0]), None)
    second = await services.puzzles.after(day, other) if other is not None else None
    context = await match_context.context_for_draft(app, best, words)
    picture = await match_images.board_after_turn(context, best.view, best.events, "solution.png")
    shown = pages.solution(context, day, best, second, picture, await services.puzzles.terms(day, day.best))
    if day.day.guild_id == FOR_ALL:
        return shown.say(said.counted(day.day.solved, words))
    return pages.with_solvers(shown, await _puzzle_solution(app, day, words), words)


async def correction_message(
    app: AppContext, result: AnswerResult, words: Translator, *, more: bool, shares: bool = False
) -> Message:
    """Return the outcome of an answer, with a picture of the best turn; `more` tells whether a turn of the reader's own is due."""
    context = await match_context.context_for_draft(app, result.best, words)
    picture = await match_images.board_after_turn(context, result.best.view, result.best.events, "solution.png")
    return pages.correction_message(context, result, picture, more=more, shares=shares)


async def _puzzle_solution(app: AppContext, day: DailyPuzzle, words: Translator) -> pages.PuzzleSolution:
    puzzles, its = app.services.puzzles, day.day

    async def name(user_id: UserId) -> str:
        return await app.people.name(user_id, its.guild_id, words)

    names = [await name(user_id) for user_id in await puzzles.solved_by(its)]
    newest = await puzzles.latest(its.guild_id)
    is_last = newest is not None and its.number + 1 == newest.number
    table = [(await name(solver.user_id), solver) for solver in await puzzles.solvers(its.guild_id)] if is_last else []
    return pages.PuzzleSolution(names, its.solved, its.answers, table, min(its.number, COUNTED_DAYS))


async def _question(app: AppContext, post: Post) -> Message:
    return await question(app, await _day(app, post), app.server_words(post.topic.id))


async def _solution(app: AppContext, post: Post) -> Message:
    return await solution(app, await _day(app, post), app.server_words(post.topic.id))


async def _day(app: AppContext, post: Post) -> DailyPuzzle:
    its = content_of(post)
    assert isinstance(its, PuzzlePost | SolutionPost)
    return await app.services.puzzles.day(post.topic.id, its.number)
