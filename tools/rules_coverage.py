"""The table of which tests cover which rule: docs/rules-coverage.md.

The ids are those of `tests/rules/ids.toml`. A test covers the ids in its name: `test_ic_r3_x1_...` covers IC-R3 and IC-X1,
`test_base_4_1_...` section 4.1 of the base game, `test_winter_4_w1_to_w5_...` W1 to W5; the names of parametrized examples count as
well. A guard test compares the table with the tests.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
IDS = ROOT / "tests" / "rules" / "ids.toml"
PAGE = ROOT / "docs" / "rules-coverage.md"

FAMILIES = {
    "base": "BASE",
    "first_edition": "FE",
    "winter": "WI",
    "ic": "IC",
    "tb": "TB",
    "pd": "PD",
    "tw": "TW",
    "bb": "BB",
    "rv": "RV",
    "ab": "AB",
    "th": "TH",
}
"""By the first word of a test's name."""

_ID = re.compile(r"([a-z])(\d+)")


class Rule(NamedTuple):
    """One line of the table: a rule's family, id and text, and tests assigned to it by hand."""

    family: str
    id: str
    says: str
    tests: tuple[str, ...]
    """Tests that are named here because their own name cannot say it."""


class Test(NamedTuple):
    """A test function: its file, its name and the texts that it is parametrized with."""

    file: str
    name: str
    examples: tuple[str, ...]
    """What it is parametrized with, where these are texts."""


def rules() -> list[Rule]:
    """Return every rule, in the order of the file of ids."""
    rules = []
    for family, entries in tomllib.loads(IDS.read_text(encoding="utf-8")).items():
        for id_, entry in entries.items():
            if id_ != "title":
                says, *named = entry if isinstance(entry, list) else [entry]
                rules.append(Rule(family, id_, says, tuple(named)))
    return rules


def titles() -> Mapping[str, str]:
    """Return the title of each family of rules."""
    return {family: entries["title"] for family, entries in tomllib.loads(IDS.read_text(encoding="utf-8")).items()}


@cache
def tests() -> tuple[Test, ...]:
    """Return every test function below `tests`, in the order of the files."""
    found_tests: list[Test] = []
    tables: dict[str, tuple[str, ...]] = {}
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        tables |= _tables(tree)
        for node in tree.body:
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
                examples = tuple(word for mark in node.decorator_list for word in _examples(mark, tables))
                found_tests.append(Test(path.relative_to(ROOT).as_posix(), node.name, examples))
    return tuple(found_tests)


def _tables(tree: ast.Module) -> dict[str, tuple[str, ...]]:
    """Return the text keys of each dictionary assigned at a module's top level, by its name; they name examples."""
    return {
        target.id: tuple(key.value for key in node.value.keys if isinstance(key, ast.Constant) and isinstance(key.value, str))
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Dict)
        for target in node.targets
        if isinstance(target, ast.Name)
    }


def _examples(mark: ast.expr, tables: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    if isinstance(mark, ast.Call) and ast.unparse(mark.func).endswith("parametrize") and isinstance(mark.args[1], ast.Name):
        return tables.get(mark.args[1].id, ())
    return ()


def claimed(test: Test) -> Iterator[tuple[str, str]]:
    """Yield the (family, id) pairs that a test's name and examples claim."""
    start = next((words for words in FAMILIES if test.name.startswith(f"test_{words}_")), None)
    if start is None:
        return
    family, last, section = FAMILIES[start], "", list[str]()
    tokens = test.name[len(f"test_{start}_") :].split("_")
    for place, word in enumerate(tokens):
        if word in FAMILIES and not (word == "base" and place):
            family, last = FAMILIES[word], ""
        elif word.isdigit() and not last and int(word) < 20:  # 84 is a number of tiles
            section.append(word)
        elif _ID.fullmatch(word):
            yield from _range(family, last, word) if place and tokens[place - 1] == "to" else [(family, word.upper())]
            last = word
        elif word not in ("to", "with"):
            break
    if section:
        yield FAMILIES[start], ".".join(section)
    yield from ((FAMILIES[start], example) for example in test.examples if _ID.fullmatch(example.lower()))


def _range(family: str, first: str, last: str) -> Iterator[tuple[str, str]]:
    letter, low = first[0].upper(), int(first[1:])
    return ((family, f"{letter}{number}") for number in range(low, int(last[1:]) + 1))


def covered() -> dict[tuple[str, str], list[Test]]:
    """Return the tests of every id that tests claim."""
    tests_by_rule: dict[tuple[str, str], list[Test]] = {}
    all_tests = tests()
    by_name = {test.name: test for test in all_tests}
    known = rules()
    ids = {(rule.family, rule.id) for rule in known}
    for test in all_tests:
        borrowed = {(family, example) for family, _ in claimed(test) for example in test.examples} - ids
        for key in dict.fromkeys(claimed(test)):
            if key not in borrowed:
                tests_by_rule.setdefault(key, []).append(test)
    for rule in known:
        for name in rule.tests:
            tests_by_rule.setdefault((rule.family, rule.id), []).append(by_name[name])
    return tests_by_rule


def page() -> str:
    """Return the coverage table as Markdown."""
    known, done = rules(), covered()
    missing = [rule for rule in known if (rule.family, rule.id) not in done]
    lines = [
        "# Rules and their tests",
        "",
        "Written by `python -m tools.write rules` from the names of the tests; a test keeps it current.",
        f"{len(known)} rules, edge cases, examples and options; {len(missing)} without a test.",
    ]
    for family, title in titles().items():
        lines += ["", f"## {title}", "", "| Id | Rule | Tests |", "|---|---|---|"]
        lines += [_line(rule, done.get((family, rule.id), [])) for rule in known if rule.family == family]
    return "\n".join(lines) + "\n"


def _line(rule: Rule, by: Sequence[Test]) -> str:
    name = rule.id if rule.family in ("BASE", "FE", "WI") else f"{rule.family}-{rule.id}" if rule.id[0].isalpha() else rule.id
    told = "<br>".join(f"[{test.name.removeprefix('test_')}](../{test.file})" for test in by)
    return f"| {name} | {rule.says.replace('|', '/')} | {told or '**none**'} |"
