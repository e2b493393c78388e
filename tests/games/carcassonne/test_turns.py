"""The order of the turn is pinned, for every set of expansions."""

from __future__ import annotations

from pathlib import Path

from tools.write import turns

GOLDEN = Path(__file__).parents[2] / "golden" / "turns.txt"


def test_the_turn_of_every_set_of_expansions_is_the_golden_one() -> None:
    """BB 5: the order of the steps is a rule; `python -m tools.write turns` writes it again."""
    assert list(turns()) == GOLDEN.read_text(encoding="utf-8").splitlines()
