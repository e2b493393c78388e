"""The form in which a game is opened."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from discord import ui

from clocks.agreeing import PACE
from cogs.present.forms import Choice, Chosen
from cogs.present.parts import GO, LABEL, Line, Message, button
from storage.records import MatchRow, UserId
from text.clocks import clocks
from text.labels import label
from text.language import Words
from text.lobby import opening
from text.protocol import Explaining

PACES = (("relaxed", opening.slow), ("daily", opening.daily), ("evening", opening.tonight))
"""The three speeds that are shown; all others are typed, or chosen in the lobby."""

RADIO = 10
"""Most lines that Discord lets stand open."""
INVITED = 10
"""Most people who can be invited at once."""
SUGGESTED = "0"
"""The number of seats that stands for what the game suggests."""


def games(known: Mapping[str, Explaining], words: Words, *, last: tuple[str, str] | None) -> Choice:
    """Which game? `last` is (value, title) of what was opened here before: it comes first, and is chosen."""
    lines = [Line(opening.as_last(last[1], words), last[0], chosen=True)] if last else []
    for explain in known.values():
        for preset in explain.presets:
            if preset.first:
                lines.append(Line(words.say(preset.name), preset.key, words.say(preset.about), chosen=not lines))
    return Choice("preset", opening.which(words), lines, open=RADIO)


def paces(usual: str, called: str, words: Words) -> Choice:
    """How fast? `usual` is the pace that is chosen, `called` its name where it is none of the three."""
    lines = [Line(name(words), key, clocks.about(PACE, key, words), chosen=key == usual) for key, name in PACES]
    if usual not in dict(PACES):
        lines.insert(0, Line(opening.as_usual(called, words), usual, chosen=True))
    return Choice("pace", opening.how_fast(words), lines)


def seats(most: int, words: Words) -> Choice:
    """How many seats?"""
    numbers = [Line(opening.seats(number, words), str(number)) for number in range(2, most + 1)]
    lines = [Line(opening.seats_of_game(words), SUGGESTED, chosen=True), *numbers]
    return Choice("seats", opening.how_many(words), lines, open=0)


def people(given: Sequence[int], words: Words) -> Chosen:
    """Whom to invite?"""
    kind: type[ui.UserSelect[Any]] = ui.UserSelect
    return Chosen("invite", opening.whom(words), kind, given, opening.whom_about(words), INVITED)


def places(names: Sequence[tuple[str, str]], words: Words) -> Choice:
    """Where? `names` are (value, name)."""
    lines = [Line(name, value, chosen=not number) for number, (value, name) in enumerate(names)]
    return Choice("place", opening.where(words), lines, open=0)


def invitation(match: MatchRow, mentions: Sequence[UserId], host: str, words: Words) -> Message:
    """In the channel of a new game, with a ping for each who is invited."""
    message = Message(pings=tuple(mentions)).say(opening.invites([f"<@{user}>" for user in mentions], host, words))
    return message.row(button(match, label("join", words)[:LABEL], "join", style=GO, version=0))
