"""No module needs another that needs it: not even for a type, for what cannot be told apart cannot be replaced apart."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import grimp
import pytest

ROOT = Path(__file__).parents[2]

UNTIL_MENDED = frozenset(f"games.carcassonne.{name}" for name in ("expansion", "features", "rulebook", "scoring", "state"))
"""The one circle that is known; whoever mends it takes it off here."""


def circle(imports: Iterable[tuple[str, str]], known: frozenset[str] = frozenset()) -> list[str]:
    """The first circle among (importer, imported) that is found, or nothing; `known` count as one module."""
    one = dict.fromkeys(known, "(known circle)")
    sorter: TopologicalSorter[str] = TopologicalSorter()
    for importer, imported in imports:
        if one.get(importer, importer) != one.get(imported, imported):
            sorter.add(one.get(importer, importer), one.get(imported, imported))
    try:
        sorter.prepare()
    except CycleError as found:
        return list(found.args[1])
    return []


def test_no_module_needs_another_that_needs_it() -> None:
    """All imports of all packages, those for type checking included."""
    packages = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]["root_packages"]
    graph = grimp.build_graph(*packages, exclude_type_checking_imports=False, cache_dir=None)
    imports = [(module, other) for module in graph.modules for other in graph.find_modules_directly_imported_by(module)]
    assert len(imports) > 1000, "hardly anything was looked at"

    assert circle(imports, UNTIL_MENDED) == []


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


def test_a_circle_beside_the_known_one_is_found() -> None:
    """What is known is forgiven, and nothing else."""
    known = frozenset({"a", "b"})

    assert circle([("a", "b"), ("b", "a")], known) == []
    assert circle([("a", "b"), ("b", "c"), ("c", "a")], known)
