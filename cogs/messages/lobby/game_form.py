"""Fields of the form that opens a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from clocks.term_parsing import PACE
from cogs.messages.form_fields import ChoiceField, EntityField
from cogs.messages.message_parts import GO, LABEL, Entity, Message, SelectEntry, button
from storage.rows import MatchRow, UserId
from text.clocks import time_controls
from text.labels import label
from text.lobby import game_form_texts
from text.protocol import RulesTexts
from text.translator import Translator

PACES = (("relaxed", game_form_texts.slow), ("daily", game_form_texts.daily), ("evening", game_form_texts.tonight))
"""The three speeds that are shown; all others are typed, or chosen in the lobby."""

RADIO = 10
"""Most lines that Discord lets stand open."""
INVITED = 10
"""Most people who can be invited at once."""
SUGGESTED = "0"
"""The number of seats that stands for what the game suggests."""


def games(known: Mapping[str, RulesTexts], words: Translator, *, last: tuple[str, str] | None, asks: bool = True) -> ChoiceField:
    """Return the field that chooses a game.

    `last`: (value, title) of the game opened here last, which comes first and is preselected. If not `asks`, presets that need
    further input, such as a map, are left out.
    """
    lines = [SelectEntry(game_form_texts.as_last(last[1], words), last[0], chosen=True)] if last else []
    for explain in known.values():
        for preset in explain.presets():
            if preset.first and (asks or not preset.asks):
                lines.append(SelectEntry(words.say(preset.name), preset.key, words.say(preset.about), chosen=not lines))
    return ChoiceField("preset", game_form_texts.which(words), lines, game_form_texts.which_about(words), open=RADIO)


def paces(usual: str, called: str, words: Translator, about: str = "") -> ChoiceField:
    """Return the field that chooses a pace, with `usual` preselected.

    `called`: name of the usual pace if it isn't one of `PACES`; `about`: explanation of the field, instead of the default one.
    """
    lines = [SelectEntry(name(words), key, time_controls.about(PACE, key, words), chosen=key == usual) for key, name in PACES]
    if usual not in dict(PACES):
        lines.insert(0, SelectEntry(game_form_texts.as_usual(called, words), usual, chosen=True))
    return ChoiceField("pace", game_form_texts.how_fast(words), lines, about or game_form_texts.how_fast_about(words))


def seats(most: int, words: Translator) -> ChoiceField:
    """Return the field that chooses the number of seats, from 2 to `most`, or the game's suggestion."""
    numbers = [SelectEntry(game_form_texts.seats(number, words), str(number)) for number in range(2, most + 1)]
    lines = [SelectEntry(game_form_texts.seats_of_game(words), SUGGESTED, chosen=True), *numbers]
    return ChoiceField("seats", game_form_texts.how_many(words), lines, game_form_texts.how_many_about(words), open=0)


def people_field(given: Sequence[int], words: Translator) -> EntityField:
    """Return the field that chooses members to invite, with `given` preselected."""
    kind: Entity = Entity.MEMBER
    return EntityField("invite", game_form_texts.whom(words), kind, given, game_form_texts.whom_about(words), INVITED)


def place_field(names: Sequence[tuple[str, str]], words: Translator) -> ChoiceField:
    """Return the field that chooses where to play: `names` are (value, name), the first preselected."""
    lines = [SelectEntry(name, value, chosen=not number) for number, (value, name) in enumerate(names)]
    return ChoiceField("place", game_form_texts.where(words), lines, game_form_texts.where_about(words), open=0)


def invitation(match: MatchRow, mentions: Sequence[UserId], host: str, words: Translator) -> Message:
    """Return the invitation in the channel of a new game, which pings each invited user."""
    message = Message(pings=tuple(mentions)).say(game_form_texts.invites([f"<@{user}>" for user in mentions], host, words))
    return message.row(button(match, label("join", words)[:LABEL], "join", style=GO, version=0))
