"""Which version of the program runs: what `pyproject.toml` says, and the commit where the host has named one."""

from __future__ import annotations

import os
import tomllib
from functools import cache
from pathlib import Path

_PROJECT = Path(__file__).resolve().parents[1] / "pyproject.toml"


@cache
def version() -> str:
    """Such as `0.2.0`, or `0.2.0+1a2b3c4` where `BASTIDE_COMMIT` names the commit (the image does)."""
    number: str = tomllib.loads(_PROJECT.read_text(encoding="utf-8"))["project"]["version"]
    commit = os.environ.get("BASTIDE_COMMIT", "")
    return f"{number}+{commit[:7]}" if commit else number
