"""Docstrings that a stranger can read: functions begin with a verb, classes and modules with a noun."""

from __future__ import annotations

import ast
import re
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[2]

RIDDLE = re.compile(
    r"^(What|Whether|Who(se|m|ever)?|Where|When|How|Which|See|As `|The same|Of|It|They|This|That|Its|Their)\b"
    r"|^(Nobody|Everybody|Somebody|None|Nothing|Those|These)\b"
    r"|\b(somebody|anybody|everybody|nobody|something)\b"
)
"""First lines that say nothing alone: a clause for a noun, a pronoun without its noun, a reference, a person without a part."""

NO_VERB = re.compile(
    r"^(The|A|An|One|Two|Three|Another|Every|Any|Some|All|Each|Both|Is|Are|Does|Has|Have|Can|May|Was|Will|Not|No|Only|Now|Also)\b"
    r"|^(For|In|On|By|With|At|From|To|After|Before|Between|Without|Until|Under|Over|Among|Beside|While|If|Unless|Than|Like|Up)\b"
)
"""First lines of a function that can't be a command. Ruff's D401 knows the others, such as "Returns" and "Points"."""


class Docstring(NamedTuple):
    """One docstring with the name and the kind of what it describes."""

    place: str
    kind: str
    text: str


def is_bad(docstring: Docstring) -> bool:
    """Return whether a stranger could make nothing of the docstring's first line."""
    first = docstring.text.partition("\n")[0]
    if docstring.kind == "property" and first.startswith("Whether "):
        return False
    return bool(RIDDLE.search(first) or (docstring.kind == "function" and NO_VERB.match(first)))


def docstrings_in(path: Path) -> Iterator[Docstring]:
    """Yield the docstrings of a module, its classes and its functions; those of tests and properties are of no fixed form."""
    tree = ast.parse(path.read_text())
    name = path.relative_to(ROOT).as_posix()
    for node in ast.walk(tree):
        if not isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        text = ast.get_docstring(node)
        if not text:
            continue
        if isinstance(node, ast.Module):
            yield Docstring(f"{name}:1", "module", text)
            continue
        kind = "class" if isinstance(node, ast.ClassDef) else "function"
        decorators = [ast.unparse(decorator) for decorator in node.decorator_list]
        if kind == "function" and any("property" in decorator for decorator in decorators):
            kind = "property"
        if not node.name.startswith("test_"):
            yield Docstring(f"{name}:{node.lineno} {node.name}", kind, text)


def modules(folder: str = "") -> list[Path]:
    """Return the Python files that Git tracks in a folder of the project."""
    paths = subprocess.run(
        ["git", "ls-files", "-z", "--", f"{folder or '.'}"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return [ROOT / path for path in paths.stdout.split("\0") if path.endswith(".py") and (ROOT / path).exists()]


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("function", "The seat to act."),
        ("function", "Whether the seat may act."),
        ("function", "Of the seat that acts."),
        ("function", "Return the seat of somebody."),
        ("class", "How a seat acts."),
        ("class", "See `Seat`."),
        ("module", "What a seat may do."),
    ],
)
def test_a_first_line_without_its_subject_is_found(kind: str, text: str) -> None:
    assert is_bad(Docstring("", kind, text))


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("function", "Return whether the seat may act."),
        ("property", "The seat to act."),
        ("property", "Whether the seat may act."),
        ("class", "One seat of a match."),
        ("class", "Raised when the seat may not act."),
        ("module", "Seats and what they may do."),
    ],
)
def test_a_first_line_with_its_subject_passes(kind: str, text: str) -> None:
    assert not is_bad(Docstring("", kind, text))


def test_no_docstring_begins_badly() -> None:
    bad = [entry for path in modules() for entry in docstrings_in(path) if is_bad(entry)]
    assert not bad, (
        "Begin functions with a verb (`Return whether ...`), classes and modules with a noun, and name people by their part:\n"
        + "\n".join(f"{entry.place}: {entry.text.partition(chr(10))[0]}" for entry in bad)
    )


def test_ruff_checks_docstrings_everywhere() -> None:
    ignores = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["ruff"]["lint"]["per-file-ignores"]
    assert not [pattern for pattern, rules in ignores.items() if "D" in rules], "take `D` out of per-file-ignores"
