"""The marks of sentences in code, by which `text.template` finds them, and their placeholders.

TITLE = phrase("The whole board.") # said later, by words.say(TITLE) JOIN = meant("button", "Join") # a word with more than one
meaning words.say("Press **{button[join]}**.") # the label of that button, in the reader's language
"""

from __future__ import annotations

from string import Formatter

SENSE = "\x04"
"""Between the context and the word, as in catalogues of gettext."""

BUTTON = "button["
"""So begins what stands for the label of a button: `{button[start]}`. Nobody has to fill it in."""


def phrase(message: str) -> str:
    """Mark a sentence in a table for the template; `Translator.say` translates it later."""
    return message


def meant(context: str, message: str) -> str:
    """Mark a word of several meanings in a table, as `phrase` does for others; `context` tells translators which."""
    return f"{context}{SENSE}{message}"


def apart(marked: str) -> tuple[str, str]:
    """Return the context of a marked sentence, empty where it has none, and its text."""
    context, _, text = marked.rpartition(SENSE)
    return context, text


def fields(message: str) -> tuple[str, ...]:
    """Everything in braces, labels of buttons too, each once, in the order in which they first appear.

    Raises ValueError for braces that do not match.
    """
    return tuple(dict.fromkeys(name for _, name, _, _ in Formatter().parse(message) if name is not None))


def placeholders(message: str) -> tuple[str, ...]:
    """Return the names in braces that the code has to fill in."""
    return tuple(name for name in fields(message) if not name.startswith(BUTTON))


def buttons(message: str) -> tuple[str, ...]:
    """Return the keys of the buttons that a sentence names."""
    return tuple(name.removeprefix(BUTTON).removesuffix("]") for name in fields(message) if name.startswith(BUTTON))
