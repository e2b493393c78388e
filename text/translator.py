"""One reader's language: gettext with the locale as an explicit object, never a global.

English is the source; a sentence that a language lacks falls back to it. The catalogues are the `.po` files in
`locales/`; what gettext needs is made of them by itself (`text.mo_cache`), and stands in their place where the program is delivered
without them. `text.template` gathers the sentences, and writes down how a language writes numbers, dates and
lists (`text.locale_formats`).
"""

from __future__ import annotations

import datetime
import gettext
from collections.abc import Mapping, Sequence
from functools import cache
from io import BytesIO
from pathlib import Path

from text.labels import Labels
from text.locale_formats import LocaleFormats, customs
from text.message_markers import SENSE
from text.message_markers import meant as meant  # with `phrase`: most who speak a language mark sentences too
from text.message_markers import phrase as phrase
from text.mo_cache import KEPT, compiled, delivered

SOURCE = "en"
_UNGROUPED = 1000
"""Numbers below this look the same in every language."""

LOCALES = Path(__file__).resolve().parent.parent / "locales"


class Translator:
    """The sentences of one language. Make one with `translator_for`; equal languages are the same object."""

    def __init__(
        self, locale: str, catalogue: gettext.NullTranslations, known: LocaleFormats, signs: Mapping[str, str] | None = None
    ) -> None:
        self.locale = locale
        """The language that it speaks, as named by its folder in `locales`: en, nl, pt-BR."""
        self._catalogue = catalogue
        self._customs = known
        self._signs = signs
        self._labels = Labels(self)

    def illustrated(self, signs: Mapping[str, str]) -> Translator:
        """Return the translator of the same language for messages that can show the emojis `signs`, by name; they may grow."""
        return Translator(self.locale, self._catalogue, self._customs, signs)

    @property
    def unillustrated(self) -> Translator:
        """Translator of the same language for places that show letters only: alt text, lists of commands, threads, files."""
        return self if self._signs is None else translator_for(self.locale)

    def sign(self, name: str, instead: str = "") -> str:
        """Return the emoji of a thing (`games.core.emoji_names`), or else its replacement, to stand before its name.

        A space that keeps it beside the name follows; where there is neither, the result is empty.
        """
        shown = instead if self._signs is None else self._signs.get(name, instead)
        return shown and f"{shown}\N{NO-BREAK SPACE}"

    def say(self, message: str, **params: object) -> str:
        """Return the translation of `message`, which may be a `phrase` or `meant` of a table, with its `{names}` filled in.

        `{button[start]}` is filled with the label of that button by itself.
        """
        context, _, text = message.rpartition(SENSE)
        return self.sense(context, text, **params) if context else self._fill(self._catalogue.gettext(message), params)

    def count(self, one: str, many: str, number: int, **params: object) -> str:
        """Return the translation in the plural form that `number` asks for; `{number}` stands for it."""
        each_number = number if abs(number) < _UNGROUPED else self.number(number)
        return self._fill(self._catalogue.ngettext(one, many, number), {"number": each_number, **params})

    def sense(self, context: str, message: str, **params: object) -> str:
        """Return the translation of a word of several meanings; `context` tells which."""
        return self._fill(self._catalogue.pgettext(context, message), params)

    def _fill(self, text: str, params: Mapping[str, object]) -> str:
        return text.format(button=self._labels, **params)

    def list(self, parts: Sequence[str]) -> str:
        """Return a list in words: `a, b and c`."""
        return self._customs.joined(parts)

    def number(self, value: float) -> str:
        """Return a number with two decimals at most: `1,234.5`, in Dutch and German `1.234,5`; the minus is a real one."""
        return self._customs.number(value).replace("-", "\N{MINUS SIGN}")

    def share(self, value: float) -> str:
        """Return a part of 1 in whole hundredths: `52%`."""
        return self._customs.percent(value)

    def date(self, day: datetime.date) -> str:
        """Return a date, for places that can't hold a stamp of Discord: `4 Mar 2026`, `4 mrt 2026`."""
        return self._customs.day(day)

    def weekday(self, day: datetime.date) -> str:
        """Return a date with its weekday: `Wednesday, 4 March 2026`, `woensdag 4 maart 2026`."""
        return self._customs.weekday(day)


def catalogue_of(language: str) -> Path:
    """Return the path of a language's catalogue."""
    return LOCALES / language / "LC_MESSAGES" / "bastide.po"


def languages() -> tuple[str, ...]:
    """Return every language with a catalogue, the source first."""
    return _catalogue_tags(LOCALES)


@cache
def _catalogue_tags(locales: Path) -> tuple[str, ...]:
    tags = sorted({p.parent.parent.name for p in locales.glob("*/LC_MESSAGES/bastide.[pm]o")})
    return (SOURCE, *(name for name in tags if name != SOURCE))


def base_of(language: str) -> str | None:
    """Return the language that a region's catalogue adds to: `es` for `es-419`; None for a catalogue that stands alone."""
    base = language.split("-")[0]
    return base if base != language and base in languages() else None


def translator_for(locale: str | None) -> Translator:
    """Return the translator for a client's `locale` (`nl`, `en-GB`, `pt-BR`); English where there is no catalogue."""
    return _words(_closest((locale or SOURCE).replace("_", "-").lower(), languages()))


def _closest(wanted: str, known: Sequence[str]) -> str:
    """Return the catalogue for a locale: its own, else its language's, else that of any region: all Portuguese is Brazil's."""
    wanted = wanted.partition(",")[0].partition(";")[0].strip()  # a browser lists several, the best first
    language = wanted.partition("-")[0]
    fits = (
        [key for key in known if key.lower() == wanted],
        [key for key in known if key == language],
        [key for key in known if key.partition("-")[0] == language],
    )
    return next((fit[0] for fit in fits if fit), SOURCE)


def load_translator() -> None:
    """Read every language now, so that the first reader of one need not wait for it."""
    for language in languages():
        translator_for(language)


@cache
def _words(locale: str) -> Translator:
    return Translator(locale, _catalogue(locale), customs(locale, LOCALES))


def _catalogue(language: str) -> gettext.NullTranslations:
    path, null_translations = catalogue_of(language), gettext.NullTranslations()
    if path.exists():
        null_translations = gettext.GNUTranslations(compiled(path, language, KEPT))
    elif delivered(path).exists():
        null_translations = gettext.GNUTranslations(BytesIO(delivered(path).read_bytes()))
    base = base_of(language)
    if base is not None:
        null_translations.add_fallback(_words(base)._catalogue)
    return null_translations


ENGLISH = translator_for(SOURCE)
"""The source language."""
