"""A turn: who is asked, how to answer, the private draft of a move, going back."""

from __future__ import annotations

from collections.abc import Sequence

from text.language import Words
from text.people.names import safe


def your_turn(mention: str, words: Words) -> str:
    """The ping."""
    return words.say("{mention} it is your turn.", mention=mention)


def you_are_asked(mention: str, words: Words) -> str:
    """The ping to somebody who has to decide in another player's turn."""
    return words.say("{mention} you have a choice to make.", mention=mention)


def turn_number(number: int, total: int, words: Words) -> str:
    """`turn 37 of 71`."""
    return words.say("turn {number} of {total}", number=number, total=total)


def since_your_turn(words: Words) -> str:
    """Above the moves made meanwhile."""
    return words.say("Since your last turn")


def since_start(words: Words) -> str:
    """Above the moves that a player sees who has not played yet."""
    return words.say("Since the start")


def reply_hint(square: str, words: Words) -> str:
    """Below the buttons: how to answer by text; small print."""
    return words.say("-# or reply: {square} 90 knight", square=square)


def reply_with(answer: str, words: Words) -> str:
    """Below the buttons of a question: an answer to it that can be typed; small print."""
    return words.say("-# or reply: {answer}", answer=answer)


def turn_over(name: str | None, words: Words) -> str:
    """Told to who has just confirmed; `name` is who comes next, None where the game is over."""
    if name is None:
        return words.say("Your turn is over, and so is the game.")
    return words.say("Your turn is over. {name} is next.", name=safe(name))


def name_the_square(words: Words) -> str:
    """Where legal squares are not shown."""
    return words.say("Name the square yourself: this game does not show where a tile fits.")


def passing(stamp: str, words: Words) -> str:
    """Told to who has just confirmed a move that can still be taken back."""
    return words.say("**Done.** The turn passes on {stamp}. Until then only you see your move, and you can undo it.", stamp=stamp)


def taken_back(words: Words) -> str:
    """Above the draft of a move that was taken back."""
    return words.say("Undone. When you confirm again, it counts at once.")


def your_turn_again(words: Words) -> str:
    """Told to who has just confirmed and is asked again."""
    return words.say("It is your turn again.")


def waiting_for(names: Sequence[str], words: Words) -> str:
    """Who is asked now."""
    return words.say("Waiting for {names}.", names=words.list([safe(name) for name in names]))


def let_back(name: str, words: Words) -> str:
    """A referee has let somebody go back."""
    return words.say("A referee lets this player go back to the start of the last turn: {name}", name=safe(name))


def undone(name: str, moves: Sequence[str], words: Words) -> str:
    """An undo, told to everybody; `moves` are finished sentences or empty."""
    if not moves:
        return words.say("{name} undoes the turn.", name=safe(name))
    return words.say("{name} undoes: {moves}", name=safe(name), moves="; ".join(moves))


def draft_undone(words: Words) -> str:
    """An undo that only threw a private draft away."""
    return words.say("Your unfinished move is gone; nothing had been played yet.")


def draft_where(words: Words) -> str:
    """Asks for a square."""
    return words.say("Where? Choose a numbered spot.")


def draft_ready(words: Words) -> str:
    """Everything is chosen."""
    return words.say("Confirm, or go back a step. Only you see this yet.")


def or_else(ways: str, words: Words) -> str:
    """Other ways to lay the tile at the same place; `ways` is what would be typed."""
    return words.say("Or: {ways}", ways=ways)


def playing(choice: str, words: Words) -> str:
    """The label of a button that makes a choice and plays the move at once."""
    return words.say("{choice}: play", choice=choice)


def plays_at_once(hint: str, words: Words) -> str:
    """On a list whose lines make the move."""
    return words.say("{hint} (plays at once)", hint=hint)


def draft_changed(words: Words) -> str:
    """A button of another window was pressed, whose draft was another one."""
    return words.say("You went on with this move elsewhere. Here it is now.")


def draft_lapsed(words: Words) -> str:
    """The game moved on meanwhile."""
    return words.say("The game has moved on, so your unfinished move was dropped. Here it is now.")


def stale_button(words: Words) -> str:
    """An old button was pressed."""
    return words.say("That button belongs to an earlier turn. Here is the game now.")


def counted_once(words: Words) -> str:
    """A button was pressed twice: the move was made by the first press."""
    return words.say("Your move is already in. Here is the game now.")


def ping_needed(words: Words) -> str:
    """Told once to a player whose reply came without its ping."""
    return words.say("I can read a reply only if it pings me (@ ON): Discord does not show me this one. /place works as well.")


def typed_hint(words: Words) -> str:
    """The title of the field for a typed move."""
    return words.say("Your move")
