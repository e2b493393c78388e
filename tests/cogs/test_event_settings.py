"""The settings of an event, declared once: its forms show what holds, and what they show is read back."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from cogs.commands.tournaments import form_values
from cogs.commands.tournaments.tournament_actions import NEW
from cogs.messages.form_fields import ChoiceField, EntityField, Field, TextField
from cogs.messages.tournaments import tournament_forms
from cogs.refusals import InteractionRefused
from service.tournaments.tournament_settings import CHOICES, EDIT, LIMITS, TIMES, TournamentSettings, load, preset_settings, without
from text.tournaments import form_fields
from text.tournaments.stage_names import SETTINGS
from text.translator import translator_for

EN = translator_for("en")
CHOSEN = {
    "most": 16,
    "check_in": True,
    "preview": timedelta(hours=2),
    "first_turn": timedelta(hours=36),
    "round_length": timedelta(days=14),
    "vacations": True,
    "private": True,
    "least_rating": 1200,
    "most_rating": 1800,
    "least_games": 3,
    "least_days": 30,
    "least_kept": 80,
}


def _untouched_value(field: Field) -> str:
    """Return what is sent from an untouched field."""
    if isinstance(field, TextField):
        return field.given
    if isinstance(field, ChoiceField):
        return next(line.value for line in field.lines if line.chosen)
    assert isinstance(field, EntityField)
    return ""


def _untouched_form(settings: TournamentSettings) -> dict[str, str]:
    shown = [each_field for form in (EDIT, TIMES, LIMITS) for each_field in tournament_forms.changing(form, "Cup", settings, EN)]
    return {field.key: _untouched_value(field) for field in shown if not isinstance(field, EntityField)}


@pytest.mark.parametrize("chosen", [{}, CHOSEN])
def test_forms_that_nobody_touches_change_nothing(chosen: dict[str, object]) -> None:
    settings = replace(preset_settings("slow-swiss", "carcassonne"), **chosen)  # type: ignore[arg-type]

    sent_back = form_values.settings(_untouched_form(settings), None)

    assert sent_back.pop("name") == "Cup"
    assert set(CHOSEN) <= set(sent_back), "every field but the start and the roles"
    assert replace(settings, **sent_back) == settings
    assert load(settings.dump()) == settings


def test_ranges_numbers_and_all_limits_at_once_are_read() -> None:
    assert form_values.settings({"rating": "1200-"}, None) == {"least_rating": 1200, "most_rating": 0}
    assert form_values.settings({"rating-to": "1800", "preview": "", "role": ""}, None) == {"most_rating": 1800, "role": None}
    assert form_values.settings({"no-limits": "yes"}, None) == without(CHOICES["no-limits"].fields)
    assert form_values.settings({"no-limits": "no", "start": ""}, None) == {}
    for key, text in (("reliable", "101"), ("most", "many"), ("rating", "1-2-3")):
        with pytest.raises(InteractionRefused):
            form_values.settings({key: text}, None)


def test_a_new_event_takes_them_all_behind_its_name() -> None:
    given = form_values.typed_pairs("Spring Cup games=5 round=14d rating=1200-", NEW, lead="name")

    assert given.pop("name") == "Spring Cup"
    settings = form_values.settings(given, None)
    assert settings == {"least_games": 5, "round_length": timedelta(days=14), "least_rating": 1200, "most_rating": 0}


def test_every_setting_has_its_words() -> None:
    for choice in CHOICES.values():
        assert all(field in SETTINGS for field in choice.fields), "said to all when it changes"
        assert choice.form not in (EDIT, TIMES, LIMITS) or all(form_fields.FIELDS[choice.key])
    for form in (EDIT, TIMES, LIMITS):
        assert len(tournament_forms.changing(form, "Cup", preset_settings("cup", "carcassonne"), EN)) == 5, (
            "as many as a form holds"
        )
