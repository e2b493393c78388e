"""The translator into one reader's language: gettext with the locale as an explicit object, never a global.

A sentence that a language lacks is shown in English. The catalogues are the `.po` files in `locales/`; `text.mo_cache` compiles
them for gettext, and an installation may have only the compiled files. `text.template` gathers the sentences and writes each
language's formats (`text.locale_formats`).
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
    """The translator into one language.

    Get one from `translator_for`, which returns the same object for the same language.
    """

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
        """Return a translator of the same language for messages that can show emojis.

        `signs` maps the names of emojis to emojis; entries may be added later.
        """
        return Translator(self.locale, self._catalogue, self._customs, signs)

    @property
    def unillustrated(self) -> Translator:
        """The translator of the same language without emojis: for alt text, lists of commands, threads and files."""
        return self if self._signs is None else translator_for(self.locale)

    def sign(self, name: str, instead: str = "") -> str:
        """Return the emoji with a name (`games.core.emoji_names`), or else `instead`, followed by a no-break space.

        Empty if there is neither.
        """
        shown = instead if self._signs is None else self._signs.get(name, instead)
        return shown and f"{shown}\N{NO-BREAK SPACE}"

    def say(self, message: str, **params: object) -> str:
        """Return the translation of `message` with its placeholders filled in.

        It may be marked by `phrase` or `meant`. `{button[start]}` is replaced by the label of that button.
        """
        context, _, text = message.rpartition(SENSE)
        return self.sense(context, text, **params) if context else self._fill(self._catalogue.gettext(message), params)

    def count(self, one: str, many: str, number: int, **params: object) -> str:
        """Return the translation in the singular or plural form for `number`, which also fills `{number}`."""
        each_number = number if abs(number) < _UNGROUPED else self.number(number)
        return self._fill(self._catalogue.ngettext(one, many, number), {"number": each_number, **params})

    def sense(self, context: str, message: str, **params: object) -> str:
        """Return the translation of an ambiguous word; `context` tells which meaning it has."""
        return self._fill(self._catalogue.pgettext(context, message), params)

    def _fill(self, text: str, params: Mapping[str, object]) -> str:
        return text.format(button=self._labels, **params)

    def list(self, parts: Sequence[str]) -> str:
        """Return the parts as a list in words: `a, b and c`."""
        return self._customs.joined(parts)

    def number(self, value: float) -> str:
        """Return a number with at most two decimals: `1,234.5`, in Dutch and German `1.234,5`; with a true minus sign."""
        return self._customs.number(value).replace("-", "\N{MINUS SIGN}")

    def share(self, value: float) -> str:
        """Return a fraction of 1 in whole percent: `52%`."""
        return self._customs.percent(value)

    def date(self, day: datetime.date) -> str:
        """Return a short date, for places without Discord timestamps: `4 Mar 2026`, `4 mrt 2026`."""
        return self._customs.day(day)

    def weekday(self, day: datetime.date) -> str:
        """Return a date with its weekday: `Wednesday, 4 March 2026`, `woensdag 4 maart 2026`."""
        return self._customs.weekday(day)


def catalogue_of(language: str) -> Path:
    """Return the path of a language's catalogue."""
    return LOCALES / language / "LC_MESSAGES" / "bastide.po"


def languages() -> tuple[str, ...]:
    """Return the codes of all languages with a catalogue, English first."""
    return _catalogue_tags(LOCALES)


@cache
def _catalogue_tags(locales: Path) -> tuple[str, ...]:
    tags = sorted({p.parent.parent.name for p in locales.glob("*/LC_MESSAGES/bastide.[pm]o")})
    return (SOURCE, *(name for name in tags if name != SOURCE))


def base_of(language: str) -> str | None:
    """Return the base language of a region's catalogue: `es` for `es-419`; None for a catalogue without a base."""
    base = language.split("-")[0]
    return base if base != language and base in languages() else None


def translator_for(locale: str | None) -> Translator:
    """Return the translator for a client's `locale` (`nl`, `en-GB`, `pt-BR`); English if there is no catalogue."""
    return _words(_closest((locale or SOURCE).replace("_", "-").lower(), languages()))


def _closest(wanted: str, known: Sequence[str]) -> str:
    """Return the language among `known` for a locale: the same, else its base language, else any region of it.

    English if there is none.
    """
    wanted = wanted.partition(",")[0].partition(";")[0].strip()  # a browser lists several, the best first
    language = wanted.partition("-")[0]
    fits = (
        [key for key in known if key.lower() == wanted],
        [key for key in known if key == language],
        [key for key in known if key.partition("-")[0] == language],
    )
    return next((fit[0] for fit in fits if fit), SOURCE)


def load_translator() -> None:
    """Load the translators of all languages, so that no reader has to wait for it later."""
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
