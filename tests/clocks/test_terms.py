"""Terms of a match."""

from datetime import timedelta

import pytest

from clocks.durations import InvalidDurationError
from clocks.terms import NO_CLOCK, PACES, MatchTerms, TimeControl, load, read_pace, write_pace
from tests.clocks.datetime_parsing import days, hours


def test_a_pace_is_named_or_spelled_out() -> None:
    assert read_pace(" Daily ") == PACES["daily"]
    assert read_pace("bank=3d increment=12h cap=5d") == TimeControl("custom", days(3), hours(12), days(5))
    assert read_pace("bank=3d").cap == days(3)


def test_players_with_minutes_are_awake() -> None:
    assert not read_pace("bank=30min increment=5s").rests
    assert read_pace("bank=1d").rests


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("weekly", "no-pace"),
        ("bank=3d speed=2h", "unknown-term"),
        ("increment=3d", "missing-term"),
        ("bank=soon", "no-duration"),
        ("bank=10s", "bank-too-short"),
        ("bank=365d", "bank-too-long"),
        ("bank=3d cap=400d", "bank-too-long"),
        ("bank=3d increment=30d", "increment-too-long"),
        ("bank=3d cap=1d", "cap-below-bank"),
    ],
)
def test_senseless_paces_are_refused_each_for_its_reason(text: str, code: str) -> None:
    with pytest.raises(InvalidDurationError) as refused:
        read_pace(text)

    assert refused.value.code == code


@pytest.mark.parametrize("pace", [*PACES.values(), read_pace("bank=3d increment=12h cap=5d"), read_pace("bank=90min")])
def test_a_written_pace_is_read_again(pace: TimeControl) -> None:
    assert read_pace(write_pace(pace)) == pace


@pytest.mark.parametrize("terms", [NO_CLOCK, MatchTerms(), MatchTerms(PACES["event"], rated=True, returns=False)])
def test_terms_come_back_from_their_row(terms: MatchTerms) -> None:
    assert load(terms.dump()) == terms


def test_matches_from_before_there_were_terms_have_no_clock() -> None:
    assert load({}) == NO_CLOCK
    assert not NO_CLOCK.pace.has_clock


def test_a_pace_says_how_long_a_game_can_last() -> None:
    """Event: a game of 36 own turns ends within 16 days of each player's clock."""
    assert PACES["event"].longest(36) == days(16)
    assert PACES["event"].average(36) == timedelta(days=16) / 36
    assert PACES["none"].longest(36) is None
