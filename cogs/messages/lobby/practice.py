"""The additions of the practice game to its messages: its welcome, the lesson of each turn, and the count."""

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
    """Return the first message of its thread, with the way out."""
    assert edition.words.lessons is not None, "only such games are practised"
    return Message().say(edition.words.lessons.welcome(words)).row(leave(match, words))


def leave(match: MatchRow, words: Translator) -> Component:
    """Return the button that leaves, below the welcome; later it is in the panel."""
    return button(match, label("leave-practice", words), "leavepractice", version=0)


class LessonParts(NamedTuple):
    """The additions of the practice game to a turn message."""

    said: LessonTurn
    example: Picture | None


def taught(context: MatchContext, legal: Sequence[Any], entries: Sequence[LogEntry], example: Picture | None) -> LessonParts | None:
    """Return the lesson of this turn; None in all other games. `entries` begin with the learner's last turn."""
    texts = context.lessons
    if texts is None or context.advice is None:
        return None
    return LessonParts(
        texts.turn(context.view, legal, match_context.visible_events(entries, context.viewer), context.advice, context.words),
        example,
    )


def with_choices(message: Message, context: MatchContext) -> Message:
    """Add what a newcomer has to know to a question of a draft."""
    texts = context.lessons
    return (
        message if texts is None or context.steps is None else message.say(*texts.draft(context.view, context.steps, context.words))
    )


PICTURED = 4
"""Scorings with a picture; further ones are lines, so that a phone shows the whole end."""


def end(context: MatchContext, counted: Counted, pictures: Sequence[Picture]) -> Message:
    """Return the counted result: the first scorings with a picture each, the sum, and what to do next."""
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
    """Return what is counted at the end; `entries` are those of the whole game."""
    texts = context.lessons
    assert texts is not None, "asked of first games only"
    return texts.count(match_context.whole_game(entries, None), context.view, context.words)


def leave_question(match: MatchRow, question: str, words: Translator) -> Message:
    """Asks once more before it ends."""
    return (
        Message()
        .say(question)
        .row(
            button(match, label("yes-leave-practice", words), "cancelsure", style=END),
            button(match, label("back", words), "more"),
        )
    )
