"""Looking at a game: a shared board, explained scores, the log."""

from __future__ import annotations

from text.language import Words
from text.people.names import safe


def shared_by(name: str, words: Words) -> str:
    """Above a board that somebody shows to everybody."""
    return words.say("{name} shows the board:", name=safe(name))


def explain_which(words: Words) -> str:
    """Above the selects of everything whose points can be explained."""
    return words.say("What shall I explain: what has scored, or what is still open?")


def nothing_scored(words: Words) -> str:
    """Where a message was asked about that tells no score."""
    return words.say("Nothing scored in this message. These are all scores of the game:")


def changes_alt(words: Words) -> str:
    """The alt text of the closer picture of a turn message: what it shows is told below it."""
    return words.say("The last moves from close up: numbered as below, ways as arrows, a house where a figure is back.")


def earlier_moves(number: int, words: Words) -> str:
    """In front of the newest moves, where there are too many for a message."""
    return words.count("… and {number} earlier move", "… and {number} earlier moves", number)


def no_log(words: Words) -> str:
    """/game log before the first move."""
    return words.say("No one has moved yet.")


def house(words: Words) -> str:
    """Who draws and deals, in a list of moves."""
    return words.say("the house")


def move_as_written(number: int, name: str, move: str, words: Words) -> str:
    """A row of the log that cannot be told in words; an empty `move` is one that the reader may not know."""
    return words.say("`{number}` {name}: {move}", number=number, name=safe(name), move=f"`{move}`" if move else "?")


def estimates(version: int, words: Words) -> str:
    """By which version of the estimates the computers of a game play."""
    return words.say("Its computers play by estimates of version {version}.", version=version)


def newer_estimates(number: int, version: int, words: Words) -> str:
    """From which row of the log on they play by another one."""
    return words.say("From move `{number}` on: version {version}, as Bastide was updated.", number=number, version=version)
