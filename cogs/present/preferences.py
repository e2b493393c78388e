"""What a person prefers: one select for each preference, in private."""

from __future__ import annotations

from collections.abc import Mapping

from cogs.present.parts import Line, Message, select
from service.preferences import PREFERENCES
from text import preferences
from text.language import Words


def form(chosen: Mapping[str, str], words: Words) -> Message:
    """Every preference as it stands, each to be changed by choosing. `chosen`: the values by key."""
    message = Message().say(preferences.heading(words))
    for key, values in PREFERENCES.items():
        told = [(one, *preferences.value(key, one, words)) for one in values]
        lines = [Line(label, one, about, chosen=one == chosen[key]) for one, label, about in told]
        name = preferences.name(key, words)
        message.say(f"**{name}**").row(select(None, "prefer", lines, key, hint=name))
    return message
