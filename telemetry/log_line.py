"""The format of log lines: an event name and named values, such as `post-delayed match=7 post=41 reason="503 0"`.

Used as `log.warning(log_line("post-delayed", match=post.match_id, post=post.id, reason=reason))`. Values are ids, numbers and short
reasons; never texts typed by users, hidden game information, names, or secrets.
"""

from __future__ import annotations

import json
import os
import re
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

_PLAIN = re.compile(r"[^\s\"=]+")
"""Values that need no quotes."""


class LogLine(str):
    """A log line as text, with its `event` kept separately for counting."""

    __slots__ = ("event", "values")

    event: str
    """Kebab-case, the same for every line of its kind: `ready`, `post-delayed`, `gateway-lost`."""
    values: Mapping[str, object]
    """Those that are not None, by name."""


def log_line(event: str, /, **values: object) -> LogLine:
    """Return the line of `event`; values that are None are left out, text with spaces or line breaks is quoted."""
    given = {name: value for name, value in values.items() if value is not None}
    line = LogLine(" ".join((event, *(f"{name}={_quote(value)}" for name, value in given.items()))))
    line.event, line.values = event, given
    return line


def _quote(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.3g}"
    text = str(value)
    return text if _PLAIN.fullmatch(text) else json.dumps(text, ensure_ascii=False)


_PROJECT = Path(__file__).resolve().parents[1]

_SHORT = 7
"""Characters of a commit that are shown."""


@cache
def version() -> str:
    """Return the program's version with its commit, such as `0.2.0+1a2b3c4`; without the commit if it's unknown."""
    number: str = tomllib.loads((_PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    commit = os.environ.get("BASTIDE_COMMIT", "") or commit_of(_PROJECT / ".git")
    return f"{number}+{commit[:_SHORT]}" if commit else number


def commit_of(git: Path) -> str:
    """Return the commit checked out in a git clone, read from its `.git` folder; empty if unknown. Needs no git program."""
    try:
        if git.is_file():  # a worktree: the file names the folder
            git = Path(git.parent, git.read_text(encoding="utf-8").strip().removeprefix("gitdir: "))
        head = (git / "HEAD").read_text(encoding="utf-8").strip()
        if not head.startswith("ref: "):
            return head
        common = git / "commondir"
        shared = git / common.read_text(encoding="utf-8").strip() if common.is_file() else git
        branch = head.removeprefix("ref: ")
        if (shared / branch).is_file():
            return (shared / branch).read_text(encoding="utf-8").strip()
        packed = (shared / "packed-refs").read_text(encoding="utf-8").splitlines()
    except OSError:
        return ""
    return next((line.split()[0] for line in packed if line.endswith(f" {branch}")), "")
