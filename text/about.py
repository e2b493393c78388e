"""What the program says about itself: one topic of help, the same under every game."""

from __future__ import annotations

from journal.version import version
from text.language import Words, phrase

KEY = "about"

TITLE = phrase("About Bastide")

_TEXT = phrase(
    "**Bastide {version}** plays Carcassonne by chat. It is free software under the MIT licence; all pictures are drawn by the"
    " program itself. Carcassonne is a game by Klaus-Jürgen Wrede; whoever likes it here will like the box as well.\n"
    "It reads only what is addressed to it. `/settings export` gives you everything that is kept about you, `/settings forget`"
    " makes it forget you. The privacy page and the terms are linked in my profile.",
)


def text(words: Words) -> str:
    """Version, licence, privacy."""
    return words.say(_TEXT, version=version())
