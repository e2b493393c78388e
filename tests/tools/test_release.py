"""Preparing a release changes the changelog and the version, or nothing."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from tools.release import ROOT, main


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A copy of the two files that a release changes."""
    for name in ("CHANGELOG.md", "pyproject.toml"):
        (tmp_path / name).write_text((ROOT / name).read_text(encoding="utf-8"), encoding="utf-8")
    return tmp_path


def test_what_was_unreleased_stands_under_the_number(root: Path) -> None:
    before = (root / "CHANGELOG.md").read_text(encoding="utf-8")
    news = [line for line in before.splitlines() if line.startswith("- ")]

    assert main(["99.0.0"], root) == 0

    after = (root / "CHANGELOG.md").read_text(encoding="utf-8")
    assert after.index("## Unreleased") < after.index("## 99.0.0 - 20") < after.index(news[0])
    assert [line for line in after.splitlines() if line.startswith("- ")] == news
    assert tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"] == "99.0.0"


@pytest.mark.parametrize("version", ["0.0.1", "next", "1.0", "1.0.0-rc1"])
def test_a_number_that_is_none_or_not_later_changes_nothing(root: Path, version: str) -> None:
    before = [(root / name).read_bytes() for name in ("CHANGELOG.md", "pyproject.toml")]

    assert main([version], root) == 1

    assert [(root / name).read_bytes() for name in ("CHANGELOG.md", "pyproject.toml")] == before


def test_nothing_new_is_no_release(root: Path) -> None:
    assert main(["99.0.0"], root) == 0

    assert main(["99.0.1"], root) == 1
