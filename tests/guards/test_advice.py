"""Every guard says what to do when it fails."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.guards.conftest import ADVICE

ABOUT_A_GUARD = ("_is_found", "_are_found", "_passes", "_is_said", "_are_read_from_the_source", "_is_read_as_it_is_written")
"""How tests are called that show that a guard sees what it should."""


def _guards() -> Iterator[tuple[str, bool]]:
    """Yield each guard, and whether every failure of its own has a message."""
    for path in sorted(Path(__file__).parent.glob("test_*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
                yield node.name, any(isinstance(each, ast.Assert) and each.msg is not None for each in ast.walk(node))


def test_every_guard_says_what_to_do() -> None:
    guards = dict(_guards())
    silent = [name for name, speaks in guards.items() if not speaks and name not in ADVICE and not name.endswith(ABOUT_A_GUARD)]
    assert silent == [], "give the assertion a message, or the guard a sentence in ADVICE of tests/guards/conftest.py"
    assert sorted(set(ADVICE) - set(guards)) == [], "these guards are gone: take their sentences out of ADVICE"
