"""Messages of the daily puzzle: the public question, the private draft of an answer, and the solution."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from cogs.match_context import MatchContext
from cogs.messages.component_ids import Press
from cogs.messages.message_parts import MAIN, PLAIN, Button, Component, Message, Picture, button
from cogs.messages.play.turn_messages import board_in_words
from games.core.evaluation_terms import EvaluationTerm
from service.puzzles.daily_puzzle import AnswerResult, DailyPuzzle
from service.records import Draft
from storage.puzzle_rows import FOR_ALL, OWN, PuzzleDay, SolverRow
from storage.rows import MatchId
from text.labels import label
from text.puzzles import puzzle_texts
from text.translator import Translator

EVERYBODYS, OWN_TURN = 1, 2
"""As the version of a press: the puzzle isn't that of a server but the one for everybody, or a turn of the person's own."""
_VERSIONS = {FOR_ALL: EVERYBODYS, OWN: OWN_TURN}
PREFIX = "puzzle"
"""What the verbs of a draft begin with where it is about a puzzle."""


class PuzzleSolution(NamedTuple):
    """A server's results of one puzzle, for the message with its solution."""

    names: Sequence[str]
    """Names of the first people who found the best turn."""
    solved: int
    """Number of people who found it."""
    answers: int
    table: Sequence[tuple[str, SolverRow]]
    """The best solvers, by name; empty for a puzzle that isn't the last closed one."""
    counted: int
    """Over how many puzzles."""


def question(context: MatchContext, day: DailyPuzzle, picture: Picture) -> Message:
    """Return the public message with the puzzle, without a ping."""
    words = context.words
    is_own = bool(day.played)
    title = puzzle_texts.own_title(words) if is_own else puzzle_texts.title(day.day.number, words)
    question = puzzle_texts.own_ask(round(day.choices[day.played]), words) if is_own else puzzle_texts.ask(words)
    message = Message(silent=True).say(f"**{title}**", "-# " + context.say.progress(context.view, words))
    message.say("-# " + puzzle_texts.from_here(words) if day.is_from_here else "")
    message.show(picture).say(context.say.ask(context.view, context.names, words), question)
    message.board = partial(board_in_words, context)
    return message.row(
        _button(day.day, "answer", "place", context.words, main=True), _button(day.day, "text-board", "look", context.words)
    )


def with_last(shown: Message, day: PuzzleDay, text: str, words: Translator) -> Message:
    """Add the result of the reader's previous answer, and the button to the previous solution."""
    last = _button(replace(day, number=day.number - 1), "last-solution", "solution", words)
    return shown.say(f"-# {text}" if text else "").row(last if day.number > 1 else None)


def _button(day: PuzzleDay, key: str, verb: str, words: Translator, *, main: bool = False) -> Button:
    made = button(None, label(key, words), f"{PREFIX}{verb}", style=MAIN if main else PLAIN)
    return replace(made, press=_about_puzzle(made.press, day))


def draft(screen: Message, day: PuzzleDay) -> Message:
    """Redirect the buttons of a draft message to this puzzle."""

    def led(press: Press) -> Press:
        return press if press.verb.startswith(PREFIX) else _about_puzzle(press._replace(verb=f"{PREFIX}{press.verb}"), day)

    return screen.with_presses(led)


def _about_puzzle(press: Press, day: PuzzleDay) -> Press:
    return press._replace(match=MatchId(day.number), version=_VERSIONS.get(day.guild_id, 0))


def add_daily_button(shown: Message, day: PuzzleDay, words: Translator) -> Message:
    """Add the button to the puzzle of the day below a puzzle from the reader's own turns."""
    return shown.row(_button(day, "my-answer", "place", words))


def _next(words: Translator) -> Component:
    return button(None, label("next-puzzle", words), PREFIX)


def correction_message(
    context: MatchContext, result: AnswerResult, picture: Picture, *, more: bool, shares: bool = False
) -> Message:
    """Return the result of an answer, with the best turn and the reason.

    `shares`: whether to add a button that shows the result to others.
    """
    words, compare, day = context.words, context.edition.words.compare, result.day
    answer = _tried_text(context, result.draft)
    wrong = puzzle_texts.missed if result.played is None else puzzle_texts.own_wrong
    message = Message().say(puzzle_texts.own_right(answer, words) if result.is_right else wrong(answer, result.lost, words))
    best = result.best
    if best.texts != result.draft.texts:
        message.say(puzzle_texts.solution(_tried_text(context, best), words))
    reasons = compare.changes(day.table.view, best.view, day.seat, context.names, words, result.terms) if compare else []
    message.show(picture).say(*(f"-# {reason}" for reason in reasons))
    if result.played is not None:
        message.say(puzzle_texts.own_played(_tried_text(context, result.played), words))
    if result.again_at is not None:
        message.say(f"-# {puzzle_texts.own_again(result.again_at, words)}")
    following = _next(words) if more else None
    if day.day.guild_id == OWN:
        return message.row(following)
    streak = [puzzle_texts.streak(result.streak, words)] if result.streak > 1 else []
    message.say(*streak, f"-# {puzzle_texts.still_secret(words)}")
    return message.row(_button(day.day, "share", "share", words) if shares else None, following)


def shared_answer(context: MatchContext, found: AnswerResult, name: str) -> Message:
    """Return the public message with a user's result; the turn is hidden as a spoiler."""
    words, number = context.words, found.day.day.number
    result = (puzzle_texts.told if found.is_right else puzzle_texts.told_wrong)(name, number, words)
    told = puzzle_texts.streak(found.streak, words) if found.streak > 1 else ""
    lost = "" if found.is_right else puzzle_texts.lost(found.lost, words)
    message = Message(silent=True).say(
        " ".join(filter(None, (result, lost, told))), puzzle_texts.hidden(_tried_text(context, found.draft))
    )
    return message.row(_button(found.day.day, "answer", "place", words, main=True))


def solution(
    context: MatchContext,
    day: DailyPuzzle,
    best: Draft,
    second: Draft | None,
    picture: Picture,
    terms: Sequence[EvaluationTerm] = (),
) -> Message:
    """Return the solution: the best turn, the reason, and the second-best turn; `context` describes the position after it."""
    words, number, compare = context.words, day.day.number, context.edition.words.compare
    message = Message(silent=True).say(f"**{puzzle_texts.solution_title(number, words)}**").show(picture)
    reasons = compare.changes(day.table.view, best.view, day.seat, context.names, words, terms) if compare else []
    message.say(puzzle_texts.solution(_tried_text(context, best), words), *(f"-# {reason}" for reason in reasons))
    if second is not None:
        message.say(puzzle_texts.second(_tried_text(context, second), day.choices[second.texts], words))
    return message


def with_solvers(message: Message, solved: PuzzleSolution, words: Translator) -> Message:
    """Add the names of the server's solvers to the solution."""
    message.say(puzzle_texts.solved(solved.names, solved.solved, solved.answers, words))
    lines = [
        puzzle_texts.table_line(place, name, solver.solved, solver.streak, words)
        for place, (name, solver) in enumerate(solved.table, 1)
    ]
    return message.say(*([f"**{puzzle_texts.table_title(solved.counted, words)}**", *lines] if lines else ()))


def _tried_text(context: MatchContext, tried: Draft) -> str:
    actions = [context.game.read(text) for text in tried.texts]
    return context.say.summary(actions, tried.events, tried.view, context.names, context.words)
