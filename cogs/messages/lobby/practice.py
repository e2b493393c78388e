"""Messages of the practice game: its welcome, the lesson of each turn, and the explanation of the final count."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from cogs import match_context
from cogs.match_context import MatchContext
from cogs.messages.message_parts import END, MAIN, Component, Message, Picture, button
from editions.edition import Edition
from service.records import LogEntry
from storage.rows import MatchRow
from text.labels import label
from text.protocol import CountedLine, LessonTurn
from text.translator import Translator

Counted = list[tuple[str, list[CountedLine]]]
"""What is counted at the end: headings with their lines."""


def welcome(match: MatchRow, edition: Edition, words: Translator) -> Message:
    """Return the first message in a practice game's thread, with the button to leave."""
    assert edition.words.lessons is not None, "only such games are practised"
    return Message().say(edition.words.lessons.welcome(words)).row(leave(match, words))


def leave(match: MatchRow, words: Translator) -> Component:
    """Return the button that leaves the practice game, shown below the welcome."""
    return button(match, label("leave-practice", words), "leavepractice", version=0)


class LessonParts(NamedTuple):
    """The lesson's additions to a turn message of the practice game."""

    said: LessonTurn
    example: Picture | None


def taught(context: MatchContext, legal: Sequence[Any], entries: Sequence[LogEntry], example: Picture | None) -> LessonParts | None:
    """Return the lesson of the present turn; None in games that aren't practice games.

    `entries`: log entries, beginning with the learner's last turn.
    """
    texts = context.lessons
    if texts is None or context.advice is None:
        return None
    return LessonParts(
        texts.turn(context.view, legal, match_context.visible_events(entries, context.viewer), context.advice, context.words),
        example,
    )


def with_choices(message: Message, context: MatchContext) -> Message:
    """Add an explanation for beginners to a question of the draft."""
    texts = context.lessons
    return (
        message if texts is None or context.steps is None else message.say(*texts.draft(context.view, context.steps, context.words))
    )


PICTURED = 4
"""Scorings with a picture; further ones are lines, so that a phone shows the whole end."""


def end(context: MatchContext, counted: Counted, pictures: Sequence[Picture]) -> Message:
    """Return the final count explained: the first scorings with a picture each, the sum, and the next steps."""
    texts, words, shown = context.lessons, context.words, iter(pictures[:PICTURED])
    assert texts is not None, "asked of first games only"
    message = Message()
    for heading, lines in counted:
        message.say(heading)
        for line in lines:
            message.beside(next(shown, None), line.text)
    return message.say(texts.total(context.view, words)).row(
        button(None, label("play-computer", words), "solo", style=MAIN),
        button(None, label("find-open", words), "games"),
        button(None, label("practise-again", words), "practice"),
    )


def count(context: MatchContext, entries: Sequence[LogEntry]) -> Counted:
    """Return everything that is scored at the end of the game; `entries` are the whole log."""
    texts = context.lessons
    assert texts is not None, "asked of first games only"
    return texts.count(match_context.whole_game(entries, None), context.view, context.words)


def leave_question(match: MatchRow, question: str, words: Translator) -> Message:
    """Return the confirmation question before a practice game is ended."""
    return (
        Message()
        .say(question)
        .row(
            button(match, label("yes-leave-practice", words), "cancelsure", style=END),
            button(match, label("back", words), "more"),
        )
    )
