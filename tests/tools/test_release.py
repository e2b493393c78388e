"""Preparing a release changes the changelog and every place that names the version, or nothing; then a tag names the commit."""

from __future__ import annotations

import subprocess
import tomllib
from pathlib import Path

import pytest

from tools.release import COMPOSED, ROOT, main, notes

FILES = ("CHANGELOG.md", "pyproject.toml", *COMPOSED)

CHANGES = """# Changelog

## Unreleased

### Playing

- new: something

## 0.0.9 - 2026-01-01

- fix: something else
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Return a copy of the files that a release changes, with a short changelog."""
    for name in FILES:
        (tmp_path / name).write_text((ROOT / name).read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "CHANGELOG.md").write_text(CHANGES, encoding="utf-8")
    return tmp_path


def contents(root: Path) -> list[bytes]:
    return [(root / name).read_bytes() for name in FILES]


def test_what_was_unreleased_stands_under_the_number(root: Path) -> None:
    assert main(["99.0.0"], root) == 0

    after = (root / "CHANGELOG.md").read_text(encoding="utf-8")
    assert after.startswith("# Changelog\n\n## Unreleased\n\n## 99.0.0 - 20")
    assert notes(after, "99.0.0") == "### Playing\n\n- new: something" and notes(after, "0.0.9") == "- fix: something else"


def test_every_place_names_the_version(root: Path) -> None:
    assert main(["99.0.0"], root) == 0

    assert tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"] == "99.0.0"
    for name in COMPOSED:
        assert "bastide:99.0.0}" in (root / name).read_text(encoding="utf-8"), name


def test_the_compose_files_name_the_version_of_the_program() -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]

    for name in COMPOSED:
        assert f"bastide:{version}}}" in (ROOT / name).read_text(encoding="utf-8"), name


@pytest.mark.parametrize("version", ["0.0.1", "next", "1.0", "1.0.0-rc1"])
def test_a_number_that_is_none_or_not_later_changes_nothing(root: Path, version: str) -> None:
    before = contents(root)

    assert main([version], root) == 1

    assert contents(root) == before


def test_nothing_new_is_no_release(root: Path) -> None:
    assert main(["99.0.0"], root) == 0

    assert main(["99.0.1"], root) == 1


def test_the_second_time_a_tag_is_made_but_only_of_a_commit(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def git(*arguments: str) -> str:
        named = ("-c", "user.name=x", "-c", "user.email=x@example.org")
        return subprocess.run(["git", *named, *arguments], cwd=root, check=True, capture_output=True, text=True).stdout.strip()

    git("init", "--quiet")
    git("config", "user.name", "x")
    git("config", "user.email", "x@example.org")
    assert main(["99.0.0"], root) == 0

    assert main(["99.0.0"], root) == 1
    assert "not committed" in capsys.readouterr().out and git("tag") == ""

    git("add", "--all")
    git("commit", "--quiet", "--message", "Release 99.0.0")
    added = (
        (root / "CHANGELOG.md")
        .read_text(encoding="utf-8")
        .replace("## Unreleased\n", "## Unreleased\n\n- fix: at the last moment\n")
    )
    (root / "CHANGELOG.md").write_text(added, encoding="utf-8")
    assert main(["99.0.0"], root) == 1 and git("tag") == "", "it is added to the version, and not committed yet"
    after = (root / "CHANGELOG.md").read_text(encoding="utf-8")
    assert notes(after, "99.0.0") == "### Playing\n\n- new: something\n- fix: at the last moment"
    git("commit", "--quiet", "--all", "--message", "Release 99.0.0")
    assert main(["99.0.0"], root) == 0 and git("tag") == "v99.0.0"
    assert main(["99.0.0"], root) == 1


def test_a_version_is_told_by_area_each_entry_once_and_what_is_new_first(root: Path) -> None:
    news = (
        "- fix: a ladder goes on",
        "- new: hosts can do something",
        "- rules: arenas count less",
        "- new: puzzles at once\n  and more",
        "- new: a button",
        "- new: a button",
    )
    (root / "CHANGELOG.md").write_text("# Changelog\n\n## Unreleased\n\n" + "\n".join(news) + "\n", encoding="utf-8")
    assert main(["99.0.0"], root) == 0

    assert notes((root / "CHANGELOG.md").read_text(encoding="utf-8"), "99.0.0").split("\n\n") == [
        "### Playing",
        "- new: a button",
        "### Hosting",
        "- new: hosts can do something",
        "### Tournaments, ladders and duels",
        "- rules: arenas count less\n- fix: a ladder goes on",
        "### Computers, analysis and puzzles",
        "- new: puzzles at once\n  and more",
    ]


def test_a_version_without_a_section_has_no_notes(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["0.0.8", "--notes"], root) == 1
    assert main(["0.0.9", "--notes"], root) == 0

    assert capsys.readouterr().out == "CHANGELOG.md has no section 0.0.8.\n- fix: something else\n"
