"""What people may prefer, in words: the name of each preference and what each of its values means."""

from __future__ import annotations

from collections.abc import Mapping

from text.language import Words, phrase

PREFERENCES: Mapping[str, tuple[str, Mapping[str, tuple[str, str]]]] = {
    "typed": (
        phrase("Typed moves"),
        {
            "preview": (phrase("Show them first"), phrase("You see what the move does, and confirm it.")),
            "at-once": (phrase("Count at once"), phrase("A whole typed move is played; it cannot be taken back.")),
        },
    ),
}
"""By key: the name, and each value with its label and a line about it."""


def heading(words: Words) -> str:
    """Above all of them."""
    return words.say("What you prefer, in every game. Only you see this.")


def name(key: str, words: Words) -> str:
    """What a preference is called."""
    return words.say(PREFERENCES[key][0])


def value(key: str, chosen: str, words: Words) -> tuple[str, str]:
    """A value and a line about it."""
    label, about = PREFERENCES[key][1][chosen]
    return words.say(label), words.say(about)
