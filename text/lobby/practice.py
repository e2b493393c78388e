"""Sentences around a first game; what is learnt in it is in the words of its game."""

from __future__ import annotations

from text.language import Words


def title(game: str, name: str, words: Words) -> str:
    """Name of its thread; at most 90 characters of it are ever shown."""
    return words.say("{game}: practice of {name}", game=game, name=name)[:90]


def begun(channel: str, words: Words) -> str:
    """Where it is."""
    return words.say("Your practice game begins in {channel}.", channel=channel)


def seen_by_all(words: Words) -> str:
    """Why it is not private."""
    return words.say("I may not make private threads here, so others can watch.")


def under_way(channel: str, words: Words) -> str:
    """There is one already."""
    return words.say(
        "You have a practice game: it goes on in {channel}. Leave it there before you begin another one.", channel=channel
    )


def ask_leave(words: Words) -> str:
    """Before it ends."""
    return words.say("Leave your practice game? You can begin another one at any time with /game practice.")


def none_here(words: Words) -> str:
    """No game on offer can teach itself."""
    return words.say("None of the games here has a practice game; /help has their rules in short.")
