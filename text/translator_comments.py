"""The comments for translators above each sentence: where it is read, and an example.

`tools.transcripts` records them. For a sentence that no recording contains, they are made from its module and sample values in
`locales/examples.toml`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from textwrap import shorten

from babel.messages.catalog import Message

from text.commands import COMMANDS, OPTIONS
from text.labels import LABELS, Labels
from text.message_markers import apart, fields, placeholders
from text.rewording import forms
from text.translator import ENGLISH, LOCALES

LENGTH = 115
"""Characters of an example at most."""

FILE = LOCALES / "examples.toml"


@cache
def table(name: str) -> Mapping[str, str]:
    """Return a table of `locales/examples.toml`: `screens` by module of `text`, or `values` by the name of a placeholder."""
    table_rows: Mapping[str, str] = tomllib.loads(FILE.read_text(encoding="utf-8"))[name]
    return table_rows


@cache
def _declared_places() -> Mapping[tuple[str, str], str]:
    """Return descriptions of where sentences in the tables of commands and labels are read, by context and text."""
    places = {
        sentence: f"description of the option {name.split()[-1]} of /{name.rpartition(' ')[0]}"
        for name, sentence in OPTIONS.items()
    }
    places |= {sentence: f"description of /{name}" for name, sentence in COMMANDS.items()}
    places |= dict.fromkeys(LABELS.values(), "button, heading of a list or of a form")
    return {apart(marked): place for marked, place in places.items()}


def comment(message: Message, place: str = "", example: str = "") -> list[str]:
    """Return the comment lines above a sentence: where it is read, and an example.

    `place` and `example` are recorded ones, made if empty. Raises `ValueError` if `locales/examples.toml` lacks an entry.
    """
    each_form = forms(message.id)
    where = _declared_places().get((message.context or "", each_form[0])) or place or _screen(message)
    shown = example or (made(each_form[-1]) if fields(each_form[-1]) else "")
    return [
        f"Where: {where}",
        *([f"Example: {shorten(shown, LENGTH, placeholder=' …')}"] if shown and shown not in each_form else []),
    ]


def _screen(message: Message) -> str:
    file = max(path for path, _ in message.locations).removeprefix("text/")
    if file.startswith("cogs/"):
        return "name or description of an action"
    if file not in table("screens"):
        raise ValueError(f"locales/examples.toml doesn't say yet where sentences of text/{file} are read: add it to [screens]")
    return table("screens")[file]


def made(text: str) -> str:
    """Return the text with sample values in place of its placeholders.

    Raises `ValueError` if a sample is missing.
    """
    missing = [name for name in placeholders(text) if name not in table("values")]
    if missing:
        raise ValueError(f"locales/examples.toml has no value for {', '.join(missing)} yet: add it to [values], for “{text}”")
    return text.format(button=Labels(ENGLISH), **table("values"))
