"""What a server has chosen: a form in pages, in private, for whoever may manage the server."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import discord

from cogs.present.parts import Line, Message, button, channels, roles, select
from cogs.present.people.preferences import ANY
from service.lobby.terms import usual
from service.servers.server_settings import AS_THE_PACE, MOST_ROLES, OPENERS, PAGES, RESULTS, ROOM, SETTINGS, TERMS, Kind, sensible
from text.clocks import clocks
from text.labels import label
from text.language import Words, languages
from text.language import words as spoken
from text.people import preferences
from text.servers import server_settings as said

VERB = "serverset"

_Type = discord.ChannelType
KINDS: Mapping[Kind, Sequence[discord.ChannelType]] = {
    Kind.PLACE: (_Type.text, _Type.forum),
    Kind.CHANNEL: (_Type.text, _Type.news),
}
"""Which channels can be chosen."""


def form(chosen: Mapping[str, Any], page: int, words: Words, notes: Sequence[str] = ()) -> Message:
    """A page of it: every setting as it stands. `notes` say what does not work yet of what was chosen."""
    message = Message().say(f"**{said.heading(page, words)}**", f"-# {summary(chosen, words)}", *notes)
    for key in PAGES[page]:
        if SETTINGS[key].kind is Kind.LANGUAGE and len(languages()) < 2:
            continue  # nothing to choose
        name, about = _named(key, words)
        message.say(f"**{name}**" + (f" · {about}" if about else "")).row(_menu(key, chosen, name, words))
    return message.row(
        *(
            button(None, label(f"server-{number}", words), "serverpage", str(number))
            for number in range(len(PAGES))
            if number != page
        )
    )


def summary(chosen: Mapping[str, Any], words: Words) -> str:
    """All that matters, in a few words."""
    terms = usual(sensible({key: chosen[key] for key in TERMS if key in chosen}))
    where = said.place(f"<#{chosen[ROOM]}>", words) if ROOM in chosen else said.everywhere(words)
    who = said.opened_by(f"<@&{chosen[OPENERS]}>", words) if OPENERS in chosen else said.opened_by_all(words)
    results = [said.results(f"<#{chosen[RESULTS]}>", words)] if RESULTS in chosen else []
    return " · ".join([clocks.line(terms, words), where, who, *results])


def _named(key: str, words: Words) -> tuple[str, str]:
    if key in TERMS:
        return clocks.name(key, words)
    return said.name(key, words), said.about(key, words)


def _menu(key: str, chosen: Mapping[str, Any], name: str, words: Words) -> discord.ui.Item[Any] | None:
    setting, present = SETTINGS[key], chosen.get(key)
    if setting.kind in KINDS:
        return channels(VERB, key, KINDS[setting.kind], int(present) if present else None, hint=name)
    if setting.kind is Kind.LANGUAGE:
        named = [(ANY, preferences.as_discord(words)), *((one, preferences.speaks(spoken(one))) for one in languages())]
        return select(None, VERB, [Line(said, one, chosen=one == (present or ANY)) for one, said in named], key)
    if setting.kind is Kind.VALUE:
        now = present if present in setting.values else setting.values[0]
        return select(
            None,
            VERB,
            [Line(_value(key, one, words), one, _about(key, one, words), chosen=one == now) for one in setting.values],
            key,
        )
    given = [present] if isinstance(present, str) else present or []
    return roles(VERB, key, [int(role) for role in given], hint=name, most=MOST_ROLES if setting.kind is Kind.ROLES else 1)


def _value(key: str, chosen: str, words: Words) -> str:
    if chosen == AS_THE_PACE and key in TERMS:
        return said.as_the_pace(words)
    return clocks.value(key, chosen, words) if key in TERMS else said.value(key, chosen, words)


def _about(key: str, chosen: str, words: Words) -> str:
    return clocks.about(key, chosen, words) if key in TERMS and chosen != AS_THE_PACE else ""
