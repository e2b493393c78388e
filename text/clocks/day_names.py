"""The names of days and hours that a player may type, in every language: `friday 20:00`, `vrijdag 20 uur`, `vendredi à 20 h`."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta
from functools import cache

from clocks.datetime_parsing import DayNames
from text.input_vocabulary import spellings
from text.translator import SOURCE, languages, translator_for

_MONDAY = date(2024, 1, 1)
_SHORT: Mapping[str, int] = {
    **dict.fromkeys(("mon", "mo", "ma", "lun", "seg", "segunda"), 0),
    **dict.fromkeys(("tue", "tues", "di", "mar", "ter", "terça"), 1),
    **dict.fromkeys(("wed", "mi", "wo", "mer", "mié", "qua", "quarta"), 2),
    **dict.fromkeys(("thu", "thur", "thurs", "do", "jeu", "jue", "qui", "quinta"), 3),
    **dict.fromkeys(("fri", "fr", "vr", "ven", "vie", "sex", "sexta"), 4),
    **dict.fromkeys(("sat", "sa", "za", "sonnabend", "sam", "sáb"), 5),
    **dict.fromkeys(("sun", "so", "zo", "dim", "dom"), 6),
}
_FROM_TODAY: Mapping[str, int] = {
    **dict.fromkeys(("today", "tonight", "heute", "vandaag", "vanavond", "aujourd'hui", "aujourd’hui", "soir", "hoy", "hoje"), 0),
    **dict.fromkeys(("tomorrow", "morgen", "demain", "mañana", "amanhã"), 1),
    **dict.fromkeys(("übermorgen", "overmorgen", "après-demain"), 2),
}
_HOURS = ("uhr", "uur", "u", "o'clock", "heures", "heure", "horas", "hora", "hs")
_FILLERS = ("on", "at", "am", "um", "den", "op", "om", "abend", "abends", "@")
_ROMANCE_FILLERS = ("à", "le", "ce", "el", "a", "la", "las", "às", "em", "na", "no")


@cache
def typed(language: str = SOURCE) -> DayNames:
    """Return the names of days in all languages: weekdays, their short forms, and words such as `tomorrow`.

    `language` is that of the person typing: in English `5/6` is ambiguous, elsewhere it is the 5th of June.
    """
    days = [_MONDAY + timedelta(days=number) for number in range(7)]
    long = {_name(name, day): day.weekday() for name in languages() for day in days}
    return DayNames(
        _spelt({**_SHORT, **long}),
        _spelt(_FROM_TODAY),
        _HOURS,
        frozenset((*_FILLERS, *spellings(_ROMANCE_FILLERS))),
        slashes=language != SOURCE,
    )


def _spelt(names: Mapping[str, int]) -> Mapping[str, int]:
    """Return the table with each name in its spellings with and without accents."""
    return {spelling: day for name, day in names.items() for spelling in spellings((name,))}


def _name(language: str, day: date) -> str:
    """Return the name of a day's weekday, lower-case, as the language's long dates begin."""
    return translator_for(language).weekday(day).replace(",", " ").split()[0].casefold()
