"""The translation terms of each language, and checks of catalogues for missing translations.

The terms of all languages are in `locales/glossary.toml`. A translator may depart from a term with a comment in the catalogue: `#
term: meeple`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from babel.messages.catalog import Catalog, Message

from text.rewording import forms
from text.translator import LOCALES

GLOSSARY = "glossary.toml"


@dataclass(frozen=True)
class Glossary:
    """The translation rules of one language: its terms, words to avoid, and whether it is complete."""

    complete: bool = False
    """Whether every sentence is translated, so that one that is missing is a mistake."""
    avoid: tuple[str, ...] = ()
    """What no sentence says."""
    terms: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """By the forms of an English word, apart by commas: what stands for it, as parts of words."""
    after_colon: str = ""
    """A pattern of what may not follow a colon; none where it is empty."""


def glossary(language: str) -> Glossary:
    """Return the translation rules of a language; empty ones if it has none."""
    path = LOCALES / GLOSSARY
    if not path.exists():
        return Glossary()
    read = tomllib.loads(path.read_text(encoding="utf-8"))
    about = read["languages"].get(language, {})
    terms = {english: tuple(term[language]) for english, term in read["terms"].items() if language in term}
    return Glossary(about.get("complete", False), tuple(about.get("avoid", ())), terms, "".join(about.get("after_colon", ())))


def lacking(template: Catalog, catalogue: Catalog) -> Iterator[str]:
    """Yield a message for each sentence of the template without a translation, even of a former wording."""
    for source in sentences(template):
        message = catalogue.get(forms(source.id)[0], context=source.context)
        if message is None or not all(forms(message.string)):
            yield f"not translated: {_shorten(source)}"


def waiting(catalogue: Catalog) -> list[str]:
    """Return the sentences that have the translation of a former wording, which a translator must check."""
    return [forms(message.id)[0] for message in sentences(catalogue) if message.fuzzy]


def sentences(catalogue: Catalog) -> Iterator[Message]:
    """Yield the messages of a catalogue without its header."""
    return (message for message in catalogue if message.id)


def _shorten(message: Message) -> str:
    return repr(forms(message.id)[0][:70])
