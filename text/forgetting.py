"""What is kept about a person, and how it is forgotten."""

from __future__ import annotations

from text.language import Words


def everything_kept(words: Words) -> str:
    """Above the file with everything about oneself."""
    return words.say("Everything that I keep about you is in this file. `/settings forget` makes me forget it.")


def ask_forget(words: Words) -> str:
    """Asked before somebody is forgotten."""
    return words.say(
        "Shall I forget you? Your settings and drafts go, a computer plays on for you in every game, and in games that have ended"
        " you become a former member. Others keep their games. This cannot be undone; `/settings export` gives you a copy first."
    )


def forgotten(words: Words) -> str:
    """It is done."""
    return words.say("Forgotten. Backups that the host of this bot made may hold it for up to 90 days more.")
