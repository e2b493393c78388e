"""Every setting that can be chosen has its words, in every language, and stands in exactly one form."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import pytest

from cogs.messages.guilds.server_settings import page_name
from service.guilds.server_settings import FIELDS, SETTINGS, TERMS, SettingKind, pages
from service.guilds.server_settings import FORMS as SERVER_FORMS
from service.users.preferences import FORMS, LANGUAGE, PREFERENCES
from text.guilds import server_settings
from text.labels import label
from text.protocol import DETAIL
from text.translator import languages, translator_for
from text.users import preferences

NAME = 45
"""Most letters of a field's name."""


@pytest.mark.parametrize("locale", languages())
def test_every_setting_of_a_server_and_each_of_its_values_has_words(locale: str) -> None:
    words = translator_for(locale)
    for key, setting in SETTINGS.items():
        if key in TERMS:  # they are those of games, which `text.clocks.time_controls` names
            continue
        assert 0 < len(server_settings.name(key, words)) <= NAME, f"{key} lacks its name in text.guilds.server_settings"
        assert 0 < len(server_settings.about(key, words)) <= DETAIL, f"{key} lacks its explanation"
        for value in setting.values if setting.kind is SettingKind.VALUE else ():
            assert server_settings.value(key, value, words), f"{key}={value} lacks its words"


@pytest.mark.parametrize("locale", languages())
def test_every_preference_and_each_of_its_values_has_words(locale: str) -> None:
    words = translator_for(locale)
    for key, values in PREFERENCES.items():
        assert 0 < len(preferences.name(key, words)) <= NAME, f"{key} lacks its name in text.users.preferences"
        assert 0 < len(preferences.about(key, words)) <= DETAIL, f"{key} lacks its explanation"
        assert all(preferences.value(key, value, words)[0] for value in values), f"a value of {key} lacks its words"


@pytest.mark.parametrize(
    ("forms", "keys", "button"),
    [(SERVER_FORMS, {*SETTINGS}, "server-{}"), (FORMS, {*PREFERENCES, LANGUAGE}, "prefer-{}")],
    ids=["servers", "people"],
)
def test_every_setting_stands_in_one_form_and_every_form_fits(
    forms: Mapping[str, tuple[str, ...]], keys: set[str], button: str
) -> None:
    times = Counter(key for form in forms.values() for key in form)
    assert {key: times[key] for key in keys if times[key] != 1} == {}, "put each into exactly one form of FORMS"
    assert set(times) == keys
    form_pages = pages(forms) if forms is SERVER_FORMS else forms
    assert {form: len(keys) for form, keys in form_pages.items() if len(keys) > FIELDS} == {}, "Discord's forms hold five fields"
    assert all(label(button.format(form), translator_for("en")) for form in forms)


def test_a_group_that_fills_a_form_goes_on_in_another_one() -> None:
    """So the next setting is welcome in every group."""
    assert pages({"look": ("a",), "limits": tuple("abcdefg")}) == {
        "look": ("a",),
        "limits": tuple("abcde"),
        "limits 2": tuple("fg"),
    }
    assert [page_name(page, translator_for("en")) for page in ("limits", "limits 2")] == ["Limits", "Limits 2"]
