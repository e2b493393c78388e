"""Preparation and tagging of a release: `make release VERSION=0.2.0`, run at least twice.

The first run moves the changelog's unreleased entries under the version and the date, sorted by area, and sets the program's
version. Once the result is checked (docs/release.md) and committed, the next run makes the tag. Entries that came under
*Unreleased* meanwhile are first added to the version, and must be committed too. Nothing is published: pushing the tag does that.
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

AREAS: tuple[tuple[str, str], ...] = (
    (
        "Hosting",
        r"\bhosts?\b(?! or)(?!.s game)|BASTIDE_|self-hosting|PostgreSQL|/health|operators?\b|\bbot.s owner|reverse proxy|upgrade"
        r"|idle bot|doctor|barred",
    ),
    ("The board in a browser", r"browser|Open board|\ba page\b|web page"),
    (
        "Tournaments, ladders and duels",
        r"tournament|\bevents?\b|ladder|arena|\bduels?\b|league|season|referee|organiser|bracket|\bappeal|appointment|knock-out"
        r"|Swiss|\bteams?\b|champion|\brounds?\b(?! of cards)|\bhour that|propose a time|not coming",
    ),
    ("Computers, analysis and puzzles", r"computers?\b|analys|puzzle|\bhint|guess|grandmaster|practise|evaluat"),
    (
        "Servers, ratings and records",
        r"/server|ratings?\b|rated|\brecords?\b|leaderboard|weekly paper|profile|follow|channel of results",
    ),
    ("The card game", r"card game|Cardcassonne|\bof cards\b"),
    ("Playing", ""),
)
"""The parts of a version's section, each with what its entries say at their beginning; the first that fits."""
BEGINNING = 140
"""Characters that say what an entry is about."""

COMPOSED = ("compose.yaml", "compose.scale.yaml")
"""Files that name the image of the version."""


class NothingToReleaseError(Exception):
    """Raised when there is nothing to release, or the version is not later than the current one."""


def changelog(text: str, version: str, date: str) -> str:
    """Return the changelog with the unreleased entries moved under `version` and `date`, sorted by area.

    Entries that the version has already are kept. Raises `NothingToReleaseError` if nothing is unreleased.
    """
    before, heading, after = text.partition(UNRELEASED)
    news, mark, earlier = after.partition("\n## ")
    if not heading or not _entries(news):
        raise NothingToReleaseError("CHANGELOG.md holds nothing under Unreleased.")
    if mark and (there := re.match(rf"{re.escape(version)} - \S+\n", earlier)):
        known, mark, earlier = earlier[there.end() :].partition("\n## ")
        news += known
    return f"{before}{UNRELEASED}\n## {version} - {date}\n\n{by_area(_entries(news))}{mark}{earlier}"


def _entries(section: str) -> list[str]:
    """Return the distinct entries of a changelog section, each with its continuation lines."""
    bullets = re.findall(r"^- .*(?:\n(?!- |#|\n).*)*", section, re.MULTILINE)
    return list(dict.fromkeys(entry.rstrip() for entry in bullets))


def by_area(entries: Sequence[str]) -> str:
    """Return the entries as Markdown under a heading for each area: new features first, then changed rules, then fixes."""
    of: dict[str, list[str]] = {name: [] for name, _ in AREAS}
    for entry in entries:
        of[next(name for name, about in AREAS if re.search(about, entry[:BEGINNING], re.IGNORECASE))].append(entry)
    parts = []
    for name in sorted(of, key=lambda name: name != "Playing"):
        if of[name]:
            parts.append("\n".join([f"### {name}", "", *sorted(of[name], key=_kind)]))
    return "\n\n".join(parts) + "\n"


def _kind(entry: str) -> int:
    kinds = ("- new:", "- rules:", "- fix:")
    return next((place for place, kind in enumerate(kinds) if entry.startswith(kind)), len(kinds))


def notes(text: str, version: str) -> str:
    """Return the changelog's text for a version; raise `NothingToReleaseError` if there is none."""
    matched = re.search(rf"^## {re.escape(version)} - \S+\n(?P<news>.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    if matched is None:
        raise NothingToReleaseError(f"CHANGELOG.md has no section {version}.")
    return matched["news"].strip()


def version_of(project: str) -> str:
    """Return the version in the text of `pyproject.toml`."""
    matched = re.search(r'^version = "([\d.]+)"$', project, re.MULTILINE)
    assert matched, "pyproject.toml names a version"
    return matched[1]


def project(text: str, version: str) -> str:
    """Return the text of `pyproject.toml` with another version.

    Raises `NothingToReleaseError` unless `version` is later than the current one.
    """
    known = version_of(text)
    if _version_parts(version) <= _version_parts(known):
        raise NothingToReleaseError(f"{version} is not later than {known}.")
    return text.replace(f'\nversion = "{known}"\n', f'\nversion = "{version}"\n', 1)


def composed(text: str, version: str) -> str:
    """Return the text of a compose file with the image tag set to `version`."""
    return re.sub(r"bastide:\d[\d.]*", f"bastide:{version}", text)


def _version_parts(version: str) -> tuple[int, ...]:
    if not re.fullmatch(r"\d+\.\d+\.\d+", version):
        raise NothingToReleaseError(f"{version!r} is no version; write three numbers, such as 0.2.0.")
    return tuple(int(part) for part in version.split("."))


def main(arguments: Sequence[str], root: Path = ROOT) -> int:
    """Do the next step of the release and return the exit code; if none is possible, print why and change nothing."""
    parser = argparse.ArgumentParser(prog="python -m tools.release", description="Prepare a release, then tag it.")
    parser.add_argument("version", help="three numbers, such as 0.2.0")
    parser.add_argument("--notes", action="store_true", help="only print what the changelog says about this version")
    wanted = parser.parse_args(arguments)
    told = (root / "CHANGELOG.md").read_text(encoding="utf-8")
    try:
        if wanted.notes:
            print(notes(told, wanted.version))
        elif version_of((root / "pyproject.toml").read_text(encoding="utf-8")) == wanted.version:
            if _entries(told.partition(UNRELEASED)[2].partition("\n## ")[0]):
                _add(wanted.version, told, root)
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


def _add(version: str, told: str, root: Path) -> None:
    """Add unreleased entries to a version that has no tag yet; the change must be committed before tagging."""
    if _git(root, "tag", "--list", f"v{version}"):
        raise NothingToReleaseError(f"The tag v{version} exists.")
    (root / "CHANGELOG.md").write_text(changelog(told, version, f"{datetime.now(UTC):%Y-%m-%d}"), encoding="utf-8")
    print(f"Added what was unreleased to {version}.")


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
