"""Comparison of the installed libraries with `uv.lock`. It imports none of them, so that it can name a missing one."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[1]

CODE = 78
"""The exit code of a program that cannot start like this: `EX_CONFIG`, see `runtime.lifecycle.ExitCode`."""

_DISTRIBUTION = re.compile(r"(?P<name>.+?)-(?P<version>\d[^-]*)\.dist-info")
_NAME = re.compile(r'^name = "(?P<name>[^"]+)"$', re.MULTILINE)
_VERSION = re.compile(r'^version = "(?P<version>[^"]+)"$', re.MULTILINE)
_NEEDED = re.compile(r"^(?P<group>[\w-]+) = \[\n(?P<lines>(?: +\{ name .*\n)+)\]$", re.MULTILINE)
_ONE_NEEDED = re.compile(r'\{ name = "(?P<name>[^"]+)"(?P<more>.*)\}')
_AFTER = "[package.dev-dependencies]"
"""What follows in a block is needed by no one who only runs the program."""


@dataclass
class Locked:
    """One library in the lock file."""

    versions: set[str] = field(default_factory=set)
    """More than one where it depends on Python's version."""
    needs: dict[str, bool] = field(default_factory=dict)
    """The libraries that it needs, and whether always: not for an extra, nor on some machines only."""


def lock_of(text: str) -> dict[str, Locked]:
    """Return the libraries in a lock file's text, by name.

    Parses only the format that uv writes; a full TOML parser takes ten times as long.
    """
    locked: dict[str, Locked] = {}
    for block in text.split("[[package]]\n")[1:]:
        name, version = _NAME.search(block), _VERSION.search(block)
        if name is None or version is None:
            continue
        library = locked.setdefault(name["name"], Locked())
        library.versions.add(version["version"])
        for group in _NEEDED.finditer(block.partition(_AFTER)[0]):
            for matched in _ONE_NEEDED.finditer(group["lines"]):
                always = group["group"] == "dependencies" and "marker" not in matched["more"]
                library.needs[matched["name"]] = always or library.needs.get(matched["name"], False)
    return locked


def installed_versions(folders: Sequence[str]) -> dict[str, str]:
    """Return the versions of all libraries in the folders, by name; the first folder wins, as for imports."""
    found_versions: dict[str, str] = {}
    for folder in folders:
        if Path(folder).is_dir():
            for entry in Path(folder).glob("*.dist-info"):
                if match := _DISTRIBUTION.fullmatch(entry.name):
                    found_versions.setdefault(_normalise_package_name(match["name"]), match["version"])
    return found_versions


def differences(locked: Mapping[str, Locked], installed: Mapping[str, str], project: str = "bastide") -> list[str]:
    """Return the required libraries that are missing or have another version, each as part of a sentence."""
    told: dict[str, str] = {}
    waiting = [(project, True)]
    seen = set(waiting)
    for name, always in waiting:
        library, here = locked[name], installed.get(name)
        if name != project:
            right = " or ".join(sorted(library.versions))
            if here is None and always:
                told[name] = f"{name} {right} is not installed"
            if here is None:
                continue
            if here not in library.versions:
                told[name] = f"{name} is {here} instead of {right}"
        for needed in library.needs.items():
            if needed[0] in locked and needed not in seen:
                seen.add(needed)
                waiting.append(needed)
    return list(told.values())


def refusal(project: Path = PROJECT, folders: Sequence[str] | None = None) -> str | None:
    """Return a sentence that explains why the program doesn't start; None if all libraries match or there is no lock file."""
    try:
        lock = (project / "uv.lock").read_text(encoding="utf-8")
    except OSError:
        return None
    wrong = differences(lock_of(lock), installed_versions(sys.path if folders is None else folders))
    if not wrong:
        return None
    others = f" (and {len(wrong) - 1} more)" if len(wrong) > 1 else ""
    return (
        f"The libraries of {sys.prefix} are not those of this version: {wrong[0]}{others}. "
        f"Run `make setup` in {project}, then start .venv/bin/python bot.py."
    )


def exit_unless_locked_versions() -> None:
    """End the program with one sentence and exit code 78 if the libraries are not those of the lock file."""
    if (sentence := refusal()) is not None:
        sys.stderr.write(f"{sentence}\n")
        sys.exit(CODE)


def _normalise_package_name(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()
