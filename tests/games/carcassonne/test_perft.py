"""The numbers of legal continuations are pinned."""

from __future__ import annotations

from pathlib import Path

from tests.games.carcassonne.perft import table

GOLDEN = Path(__file__).parents[2] / "golden" / "perft.txt"


def test_the_numbers_of_continuations_are_the_golden_ones() -> None:
    """Base 4, BB-R4; `python -m tests.games.carcassonne.perft > tests/golden/perft.txt` writes them again."""
    assert list(table()) == GOLDEN.read_text(encoding="utf-8").splitlines()
