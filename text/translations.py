"""The catalogues of languages, and the terms of their booklets.

The terms of all languages are one table, `locales/glossary.toml`. A sentence may go its own way where the translator has said so in
a comment of the catalogue: `# term: meeple`.
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
    """The terms of one language."""

    complete: bool = False
    """Whether every sentence is translated, so that one that is missing is a mistake."""
    avoid: tuple[str, ...] = ()
    """What no sentence says."""
    terms: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """By the forms of an English word, apart by commas: what stands for it, as parts of words."""
    after_colon: str = ""
    """A pattern of what may not follow a colon; none where it is empty."""


def glossary(language: str) -> Glossary:
    """Return the terms of a language; none where the table has none."""
    path = LOCALES / GLOSSARY
    if not path.exists():
        return Glossary()
    read = tomllib.loads(path.read_text(encoding="utf-8"))
    about = read["languages"].get(language, {})
    terms = {english: tuple(term[language]) for english, term in read["terms"].items() if language in term}
    return Glossary(about.get("complete", False), tuple(about.get("avoid", ())), terms, "".join(about.get("after_colon", ())))


def lacking(template: Catalog, catalogue: Catalog) -> Iterator[str]:
    """Yield a line for each sentence of the template that has no translation, not even that of its former wording."""
    for source in sentences(template):
        message = catalogue.get(forms(source.id)[0], context=source.context)
        if message is None or not all(forms(message.string)):
            yield f"not translated: {_shorten(source)}"


def waiting(catalogue: Catalog) -> list[str]:
    """Return the sentences whose translation is that of a former wording, so that a translator must read it again."""
    return [forms(message.id)[0] for message in sentences(catalogue) if message.fuzzy]


def sentences(catalogue: Catalog) -> Iterator[Message]:
    """Yield all messages but the header."""
    return (message for message in catalogue if message.id)


def _shorten(message: Message) -> str:
    return repr(forms(message.id)[0][:70])
