"""Forms of tournaments, for organisers, referees, captains and players; each field contains the present value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from clocks import durations
from cogs.messages.form_fields import ChoiceField, EntityField, Field, FileField, TextField
from cogs.messages.message_parts import OPTIONS, Entity, SelectEntry
from cogs.tournament_context import TournamentContext
from service.core.free_text import LONGEST_LETTER, LONGEST_REASON, LONGEST_RULES
from service.tournaments.deputies import MOST_DEPUTIES
from service.tournaments.rulings import DRAW, WIN
from service.tournaments.tournament_settings import CHOICES, SettingInput, TournamentOption, TournamentSettings, keys
from storage.rows import UserId
from text.clocks import time_controls
from text.tournaments import form_fields, stage_names
from text.translator import Translator

NAME, LENGTH, SHORT = 80, 20, 200
LONGEST_LIST = 4000
"""Most characters of a list in a form; a file may be longer."""
EXPANSIONS = "expansions"
LOSS = "loss"
"""What a player who lost says of it."""
BOARDS = 5
"""Boards of a line-up that a form has a field for."""


def new_event_fields(games: Sequence[tuple[str, str]], kind: str, words: Translator) -> list[Field]:
    """Return the fields of a new tournament: name, kind, game, pace and start."""
    kinds_ = [SelectEntry(name, key, chosen=key == kind) for name, key in stage_names.offers("", words)]
    played = [SelectEntry(name, key) for name, key in games]
    paces = [
        SelectEntry(form_fields.usual_pace(words), "-", chosen=True),
        *(SelectEntry(name, key) for name, key in time_controls.paces("", words)),
    ]
    return [
        _text_field("name", words, long=NAME, must=True),
        ChoiceField("kind", form_fields.name("kind", words), kinds_, form_fields.about("kind", words)),
        ChoiceField(
            "game", form_fields.name("game", words), _select_entries(played, games[0][1]), form_fields.about("game", words)
        ),
        ChoiceField("pace", form_fields.name("pace", words), paces, form_fields.about("pace", words)),
        _text_field("start", words, long=LENGTH, hint="3d"),
    ]


def next_season_form(name: str, words: Translator) -> list[Field]:
    """Return the fields of the next season: its name, how long places are held for the last entrants, and its start."""
    return [
        _text_field("name", words, name, long=NAME, must=True),
        _text_field("held", words, "7d", long=LENGTH),
        _text_field("start", words, long=LENGTH, hint="14d"),
    ]


def changing(form: str, name: str, settings: TournamentSettings, words: Translator) -> list[Field]:
    """Return the fields of the form **Edit**, **Times** or **Limits**, with the present values."""
    choices = [CHOICES[key] for key in keys(form)]
    return [
        _field(choice, [name if setting == "name" else getattr(settings, setting) for setting in choice.fields], words)
        for choice in choices
    ]


def _field(choice: TournamentOption, now: Sequence[Any], words: Translator) -> Field:
    """Return the field of one setting, with its present value."""
    match choice.given:
        case SettingInput.SWITCH:
            return _switch(choice.key, now[0], words)
        case SettingInput.ROLE:
            return _role(choice.key, now[0], words)
        case SettingInput.LENGTH:
            return _text_field(choice.key, words, "" if now[0] is None else durations.write(now[0]), long=choice.most)
        case SettingInput.DELAY:
            return _text_field(choice.key, words, long=choice.most, hint="3d")
        case SettingInput.RANGE:
            given = "-".join(str(offered or "") for offered in now) if any(now) else ""
            return _text_field(choice.key, words, given, long=choice.most, hint="1200-1800")
        case _:
            return _text_field(choice.key, words, str(now[0] or ""), long=choice.most, must=choice.given is SettingInput.TEXT)


def rules(settings: TournamentSettings, options: Mapping[str, str], words: Translator) -> list[Field]:
    """Return the fields of the form **Rules**: format, pace, and `options` that differ from the default.

    The form can be used until the first entry.
    """
    house = " ".join(f"{key}={value}" for key, value in options.items() if key != EXPANSIONS)
    return [
        _text_field("stages", words, settings.stages, long=SHORT),
        _text_field("pace", words, settings.pace, long=SHORT),
        _text_field(EXPANSIONS, words, options.get(EXPANSIONS, ""), long=SHORT),
        _text_field("rules", words, house, long=1000, wide=True),
        _text_field("own-rules", words, settings.own_rules, long=LONGEST_RULES, wide=True),
    ]


def report(words: Translator) -> list[Field]:
    """Return the fields in which a player reports a result from outside of the bot."""
    results = [
        SelectEntry(form_fields.i_won(words), WIN),
        SelectEntry(form_fields.they_won(words), LOSS),
        SelectEntry(form_fields.drawn(words), DRAW),
    ]
    return [
        ChoiceField("result", form_fields.name("result", words), results, form_fields.about("result", words)),
        _text_field("score", words, long=9, hint="71-64"),
        _text_field("because", words, long=LONGEST_REASON, must=True, wide=True),
    ]


def seeding(who: UserId | None, words: Translator) -> list[Field]:
    """Return the fields that seed an entrant: the member and the seed."""
    return [_people("who", 1, [who] if who else [], words), _text_field("place", words, "1", long=3, must=True)]


def entrants(words: Translator) -> list[Field]:
    """Return the fields that import a list of entrants, as text or as a file."""
    return [
        _text_field("list", words, long=LONGEST_LIST, wide=True),
        FileField("file", form_fields.name("file", words), form_fields.about("file", words), must=False),
    ]


def swap(words: Translator) -> list[Field]:
    """Return the field that chooses two entrants to swap."""
    return [_people("two", 2, [], words)]


def deputies(present: Sequence[UserId], words: Translator) -> list[Field]:
    """Return the field that chooses all deputies, with the `present` ones preselected."""
    return [_people("deputies", MOST_DEPUTIES, present, words, must=False)]


def write(words: Translator) -> list[Field]:
    """Return the field of a text to all entrants."""
    return [_text_field("text", words, long=LONGEST_LETTER, must=True, wide=True)]


def rule(context: TournamentContext, who: UserId | None) -> list[Field]:
    """Return the fields of a ruling: kind, entrant, round, time or score, and reason."""
    words = context.words
    whats = [SelectEntry(name, key) for name, key in stage_names.rulings("", words)]
    rounds = [SelectEntry(context.round_name(drawn), str(drawn.number)) for drawn in context.state.rounds[-OPTIONS + 1 :]]
    present = SelectEntry(form_fields.present_round(words), "0", chosen=True)
    return [
        ChoiceField("what", form_fields.name("what", words), whats, form_fields.about("what", words)),
        _people("who", 1, [who] if who else [], words, must=False, name="whom"),
        ChoiceField("round", form_fields.name("of-round", words), [present, *rounds], form_fields.about("of-round", words)),
        _text_field("time", words, long=LENGTH, hint="12h · 71-64"),
        _text_field("reason", words, long=LONGEST_REASON, must=True, wide=True),
    ]


def lineup(context: TournamentContext, team: Mapping[str, str], order: Sequence[str], boards: int) -> list[Field]:
    """Return a select of team members for each board.

    `team`: names by id; `order`: the present player of each board. If there are more boards than fields in a form, return one text
    field with a name on each line, the first board first.
    """
    words = context.words
    if boards > BOARDS:
        names = [team[user] for user in (*order, *(other for other in team if other not in order))]
        return [_text_field("lineup", words, "\n".join(names), long=LONGEST_LIST, must=True, wide=True)]
    return [
        ChoiceField(
            f"board-{board + 1}",
            form_fields.board(board + 1, words),
            _select_entries(
                [SelectEntry(name, player) for player, name in team.items()], order[board] if board < len(order) else ""
            ),
            form_fields.board_about(words),
            must=False,
        )
        for board in range(min(boards, BOARDS))
    ]


def mate(team: Mapping[str, str], words: Translator) -> Field:
    """Return the select of one member of a team; `team`: names by id."""
    mates = [SelectEntry(name, player) for player, name in team.items()][:OPTIONS]
    return ChoiceField("who", form_fields.name("mate", words), mates, form_fields.about("mate", words))


def _select_entries(lines: Sequence[SelectEntry], value: str) -> list[SelectEntry]:
    return [SelectEntry(line.label, line.value, line.detail, chosen=line.value == value) for line in lines]


def _key_and_label(key: str, words: Translator) -> tuple[str, str]:
    return form_fields.name(key, words), form_fields.about(key, words)


def _text_field(
    key: str, words: Translator, given: str = "", *, long: int, must: bool = False, hint: str = "", wide: bool = False
) -> TextField:
    name, about = _key_and_label(key, words)
    return TextField(name, given, must, long, key, about, hint, wide)


def _switch(key: str, is_on: bool, words: Translator) -> ChoiceField:
    name, about = _key_and_label(key, words)
    lines = [SelectEntry(form_fields.yes(words), "yes", chosen=is_on), SelectEntry(form_fields.no(words), "no", chosen=not is_on)]
    return ChoiceField(key, name, lines, about)


def _role(key: str, role: int | None, words: Translator) -> EntityField:
    name, about = _key_and_label(key, words)
    return EntityField(key, name, Entity.ROLE, () if role is None else (role,), about)


def _people(key: str, most: int, given: Sequence[UserId], words: Translator, *, must: bool = True, name: str = "") -> EntityField:
    called, about = _key_and_label(name or key, words)
    return EntityField("who", called, Entity.MEMBER, list(given), about, most, must)
