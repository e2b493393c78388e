"""The help topic about the bot itself."""

from __future__ import annotations

from telemetry.log_line import version
from text.message_templates import MessageTemplate, pattern, sentence
from text.translator import Translator, phrase

moved: MessageTemplate[str, str] = pattern("`/{former}` is called `{now}` now.")
"""To somebody who looks for a command by its former name."""

KEY = "about"

TITLE = phrase("About Bastide")

_TEXT = phrase(
    "**Bastide {version}** plays Carcassonne in chat. I'm free software under the MIT licence, and I draw all "
    "the pictures myself. Carcassonne is a game by Klaus-Jürgen Wrede; if you like it here, you'll like the "
    "box too.\n"
    "I only read what is addressed to me. `/settings` gives you everything I keep about you, and can make me "
    "forget you. My profile links to the privacy page and the terms.",
)


def text(words: Translator) -> str:
    """Return the help text with the bot's version, licence and privacy notice."""
    return words.say(_TEXT, version=version())


apology_unchanged: MessageTemplate[str] = pattern(
    "Something went wrong on my side; your game is unchanged. Please try again. If it fails again, give the "
    "code {id} to the bot's owner."
)
"""Something of ours failed before anything was written; the id finds it in the log."""
busy = sentence("I can't save anything right now. Your game is unchanged; please try again in a moment.")
"""The database is held by something else, or its disk is full."""
unsure = sentence(
    "I was interrupted while saving that, so it may or may not count. Please check with /board where the game "
    "stands before you try again."
)
"""The database went away while it was saving: it may be saved."""
in_line: MessageTemplate[str] = pattern("You're number {place} in line. The answer comes here.")
"""Dear work waits for others to be done first."""
being_done = sentence("I'm working on it. The answer comes here.")
"""Dear work takes longer than a second."""
left_line = sentence("Stopped. You can ask again at any time.")
not_in_line = sentence("You aren't in line any more. If no answer comes, ask again.")
apology: MessageTemplate[str] = pattern(
    "Something went wrong on my side. Please check with /board where the game stands before you try again. If "
    "it fails again, give the code {id} to the bot's owner."
)
"""Something of ours failed; the id finds it in the log."""
