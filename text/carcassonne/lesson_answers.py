"""The practice game's comments on the learner's moves, and its final list of the learner's points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from games.carcassonne.events import FeatureScored, FigurePlaced, SeatPoints, TurnBegan
from games.carcassonne.practice import LEARNER, TEACHER
from games.carcassonne.score_explanations import Scoring, scored
from games.carcassonne.view import BoardView
from games.core.game import Event, Seat
from text.carcassonne.score_lines import explained, title
from text.protocol import CountedLine
from text.translator import Translator, phrase


class Lesson(NamedTuple):
    """The sentences of one lesson: the task of the learner's turn, and the possible comments on the move."""

    text: str
    done: str = ""
    """Answers a move that did it and scored nothing yet."""
    instead: str = ""
    """Answers any other move that scored nothing."""
    role: str = ""
    """What the meeple of such a move is."""
    aim: str = ""
    """What the turn is for, where that isn't possible."""


def answers(lesson: Lesson, view: BoardView, events: Sequence[Event], words: Translator) -> list[str]:
    """Return the comment on the learner's last turn, in one or two sentences.

    The comment names the points that the turn, or the teacher's turn after it, brought the learner; else the points that it brought
    the teacher; else the lesson's `done` or `instead`. If several features scored, how their points add up is left out, since a
    lesson's text is short.
    """
    mine, yours = _split_at_turn(events)
    won, lost = _gains_of(mine, LEARNER), _gains_of(mine, TEACHER)
    helped = sum(gain.points for _, gain in _gains_of(yours, LEARNER))
    if helped and not won:
        return [words.say("My tile scores for you: **{points} points**. Your meeple is back.", points=helped)]
    if helped:
        return [*_finished_lines(won, lost, words, brief=True), words.say("My tile adds **{points} points**.", points=helped)]
    if won:
        brief = len(won) > 1
        return [" ".join([*_finished_lines(won, lost, words, brief=brief), words.say("Your meeple is back.")])]
    if lost:
        points = sum(gain.points for _, gain in lost)
        return [words.say("That finished something of mine: **{points} points** for me.", points=points)]
    put = next((event for event in mine if isinstance(event, FigurePlaced) and event.role == lesson.role), None)
    points = _points_now(view, put) if put else 0
    return [words.say(lesson.done, points=points) if lesson.done and points else words.say(lesson.instead)]


def _finished_lines(won: Sequence[tuple[str, SeatPoints]], lost: Sequence[object], words: Translator, *, brief: bool) -> list[str]:
    """Return a sentence with the points of each feature that the learner's move finished.

    `won` are the learner's gains. If the teacher shares a feature, `lost` holds the teacher's gains, and only the first sentence is
    returned.
    """
    return [_gain_sentence(kind, gain, words, shared=bool(lost), brief=brief) for kind, gain in (won[:1] if lost else won)]


def _gain_sentence(kind: str, gain: SeatPoints, words: Translator, *, shared: bool, brief: bool) -> str:
    what = title(kind, words, complete=True)
    message = _PAID[shared, brief]
    total = ", ".join(explained(gain, kind, words))
    return words.say(message, what=what[:1].upper() + what[1:], points=gain.points, sum=total)


_PAID: Mapping[tuple[bool, bool], str] = {
    (False, False): phrase("{what}: **{points} points** ({sum})."),
    (False, True): phrase("{what}: **{points} points**."),
    (True, False): phrase("Joined: **{points} points** each, {sum}."),
    (True, True): phrase("Joined: **{points} points** each."),
}
"""By whether the teacher is paid too, and whether the sum is left out."""


def _split_at_turn(events: Sequence[Event]) -> tuple[list[Event], list[Event]]:
    """Return the events of the learner's turn, and those of the teacher's turn after it, as two lists."""
    turns: dict[int, list[Event]] = {LEARNER: [], TEACHER: []}
    seat: int = LEARNER
    for event in events:
        seat = event.seat if isinstance(event, TurnBegan) else seat
        turns[seat].append(event)
    return turns[LEARNER], turns[TEACHER]


def _gains_of(events: Sequence[Event], seat: Seat) -> list[tuple[str, SeatPoints]]:
    """Return the gains of `seat` from finished features, each as (kind of feature, gain)."""
    finished = [event for event in events if isinstance(event, FeatureScored) and event.complete]
    return [(event.kind, gain) for event in finished for gain in event.gains if gain.seat == seat]


def _points_now(view: BoardView, put: FigurePlaced) -> int:
    """Return the points that the owner of a placed meeple would get for its feature if the game ended now."""
    at = (put.x, put.y, put.part)
    return sum(points for f in view.features if at in f.segments for seat, points, _ in f.gains if seat == put.seat)


COUNTING: Mapping[bool, str] = {
    True: phrase("**During the game**"),
    False: phrase("**After the last tile**, everything unfinished pays too"),
}
"""Headings, by whether it was paid during the game."""


def count(events: Sequence[Event], view: BoardView, words: Translator) -> list[tuple[str, list[CountedLine]]]:
    """Return the lines of the learner's scorings under two headings: during the game, and after the last tile.

    Each element is (heading, lines); a heading without lines is left out.
    """
    things = [thing for thing in scored(events, view) if LEARNER in thing.owners]
    by_when = [(head, [thing for thing in things if thing.is_final is not in_play]) for in_play, head in COUNTING.items()]
    return [
        (words.say(head), [CountedLine(_calculation(t, view, words), t) for t in own_scorings])
        for head, own_scorings in by_when
        if own_scorings
    ]


def _calculation(thing: Scoring, view: BoardView, words: Translator) -> str:
    gain = next(gain for gain in thing.gains if gain.seat == LEARNER)
    what, total = title(thing.kind, words, complete=thing.complete), ", ".join(explained(gain, thing.kind, words))
    if gain.at is not None:  # where the meeple stood is what its owner knows
        what = words.say("{what} at {square}", what=what, square=view.squares.name(*gain.at[:2]))
    return words.say("**+{points}** {what}: {sum}", points=gain.points, what=what, sum=total)


def total(view: BoardView, words: Translator) -> str:
    """Return the sentence with the final points of learner and teacher, and which of them has won."""
    mine, yours = view.seats[LEARNER].score, view.seats[TEACHER].score
    verdict = _WON if mine > yours else _LOST if mine < yours else _TIED
    return words.say(verdict, mine=mine, yours=yours)


_WON = phrase("**Your total: {mine}.** I have {yours}. You win!")
_LOST = phrase("**Your total: {mine}.** I have {yours}. I win!")
_TIED = phrase("**Your total: {mine}.** I have {yours}. A tie!")
