"""The texts of a turn: who is to move, how to answer, the private draft, and undoing."""

from __future__ import annotations

from collections.abc import Sequence

from text.message_templates import MessageTemplate, pattern, people, sentence, series
from text.translator import Translator
from text.users.player_names import safe

your_turn: MessageTemplate[str] = pattern("{mention}, it's your turn")
"""The ping."""
you_are_asked: MessageTemplate[str] = pattern("{mention}, you have a choice to make")
"""The ping to somebody who has to decide in another player's turn."""
turn_number: MessageTemplate[int, int] = pattern("turn {number} of {total}")
"""`turn 37 of 71`."""
reply_with: MessageTemplate[str] = pattern("-# or reply: {answer}")
"""Below the buttons of a question: an answer to it that can be typed; small print."""


def turn_over(name: str | None, words: Translator) -> str:
    """Return the confirmation that the reader's turn is over; `name` is the next player, None if the game is over."""
    if name is None:
        return words.say("Your turn is over, and so is the game.")
    return words.say("Your turn is over. {name} is next.", name=safe(name))


name_the_square = sentence("Name the square yourself: this game doesn't show where tiles fit.")
"""Where legal squares are not shown."""
passing: MessageTemplate[str] = pattern("**Done.** Your turn ends {stamp}. Until then only you see your move, and you can undo it.")
"""Told to who has just confirmed a move that can still be taken back."""
taken_back = sentence("Undone. Next time you confirm, it counts at once.")
"""Above the draft of a move that was taken back."""
your_turn_again = sentence("It's your turn again.")
"""Told to who has just confirmed and is asked again."""
waiting_for: MessageTemplate[Sequence[str]] = pattern("Waiting for {names}.", names=people)
"""Who is asked now."""
let_back: MessageTemplate[str] = pattern("A referee lets {name} go back to the start of their last turn.", name=safe)
"""A referee has let somebody go back."""


def undone(name: str, moves: Sequence[str], words: Translator) -> str:
    """Return the announcement of an undo; `moves` describe what is taken back, and may be empty."""
    if not moves:
        return words.say("{name} takes the turn back.", name=safe(name))
    return words.say("{name} takes back: {moves}", name=safe(name), moves=series(moves, words))


draft_undone = sentence("Your unfinished move is gone. You hadn't played anything yet.")
"""An undo that only threw a private draft away."""
draft_where = sentence("Choose a numbered spot.")
"""Asks for a square."""
draft_ready = sentence("Confirm, or go back a step. So far only you can see this.")
"""Everything is chosen."""
or_else: MessageTemplate[str] = pattern("Or: {ways}")
"""Other ways to lay the tile at the same place; `ways` is what would be typed."""
green_plays = sentence("-# A green button plays the move.")
"""Above buttons of which some are the last choice."""
plays_at_once: MessageTemplate[str] = pattern("{hint} (plays at once)")
"""On a list whose lines make the move."""
draft_changed = sentence("You carried on with this move somewhere else. Here's where it stands.")
"""A button of another window was pressed, whose draft was another one."""
draft_lapsed = sentence("The game has moved on, so your unfinished move is gone. Here's where it stands.")
"""The game moved on meanwhile."""
stale_button = sentence("That button is from an earlier turn. Here's where the game stands.")
"""An old button was pressed."""
counted_once = sentence("You've already played this move. Here's where the game stands.")
"""A button was pressed twice: the move was made by the first press."""
ping_needed = sentence("I can only read a reply if it pings me (@ ON); Discord doesn't show me this one. /place works too.")
"""Told once to a player whose reply came without its ping."""
typed_hint = sentence("Your move")
"""The title of the field for a typed move."""
typed_about = sentence("A number from the list, or in words, such as N12 90 knight; - for none")
"""Below it."""
