"""The count of turns out of time, read from logs."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from games.core.game import Seat
from service.match.match_log import FORGIVEN_AFTER, timeouts
from storage.rows import ActionRow

NOW = datetime(2026, 3, 1, tzinfo=UTC)
OUT, IN_TIME, GONE, BACK, OTHER = "timeout random", "keep", "vacate timeout random", "return", "takeover"


@pytest.mark.parametrize(
    ("turns", "count"),
    [
        ([OUT, OUT], 2),
        ([OUT, *[IN_TIME] * (FORGIVEN_AFTER - 1)], 1),
        ([OUT, *[IN_TIME] * FORGIVEN_AFTER], 0),
        ([OUT, IN_TIME, IN_TIME, OUT, IN_TIME], 2),
        ([OUT, GONE, *[IN_TIME] * FORGIVEN_AFTER], 1),
        ([OUT, GONE, BACK, *[IN_TIME] * FORGIVEN_AFTER], 0),
        ([OUT, GONE, IN_TIME, BACK, *[IN_TIME] * (FORGIVEN_AFTER - 1)], 1),
        ([OUT, GONE, OTHER], 0),
        ([OUT, "asked random", "asked random", "asked random"], 1),
    ],
    ids=str,
)
def test_turns_in_time_are_those_a_person_played_since_the_last_time_out(turns: list[str], count: int) -> None:
    """A computer that plays for a person who has left forgives nothing."""
    log, seq = [], 0
    for text in turns:
        for seat, row in ((0, text), (1, "keep")):
            log.append(ActionRow(seq, Seat(seat), row, NOW))
            seq += 1
    assert timeouts(log, Seat(0)) == count
    assert timeouts(log, Seat(1)) == 0
