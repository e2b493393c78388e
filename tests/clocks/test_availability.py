"""Hours that suit two people: each on their own clock, in no one's night, on both sides of a change to summer time."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as some

from clocks.availability import AHEAD, BOTH, DAYTIME, EVENINGS, NOT_BEFORE, UNSAID, WEEKENDS, WINDOWS, Availability, common
from clocks.sleep_windows import DatedSleepWindow, SleepWindow, zone_of

MONDAY = datetime(2026, 3, 23, 8, tzinfo=UTC)
"""The clocks of Europe change on the Sunday after."""
ZONES = ("UTC", "Europe/Amsterdam", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata")


def hours(zone: str, found: tuple[datetime, ...]) -> list[str]:
    """As a clock of that zone shows them."""
    return [f"{moment.astimezone(zone_of(zone)):%a %H:%M}" for moment in found]


def test_two_who_are_free_in_the_evening_meet_on_three_evenings() -> None:
    shared = common(Availability("Europe/Amsterdam", EVENINGS), Availability("Europe/London", EVENINGS), MONDAY, None, 3)
    assert hours("Europe/London", shared) == ["Mon 18:00", "Tue 18:00", "Wed 18:00"]


def test_the_wall_clock_decides_across_a_change_to_summer_time() -> None:
    shared = common(Availability("Europe/Amsterdam", WEEKENDS), Availability("UTC", UNSAID), MONDAY, None, 4)
    assert hours("Europe/Amsterdam", shared) == ["Sat 10:00", "Sun 11:00", "Sat 11:00", "Sun 11:00"]
    assert [moment.hour for moment in shared] == [9, 9, 9, 9], "an hour earlier by the sun from Sunday on, and in UTC nobody is up"


def test_who_is_never_free_at_the_same_time_is_offered_nothing() -> None:
    assert common(Availability("Europe/Amsterdam", DAYTIME), Availability("Europe/Amsterdam", WEEKENDS), MONDAY, None, 3) == ()
    evening = Availability("Europe/Amsterdam", EVENINGS)
    assert common(evening, evening, MONDAY, MONDAY + timedelta(hours=1), 3) == (), "the round ends before"


def test_nobody_is_offered_an_hour_of_their_night() -> None:
    early = (DatedSleepWindow(MONDAY, SleepWindow("Europe/Amsterdam", 20 * 60, 9 * 60)),)
    shared = common(Availability("Europe/Amsterdam", EVENINGS, early), Availability("Europe/Amsterdam", EVENINGS), MONDAY, None, 9)
    assert set(hours("Europe/Amsterdam", shared)) == {f"{day} 18:00" for day in ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")}
    late = (DatedSleepWindow(MONDAY, SleepWindow("Europe/Amsterdam", 18 * 60, 9 * 60)),)
    assert common(Availability("Europe/Amsterdam", EVENINGS, late), Availability("UTC", UNSAID), MONDAY, None, 3) == ()


@given(
    some.sampled_from(ZONES),
    some.sampled_from(ZONES),
    some.sampled_from(WINDOWS),
    some.sampled_from(WINDOWS),
    some.integers(0, 366 * 24 * 60),
)
def test_every_hour_suits_both(zone: str, other_zone: str, window: str, other_window: str, minutes: int) -> None:
    now = MONDAY + timedelta(minutes=minutes)
    people = Availability(zone, window), Availability(other_zone, other_window)
    hours = common(*people, now, None, 3)
    for moment in hours:
        assert now + NOT_BEFORE <= moment <= now + AHEAD and not moment.second
        for person in people:
            local = moment.astimezone(zone_of(person.zone))
            is_weekend = local.weekday() > 4
            allowed = {
                UNSAID: 9 <= local.hour < 23,
                EVENINGS: 18 <= local.hour < 22,
                WEEKENDS: is_weekend and 10 <= local.hour < 22,
                BOTH: 10 <= local.hour < 22 if is_weekend else 18 <= local.hour < 22,
                DAYTIME: not is_weekend and 9 <= local.hour < 17,
            }
            assert allowed[person.window], (moment, person)
    assert list(hours) == sorted(set(hours))
