"""The functions that mark sentences in code, so that `text.template` finds them, and the readers of their placeholders.

TITLE = phrase("The whole board.")          # translated later, by words.say(TITLE)
JOIN = meant("button", "Join")              # a word with more than one meaning
words.say("Press **{button[join]}**.")      # the label of that button, in the reader's language
"""

from __future__ import annotations

from string import Formatter

SENSE = "\x04"
"""Between the context and the word, as in catalogues of gettext."""

BUTTON = "button["
"""So begins what stands for the label of a button: `{button[start]}`. Nobody has to fill it in."""


def phrase(message: str) -> str:
    """Return the sentence unchanged, marked for the template; `Translator.say` translates it when it is shown."""
    return message


def meant(context: str, message: str) -> str:
    """Return an ambiguous word with its context, marked for the template; `Translator.say` translates it when it is shown.

    `context` tells translators which meaning the word has.
    """
    return f"{context}{SENSE}{message}"


def apart(marked: str) -> tuple[str, str]:
    """Return the context of a marked sentence, empty without one, and the sentence itself."""
    context, _, text = marked.rpartition(SENSE)
    return context, text


def fields(message: str) -> tuple[str, ...]:
    """Return the names in braces, those of buttons included, each once in order of appearance.

    Raises `ValueError` for braces that do not match.
    """
    return tuple(dict.fromkeys(name for _, name, _, _ in Formatter().parse(message) if name is not None))


def placeholders(message: str) -> tuple[str, ...]:
    """Return the names in braces that the code has to fill in, without those of buttons."""
    return tuple(name for name in fields(message) if not name.startswith(BUTTON))


def buttons(message: str) -> tuple[str, ...]:
    """Return the keys of the buttons whose labels a sentence contains."""
    return tuple(name.removeprefix(BUTTON).removesuffix("]") for name in fields(message) if name.startswith(BUTTON))
