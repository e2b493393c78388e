"""Prepares a release, then tags it: `make release VERSION=0.2.0`, twice.

The first time it dates what the changelog holds and sets the version of the program. Once that is walked through
(docs/release.md) and committed, the second time it makes the tag. Nothing is published: pushing the tag does that.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]

UNRELEASED = "## Unreleased\n"

COMPOSED = ("compose.yaml", "compose.scale.yaml")
"""Files that name the image of the version."""


class NothingToReleaseError(Exception):
    """There is nothing to release, or the number is not a later one."""


def changelog(text: str, version: str, date: str) -> str:
    """Return the changelog with everything unreleased under the number and the date.

    Raises `NothingToReleaseError` if there is nothing.
    """
    before, heading, after = text.partition(UNRELEASED)
    news, mark, earlier = after.partition("\n## ")
    if not heading or "\n- " not in news:
        raise NothingToReleaseError("CHANGELOG.md holds nothing under Unreleased.")
    return f"{before}{UNRELEASED}\n## {version} - {date}\n{news}{mark}{earlier}"


def notes(text: str, version: str) -> str:
    """Return what the changelog says about a version; `NothingToReleaseError` if it says nothing."""
    found = re.search(rf"^## {re.escape(version)} - \S+\n(?P<news>.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    if found is None:
        raise NothingToReleaseError(f"CHANGELOG.md has no section {version}.")
    return found["news"].strip()


def version_of(project: str) -> str:
    """Return the version in `pyproject.toml`."""
    found = re.search(r'^version = "([\d.]+)"$', project, re.MULTILINE)
    assert found, "pyproject.toml names a version"
    return found[1]


def project(text: str, version: str) -> str:
    """Return `pyproject.toml` with another version; `NothingToReleaseError` unless it is a later one."""
    known = version_of(text)
    if _parts(version) <= _parts(known):
        raise NothingToReleaseError(f"{version} is not later than {known}.")
    return text.replace(f'\nversion = "{known}"\n', f'\nversion = "{version}"\n', 1)


def composed(text: str, version: str) -> str:
    """Return a compose file that names the image of a version."""
    return re.sub(r"bastide:\d[\d.]*", f"bastide:{version}", text)


def _parts(version: str) -> tuple[int, ...]:
    if not re.fullmatch(r"\d+\.\d+\.\d+", version):
        raise NothingToReleaseError(f"{version!r} is no version; write three numbers, such as 0.2.0.")
    return tuple(int(part) for part in version.split("."))


def main(arguments: Sequence[str], root: Path = ROOT) -> int:
    """Do the step that is due, or say why not and change nothing."""
    parser = argparse.ArgumentParser(prog="python -m tools.release", description="Prepare a release, then tag it.")
    parser.add_argument("version", help="three numbers, such as 0.2.0")
    parser.add_argument("--notes", action="store_true", help="only print what the changelog says about this version")
    wanted = parser.parse_args(arguments)
    told = (root / "CHANGELOG.md").read_text(encoding="utf-8")
    try:
        if wanted.notes:
            print(notes(told, wanted.version))
        elif version_of((root / "pyproject.toml").read_text(encoding="utf-8")) == wanted.version:
            notes(told, wanted.version)
            _tag(wanted.version, root)
        else:
            _prepare(wanted.version, told, root)
    except NothingToReleaseError as error:
        print(error)
        return 1
    return 0


def _prepare(version: str, told: str, root: Path) -> None:
    changed = {
        root / "CHANGELOG.md": changelog(told, version, f"{datetime.now(UTC):%Y-%m-%d}"),
        root / "pyproject.toml": project((root / "pyproject.toml").read_text(encoding="utf-8"), version),
        **{root / name: composed((root / name).read_text(encoding="utf-8"), version) for name in COMPOSED},
    }
    for file, text in changed.items():
        file.write_text(text, encoding="utf-8")
    print(f"Prepared {version}. Next: walk through docs/release.md, read `git diff`, run")
    print(f'  git commit -am "Release {version}"')
    print(f"and then `make release VERSION={version}` again, which makes the tag.")


def _tag(version: str, root: Path) -> None:
    if _git(root, "status", "--porcelain"):
        raise NothingToReleaseError("Something is not committed yet: a tag names a commit.")
    if _git(root, "tag", "--list", f"v{version}"):
        raise NothingToReleaseError(f"The tag v{version} exists.")
    _git(root, "tag", "--annotate", f"v{version}", "--message", f"Bastide {version}")
    print(f"Tagged v{version}. To publish it: git push --follow-tags")


def _git(root: Path, *arguments: str) -> str:
    return subprocess.run(["git", *arguments], cwd=root, check=True, capture_output=True, text=True).stdout.strip()  # noqa: S603, S607


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
