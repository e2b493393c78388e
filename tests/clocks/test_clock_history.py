"""The history of clocks: the fold that runs them and that settles disputes about them."""

from __future__ import annotations

from datetime import datetime, timedelta
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clocks import clock_history, serialization
from clocks.clock_history import ANSWERED, ASKED, GIVEN, LIFTED, OUTSIDE, OVERTIME, OWN, STOPPED, WENT, ClockEvent, new_clocks
from clocks.durations import InvalidDurationError
from clocks.sleep_windows import DatedSleepWindow, SleepWindow
from clocks.terms import PACES
from tests.clocks.datetime_parsing import LONG_AGO, at, days, hours

DAILY = PACES["daily"]
NIGHTLY = {1: (DatedSleepWindow(LONG_AGO, SleepWindow("UTC", 23 * 60, 8 * 60)),)}


def test_a_vacation_stops_only_its_own_seat_and_a_pause_all() -> None:
    sheet = new_clocks(DAILY, 2)
    events = [
        ClockEvent(at(0), ASKED, 0, OWN),
        ClockEvent(at(0), ASKED, 1, OWN),
        ClockEvent(at(1), STOPPED, 0, "vacation", until=at(3)),
    ]
    sheet = clock_history.replay_events(
        sheet, [*events, ClockEvent(at(2), STOPPED, None, "pause"), ClockEvent(at(4), WENT, None, "pause")]
    )

    assert sheet.left(0, at(5)) == days(5) - days(2)
    assert sheet.left(1, at(5)) == days(5) - days(3)


def test_a_vacation_that_is_ended_early_gives_nothing_more() -> None:
    events = [
        ClockEvent(at(0), ASKED, 0, OWN),
        ClockEvent(at(0), STOPPED, 0, "vacation", until=at(9)),
        ClockEvent(at(1), WENT, 0, "vacation"),
    ]
    sheet = clock_history.replay_events(new_clocks(DAILY, 2), events)

    assert sheet.deadline(0) == at(6)
    assert sheet.left(0, at(3)) == days(3)


def test_one_that_is_ended_before_it_began_never_was() -> None:
    events = [
        ClockEvent(at(0), ASKED, 0, OWN),
        ClockEvent(at(0), STOPPED, 0, "vacation", since=at(2), until=at(9)),
        ClockEvent(at(1), WENT, 0, "vacation"),
    ]

    assert clock_history.replay_events(new_clocks(DAILY, 2), events).deadline(0) == at(5)


def test_an_outage_is_known_only_after_it_and_counts_from_its_beginning() -> None:
    events = [
        ClockEvent(at(0), ASKED, 0, OWN),
        ClockEvent(at(4, 23), STOPPED, None, "outage", since=at(2), until=at(4, 23)),
        ClockEvent(at(4, 23), LIFTED, 0, "outage", length=hours(12)),
    ]
    sheet = clock_history.replay_events(new_clocks(DAILY, 2), events)

    assert sheet.left(0, at(4, 23)) == days(3)
    assert sheet.deadline(0) == at(7, 23)


def test_after_an_outage_at_least_twelve_hours_are_left() -> None:
    events = [
        ClockEvent(at(0), ASKED, 0, OWN),
        ClockEvent(at(6), STOPPED, None, "outage", since=at(4, 22), until=at(6)),
        ClockEvent(at(6), LIFTED, 0, "outage", length=hours(12)),
    ]

    assert clock_history.replay_events(new_clocks(DAILY, 2), events).deadline(0) == at(6, 12)


def test_sleep_counts_only_where_the_pace_lets_people_rest() -> None:
    clock_events = [ClockEvent(at(0, 12), ASKED, 1, OWN)]

    assert clock_history.replay_events(new_clocks(DAILY, 2, NIGHTLY), clock_events).left(1, at(1, 12)) == days(5) - hours(16)
    assert clock_history.replay_events(new_clocks(PACES["evening"], 2, NIGHTLY), clock_events).left(1, at(1, 12)) == hours(
        1
    ) - hours(24)
    assert clock_history.replay_events(new_clocks(DAILY, 2, NIGHTLY), clock_events).holds(1, at(1, 2))
    assert not clock_history.replay_events(new_clocks(DAILY, 2, NIGHTLY), clock_events).holds(0, at(1, 2))


def test_every_change_is_told_with_its_reason() -> None:
    events = [
        ClockEvent(at(0), ASKED, 1, OWN),
        ClockEvent(at(1), STOPPED, 1, "night", until=at(1, 8)),
        ClockEvent(at(2), ANSWERED, 1, OWN),
        ClockEvent(at(2), GIVEN, 0, "seat 1", length=days(1)),
        ClockEvent(at(3), ASKED, 1, OUTSIDE),
        ClockEvent(at(3, 5), ANSWERED, 1, OUTSIDE),
    ]

    clock_changes = clock_history.changes(new_clocks(DAILY, 2), events)

    assert [(c.seat, c.what, c.before, c.after) for c in clock_changes] == [
        (1, ASKED, days(5), days(5)),
        (1, STOPPED, days(4), days(4)),
        (1, ANSWERED, days(3) + hours(8), days(4) + hours(8)),
        (0, GIVEN, days(5), days(6)),
        (1, ASKED, days(4) + hours(8), days(4) + hours(8)),
        (1, ANSWERED, days(4) + hours(3), days(4) + hours(8)),
    ]
    assert (clock_changes[2].used, clock_changes[2].still) == (days(1) + hours(16), hours(8))


# -- the form ---------------------------------------------------------------------------------------------------------

steps = st.integers(1, 2000).map(lambda minutes: timedelta(minutes=minutes))


@st.composite
def histories(draw: st.DrawFn) -> list[ClockEvent]:
    """Draw a possible history of the clocks of a match of two."""
    now, clock_events = at(0), list[ClockEvent]()
    for _ in range(draw(st.integers(1, 12))):
        now += draw(steps)
        seat, what = (
            draw(st.integers(0, 1)),
            draw(st.sampled_from([each_what for each_what in clock_history.WHATS if each_what != OVERTIME])),
        )
        if what in (STOPPED, WENT):
            whose = draw(st.sampled_from([seat, None]))
            until = draw(st.one_of(st.none(), steps.map(lambda length, begin=now: begin + length))) if what == STOPPED else None
            clock_events.append(ClockEvent(now, what, whose, draw(st.sampled_from(["pause", "vacation"])), until=until))
        elif what in (GIVEN, LIFTED):
            clock_events.append(ClockEvent(now, what, seat, "referee", length=draw(steps)))
        else:
            clock_events.append(ClockEvent(now, what, seat, draw(st.sampled_from([OWN, OUTSIDE]))))
    return clock_events


@given(histories())
@settings(max_examples=100)
def test_an_export_tells_the_same_clocks_without_a_word_about_sleep_hours(events: list[ClockEvent]) -> None:
    end = events[-1].at + days(3)
    sheet = new_clocks(DAILY, 2, NIGHTLY)
    written = serialization.write(sheet, events, end)
    first, rows = serialization.read(written)

    running, exported = clock_history.replay_events(sheet, events), clock_history.replay_events(first, rows)

    assert "zone" not in str(written)
    assert "UTC" not in str(written)
    for seat in range(2):
        assert exported.left(seat, end) == running.left(seat, end)


@given(histories(), st.integers(0, 40))
@settings(max_examples=100)
def test_time_comes_only_from_increments_gifts_and_stops(events: list[ClockEvent], minutes: int) -> None:
    sheet = new_clocks(DAILY, 2)
    for event in events:
        following = clock_history.apply_event(sheet, event)
        for seat in range(2):
            before, now = sheet.left(seat, event.at), following.left(seat, event.at)
            more = {ANSWERED: DAILY.increment, GIVEN: event.length, LIFTED: event.length - min(before, event.length)}
            # What stops from now on, or ends now, changes nothing that has been.
            assert before <= now <= before + more.get(event.what, timedelta())
            later = event.at + timedelta(minutes=minutes)
            assert following.left(seat, later) <= now
        sheet = following


@pytest.mark.parametrize(
    "row",
    [
        {"at": "2026-06-01T00:00:00+00:00", "what": "flew", "seat": 0},
        {"at": "2026-06-01T00:00:00", "what": "asked", "seat": 0},
        {"at": "yesterday", "what": "asked", "seat": 0},
        {"at": "2026-06-01T00:00:00+00:00", "what": "asked", "seat": 2},
        {"at": "2026-06-01T00:00:00+00:00", "what": "asked"},
        {"at": "2026-06-01T00:00:00+00:00", "what": "given", "seat": 0, "length": "much"},
        {"at": "2026-06-01T00:00:00+00:00", "what": "asked", "seat": 0, "zone": "UTC"},
        {"what": "asked", "seat": 0},
        "asked",
    ],
)
def test_a_bad_row_is_named(row: object) -> None:
    with pytest.raises(InvalidDurationError) as refused:
        serialization.read({"pace": "daily", "seats": 2, "events": [row]})

    assert refused.value.params["where"] == "clock.events[0]"


def test_nobody_gains_by_the_order_in_which_stops_are_written() -> None:
    dice = Random(7)
    stops = [ClockEvent(at(n), STOPPED, 0, f"stop {n}", until=at(n + 2)) for n in range(5)]
    shuffled: list[ClockEvent] = [*stops]
    dice.shuffle(shuffled)
    clock_event = ClockEvent(at(0), ASKED, 0, OWN)

    def left(events: list[ClockEvent], moment: datetime) -> timedelta:
        return clock_history.replay_events(new_clocks(DAILY, 1), [clock_event, *events]).left(0, moment)

    assert left(shuffled, at(9)) == left(stops, at(9)) == days(5) - days(3)


def test_overtime_caps_every_clock_and_pays_less_from_then_on() -> None:
    """Also the clock that runs; the time before it counts as it was."""
    when = [LONG_AGO + timedelta(hours=hour) for hour in range(100)]
    events = [
        ClockEvent(when[0], ASKED, 0, OWN),
        ClockEvent(when[10], OVERTIME, why="bank=36h increment=2h cap=36h"),
        ClockEvent(when[30], ANSWERED, 0),
    ]

    sheet = clock_history.replay_events(new_clocks(PACES["event"], 2), events)

    assert sheet.left(1, when[40]) == timedelta(hours=36)
    assert sheet.left(0, when[40]) == timedelta(hours=36 - 20 + 2)
    assert sheet.overtime_since == when[10]
