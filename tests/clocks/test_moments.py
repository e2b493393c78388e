"""Days and times as people type them, in their own zone."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from clocks.durations import InvalidTerms
from clocks.moments import read_moment

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
    with pytest.raises(InvalidTerms) as refused:
        read_moment(typed, "Pacific/Auckland", NOW, whole_day=True)

    assert refused.value.code == "no-moment"
