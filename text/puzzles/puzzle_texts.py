"""The texts of the daily puzzle: question, answer, solution and solvers."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from text.message_templates import MessageTemplate, pattern, plural, sentence
from text.refusals.consent_requests import in_a_while
from text.translator import Translator
from text.users.player_names import safe

title: MessageTemplate[int] = pattern("Puzzle of the day {number}")
"""Above the puzzle."""
ask = sentence("One turn is clearly best here. Which one? You have one answer, and I tell you at once, in private, how good it is.")
"""Below it."""
from_here = sentence("From a game played here.")
"""Above the board, where it is out of a game of this server."""
leads = sentence("Try turns as in a game. Confirm makes the last one your answer, for good, and I'll show you the best one.")
"""Above the draft of an answer."""
own_title = sentence("One of your own turns")
"""Above a puzzle that is a turn of the reader's."""
own_ask = plural(
    "In your game this turn cost you about {number} point. What's better?",
    "In your game this turn cost you about {number} points. What's better?",
)
"""Below it."""
own_leads = sentence("Try turns as in a game. Confirm makes the last one your answer, and I'll show you the best one.")
"""Above the draft of an answer to it."""
own_coming = sentence("I'm checking your costliest turns. The clear ones come back as puzzles within a week: send /puzzle.")
"""To anyone who wants their mistakes back as puzzles."""
own_right: MessageTemplate[str] = pattern("**Right.** Your answer: {move}")
"""What came of an answer: as good as the best."""
own_played: MessageTemplate[str] = pattern("In your game: {move}")
"""What was played there."""
own_again: MessageTemplate[datetime] = pattern("I'll ask you again {when}.", when=in_a_while)
"""After a wrong answer."""

still_secret = sentence("Others are still thinking: the solution is posted with the next puzzle.")
"""Below the outcome of an answer to the puzzle of the day."""
told: MessageTemplate[str, int] = pattern("{name} has solved puzzle {number}.", name=safe)
"""To everyone in a channel, while others are still thinking."""
told_wrong: MessageTemplate[str, int] = pattern("{name} has tried puzzle {number}.", name=safe)
"""The same, after a miss."""


def hidden(move: str) -> str:
    """Return a move as a Discord spoiler, which readers have to press to see."""
    return f"||{move.replace('|', '')}||"


def lost(points: float, words: Translator) -> str:
    """Return the sentence about how many points an answer falls short of the best."""
    return words.count(
        "About {number} point less than the best.", "About {number} points less than the best.", max(1, round(points))
    )


def missed(text: str, loss: float, words: Translator) -> str:
    """Return the comment on a wrong answer to the daily puzzle, with the points that it loses."""
    return words.count(
        "**Not the best turn.** Your answer: {move} About {number} point less than the best.",
        "**Not the best turn.** Your answer: {move} About {number} points less than the best.",
        max(1, round(loss)),
        move=text,
    )


def own_wrong(text: str, loss: float, words: Translator) -> str:
    """Return the comment on a wrong answer to a puzzle from one of the reader's own games, with the points that it loses."""
    return words.count(
        "**Not yet.** Your answer: {move} About {number} point less than the best.",
        "**Not yet.** Your answer: {move} About {number} points less than the best.",
        max(1, round(loss)),
        move=text,
    )


_SOLVED = sentence("You solved the last puzzle.")
_MISSED = plural("Your turn in the last puzzle: {number} point less.", "Your turn in the last puzzle: {number} points less.")
streak = plural("{number} in a row", "{number} puzzles in a row")
"""How many puzzles somebody has solved without a gap."""
solution_title: MessageTemplate[int] = pattern("Solution of puzzle {number}")
"""Above the solution."""
solution: MessageTemplate[str] = pattern("Best: {move}")
"""The best turn."""


def second(text: str, loss: float, words: Translator) -> str:
    """Return the line about the second-best move, with the points that it loses."""
    return words.count(
        "Second: {move} About {number} point less.",
        "Second: {move} About {number} points less.",
        round(loss),
        move=text,
    )


def solved(names: Sequence[str], number: int, answers: int, words: Translator) -> str:
    """Return the line about who solved the puzzle; `number` is how many did, `names` are the first of them."""
    if not answers:
        return words.say("Nobody answered.")
    solvers = words.list([safe(name) for name in names]) if names else words.say("nobody")
    if (more := number - len(names)) > 0 and names:
        shown = ", ".join(map(safe, names))
        solvers = words.count("{names} and {number} more", "{names} and {number} more", more, names=shown)
    return words.count("Solved by: {names} ({number} answer).", "Solved by: {names} ({number} answers).", answers, names=solvers)


counted = plural("Best turn found by {number} person.", "Best turn found by {number} people.")
"""How many have solved a puzzle that is everybody's: no names."""


def own(lost: float | None, in_a_row: int, words: Translator) -> str:
    """Return the comment on the reader's answer to the last puzzle; `lost` are its lost points, None without an answer."""
    if lost is None:
        return ""
    if not in_a_row:
        return _MISSED(max(1, round(lost)), words)
    return f"{_SOLVED(words)} {streak(in_a_row, words)}" if in_a_row > 1 else _SOLVED(words)


table_title = plural("Most solved in the last puzzle", "Most solved in the last {number} puzzles")
"""Above the best solvers."""


def table_line(place: int, name: str, solved_: int, streak: int, words: Translator) -> str:
    """Return the line about a solver in the table; a series of one solved puzzle is not mentioned."""
    line = words.say("{place}. {name} · {solved}", place=place, name=safe(name), solved=solved_)
    return words.say("{line} · {number} in a row", line=line, number=streak) if streak > 1 else line
