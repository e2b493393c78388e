"""The settings panel of a server: a private message to its managers, with a form for each group of settings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from clocks.term_parsing import RATED
from cogs.messages.guilds import welcome
from cogs.messages.message_parts import ChannelType, Message, SelectEntry, button
from cogs.messages.panels import HOUSE
from cogs.messages.setting_field import SettingField
from cogs.messages.users.preferences import ANY
from service.guilds.server_settings import (
    AS_THE_PACE,
    FORMS,
    MOST_ROLES,
    OPENERS,
    ROOM,
    SETTINGS,
    TERMS,
    SettingKind,
    pages,
    sensible,
)
from service.lobby.match_terms import default_terms
from text.clocks import time_controls
from text.guilds import server_settings as said
from text.labels import label
from text.translator import Translator, languages
from text.translator import translator_for as spoken
from text.users import preferences

ACROSS = 5
"""Most buttons in a row."""
KINDS: Mapping[SettingKind, tuple[ChannelType, ...]] = {
    SettingKind.PLACE: (ChannelType.TEXT, ChannelType.FORUM),
    SettingKind.CHANNEL: (ChannelType.TEXT, ChannelType.NEWS),
}
"""Which channels can be chosen."""


def panel(
    server: str, chosen: Mapping[str, Any], words: Translator, notes: Sequence[str] = (), lead: str = "", *, address: str = ""
) -> Message:
    """Return the settings panel: a line and a button for each group of settings.

    `notes`: lines about what does not work yet, such as missing permissions; `address`: the URL that invites the bot with all
    permissions.
    """
    buttons: list[Any] = [button(None, page_name(page, words), "serverform", page) for page in pages()]
    buttons += [button(None, label("welcome-again", words), "welcomeback"), button(None, label("check", words), "servercheck")]
    if address:
        buttons.append(welcome.add_again_link(address, words))
    message = Message().say(lead, f"**{said.heading(server, words)}**").say(*(_line(form, chosen, words) for form in FORMS))
    message.say(*notes).line_below()
    for start in range(0, len(buttons), ACROSS):
        message.row(*buttons[start : start + ACROSS])
    return message.framed(HOUSE)


def page_name(page: str, words: Translator) -> str:
    """Return the name of a settings page: its group, with a number from the second page on."""
    form, _, number = page.partition(" ")
    return f"{label(f'server-{form}', words)} {number}".rstrip()


def choosables(chosen: Mapping[str, Any], words: Translator) -> dict[str, SettingField]:
    """Return every setting that can be chosen in this server, with its present value, by key."""
    keys = (key for keys in FORMS.values() for key in keys)
    return {
        key: _choosable(key, chosen, words)
        for key in keys
        if SETTINGS[key].kind is not SettingKind.LANGUAGE or len(languages()) > 1
    }


def _choosable(key: str, chosen: Mapping[str, Any], words: Translator) -> SettingField:
    setting, present = SETTINGS[key], chosen.get(key)
    name, about = time_controls.name(key, words) if key in TERMS else (said.name(key, words), said.about(key, words))
    if setting.kind is SettingKind.LANGUAGE:
        spoken_here = (SelectEntry(preferences.speaks(spoken(language)), language) for language in languages())
        return SettingField(key, name, about, (present or ANY,), (SelectEntry(preferences.as_discord(words), ANY), *spoken_here))
    if setting.kind is SettingKind.VALUE:
        now = present if present in setting.values else setting.values[0]
        return SettingField(key, name, about, (now,), tuple(_value_entry(key, value, words) for value in setting.values))
    given = (present,) if isinstance(present, str) else tuple(present or ())
    most = MOST_ROLES if setting.kind is SettingKind.ROLES else 1
    return SettingField(key, name, about, given, channels=KINDS.get(setting.kind, ()), most=most)


def _value_entry(key: str, value: str, words: Translator) -> SelectEntry:
    if key not in TERMS:
        return SelectEntry(said.value(key, value, words), value)
    if value == AS_THE_PACE:
        return SelectEntry(said.as_the_pace(words), value)
    return SelectEntry(time_controls.value(key, value, words), value, time_controls.about(key, value, words))


def _line(form: str, chosen: Mapping[str, Any], words: Translator) -> str:
    """Return one line with the values of a form's settings: the important ones, and those that differ from the default."""
    told = _setting_lines(form, chosen, words)
    open_to_choice = choosables(chosen, words)
    for key in FORMS[form]:
        if key in chosen and key not in (*TERMS, ROOM, OPENERS) and key in open_to_choice:
            told.append(said.chosen(open_to_choice[key].name, open_to_choice[key].now, words))
    return f"**{label(f'server-{form}', words)}** · {' · '.join(told or [said.as_usual(words)])}"


def _setting_lines(form: str, chosen: Mapping[str, Any], words: Translator) -> list[str]:
    if RATED in FORMS[form]:
        return [time_controls.line(default_terms(sensible({key: chosen[key] for key in TERMS if key in chosen})), words)]
    if ROOM in FORMS[form]:
        return [said.place(f"<#{chosen[ROOM]}>", words) if ROOM in chosen else said.everywhere(words)]
    if OPENERS in FORMS[form]:
        return [said.opened_by(f"<@&{chosen[OPENERS]}>", words) if OPENERS in chosen else said.opened_by_all(words)]
    return []
