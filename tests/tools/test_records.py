"""Whole games of an independent implementation, replayed: legal moves, points and figures at every step."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.conformance.__main__ import main

RECORDS = Path(__file__).parent.parent / "records"


GROUPS = ["base", "bigbox", "dragon", "inns", "tower", "traders", "winter"]
FIRST = [("base", 1), ("bigbox", 1), ("winter", 1)]
"""A game of the Big Box has all expansions; the others of each group are followed in `make soak`."""
ALL = [pytest.param(group, None, marks=pytest.mark.soak) for group in GROUPS]


@pytest.mark.parametrize(("group", "most"), [*FIRST, *ALL])
def test_every_record_of_a_group_is_followed_without_a_difference(
    group: str, most: int | None, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit code 0, and the tool says that it looked at all of them."""
    files = sorted(str(path) for path in RECORDS.glob(f"{group}-*.json.gz"))[:most]
    assert files

    code = main(files)

    assert code == 0
    assert capsys.readouterr().out.splitlines()[-1] == f"{len(files)} passed, 0 failed"


def test_a_changed_record_is_named_and_fails(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A tool that cannot fail proves nothing: one point more, and the record is named with the step."""
    import gzip

    text = gzip.decompress((RECORDS / "base-001.json.gz").read_bytes()).decode()
    forged = tmp_path / "forged.json"
    forged.write_text(text.replace('"points":3', '"points":4', 1), encoding="utf-8")

    code = main([str(forged)])

    out = capsys.readouterr().out
    assert code != 0
    assert "base-001" in out
    assert out.splitlines()[-1] == "0 passed, 1 failed"
