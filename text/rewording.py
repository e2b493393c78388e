"""The tracking of reworded sentences, whose former translations are kept until a translator has checked them.

To gettext, a reworded sentence is one that vanished and one that is new. If the two are similar, the translation is carried over,
marked *fuzzy*, with the former sentence beside it (`#| msgid`), as gettext editors show it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from io import BytesIO
from pathlib import Path

from babel import Locale
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

ALIKE = 0.6
"""The least similarity of a sentence and its former wording, from 0 to 1: the one that gettext's own tools use."""

_PLACEHOLDER = re.compile(r"\{[^{}]*\}")
_BETWEEN = re.compile(r'(?<=(?<!\\)") (?="|msgid_plural )')
"""What parts the strings of a former wording: Babel wraps it as it wraps a comment, in the middle of strings too."""


def key(message: Message) -> tuple[str | None, str]:
    """Return the context and the singular form of a message, by which catalogues identify it."""
    return message.context, forms(message.id)[0]


def forms(text: str | Sequence[str] | None) -> tuple[str, ...]:
    """Return the forms of a sentence: one, or its singular and plural forms."""
    return (text or "",) if text is None or isinstance(text, str) else tuple(text)


def locale_of(language: str) -> Locale:
    """Return Babel's locale of a language: `pt_BR` for `pt-BR`."""
    return Locale.parse(language, sep="-")


def read(po: Path, language: str) -> Catalog:
    """Return the catalogue in a file, with the former wordings (`#| msgid`) that Babel would ignore."""
    content = po.read_bytes()
    catalogue = read_po(BytesIO(content), locale=locale_of(language))
    for block in content.decode("utf-8").split("\n\n"):
        former = _BETWEEN.sub("\n", " ".join(line.removeprefix("#| ") for line in block.splitlines() if line.startswith("#| ")))
        if former:
            (old,) = (message for message in read_po(BytesIO(f'{former}\nmsgstr ""\n'.encode())) if message.id)
            (now,) = (message for message in read_po(BytesIO(f"{block}\n".encode())) if message.id)
            posted = catalogue.get(forms(now.id)[0], context=now.context)
            if posted is not None:
                posted.previous_id = list(forms(old.id))
                posted.user_comments = [comment for comment in posted.user_comments if not comment.startswith("|")]
    return catalogue


def reworded(former: Catalog, template: Catalog) -> dict[tuple[str | None, str], Message]:
    """Return for each new sentence of `template` the message of `former` that it rewords, by the new sentence's key.

    Only messages that are not in `template`, with the same context and equally with or without a plural, are considered. Each is
    used once, the most similar first.
    """
    known = {key(message): message for message in former if message.id}
    wanted = {key(message): message for message in template if message.id}
    gone = [message for place, message in known.items() if place not in wanted]
    new = [message for place, message in wanted.items() if place not in known]
    pairs = sorted(_pairs(gone, new), key=lambda pair: -pair[0])
    taken: set[tuple[str | None, str]] = set()
    by_source: dict[tuple[str | None, str], Message] = {}
    for _, old, message in pairs:
        if key(old) not in taken and key(message) not in by_source:
            taken.add(key(old))
            by_source[key(message)] = old
    return by_source


def _pairs(gone: Sequence[Message], new: Sequence[Message]) -> Iterator[tuple[float, Message, Message]]:
    for message in new:
        matcher = SequenceMatcher(b=forms(message.id)[0].lower(), autojunk=False)
        for old in gone:
            if old.context != message.context or bool(old.pluralizable) != bool(message.pluralizable):
                continue
            matcher.set_seq1(forms(old.id)[0].lower())
            if matcher.real_quick_ratio() >= ALIKE and matcher.quick_ratio() >= ALIKE and (ratio := matcher.ratio()) >= ALIKE:
                yield ratio, old, message


def carried_over(catalogue: Catalog, moved: Mapping[tuple[str | None, str], Message]) -> None:
    """Give each reworded sentence of `catalogue` that has no translation its former one, marked fuzzy."""
    for message in catalogue:
        old = moved.get(key(message)) if message.id else None
        if old is not None and not any(forms(message.string)) and all(forms(old.string)):
            message.string = old.string
            message.previous_id = list(old.previous_id or forms(old.id))
            message.flags.add("fuzzy")


def is_shown(message: Message) -> bool:
    """Return whether readers see this translation: one of a former wording is shown if its placeholders still exist."""
    given = set(_PLACEHOLDER.findall(" ".join(forms(message.id))))
    return not message.fuzzy or set(_PLACEHOLDER.findall(" ".join(forms(message.string)))) <= given
