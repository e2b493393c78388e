"""A short load of many games: all are answered, every turn is told, and trouble in one channel stays there."""

from __future__ import annotations

from pathlib import Path

from tests.wire.figures import percentile
from tests.wire.load import TROUBLES, floored, loaded


async def test_everybody_is_answered_and_every_turn_told(tmp_path: Path) -> None:
    load, program = await loaded(tmp_path, games=6, rate=8.0, seconds=2.5, troubled=tuple(TROUBLES), tiles=0)

    figures = load.figures
    assert figures.silent == 0
    assert len(figures.answered) > 5
    assert figures.turns
    assert load.waiting() == []
    assert len(figures.committed) >= len(figures.turns)
    assert len(figures.late) > 30 and 0 < figures.looped_s < figures.worked_s
    assert figures.ours_late and figures.ours_s > 0
    assert figures.requests >= len(figures.answered) + len(figures.turns)
    assert "Traceback" not in program.said, program.said


async def test_the_least_bot_plays_the_same_turns(tmp_path: Path) -> None:
    load = await floored(tmp_path, games=4, rate=20.0, seconds=2.0)

    assert load.figures.silent == 0
    assert load.figures.turns and load.waiting() == []
    assert 0 < load.figures.press_ms < load.figures.turn_ms


def test_percentiles_are_values_that_were_measured() -> None:
    seconds = [number / 1000 for number in range(1, 101)]

    assert [percentile(seconds, share) for share in (0.5, 0.99, 1.0)] == [50.0, 99.0, 100.0]
    assert percentile([], 0.5) is None
