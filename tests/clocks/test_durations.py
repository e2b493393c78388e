"""Lengths of time as people type them."""

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clocks import durations
from clocks.durations import InvalidDurationError


@pytest.mark.parametrize(
    ("text", "hours"),
    [
        ("3d", 72),
        ("3d 12h", 84),
        ("1w", 168),
        (" 90 MIN ", 1.5),
        ("3600s", 1),
        ("1d12h", 36),
        ("0", 0),
        ("3j", 72),
        ("1j 12h", 36),
        ("2 sem", 336),
    ],
)
def test_a_length_is_read_as_typed(text: str, hours: float) -> None:
    assert durations.read(text) == timedelta(hours=hours)


@pytest.mark.parametrize("text", ["", "3", "d", "3 days", "-3d", "3d or so", "1.5h", "9999999d"])
def test_what_is_no_length_is_refused_with_what_was_typed(text: str) -> None:
    with pytest.raises(InvalidDurationError) as refused:
        durations.read(text)

    assert refused.value.code == "no-duration"
    assert refused.value.params == {"value": text}


@given(st.timedeltas(min_value=timedelta(), max_value=timedelta(days=400)).map(lambda d: timedelta(seconds=int(d.total_seconds()))))
def test_what_is_written_is_read_again(length: timedelta) -> None:
    assert durations.read(durations.write(length)) == length
