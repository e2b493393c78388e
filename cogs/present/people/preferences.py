"""What a person prefers: a form in pages, in private, one select for each preference."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from discord.utils import format_dt

from clocks.nights import Window, zone_of
from clocks.zones import write_time
from cogs.present.parts import MAIN, Line, Message, button, select
from service.clocks import sleep
from service.people.preferences import DIGEST, PAGES, PREFERENCES, UNREACHABLE, WHERE, ZONE, preferred
from storage.records import PersonRow
from text.labels import label
from text.language import Words, languages
from text.language import words as spoken
from text.people import preferences

LANGUAGE = "language"
"""Stands for the language among the preferences of the form."""
ANY = "-"
"""The value of no language."""


def form(person: PersonRow, page: int, words: Words, now: datetime) -> Message:
    """A page of it: every preference as it stands, each to be changed by choosing."""
    chosen = {key: preferred(person, key) for key in PREFERENCES}
    message = Message().say(preferences.heading(words), f"-# {preferences.summary(chosen, words)}")
    if page == 0:
        _speaking(message, person, words)
    for key in PAGES[page]:
        _choice(message, key, chosen, words)
    if page == len(PAGES) - 1:
        message.say(*_hours(person, words, now))
    others = [button(None, label(f"preferences-{n}", words), "preferences", str(n)) for n in range(len(PAGES)) if n != page]
    return message.row(button(None, label("hours", words), "hours", style=MAIN) if page == len(PAGES) - 1 else None, *others)


def _choice(message: Message, key: str, chosen: Mapping[str, str], words: Words) -> None:
    told = [(one, *preferences.value(key, one, words)) for one in PREFERENCES[key]]
    lines = [Line(name, one, about, chosen=one == chosen[key]) for one, name, about in told]
    name = preferences.name(key, words)
    message.say(f"**{name}**").row(select(None, "prefer", lines, key, hint=name))


def _speaking(message: Message, person: PersonRow, words: Words) -> None:
    """The language, where there is a choice."""
    if len(languages()) < 2:
        return
    known = [(one, preferences.speaks(spoken(one))) for one in languages()]
    lines = [Line(name, one, chosen=one == (person.locale or ANY)) for one, name in ((ANY, preferences.as_discord(words)), *known)]
    name = preferences.language(words)
    message.say(f"**{name}**").row(select(None, "prefer", lines, LANGUAGE, hint=name))


def _hours(person: PersonRow, words: Words, now: datetime) -> list[str]:
    """The zone, the sleep hours, and what is going to change."""
    zone = sleep.zone(person)
    here = now.astimezone(zone_of(zone))
    counting, coming = sleep.present(person, now)
    lines = [
        preferences.zone(zone, write_time(here.hour * 60 + here.minute), words)
        if ZONE in person.prefs
        else preferences.no_zone(words),
        preferences.asleep(*_ends(counting), words) if counting else preferences.never_asleep(words),
    ]
    if coming is not None:
        stamp = format_dt(coming.since, "f")
        later = coming.window
        lines.append(preferences.asleep_from(*_ends(later), stamp, words) if later else preferences.awake_from(stamp, words))
    by_letter = preferred(person, WHERE) == "private" or preferred(person, DIGEST) != "off"
    blocked = preferences.unreachable(words) if by_letter and person.prefs.get(UNREACHABLE) else ""
    return [*lines, f"-# {preferences.change_rule(words)}", blocked]


def _ends(window: Window) -> tuple[str, str]:
    return write_time(window.begin_minute), write_time(window.begin_minute + window.minutes)


def typed_hours(person: PersonRow) -> tuple[str, str, str]:
    """Zone, begin and end as the form of lines shows them at first: what was chosen last."""
    chosen = sleep.history(person)
    window = chosen[-1].window if chosen else None
    return (sleep.zone(person) if ZONE in person.prefs else "", *(_ends(window) if window else ("", "")))
