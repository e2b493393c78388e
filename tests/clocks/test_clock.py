"""The clock of a seat: the worked examples of slow play, and the laws that hold for every clock."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clocks import clock as clocks
from clocks import reminder_schedule
from clocks.clock import FREE, Clock, StopIntervals
from clocks.sleep_windows import DatedSleepWindow, SleepWindow
from clocks.spans import Span
from clocks.terms import PACES
from tests.clocks.datetime_parsing import LONG_AGO, MONDAY, at, days, hours, sleeping, stopped

DAILY = PACES["daily"]


def test_an_answer_in_time_costs_the_wait_and_brings_the_increment() -> None:
    """Daily, asked Monday 10:00 with 4 days left, answers Tuesday 10:00: 4 days."""
    clock = clocks.running_from(Clock(days(4)), at(0, 10), own=True)

    assert clocks.stop_after_turn(clock, at(1, 10), FREE, DAILY) == Clock(days(4))


def test_the_night_between_does_not_run() -> None:
    """The same with sleep 23-7: 4 d - 16 h + 24 h = 4 d 8 h."""
    clock = clocks.running_from(Clock(days(4)), at(0, 10), own=True)

    assert clocks.stop_after_turn(clock, at(1, 10), sleeping(23, 8), DAILY).left == days(4) + hours(8)


def test_the_increment_never_lifts_a_clock_above_its_cap() -> None:
    """4 d 20 h left + 24 h: 5 d."""
    clock = clocks.running_from(Clock(days(4) + hours(21)), at(0, 10), own=True)

    assert clocks.stop_after_turn(clock, at(0, 11), FREE, DAILY).left == days(5)


def test_a_gift_above_the_cap_is_kept_until_it_is_used() -> None:
    clock = clocks.running_from(clocks.with_more_time(Clock(days(5)), days(3)), at(0), own=True)

    assert clocks.stop_after_turn(clock, at(1), FREE, DAILY).left == days(7)


def test_an_answer_in_anothers_turn_gets_its_time_back_up_to_one_increment() -> None:
    quick = clocks.running_from(Clock(days(4)), at(0), own=False)
    slow = clocks.running_from(Clock(days(4)), at(0), own=False)

    assert clocks.stop_after_turn(quick, at(0, 5), FREE, DAILY).left == days(4)
    assert clocks.stop_after_turn(slow, at(2), FREE, DAILY).left == days(3)


def test_a_vacation_that_begins_while_the_clock_runs_stops_it_at_that_instant() -> None:
    clock = clocks.running_from(Clock(days(2)), at(0), own=True)
    before = clocks.deadline(clock, FREE)
    away = stopped((at(1), at(8)))

    assert before == at(2)
    assert clocks.time_left(clock, at(5), away) == days(1)
    assert clocks.deadline(clock, away) == at(9)


def test_a_vacation_and_an_outage_that_overlap_count_once() -> None:
    clock = clocks.running_from(Clock(days(4)), at(0), own=True)
    both = stopped((at(1), at(3)), (at(2), at(4)))

    assert clocks.time_left(clock, at(5), both) == days(2)


def test_a_stop_without_an_end_has_no_deadline() -> None:
    clock = clocks.running_from(Clock(days(4)), at(0), own=True)

    assert clocks.deadline(clock, stopped((at(1), None))) is None
    assert clocks.time_left(clock, at(300), stopped((at(1), None))) == days(3)


def test_time_that_ran_out_before_the_stop_is_out() -> None:
    clock = clocks.running_from(Clock(days(1)), at(0), own=True)

    assert clocks.deadline(clock, stopped((at(1), None))) == at(1)


def test_a_clock_that_runs_is_not_started_again() -> None:
    clock = clocks.running_from(Clock(days(4)), at(0), own=True)

    assert clocks.running_from(clock, at(1), own=False) == clock


def test_after_an_outage_at_least_so_much_is_left() -> None:
    clock = clocks.running_from(Clock(days(1)), at(0), own=True)

    lifted = clocks.ensure_time_left(clock, hours(12), at(0, 23), FREE)

    assert clocks.time_left(lifted, at(0, 23), FREE) == hours(12)
    assert clocks.ensure_time_left(clock, hours(12), at(0, 2), FREE) == clock


# -- summer time, both ways, in three zones ---------------------------------------------------------------------------

CHANGES = [
    # zone, the day whose night has the change, its length in hours by the wall clock 23-7
    ("Europe/Amsterdam", datetime(2026, 3, 28, tzinfo=UTC), 7),
    ("Europe/Amsterdam", datetime(2026, 10, 24, tzinfo=UTC), 9),
    ("America/New_York", datetime(2026, 3, 7, tzinfo=UTC), 7),
    ("America/New_York", datetime(2026, 10, 31, tzinfo=UTC), 9),
    ("Australia/Lord_Howe", datetime(2026, 10, 3, tzinfo=UTC), 7.5),
    ("Australia/Lord_Howe", datetime(2026, 4, 4, tzinfo=UTC), 8.5),
]


@pytest.mark.parametrize(("zone", "day", "length"), CHANGES)
def test_across_the_change_of_summer_time_the_wall_clock_decides(zone: str, day: datetime, length: float) -> None:
    """A night of 7 hours counts as 7."""
    window = SleepWindow(zone, 23 * 60, 8 * 60)
    night = window.night(day.date())
    clock = clocks.running_from(Clock(days(5)), night.begin - hours(6), own=True)

    after = clocks.time_left(clock, night.begin + hours(14), sleeping(23, 8, zone))

    assert days(5) - after == hours(20 - length)


# -- laws -------------------------------------------------------------------------------------------------------------

moments = st.integers(0, 60 * 24 * 40).map(lambda minutes: MONDAY + timedelta(minutes=minutes))
banks = st.integers(0, 60 * 24 * 14).map(lambda minutes: timedelta(minutes=minutes))
zones = st.sampled_from(["UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe"])
windows = st.builds(SleepWindow, zones, st.integers(0, 24 * 60 - 1), st.integers(1, 10 * 60))


@st.composite
def spans(draw: st.DrawFn) -> Span:
    begin = draw(moments)
    length = draw(st.one_of(st.none(), st.integers(1, 60 * 24 * 10)))
    return Span(begin, None if length is None else begin + timedelta(minutes=length))


@st.composite
def any_stops(draw: st.DrawFn) -> StopIntervals:
    chosen = sorted(
        (DatedSleepWindow(draw(moments), window) for window in draw(st.lists(st.none() | windows, max_size=3))),
        key=lambda c: c.since,
    )
    first = [DatedSleepWindow(LONG_AGO, draw(windows))] if draw(st.booleans()) else []
    return StopIntervals(tuple(draw(st.lists(spans(), max_size=5))), (*first, *chosen))


@given(banks, moments, st.lists(moments, min_size=2, max_size=6), any_stops())
@settings(max_examples=60)
def test_what_is_left_never_grows_by_itself(bank: timedelta, since: datetime, looks: list[datetime], stops: StopIntervals) -> None:
    clock = clocks.running_from(Clock(bank), since, own=True)
    seen = [clocks.time_left(clock, look, stops) for look in sorted(looks)]

    assert seen == sorted(seen, reverse=True)


@given(banks, moments, any_stops(), st.randoms())
@settings(max_examples=60)
def test_the_order_in_which_stops_became_known_does_not_matter(
    bank: timedelta, since: datetime, stops: StopIntervals, order: Random
) -> None:
    shuffled = list(stops.spans)
    order.shuffle(shuffled)
    doubled = StopIntervals((*shuffled, *shuffled), stops.sleep)
    clock = clocks.running_from(Clock(bank), since, own=True)

    assert clocks.deadline(clock, doubled) == clocks.deadline(clock, stops)
    assert clocks.time_left(clock, since + days(20), doubled) == clocks.time_left(clock, since + days(20), stops)


@given(banks, moments, any_stops())
@settings(max_examples=60)
def test_the_deadline_is_the_first_moment_at_which_nothing_is_left(bank: timedelta, since: datetime, stops: StopIntervals) -> None:
    clock = clocks.running_from(Clock(bank), since, own=True)
    end = clocks.deadline(clock, stops)

    if end is not None:
        assert clocks.time_left(clock, end, stops) == timedelta()
        if bank:
            assert clocks.time_left(clock, end - timedelta(seconds=1), stops) > timedelta()


@given(banks, moments, any_stops(), spans())
@settings(max_examples=60)
def test_a_further_stop_never_takes_time_away(bank: timedelta, since: datetime, stops: StopIntervals, more: Span) -> None:
    clock = clocks.running_from(Clock(bank), since, own=True)
    wider = StopIntervals((*stops.spans, more), stops.sleep)

    assert clocks.time_left(clock, since + days(15), wider) >= clocks.time_left(clock, since + days(15), stops)


@given(banks, moments, st.integers(0, 60 * 24 * 12), any_stops(), st.booleans())
@settings(max_examples=60)
def test_an_answer_brings_at_most_one_increment(
    bank: timedelta, since: datetime, wait: int, stops: StopIntervals, own: bool
) -> None:
    clock = clocks.running_from(Clock(bank), since, own=own)
    end = since + timedelta(minutes=wait)
    before = clocks.time_left(clock, end, stops)
    after = clocks.stop_after_turn(clock, end, stops, DAILY).left

    assert before <= after <= before + DAILY.increment
    assert DAILY.cap is not None
    assert after <= max(before, DAILY.cap)
    if not own:
        assert after <= max(bank, before)


@given(moments, any_stops())
@settings(max_examples=60)
def test_of_any_day_at_most_ten_hours_are_slept(begin: datetime, stops: StopIntervals) -> None:
    asleep = StopIntervals(sleep=stops.sleep)
    for hour in range(0, 24 * 7, 5):
        moment = begin + timedelta(hours=hour, minutes=7)
        slept = hours(24) - clocks.time_used(moment, moment + hours(24), asleep)
        assert slept <= hours(10)


def test_a_stop_holds_from_its_first_moment_and_no_longer_at_its_end() -> None:
    """Both ends to the second: a clock runs again at the moment that a stop names as its end."""
    noon, second = datetime(2026, 5, 4, 12, tzinfo=UTC), timedelta(seconds=1)
    stops = StopIntervals((Span(noon, noon + timedelta(hours=1)),))

    stopped = [stops.holds(noon + delta) for delta in (-second, 0 * second, timedelta(hours=1) - second, timedelta(hours=1))]

    assert stopped == [False, True, True, False]


def test_somebody_may_be_called_again_at_the_very_end_of_a_quiet_time() -> None:
    noon, hour = datetime(2026, 5, 4, 12, tzinfo=UTC), timedelta(hours=1)
    quiet = StopIntervals((Span(noon, noon + hour), Span(noon + 3 * hour, None)))

    ends = [reminder_schedule.quiet_until(noon + delta, quiet) for delta in (-hour, 0 * hour, hour, 2 * hour, 3 * hour)]

    assert ends == [noon - hour, noon + hour, noon + hour, noon + 2 * hour, None]
