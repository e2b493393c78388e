"""The texts of the practice game: a lesson for each turn, comments on the moves, and the final sum line by line.

The advice comes from `games.carcassonne.practice`; the texts follow from it, the events and the view. No turn takes more than
`MOST` words. The module is the `LessonTexts` of the game, together with the functions that it imports from `lesson_answers`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.carcassonne.actions import Action
from games.carcassonne.practice import LEARNER, OPTIONS
from games.carcassonne.view import BoardView
from games.core.game import Event
from games.core.tutorial import SuggestedMoves, TeachingAdvice
from text.carcassonne.action_names import written
from text.carcassonne.lesson_answers import Lesson, answers, count, total
from text.carcassonne.move_parser import typed
from text.message_templates import sentence
from text.play import turn_texts
from text.protocol import LessonTurn, Misread
from text.translator import Translator, phrase
from text.users.player_names import colour

__all__ = ["LESSONS", "MOST", "count", "draft", "is_first_game", "options", "picture", "teacher", "total", "turn", "welcome"]

options = OPTIONS
"""See `LessonTexts.options`."""

teacher = "Bastide"
"""See `LessonTexts.teacher`: the lessons speak in the first person."""

MOST = 45
"""English words of a turn: the answers to the move before, what it teaches, the pointer and the typed example."""

LESSONS: Sequence[Lesson] = (
    Lesson(
        phrase(
            "You play {colour}red. Your tile (top left) must match: city to city, road to road, field to field. On **{square}** "
            "(column {column}, row {row}), it finishes a city. Place it there. Put your meeple in the city as a **knight**."
        ),
        instead=phrase("That works too! Only your own knight earns you a city's points."),
        aim=phrase("Finishing a city"),
    ),
    Lesson(
        phrase(
            "A road is finished when both ends stop at a junction, city or monastery. **{button[turn-tile]}** turns your tile. "
            "Put a **highwayman** on the road."
        ),
        instead=phrase("That's fine too! A highwayman waits until both ends stop."),
        aim=phrase("Finishing a road"),
    ),
    Lesson(
        phrase("Some cities take several turns. While your knight waits, nobody else may put a meeple there."),
        done=phrase("Your knight is waiting. It comes back with the finished city."),
        instead=phrase("A good move too! An open city belongs to its first knight."),
        aim=phrase("Beginning a city"),
        role="knight",
    ),
    Lesson(
        phrase("One tile can join cities. The player with more knights gets all the points; on a tie, both. A shield adds 2."),
        instead=phrase("Nothing joined, no harm done! More knights take everything; a tie pays both."),
        aim=phrase("Joining cities"),
    ),
    Lesson(
        phrase("A **monk** scores 9 points once eight tiles surround it. Unfinished at the end: 1, plus 1 per tile around it."),
        done=phrase("Your monastery is already worth {points} points. Each new neighbour adds 1."),
        instead=phrase("No monk, no problem! Meeples only go on the tile you just placed."),
        aim=phrase("A monk"),
        role="monk",
    ),
    Lesson(
        phrase(
            "A **farmer** stays to the end: 3 points per finished city the field touches. Roads and cities bound fields; "
            "monasteries don't."
        ),
        done=phrase("Your farmer is worth {points} points so far. Each new city adds 3."),
        instead=phrase("No field points yet, that's fine! Farmers often decide a full game."),
        aim=phrase("A farmer"),
        role="farmer",
    ),
    Lesson(
        phrase("Your last tile! Unplaced meeples are worth nothing, so use one. Unfinished cities pay only 1 per tile and shield."),
        aim=phrase("A new city"),
    ),
)
"""One for each turn of the learner; `games.carcassonne.practice.PLAN` is what they speak of."""

PICTURES: Sequence[str] = (
    phrase("A finished city of two tiles with a knight in it."),
    phrase("A finished road: it begins at a monastery and ends at a junction, with a highwayman on it."),
    phrase("A knight in a city with a gap where a tile is missing."),
    phrase("A tile with a shield joins two cities; a red and a blue knight stand in them."),
    phrase("A monastery with a monk, the eight squares around it numbered."),
    phrase("A farmer in a field that touches two finished cities: 3 points each."),
    phrase("A knight in an unfinished city of two tiles: 1 point each."),
)
"""What the example pictures of the lessons show."""


def is_first_game(chosen: Mapping[str, str]) -> bool:
    """Return whether a game has the options of the practice game."""
    return all(chosen.get(key) == value for key, value in options.items())


welcome = sentence(
    "Seven turns against a computer, one idea each. Green marks only advise: play whatever you like. Nobody waits for you, "
    "and nothing counts."
)
"""See `LessonTexts.welcome`."""


def turn(
    view: BoardView, legal: Sequence[Action], events: Sequence[Event], advice: TeachingAdvice, words: Translator
) -> LessonTurn:
    """Return the texts of the learner's turn: the comment on the last one, the lesson, and an example of what to type."""
    lesson = LESSONS[advice.number - 1]
    before = LESSONS[advice.number - 2] if advice.number > 1 else None
    squares = list(dict.fromkeys(view.squares.name(*turn[0].square) for turn in advice.turns))
    square = squares[0] if squares else view.squares.name(*advice.example[0].square)
    sentence = words.say(
        lesson.text,
        colour=colour(LEARNER, words),
        square=square,
        column=square.rstrip("-0123456789"),
        row=square.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
    )
    example = shown_typed(view, legal, advice, words)
    return LessonTurn(
        answers(before, view, events, words) if before else [],
        " ".join([sentence, *([_pointer(lesson, squares, advice, words)] if before else [])]),
        turn_texts.reply_with(f"`{example}`", words) if example else "",
    )


def _pointer(lesson: Lesson, squares: Sequence[str], advice: TeachingAdvice, words: Translator) -> str:
    """Return the words that point to the highlighted squares, or say that the lesson's aim isn't possible now."""
    if not squares:
        return words.say("{aim} isn't possible now: place your tile anywhere.", aim=words.say(lesson.aim))
    if not advice.is_main:
        return words.say("{aim} isn't possible now: try green.", aim=words.say(lesson.aim))
    return words.say("Try **{square}**.", square=squares[0]) if len(squares) == 1 else words.say("Try a green square.")


def shown_typed(view: BoardView, legal: Sequence[Action], advice: TeachingAdvice, words: Translator) -> str:
    """Return the text that types the advised example move; empty if the parser doesn't read it as this move."""
    place, *more = advice.example
    name = view.squares.name(*place.square)
    meeples = [""] if not more else ["-"] if more[0].verb == "skip" else [written(*advice.midway, words)[more[0]]]
    texts = [f"{name} {place.turn * 90} {meeple}".strip() for meeple in meeples]
    return next((text for text in texts if _is_read(text, view, legal, advice, words)), "")


def _is_read(text: str, view: BoardView, legal: Sequence[Action], advice: TeachingAdvice, words: Translator) -> bool:
    """Return whether the parser reads a text as the advised example move."""
    wanted, (after, then) = advice.example, advice.midway
    try:
        place, rest = typed(text, view, legal, words)
        return place is wanted[0] and (len(wanted) == 1 or typed(rest, after, then, words)[0] is wanted[1])
    except Misread:
        return False


def draft(view: BoardView, steps: SuggestedMoves, words: Translator) -> list[str]:
    """Return the line beside a draft whose next step is the meeple: advice to turn the tile, or on what a meeple claims.

    Empty for any other step.
    """
    if view.decision != "deploy":
        return []
    if steps.rotate:
        return [words.say("Press **{button[turn-tile]}**: lying like this, it does less.")]
    return [words.say("Your meeple claims the whole city, road or field it stands on.")]


def picture(number: int, words: Translator) -> str:
    """Return the alt text of the example picture of a turn."""
    return words.say(PICTURES[number - 1])
