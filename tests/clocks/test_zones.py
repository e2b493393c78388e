"""Zones and times as people type them."""

from __future__ import annotations

import pytest

from clocks.durations import InvalidDurationError
from clocks.zones import read_time, read_zone, write_time, zones, zones_matching


@pytest.mark.parametrize(
    ("typed", "zone"),
    [
        ("Europe/Amsterdam", "Europe/Amsterdam"),
        ("europe/amsterdam", "Europe/Amsterdam"),
        (" Amsterdam ", "Europe/Amsterdam"),
        ("new york", "America/New_York"),
        ("utc", "UTC"),
    ],
)
def test_a_zone_is_known_by_its_name_and_by_its_city(typed: str, zone: str) -> None:
    assert read_zone(typed) == zone


def test_an_unknown_zone_is_refused_with_some_that_are_like_it() -> None:
    with pytest.raises(InvalidDurationError) as refused:
        read_zone("Amsterdm")

    assert refused.value.code == "no-zone" and "Europe/Amsterdam" in str(refused.value.params["like"])


def test_zones_are_offered_by_the_first_letters_of_region_and_city() -> None:
    assert zones_matching("berl")[0] == "Europe/Berlin"
    assert zones_matching("Europe/Am") == ("Europe/Amsterdam",)
    assert len(zones_matching("")) == 25
    assert zones_matching("atlantis") == ()


def test_only_places_are_offered() -> None:
    assert "Etc/GMT+3" not in zones() and "UTC" in zones() and "Asia/Kathmandu" in zones()


@pytest.mark.parametrize(
    ("typed", "minutes"),
    [
        ("23", 1380),
        ("23:30", 1410),
        ("7.05", 425),
        ("7h30", 450),
        ("7 h 30", 450),
        ("23h", 1380),
        ("11 pm", 1380),
        ("12am", 0),
        ("12 pm", 720),
        ("24:00", 0),
    ],
)
def test_a_time_is_read_in_the_usual_ways(typed: str, minutes: int) -> None:
    assert read_time(typed) == minutes


@pytest.mark.parametrize("typed", ["", "late", "25", "7:60", "13 pm", "0 am", "7:3", "24:01"])
def test_what_is_no_time_is_refused(typed: str) -> None:
    with pytest.raises(InvalidDurationError) as refused:
        read_time(typed)

    assert refused.value.code == "no-time"


def test_a_time_is_written_as_on_a_clock() -> None:
    assert [write_time(0), write_time(425), write_time(24 * 60 + 60)] == ["00:00", "07:05", "01:00"]
