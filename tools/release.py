"""Prepares a release: `make release VERSION=0.2.0` dates what the changelog holds and sets the version of the program.

Nothing is committed and nothing is published: the last lines say what to do next.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]

UNRELEASED = "## Unreleased\n"


class Unready(Exception):
    """There is nothing to release, or the number is not a later one."""


def changelog(text: str, version: str, date: str) -> str:
    """The changelog with everything unreleased under the number and the date; `Unready` if there is nothing."""
    before, heading, after = text.partition(UNRELEASED)
    news, mark, earlier = after.partition("\n## ")
    if not heading or "\n- " not in news:
        raise Unready("CHANGELOG.md holds nothing under Unreleased.")
    return f"{before}{UNRELEASED}\n## {version} - {date}\n{news}{mark}{earlier}"


def project(text: str, version: str) -> str:
    """`pyproject.toml` with another version; `Unready` unless it is a later one."""
    found = re.search(r'^version = "([\d.]+)"$', text, re.MULTILINE)
    assert found, "pyproject.toml names a version"
    if _parts(version) <= _parts(found[1]):
        raise Unready(f"{version} is not later than {found[1]}.")
    return f'{text[: found.start()]}version = "{version}"{text[found.end() :]}'


def _parts(version: str) -> tuple[int, ...]:
    if not re.fullmatch(r"\d+\.\d+\.\d+", version):
        raise Unready(f"{version!r} is no version; write three numbers, such as 0.2.0.")
    return tuple(int(part) for part in version.split("."))


def main(arguments: Sequence[str], root: Path = ROOT) -> int:
    """Change both files, or none."""
    parser = argparse.ArgumentParser(prog="python -m tools.release", description="Prepare a release.")
    parser.add_argument("version", help="three numbers, such as 0.2.0")
    version = parser.parse_args(arguments).version
    log, toml = root / "CHANGELOG.md", root / "pyproject.toml"
    try:
        told = changelog(log.read_text(encoding="utf-8"), version, f"{datetime.now(UTC):%Y-%m-%d}")
        named = project(toml.read_text(encoding="utf-8"), version)
    except Unready as error:
        print(error)
        return 1
    log.write_text(told, encoding="utf-8")
    toml.write_text(named, encoding="utf-8")
    print(f"Prepared {version}. Next: walk through docs/release.md, read `git diff`, then")
    print(f'  git commit -am "Release {version}" && git tag v{version} && git push --follow-tags')
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
