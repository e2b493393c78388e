"""What a first game has beside the messages of every game: its welcome, its lessons, and what to read after it."""

from __future__ import annotations

from collections.abc import Sequence

from cogs import scene
from cogs.present.buttons import Pressed
from cogs.present.parts import END, MAIN, Line, Message, button, select
from cogs.scene import Scene
from editions.edition import Edition
from service.records import Entry
from storage.records import MatchRow
from text.labels import label
from text.language import Words
from text.protocol import LessonWords


def lessons(at: Scene) -> LessonWords | None:
    """What explains the game at hand; None where it is no first game of one person with computers."""
    said = at.edition.words.lessons
    alone = sum(seat.user_id is not None for seat in at.seats) == 1
    return said if said is not None and alone and said.is_first_game(at.match.options) else None


def welcome(match: MatchRow, edition: Edition, words: Words) -> Message:
    """The first message of its thread, with the way out."""
    assert edition.words.lessons is not None, "only such games are practised"
    return Message().say(edition.words.lessons.welcome(words)).row(leave(match, words))


def leave(match: MatchRow, words: Words) -> Pressed:
    """The way out, below every turn."""
    return button(match, label("leave-practice", words), "leavepractice", version=0)


def with_turn(message: Message, at: Scene, entries: Sequence[Entry]) -> Message:
    """A turn message goes on with what this turn teaches."""
    said = lessons(at)
    if said is None or not at.asked:
        return message
    return message.say(*said.turn(at.view, scene.told(entries, at.viewer), at.asked[0], at.words))


def with_choices(message: Message, at: Scene) -> Message:
    """A question of a draft, and what each answer means."""
    said = lessons(at)
    return message if said is None else message.say(*said.draft(at.view, at.legal, at.words))


def after_end(message: Message, at: Scene) -> Message:
    """What is known now, and what to read next."""
    said, words = lessons(at), at.words
    assert said is not None, "asked of first games only"
    topics = [Line(title, key) for key, title in at.edition.words.explain.topics(words, at.match.options)]
    return (
        message.say(*said.end(words))
        .row(select(None, "help", topics, at.match.game, hint=label("topic", words)))
        .row(
            button(None, label("practise-again", words), "practice", style=MAIN),
            button(at.match, label("analyse", words), "analyse"),
            button(at.match, label("verify", words), "verify"),
            button(at.match, label("log", words), "log"),
        )
    )


def sure(match: MatchRow, question: str, words: Words) -> Message:
    """Asks once more before it ends."""
    return (
        Message()
        .say(question)
        .row(
            button(match, label("yes-leave-practice", words), "cancelsure", style=END),
            button(match, label("back", words), "more"),
        )
    )
