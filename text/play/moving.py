"""A turn: who is asked, how to answer, the private draft of a move, going back."""

from __future__ import annotations

from collections.abc import Sequence

from text.language import Words
from text.people.names import safe
from text.sentences import Pattern, pattern, sentence

your_turn: Pattern[str] = pattern("{mention}, it's your turn")
"""The ping."""
you_are_asked: Pattern[str] = pattern("{mention}, you have a choice to make")
"""The ping to somebody who has to decide in another player's turn."""
turn_number: Pattern[int, int] = pattern("turn {number} of {total}")
"""`turn 37 of 71`."""
reply_with: Pattern[str] = pattern("-# or reply: {answer}")
"""Below the buttons of a question: an answer to it that can be typed; small print."""


def turn_over(name: str | None, words: Words) -> str:
    """Told to who has just confirmed; `name` is who comes next, None where the game is over."""
    if name is None:
        return words.say("Your turn is over, and so is the game.")
    return words.say("Your turn is over. {name} is next.", name=safe(name))


name_the_square = sentence("Name the square yourself: this game does not show where a tile fits.")
"""Where legal squares are not shown."""
passing: Pattern[str] = pattern("**Done.** The turn passes on {stamp}. Until then only you see your move, and you can undo it.")
"""Told to who has just confirmed a move that can still be taken back."""
region: Pattern[str, int] = pattern("{letter} · spots: {number}")
"""A button for one part of a large board: the letter that the picture shows there, and how many spots it holds."""
taken_back = sentence("Undone. When you confirm again, it counts at once.")
"""Above the draft of a move that was taken back."""
your_turn_again = sentence("It is your turn again.")
"""Told to who has just confirmed and is asked again."""


def waiting_for(names: Sequence[str], words: Words) -> str:
    """Who is asked now."""
    return words.say("Waiting for {names}.", names=words.list([safe(name) for name in names]))


let_back: Pattern[str] = pattern("A referee lets this player go back to the start of the last turn: {name}", name=safe)
"""A referee has let somebody go back."""


def undone(name: str, moves: Sequence[str], words: Words) -> str:
    """An undo, told to everybody; `moves` are finished sentences or empty."""
    if not moves:
        return words.say("{name} undoes the turn.", name=safe(name))
    return words.say("{name} undoes: {moves}", name=safe(name), moves="; ".join(moves))


draft_undone = sentence("Your unfinished move is gone; nothing had been played yet.")
"""An undo that only threw a private draft away."""
draft_where = sentence("Where? Choose a numbered spot.")
"""Asks for a square."""
draft_ready = sentence("Confirm, or go back a step. Only you see this yet.")
"""Everything is chosen."""
or_else: Pattern[str] = pattern("Or: {ways}")
"""Other ways to lay the tile at the same place; `ways` is what would be typed."""
playing: Pattern[str] = pattern("{choice}: play")
"""The label of a button that makes a choice and plays the move at once."""
green_plays = sentence("-# A green button makes the move.")
"""Above buttons of which some are the last choice."""
plays_at_once: Pattern[str] = pattern("{hint} (plays at once)")
"""On a list whose lines make the move."""
draft_changed = sentence("You went on with this move elsewhere. Here it is now.")
"""A button of another window was pressed, whose draft was another one."""
draft_lapsed = sentence("The game has moved on, so your unfinished move was dropped. Here it is now.")
"""The game moved on meanwhile."""
stale_button = sentence("That button belongs to an earlier turn. Here is the game now.")
"""An old button was pressed."""
counted_once = sentence("Your move is already in. Here is the game now.")
"""A button was pressed twice: the move was made by the first press."""
ping_needed = sentence("I can read a reply only if it pings me (@ ON): Discord does not show me this one. /place works as well.")
"""Told once to a player whose reply came without its ping."""
typed_hint = sentence("Your move")
"""The title of the field for a typed move."""
