"""Sequential tests: seldom wrong, short where the difference is large, and the same after an interruption."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tools import arena
from tools.sequential import BETTER, LEAST, UNKNOWN, WORSE, OtherMatch, PlayedPairs, verdict


def played(mean: float, seed: int, *, most: int = 2_000) -> tuple[str, int]:
    """Return the verdict on realistic margins around this mean, and after how many pairs."""
    chance, margins = random.Random(seed), list[float]()
    while len(margins) < most:
        margins.append(chance.gauss(mean, 13))
        if judgement := verdict(margins, 4.0):
            return judgement, len(margins)
    return "", most


@pytest.mark.parametrize(
    ("mean", "right"), [*(pytest.param(*case, marks=pytest.mark.soak) for case in ((4.0, BETTER), (-4.0, WORSE))), (0.0, UNKNOWN)]
)
def test_a_verdict_is_right_nine_times_of_ten(mean: float, right: str) -> None:
    """Twice the error of one test: there are two, and a bound is a little overstepped."""
    texts = [played(mean, seed)[0] for seed in range(60)]

    assert texts.count(right) >= 52


def test_a_large_difference_is_known_soon() -> None:
    pairs = [played(15.0, seed) for seed in range(20)]

    assert all(text == BETTER for text, _ in pairs)
    assert max(number for _, number in pairs) < 60


def test_nothing_is_said_of_few_pairs() -> None:
    assert verdict([50.0, 51.0] * (LEAST // 2 - 1), 4.0) == ""
    assert verdict([50.0, 51.0] * (LEAST // 2), 4.0) == BETTER


ARGUMENTS = ["--a", "greedy", "--b", "random", "--option", "tiles=twelve", "--processes", "1", "--sprt", "2"]


def test_a_match_goes_on_where_it_was_interrupted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """In the file as in what is printed; a line that was being written is played again."""
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    arena.main([*ARGUMENTS, "--pairs", "100", "--keep", str(whole)])
    told = capsys.readouterr().out
    arena.main([*ARGUMENTS, "--pairs", "5", "--keep", str(parts)])
    assert "not known" in capsys.readouterr().out
    with parts.open("a", encoding="utf-8") as file:
        file.write('[{"scores": [')

    arena.main([*ARGUMENTS, "--pairs", "100", "--keep", str(parts)])

    assert "better" in told
    assert [_scores(line) for line in parts.read_text().splitlines()] == [_scores(line) for line in whole.read_text().splitlines()]
    assert _verdict(capsys.readouterr().out) == _verdict(told)


def test_pairs_are_kept_without_a_test_for_who_is_better(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """All that are asked for are played, however clear it is, and all that are there count."""
    kept, match = tmp_path / "kept", ARGUMENTS[: ARGUMENTS.index("--sprt")]
    arena.main([*match, "--pairs", "14", "--keep", str(kept)])
    first = kept.read_text().splitlines()

    arena.main([*match, "--pairs", "16", "--keep", str(kept)])

    assert [len(first), len(kept.read_text().splitlines())] == [1 + 14, 1 + 16]
    assert kept.read_text().splitlines()[: 1 + 14] == first
    arena.main([*match, "--pairs", "2", "--keep", str(kept)])
    assert (told := capsys.readouterr().out).count("16 pairs") == 2
    assert "verdict" not in told


def test_the_pairs_of_a_table_are_kept_in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each match in a file of its own; a match that is asked for by itself goes on in it."""
    matches = [
        ("greedy", "random", "carcassonne", {"tiles": "twelve"}, 2),
        ("greedy", "random", "carcassonne", {"tiles": "twelve"}, 3),
    ]
    monkeypatch.setattr(arena, "TABLE", matches)

    arena.main(["--table", "--pairs", "1", "--processes", "1", "--keep", str(tmp_path)])

    files = sorted(path.name for path in tmp_path.iterdir())
    assert files == [f"greedy random carcassonne tiles=twelve {seats}.jsonl" for seats in (2, 3)]
    arena.main([*ARGUMENTS[: ARGUMENTS.index("--sprt")], "--pairs", "2", "--keep", str(tmp_path / files[0])])
    assert len((tmp_path / files[0]).read_text().splitlines()) == 1 + 2


def _scores(line: str) -> str:
    """Return a line of a file up to the times, which always differ."""
    return line.partition('"cpu_s"')[0]


def _verdict(told: str) -> str:
    return next(line for line in told.splitlines() if "verdict" in line)


def test_a_file_of_another_match_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "kept"
    PlayedPairs(path, {"a": "greedy"})

    with pytest.raises(OtherMatch, match="another match"):
        PlayedPairs(path, {"a": "random"})
    assert path.read_text(encoding="utf-8") == '{"a": "greedy"}\n'
