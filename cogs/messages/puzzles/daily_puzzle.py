"""The puzzle of the day: as all see it, as a draft (that of a game, with other verbs), and its solution."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from cogs.match_context import MatchContext
from cogs.messages import component_ids
from cogs.messages.dynamic_components import DynamicComponent
from cogs.messages.message_parts import MAIN, PLAIN, Message, Picture, button
from cogs.messages.play.turn_messages import board_in_words
from games.core.evaluation_terms import EvaluationTerm
from service.puzzles.daily_puzzle import DailyPuzzle
from service.puzzles.mistake_puzzles import AnswerResult
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
    """The outcome of a server's puzzle."""

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
    """Return the puzzle for all, without a ping."""
    words = context.words
    is_own = bool(day.played)
    title = puzzle_texts.own_title(words) if is_own else puzzle_texts.title(day.day.number, words)
    asked = puzzle_texts.own_ask(round(day.choices[day.played]), words) if is_own else puzzle_texts.ask(words)
    message = Message(silent=True).say(f"**{title}**", "-# " + context.say.progress(context.view, words))
    message.say("-# " + puzzle_texts.from_here(words) if day.is_from_here else "")
    message.show(picture).say(context.say.ask(context.view, context.names, words), asked)
    message.board = partial(board_in_words, context)
    return message.row(
        _button(day.day, "answer", "place", context.words, main=True), _button(day.day, "text-board", "look", context.words)
    )


def with_last(shown: Message, day: PuzzleDay, said: str, words: Translator) -> Message:
    """Add the outcome of the reader's last answer, and the button to the last solution."""
    last = _button(replace(day, number=day.number - 1), "last-solution", "solution", words)
    return shown.say(f"-# {said}" if said else "").row(last if day.number > 1 else None)


def _button(day: PuzzleDay, key: str, verb: str, words: Translator, *, main: bool = False) -> DynamicComponent:
    return _about(button(None, label(key, words), f"{PREFIX}{verb}", style=MAIN if main else PLAIN), day)


def draft(screen: Message, day: PuzzleDay) -> Message:
    """Make the buttons of a draft lead to this puzzle."""
    for item in screen.view.walk_children():
        if isinstance(item, DynamicComponent) and item.press is not None and not item.press.verb.startswith(PREFIX):
            item.press = item.press._replace(verb=f"{PREFIX}{item.press.verb}")
            _about(item, day)
    return screen


def _about(item: DynamicComponent, day: PuzzleDay) -> DynamicComponent:
    assert item.press is not None, "made here"
    item.press = item.press._replace(match=MatchId(day.number), version=_VERSIONS.get(day.guild_id, 0))
    item.item.custom_id = component_ids.write(item.press)
    return item


def answered(context: MatchContext, given: Draft, day: PuzzleDay, *, more: bool) -> Message:
    """Return the confirmation of the reader's answer; `more` tells whether a turn of their own is due as well."""
    message = Message().say(puzzle_texts.answered(_said(context, given), context.words))
    return message.row(_button(day, "change-answer", "place", context.words), _next(context.words) if more else None)


def beside(shown: Message, day: PuzzleDay, words: Translator) -> Message:
    """Add the button to change the answer to the puzzle of the day, below a turn of the reader's own."""
    return shown.row(_button(day, "change-answer", "place", words))


def _next(words: Translator) -> DynamicComponent:
    return button(None, label("next-puzzle", words), PREFIX)


def corrected(context: MatchContext, found: AnswerResult, picture: Picture, *, more: bool) -> Message:
    """Return the outcome of an answer to the reader's own turn, with the best one and why; `at` is the table after it."""
    words, compare = context.words, context.edition.words.compare
    answer = _said(context, found.draft)
    message = Message().say(
        puzzle_texts.own_right(answer, words) if found.is_right else puzzle_texts.own_wrong(answer, found.lost, words)
    )
    best = found.best
    if best.texts != found.draft.texts:
        message.say(puzzle_texts.solution(_said(context, best), words))
    reasons = compare.changes(found.day.table.view, best.view, found.day.seat, context.names, words, found.terms) if compare else []
    message.show(picture).say(*(f"-# {reason}" for reason in reasons), puzzle_texts.own_played(_said(context, found.played), words))
    if found.again_at is not None:
        message.say(f"-# {puzzle_texts.own_again(found.again_at, words)}")
    return message.row(_next(words) if more else None)


def solution(
    context: MatchContext,
    day: DailyPuzzle,
    best: Draft,
    second: Draft | None,
    picture: Picture,
    terms: Sequence[EvaluationTerm] = (),
) -> Message:
    """Return the best turn, why, and the second best; `at` is the table after it."""
    words, number, compare = context.words, day.day.number, context.edition.words.compare
    message = Message(silent=True).say(f"**{puzzle_texts.solution_title(number, words)}**").show(picture)
    reasons = compare.changes(day.table.view, best.view, day.seat, context.names, words, terms) if compare else []
    message.say(puzzle_texts.solution(_said(context, best), words), *(f"-# {reason}" for reason in reasons))
    if second is not None:
        message.say(puzzle_texts.second(_said(context, second), day.choices[second.texts], words))
    return message


def with_solvers(message: Message, solved: PuzzleSolution, words: Translator) -> Message:
    """Add the solvers of the server to the solution."""
    message.say(puzzle_texts.solved(solved.names, solved.solved, solved.answers, words))
    lines = [
        puzzle_texts.table_line(place, name, one.solved, one.streak, words) for place, (name, one) in enumerate(solved.table, 1)
    ]
    return message.say(*([f"**{puzzle_texts.table_title(solved.counted, words)}**", *lines] if lines else ()))


def _said(context: MatchContext, tried: Draft) -> str:
    actions = [context.game.read(text) for text in tried.texts]
    return context.say.summary(actions, tried.events, tried.view, context.names, context.words)
