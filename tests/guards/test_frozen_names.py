"""Frozen names: a rename in the code changes no name that is data."""

from __future__ import annotations

import ast
from itertools import groupby
from pathlib import Path

from tools import frozen_names

VERSIONS = Path(__file__).parents[2] / "storage" / "backends" / "migrations" / "versions"

KINDS = (
    "choice, code, column, environment, field, key, log field, logger, metric, option, press, rule, segment, tile, "
    "tournament log, value, weight"
)


def test_no_name_that_is_data_is_gone() -> None:
    """Earlier databases, messages and logs have it. Run `python -m tools.write names` only if that is provided for."""
    kept = frozen_names.PAGE.read_text(encoding="utf-8").splitlines()
    assert sorted(set(kept) - set(frozen_names.lines())) == []


def test_every_kind_of_name_is_found() -> None:
    """A pattern that finds nothing any more would let everything through."""
    kinds = {line.partition(": ")[0] for line in frozen_names.lines()}
    assert ", ".join(sorted(kinds)) == KINDS


def test_no_two_migrations_have_the_same_number() -> None:
    """Databases have the number of the last one: of two that two branches have added, one would never be carried out."""
    paths = sorted(VERSIONS.glob("[0-9]*.py"))
    several = [[path.name for path in same] for _, those in groupby(paths, lambda path: path.name[:4]) if len(same := [*those]) > 1]

    assert len(paths) > 30
    assert not several, f"Give the newer one the next free number, in its name and in the text: {several}"


def test_names_are_read_from_the_source() -> None:
    source = """
log = getLogger("a.b")
KIND = "post"

@handed_on("go")
def press_go(row):
    log.info(log_line("match-lost", match=row["seat"]))
"""
    offenders = ["code: match-lost", "key: seat", "log field: match", "logger: a.b", "press: go", "value: post"]
    assert sorted(set(frozen_names.of_source(ast.parse(source)))) == offenders


def test_every_logger_has_a_fixed_name() -> None:
    """`__name__` would change with the module, and the logs of a host are searched by it."""
    assert frozen_names.moving_loggers() == []
