"""The comments that translators read above a sentence: where it is read, and one composed example.

`tools.transcripts` writes the places and examples that it recorded. A sentence that no recording has met gets a made comment: the
screen of its module and a sample for each place, from `locales/examples.toml`.
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
    """`screens`: where sentences are read, by module of `text`; `values`: samples, by the name of a place."""
    table_rows: Mapping[str, str] = tomllib.loads(FILE.read_text(encoding="utf-8"))[name]
    return table_rows


@cache
def _declared_places() -> Mapping[tuple[str, str], str]:
    """Return the places of sentences in tables of commands or labels, by context and text."""
    places = {
        sentence: f"description of the option {name.split()[-1]} of /{name.rpartition(' ')[0]}"
        for name, sentence in OPTIONS.items()
    }
    places |= {sentence: f"description of /{name}" for name, sentence in COMMANDS.items()}
    places |= dict.fromkeys(LABELS.values(), "button, heading of a list or of a form")
    return {apart(marked): place for marked, place in places.items()}


def comment(message: Message, place: str = "", example: str = "") -> list[str]:
    """Return the lines above a sentence; unrecorded parts are made, raising ValueError where `locales/examples.toml` lacks them."""
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
    """Return the text with a sample at each place."""
    missing = [name for name in placeholders(text) if name not in table("values")]
    if missing:
        raise ValueError(f"locales/examples.toml has no value for {', '.join(missing)} yet: add it to [values], for “{text}”")
    return text.format(button=Labels(ENGLISH), **table("values"))
