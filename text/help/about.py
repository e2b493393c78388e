"""What the program says about itself: one topic of help, the same under every game."""

from __future__ import annotations

from journal.version import version
from text.language import Words, phrase
from text.sentences import sentence

next_steps = sentence("What you can do now")
"""Above the buttons of /help, which are different for each reader."""

KEY = "about"

TITLE = phrase("About Bastide")

_TEXT = phrase(
    "**Bastide {version}** plays Carcassonne in chat. I'm free software under the MIT licence, and I draw all "
    "the pictures myself. Carcassonne is a game by Klaus-Jürgen Wrede; if you like it here, you'll like the "
    "box too.\n"
    "I only read what is addressed to me. `/settings` gives you everything I keep about you, and can make me "
    "forget you. My profile links to the privacy page and the terms.",
)


def text(words: Words) -> str:
    """Version, licence, privacy."""
    return words.say(_TEXT, version=version())
