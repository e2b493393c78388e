"""Changes of clocks from the shell."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tools import clock_audit

EXPORT = {
    "clock": {
        "pace": "daily",
        "seats": 2,
        "events": [
            {"at": "2026-06-01T10:00:00+00:00", "what": "asked", "seat": 0, "why": "own"},
            {"at": "2026-06-01T23:00:00+00:00", "what": "stopped", "seat": 0, "why": "night", "until": "2026-06-02T07:00:00+00:00"},
            {"at": "2026-06-02T10:00:00+00:00", "what": "answered", "seat": 0, "why": "own"},
        ],
    }
}


def test_each_change_is_one_line_with_its_reason(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.json"
    path.write_text(json.dumps(EXPORT))

    assert clock_audit.main([str(path)]) == 0

    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 3
    assert lines[1].split() == ["2026-06-01", "23:00:00", "seat", "0", "stopped", "night", "4d", "11h", "->", "4d", "11h"]
    assert lines[2].endswith("4d 8h -> 5d  (ran 16h, stood 8h)")


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"clock": {"pace": "none", "seats": 2, "events": []}}'])
def test_a_file_that_makes_no_sense_is_one_line(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.json"
    path.write_text(text)

    assert clock_audit.main([str(path)]) == 2

    assert len(capsys.readouterr().err.splitlines()) == 1
