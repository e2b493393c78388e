"""No module needs another that needs it: not even for a type, for what cannot be told apart cannot be replaced apart."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import grimp
import pytest

ROOT = Path(__file__).parents[2]


def circle(imports: Iterable[tuple[str, str]]) -> list[str]:
    """Return the first circle among (importer, imported), or an empty list."""
    sorter: TopologicalSorter[str] = TopologicalSorter()
    for importer, imported in imports:
        sorter.add(importer, imported)
    try:
        sorter.prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def test_no_module_needs_another_that_needs_it() -> None:
    """All imports of all packages, those for type checking included."""
    packages = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]["root_packages"]
    graph = grimp.build_graph(*packages, exclude_type_checking_imports=False, cache_dir=None)
    imports = [(module, other) for module in graph.modules for other in graph.find_modules_directly_imported_by(module)]
    assert len(imports) > 1000, "hardly anything was looked at"

    assert circle(imports) == []


@pytest.mark.parametrize(
    ("imports", "members"),
    [
        ([("a", "b"), ("b", "c"), ("a", "c")], set()),
        ([("a", "b"), ("b", "c"), ("c", "b")], {"b", "c"}),
        ([("a", "b"), ("b", "c"), ("c", "a")], {"a", "b", "c"}),
    ],
)
def test_circles_are_found(imports: list[tuple[str, str]], members: set[str]) -> None:
    """However long they are."""
    assert set(circle(imports)) == members
