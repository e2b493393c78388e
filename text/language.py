"""One reader's language: gettext with the locale as an explicit object, never a global.

English is the source; a sentence that a language lacks falls back to it. The catalogues are the `.po` files in
`locales/`, read as they are: there is nothing to compile. `text.template` gathers the sentences.
"""

from __future__ import annotations

import gettext
from collections.abc import Mapping, Sequence
from functools import cache
from io import BytesIO
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

SOURCE = "en"
_SENSE = "\x04"
"""Between the context and the word, as in catalogues of gettext."""

LOCALES = Path(__file__).resolve().parent.parent / "locales"


class Words:
    """The sentences of one language. Make one with `words`; equal languages are the same object."""

    def __init__(self, locale: str, catalogue: gettext.NullTranslations, signs: Mapping[str, str] | None = None) -> None:
        self.locale = locale
        """The language that it speaks, as named by its folder in `locales`: en, nl, de."""
        self._catalogue = catalogue
        self._signs = signs

    def illustrated(self, signs: Mapping[str, str]) -> Words:
        """The same language for messages that can show signs: `signs` are those that there are, by name, and may grow."""
        return Words(self.locale, self._catalogue, signs)

    @property
    def unillustrated(self) -> Words:
        """The same language for what shows letters only: alt text, lists of commands, names of threads, files."""
        return self if self._signs is None else words(self.locale)

    def sign(self, name: str, instead: str = "") -> str:
        """The sign of a thing (`games.core.signs`) where there is one, else what stands in for it, to be written before its name.

        A space that keeps it beside the name follows; where there is neither, the answer is empty.
        """
        shown = instead if self._signs is None else self._signs.get(name, instead)
        return shown and f"{shown}\N{NO-BREAK SPACE}"

    def say(self, message: str, **params: object) -> str:
        """The sentence for `message`, a `phrase` or `meant` of a table among them, its `{names}` filled in."""
        context, _, said = message.rpartition(_SENSE)
        return self.sense(context, said, **params) if context else self._catalogue.gettext(message).format(**params)

    def count(self, one: str, many: str, number: int, **params: object) -> str:
        """The sentence in the form that `number` asks for; `{number}` stands for it."""
        return self._catalogue.ngettext(one, many, number).format(number=number, **params)

    def sense(self, context: str, message: str, **params: object) -> str:
        """The sentence for a word that means different things; `context` tells translators which."""
        return self._catalogue.pgettext(context, message).format(**params)

    def list(self, parts: Sequence[str]) -> str:
        """`a, b and c`."""
        if len(parts) < 2:
            return "".join(parts)
        return self.sense("list", "{first} and {last}", first=", ".join(parts[:-1]), last=parts[-1])


def phrase(message: str) -> str:
    """Marks a sentence in a table for the template; it is said later by `Words.say`."""
    return message


def meant(context: str, message: str) -> str:
    """Marks a word that means different things in a table, as `phrase` does for others; `context` tells translators which."""
    return f"{context}{_SENSE}{message}"


def catalogue_of(language: str) -> Path:
    """The file with the sentences of a language."""
    return LOCALES / language / "LC_MESSAGES" / "bastide.po"


def languages() -> tuple[str, ...]:
    """Every language there is, the source first."""
    return _spoken(LOCALES)


@cache
def _spoken(locales: Path) -> tuple[str, ...]:
    found = sorted(p.parent.parent.name for p in locales.glob("*/LC_MESSAGES/bastide.po"))
    return (SOURCE, *(name for name in found if name != SOURCE))


def words(locale: str | None) -> Words:
    """The words for a reader whose client names `locale` (`nl`, `en-GB`, `pt-BR`); English where it is not spoken."""
    wanted = (locale or SOURCE).replace("_", "-").split("-")[0].lower()
    return _words(wanted if wanted in languages() else SOURCE)


@cache
def _words(locale: str) -> Words:
    return Words(locale, _catalogue(catalogue_of(locale)))


def _catalogue(path: Path) -> gettext.NullTranslations:
    if not path.exists():
        return gettext.NullTranslations()
    with path.open("rb") as po:
        catalogue = read_po(po)
    compiled = BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)
