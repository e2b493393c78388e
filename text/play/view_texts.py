"""The texts about looking at a game: a shared board, explained scores, the log."""

from __future__ import annotations

from collections.abc import Sequence

from text.message_templates import MessageTemplate, listed, pattern, plural, sentence
from text.translator import Translator
from text.users.player_names import safe

shared_by: MessageTemplate[str] = pattern("{name} shows the board:", name=safe)
"""Above a board that somebody shows to everybody."""
explain_which = sentence("What should I explain: points already scored, or what is still open?")
"""Above the selects of everything whose points can be explained."""
nothing_scored = sentence("Nothing scored in this message. Here are all scores of the game:")
"""Where a message was asked about that tells no score."""
earlier_moves = plural("… and {number} earlier move", "… and {number} earlier moves")
"""In front of the newest moves, where there are too many for a message."""
no_log = sentence("Nobody has moved yet.")
"""/game action:log before the first move."""
house = sentence("the draw")
"""Who draws and deals, in a list of moves."""


def move_as_written(number: int, name: str, move: str, words: Translator) -> str:
    """Return a row of the log that has no sentence, with the move in code form.

    An empty `move` is one that the reader may not see, shown as a question mark.
    """
    return words.say("`{number}` {name}: {move}", number=number, name=safe(name), move=f"`{move}`" if move else "?")


estimates: MessageTemplate[int] = pattern("The computers use estimates of version {version}.")
"""By which version of the estimates the computers of a game play."""
newer_estimates: MessageTemplate[int, int] = pattern("From move `{number}`: version {version}, because Bastide was updated.")
"""From which row of the log on they play by another one."""
_took: MessageTemplate[str, float] = pattern(
    "{name} {seconds} s", name=safe, seconds=lambda value, words: words.number(round(value, 2))
)
_last_moves: MessageTemplate[list[str]] = pattern("Processor time for the last move: {took}", took=listed)


def last_moves(took: Sequence[tuple[str, float]], words: Translator) -> str:
    """Return the line with each computer's name and the seconds it took for its last move."""
    return _last_moves([_took(name, seconds, words) for name, seconds in took], words)


own_link = sentence(
    "The board in your browser: tap to play. The link is yours alone, opens once and lasts 15 minutes; don't pass it on."
)
"""Above the link to the board, for who asked for it."""
