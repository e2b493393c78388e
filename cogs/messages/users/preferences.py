"""Preferences of a user: a private panel, and a form for each group of preferences."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from discord.utils import format_dt

from clocks.sleep_windows import SleepWindow, zone_of
from clocks.zones import write_time
from cogs.messages.form_fields import EntityField, Field, TextField
from cogs.messages.message_parts import END, Entity, Message, SelectEntry, button
from cogs.messages.panels import HOUSE
from cogs.messages.setting_field import SettingField
from service.users import sleep_settings
from service.users.preferences import DIGEST, FORMS, LANGUAGE, PREFERENCES, RATING, UNREACHABLE, WHERE, ZONE
from service.users.user_settings import preference
from storage.rows import PersonRow, UserId
from text.guilds import server_settings
from text.labels import label
from text.translator import Translator, languages
from text.translator import translator_for as spoken
from text.users import data_removal, preferences

ANY = "-"
"""The value of no language."""
BLOCKED = "blocked"
"""The field of all whom a person has blocked."""
HOURS = ("zone", "asleep-from", "asleep-until")
"""The fields of time zone and sleep hours."""
MOST_BLOCKED = 25
"""How many can be shown in one field."""


def panel(person: PersonRow, words: Translator, now: datetime, lead: str = "") -> Message:
    """Return the preferences panel: a line of present values and a button for each form, and a button for personal data."""
    known = choosables(person, words)
    told = {form: [known[key] for key in keys if key in known] for form, keys in FORMS.items()}
    message = Message().say(lead, f"**{preferences.heading(words)}**")
    message.say(*(_line(form, of, words) for form, of in told.items()), *_hours(person, words, now)).line_below()
    message.row(*(button(None, label(f"prefer-{form}", words), "preferform", form) for form in FORMS))
    message.row(
        button(None, label("hours", words), "hours"),
        button(None, label("my-data", words), "mydata"),
        button(None, label("forget-me", words), "forgetme", style=END),
    )
    return message.framed(HOUSE)


def _line(form: str, known: Sequence[SettingField], words: Translator) -> str:
    """Return a form's name with the values that differ from the default."""
    told = [server_settings.chosen(field.name, field.now, words) for field in known if field.given != (field.lines[0].value,)]
    return f"**{label(f'prefer-{form}', words)}** · {' · '.join(told or [server_settings.as_usual(words)])}"


def choosables(person: PersonRow, words: Translator) -> dict[str, SettingField]:
    """Return every preference that is chosen from a list, with its present value, by key.

    The language is included only if there are several.
    """
    known = (
        SelectEntry(preferences.as_discord(words), ANY),
        *(SelectEntry(preferences.speaks(spoken(each_language)), each_language) for each_language in languages()),
    )
    language = SettingField(
        LANGUAGE, preferences.language(words), preferences.language_about(words), (person.locale or ANY,), known
    )
    others = {key: _choosable(key, person, words) for key in PREFERENCES}
    return {LANGUAGE: language, **others} if len(languages()) > 1 else others


def _choosable(key: str, person: PersonRow, words: Translator) -> SettingField:
    told = ((value, *preferences.value(key, value, words)) for value in PREFERENCES[key])
    lines = tuple(SelectEntry(name, each_key, about) for each_key, name, about in told)
    return SettingField(key, preferences.name(key, words), preferences.about(key, words), (preference(person, key),), lines)


def fields(form: str, person: PersonRow, blocked: Sequence[UserId], words: Translator) -> list[Field]:
    """Return the fields of a form, with the present values preselected."""
    known = choosables(person, words)
    made: list[Field] = [known[key].field() for key in FORMS[form] if key in known]
    if RATING in FORMS[form]:
        shown = blocked[:MOST_BLOCKED]
        made.append(EntityField(BLOCKED, data_removal.field(words), Entity.MEMBER, shown, data_removal.about(words), MOST_BLOCKED))
    return made


def hours(person: PersonRow, words: Translator) -> list[Field]:
    """Return the fields of time zone and sleep hours, with the values last chosen."""
    zone, begin, end = present_sleep_hours(person)
    return [
        TextField(preferences.ask_zone(words), zone, True, 60, HOURS[0], preferences.zone_about(words), "Europe/Paris"),
        TextField(preferences.ask_begin(words), begin, False, 20, HOURS[1], preferences.change_rule(words), "23:00"),
        TextField(preferences.ask_end(words), end, False, 20, HOURS[2], preferences.no_hours(words), "7:00"),
    ]


def _hours(person: PersonRow, words: Translator, now: datetime) -> list[str]:
    """Return lines with the time zone, the sleep hours, and scheduled changes of these."""
    zone = sleep_settings.zone(person)
    here = now.astimezone(zone_of(zone))
    counting, coming = sleep_settings.present(person, now)
    lines = [
        preferences.zone(zone, write_time(here.hour * 60 + here.minute), words)
        if ZONE in person.prefs
        else preferences.no_zone(words),
        preferences.asleep(*_window_ends(counting), words) if counting else preferences.never_asleep(words),
    ]
    if coming is not None:
        stamp = format_dt(coming.since, "f")
        later = coming.window
        lines.append(preferences.asleep_from(*_window_ends(later), stamp, words) if later else preferences.awake_from(stamp, words))
    by_letter = preference(person, WHERE) == "private" or preference(person, DIGEST) != "off"
    blocked = preferences.unreachable(words) if by_letter and person.prefs.get(UNREACHABLE) else ""
    return [*lines, blocked]


def _window_ends(window: SleepWindow) -> tuple[str, str]:
    return write_time(window.begin_minute), write_time(window.begin_minute + window.minutes)


def present_sleep_hours(person: PersonRow) -> tuple[str, str, str]:
    """Return (time zone, begin, end) of the sleep hours that the user has chosen last, as the form shows them."""
    chosen = sleep_settings.history(person)
    window = chosen[-1].window if chosen else None
    return (sleep_settings.zone(person) if ZONE in person.prefs else "", *(_window_ends(window) if window else ("", "")))
