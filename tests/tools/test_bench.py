"""A bench says for each figure what it aims at, and fails where one misses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

from tools.bench import __main__ as bench
from tools.bench.measuring import Figure


@pytest.mark.parametrize(
    ("value", "aim", "missed"),
    [(5.0, "<= 5", False), (5.1, "<= 5", True), (20.0, ">= 20", False), (8.4, ">= 20", True), (9.0, "", False)],
)
def test_a_figure_misses_its_aim_or_not(value: float, aim: str, missed: bool) -> None:  # one of the cases
    figure = Figure("one", value, "ms", aim)

    assert figure.is_missed == missed
    assert str(figure).endswith("MISSED") == missed


@pytest.mark.parametrize(("aims", "code"), [(["<= 5", ""], 0), (["<= 5", ">= 20"], 1)])
def test_the_exit_code_says_whether_one_misses(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], aims: Sequence[str], code: int
) -> None:
    def figures(_: object) -> Iterator[Figure]:
        yield from (Figure(f"figure {number}", 5.0, "ms", aim) for number, aim in enumerate(aims))

    monkeypatch.setattr(bench, "figures", figures)

    assert bench.main([]) == code
    assert ("1 of 2 aims are missed" in capsys.readouterr().out) == bool(code)
