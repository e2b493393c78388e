"""Days and times as people type them, in their own zone."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import pytest

from clocks.datetime_parsing import read_moment
from clocks.durations import InvalidDurationError
from text.clocks.absence import last_day_about
from text.clocks.day_names import typed
from text.refusals import refusal
from text.tournaments.appointments import ask_hour_about
from text.translator import languages, translator_for

NOW = datetime(2026, 11, 22, 23, 30, tzinfo=UTC)
"""In Tokyo it is the 23rd already."""

FAR = ["9999-12-31", "0001-01-01", "1.1.9999", "999999w", "2200-01-01"]
"""Beyond what can be computed with, or close enough to it."""


@pytest.mark.parametrize(
    ("typed", "zone", "meant"),
    [
        ("2026-12-24", "UTC", "2026-12-24T00:00+00:00"),
        ("2026-12-24 18:00", "Europe/Berlin", "2026-12-24T18:00+01:00"),
        ("24.12.", "Europe/Berlin", "2026-12-24T00:00+01:00"),
        ("24.12.2027, 6 pm", "Europe/Berlin", "2027-12-24T18:00+01:00"),
        ("23.11.", "Asia/Tokyo", "2026-11-23T00:00+09:00"),
        ("22.11.", "Asia/Tokyo", "2027-11-22T00:00+09:00"),
        ("10d", "UTC", "2026-12-02T23:30+00:00"),
        ("+1w 2h", "UTC", "2026-11-30T01:30+00:00"),
        ("0", "UTC", "2026-11-22T23:30+00:00"),
    ],
)
def test_a_day_is_meant_in_the_zone_of_who_types_it(typed: str, zone: str, meant: str) -> None:
    assert read_moment(typed, zone, NOW) == datetime.fromisoformat(meant)


def test_a_whole_day_lasts_until_its_end() -> None:
    assert read_moment("24.12.", "UTC", NOW, whole_day=True) == datetime(2026, 12, 25, tzinfo=UTC)
    assert read_moment("24.12. 7:00", "UTC", NOW, whole_day=True) == datetime(2026, 12, 24, 7, tzinfo=UTC)


@pytest.mark.parametrize("typed", ["", "someday", "31.2.", "2026-13-01", "24.12. late", "12/24", *FAR])
def test_what_names_no_moment_is_refused(typed: str) -> None:
    with pytest.raises(InvalidDurationError) as refused:
        read_moment(typed, "Pacific/Auckland", NOW, whole_day=True)

    assert refused.value.code == "no-moment"


SAID = typed()


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("friday 20:00", "2026-11-27T20:00+01:00"),
        ("Friday at 8pm", "2026-11-27T20:00+01:00"),
        ("vrijdag 20:00", "2026-11-27T20:00+01:00"),
        ("vr. 20 uur", "2026-11-27T20:00+01:00"),
        ("op vrijdag om 20u30", "2026-11-27T20:30+01:00"),
        ("Freitag 20 Uhr", "2026-11-27T20:00+01:00"),
        ("am Freitag um 20 Uhr 15", "2026-11-27T20:15+01:00"),
        ("Fr 20.15 Uhr", "2026-11-27T20:15+01:00"),
        ("sonnabend 9h", "2026-11-28T09:00+01:00"),
        ("friday, 27.11. 20:00", "2026-11-27T20:00+01:00"),
        ("24.12. 20 Uhr", "2026-12-24T20:00+01:00"),
        ("tomorrow 19:30", "2026-11-24T19:30+01:00"),
        ("morgen 19:30", "2026-11-24T19:30+01:00"),
        ("übermorgen 7 Uhr", "2026-11-25T07:00+01:00"),
        ("today 00:45", "2026-11-23T00:45+01:00"),
        ("monday 00:45", "2026-11-23T00:45+01:00"),
        ("monday 00:15", "2026-11-30T00:15+01:00"),
        ("vendredi 20:00", "2026-11-27T20:00+01:00"),
        ("le vendredi à 20 h 30", "2026-11-27T20:30+01:00"),
        ("ven. 20h", "2026-11-27T20:00+01:00"),
        ("demain à 19h30", "2026-11-24T19:30+01:00"),
        ("après-demain 7 heures", "2026-11-25T07:00+01:00"),
        ("apres-demain 7h", "2026-11-25T07:00+01:00"),
        ("ce soir à 20h", "2026-11-23T20:00+01:00"),
        ("viernes a las 20:00", "2026-11-27T20:00+01:00"),
        ("miercoles 20 h", "2026-11-25T20:00+01:00"),
        ("mañana 19:30", "2026-11-24T19:30+01:00"),
        ("amanhã às 19h30", "2026-11-24T19:30+01:00"),
        ("na sexta 20:00", "2026-11-27T20:00+01:00"),
    ],
)
def test_a_weekday_is_the_next_one_in_the_zone_of_who_types_it(written: str, meant: str) -> None:
    """In Berlin it is Monday, half past midnight."""
    assert read_moment(written, "Europe/Berlin", NOW, names=SAID) == datetime.fromisoformat(meant)


@pytest.mark.parametrize("language", languages())
def test_every_moment_that_a_sentence_proposes_is_read(language: str) -> None:
    """In the words of each language, as its readers would copy them."""
    words, names = translator_for(language), typed(language)
    proposals = [refusal("no-moment", {"value": "?"}, words), ask_hour_about("UTC", words), last_day_about(words)]

    moments = [moment for sentence in proposals for moment in PROPOSED.findall(sentence)]
    assert len(moments) == 10
    for moment in moments:
        read_moment(moment, "Europe/Paris", NOW, names=names, whole_day=True)


PROPOSED = re.compile(
    r"\d{4}-\d\d-\d\d|\d\d[./]\d\d\.?(?: \d\d:\d\d)?|[^\W\d]+ (?:\d\d:\d\d|\d\d Uhr)|\b\d+[djh]\b",
)
"""A moment in a sentence: `friday 20:00`, `31.12. 18:00`, `31/12`, `2026-12-31`, `10d`."""


@pytest.mark.parametrize(("language", "meant"), [("fr", "2027-06-05"), ("pt-BR", "2027-06-05"), ("en", None)])
def test_slashes_are_read_where_the_day_surely_comes_first(language: str, meant: str | None) -> None:
    if meant is None:
        with pytest.raises(InvalidDurationError):
            read_moment("5/6", "UTC", NOW, names=typed(language))
    else:
        assert read_moment("5/6", "UTC", NOW, names=typed(language)).date().isoformat() == meant


@pytest.mark.parametrize(
    ("written", "code"),
    [
        ("friday", "no-hour"),
        ("morgen", "no-hour"),
        ("friday 26.11. 20:00", "no-moment"),
        ("next friday 20:00", "no-moment"),
        ("friday evening", "no-moment"),
        ("friday 25:00", "no-moment"),
        ("28.3.2027 2:30", "odd-hour"),
        ("31.10.2027 2:30", "odd-hour"),
    ],
)
def test_what_may_mean_several_moments_or_none_is_refused(written: str, code: str) -> None:
    with pytest.raises(InvalidDurationError) as refused:
        read_moment(written, "Europe/Berlin", NOW, names=SAID)
    assert refused.value.code == code


def test_an_hour_on_the_far_side_of_summer_time_stays_that_hour() -> None:
    before = datetime(2027, 3, 26, 19, tzinfo=UTC)
    assert read_moment("sunday 20:00", "Europe/Berlin", before, names=SAID) == datetime(2027, 3, 28, 18, tzinfo=UTC)
    assert read_moment("saturday 20:00", "Europe/Berlin", before, names=SAID) == datetime(2027, 3, 27, 19, tzinfo=UTC)


def test_a_whole_day_may_be_named_without_a_time() -> None:
    assert read_moment("friday", "UTC", NOW, whole_day=True, names=SAID) == datetime(2026, 11, 28, tzinfo=UTC)


def test_every_language_has_its_weekdays() -> None:
    assert [SAID.weekdays[name] for name in ("wednesday", "woensdag", "mittwoch")] == [2, 2, 2]
