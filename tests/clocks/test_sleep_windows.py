"""Sleep hours as spans."""

from datetime import UTC, date, datetime, timedelta
from itertools import islice

import pytest

from clocks.durations import InvalidDurationError
from clocks.sleep_windows import ACTS_AFTER, CHANGE_EVERY, DatedSleepWindow, SleepWindow, next_sleep_window, nights
from clocks.spans import Span
from tests.clocks.datetime_parsing import LONG_AGO, at, hours


def test_a_night_comes_every_day_and_in_order() -> None:
    spans = list(islice(nights((DatedSleepWindow(LONG_AGO, SleepWindow("UTC", 23 * 60, 8 * 60)),), at(0, 12)), 3))

    assert spans == [Span(at(0, 23), at(1, 7)), Span(at(1, 23), at(2, 7)), Span(at(2, 23), at(3, 7))]


def test_the_night_in_which_one_looks_is_there_whole() -> None:
    span = next(nights((DatedSleepWindow(LONG_AGO, SleepWindow("UTC", 23 * 60, 8 * 60)),), at(1, 3)))

    assert span == Span(at(0, 23), at(1, 7))


def test_a_window_counts_from_its_beginning_and_never_backwards() -> None:
    spans = list(islice(nights((DatedSleepWindow(at(1, 1), SleepWindow("UTC", 23 * 60, 8 * 60)),), at(0)), 2))

    assert spans == [Span(at(1, 1), at(1, 7)), Span(at(1, 23), at(2, 7))]


def test_nobody_gains_a_long_day_by_moving_their_window() -> None:
    """Ten hours until morning, then ten hours from morning on: of any 24 hours at most 10 stand still."""
    moved = (
        DatedSleepWindow(LONG_AGO, SleepWindow("UTC", 22 * 60, 10 * 60)),
        DatedSleepWindow(at(5, 8), SleepWindow("UTC", 8 * 60, 10 * 60)),
    )

    after = [span for span in islice(nights(moved, at(5)), 6) if span.begin >= at(5, 8)]

    assert after[0].begin >= at(5, 22)


@pytest.mark.parametrize("hour", range(0, 60, 5))
def test_from_wherever_one_looks_the_nights_are_the_same(hour: int) -> None:
    """Also where a night is cut short by one that was over before."""
    moved = (
        DatedSleepWindow(LONG_AGO, SleepWindow("UTC", 22 * 60, 10 * 60)),
        DatedSleepWindow(at(5, 8), SleepWindow("UTC", 12 * 60, 10 * 60)),
    )
    begin = at(5, 0) + hours(hour)

    whole = [span for span in islice(nights(moved, at(1)), 20) if span.end is not None and span.end > begin]

    assert list(islice(nights(moved, begin), 5)) == whole[:5]


def test_no_window_no_night() -> None:
    assert list(nights((), at(0))) == []
    assert list(nights((DatedSleepWindow(LONG_AGO, SleepWindow("UTC", 0, 60)), DatedSleepWindow(at(1), None)), at(3))) == []


def test_a_change_counts_after_two_days_and_once_in_two_weeks() -> None:
    first = next_sleep_window((), SleepWindow("UTC", 0, 60), at(0))
    second = next_sleep_window((first,), None, at(1))
    third = next_sleep_window((first, second), None, at(60))

    assert first.since == at(0)
    assert second.since == at(0) + CHANGE_EVERY
    assert third.since == at(60) + ACTS_AFTER


def test_windows_that_make_no_sense_are_refused() -> None:
    for arguments, code in (
        (("Europe/Nowhere", 0, 60), "no-zone"),
        (("../etc/passwd", 0, 60), "no-zone"),
        (("UTC", 0, 601), "window-too-long"),
        (("UTC", 0, 0), "window-empty"),
        (("UTC", 24 * 60, 60), "window-empty"),
    ):
        with pytest.raises(InvalidDurationError) as refused:
            SleepWindow(*arguments)
        assert refused.value.code == code


def test_ten_hours_stay_ten_in_the_longest_night_of_the_year() -> None:
    night = SleepWindow("Europe/Berlin", 22 * 60, 10 * 60)
    whole = night.night(datetime(2026, 10, 24, tzinfo=UTC).date())
    asleep = [s for s in islice(nights((DatedSleepWindow(LONG_AGO, night),), whole.begin), 3) if s.begin < whole.begin + hours(12)]

    assert whole.end is not None
    assert whole.end - whole.begin == hours(11)
    assert sum((s.end - s.begin for s in asleep if s.end), timedelta()) == hours(10)


SKIPPED = datetime(2026, 9, 6, 4, tzinfo=UTC)
"""In Santiago summer time begins at midnight: the hour until one o'clock doesn't exist that night."""


@pytest.mark.parametrize(
    ("begin", "minutes", "day", "wanted"),
    [
        (23 * 60 + 30, 60, 5, (-30, 0)),
        (0, 30, 6, (0, 0)),
        (30, 60, 6, (0, 30)),
        (23 * 60, 120, 5, (-60, 0)),
        (23 * 60, 180, 5, (-60, 60)),
    ],
)
def test_12_a_night_that_begins_or_ends_in_a_skipped_hour_does_so_when_it_is_skipped(
    begin: int, minutes: int, day: int, wanted: tuple[int, int]
) -> None:
    night = SleepWindow("America/Santiago", begin, minutes).night(date(2026, 9, day))

    assert night.end is not None
    assert tuple((moment - SKIPPED) / timedelta(minutes=1) for moment in (night.begin, night.end)) == wanted
