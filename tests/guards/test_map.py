"""A capability has one name on every floor, a class one meaning, and modules do not crumble."""

from __future__ import annotations

import ast

from tools.code_map import READING, ROOT, same_names, small, table

MOST_SMALL = 39
"""Modules of fewer than 40 lines. Lower it when there are fewer."""

SAYS_NOTHING = {"found", "one", "said", "held"}
MOST_THAT_SAY_NOTHING = 19
"""Assignments to such a name. Lower it when there are fewer."""

ONE_IDEA = {
    *("Action", "Evaluator", "GameEnded", "ScoringLine", "SeatPoints", "SeatView", "NarratedLine", "EventNarrator", "Weights"),
}
"""One name for the same idea in both games."""


def test_the_table_of_capabilities_is_that_of_the_folders() -> None:
    """`python -m tools.write rooms` writes it into docs/architecture.md."""
    assert table() in (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")


def test_every_capability_has_a_path_to_read_of_modules_that_exist() -> None:
    """`tools.code_map.READING`: a module that has moved is renamed there, a new folder of the service is added."""
    rooms = {path.parent.name for path in (ROOT / "service").glob("*/__init__.py")}
    assert set(READING) == rooms
    assert [step for steps in READING.values() for step in steps if not (ROOT / step).is_file()] == []


def test_no_public_class_shares_its_name_with_another_idea() -> None:
    """In the whole program: rename the newer one."""
    assert set(same_names()) <= ONE_IDEA


def test_there_are_no_more_small_modules() -> None:
    """A module of fewer than 40 lines has an idea of its own, or belongs into another one."""
    assert len(small()) <= MOST_SMALL, small()


def test_no_more_variables_say_nothing() -> None:
    """Call a variable by what it holds: `profile`, `error`, `matched`, and not by how it came."""
    paths = [path for path in sorted(ROOT.rglob("*.py")) if not any(part.startswith(".") for part in path.relative_to(ROOT).parts)]
    trees = (ast.parse(path.read_text(encoding="utf-8")) for path in paths)
    stored = [
        node.id for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    ]
    several = sum(name in SAYS_NOTHING for name in stored)
    assert several <= MOST_THAT_SAY_NOTHING, f"call it by what it holds instead of {SAYS_NOTHING}: {several} are too many"
