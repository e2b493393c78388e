"""What is kept about a person, and how it is forgotten."""

from __future__ import annotations

from text.language import Words


def everything_kept(words: Words) -> str:
    """Above the file with everything about oneself."""
    return words.say("This file holds everything that I keep about you. `/settings forget` makes me forget it.")


def ask_forget(words: Words) -> str:
    """Asked before somebody is forgotten."""
    return words.say(
        "Shall I forget you? Your settings and unfinished moves go, a computer plays on for you in every game, "
        "and in finished games you become a former member. The others keep their games. This cannot be undone; "
        "`/settings export` gives you a copy first."
    )


def forgotten(words: Words) -> str:
    """It is done."""
    return words.say("Forgotten. Backups by whoever runs this bot may hold it for up to 90 days more.")
