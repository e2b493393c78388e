"""The truth of docs/architecture.md: its figures are the program's; and every name on any page exists."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cogs import deferral
from service.core.leases import EVERY_S
from service.core.unit_of_work import TRIES
from storage.backends import postgresql, sqlite
from storage.sharding import LASTS
from tests.guards.test_pages import PAGES
from tools.code_map import LAYERS, ROOT
from workers.pool import IDLE_S

PAGE = " ".join((ROOT / "docs" / "architecture.md").read_text(encoding="utf-8").split())
SPELLED = dict(enumerate(["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]))


@pytest.mark.parametrize(
    "said",
    [
        f"longer than {round(1000 * deferral.PATIENCE_S)} ms",
        f"runs again, {SPELLED[TRIES]} times at most",
        f"one writer and {SPELLED[sqlite.READERS]} readers",
        f"one writer, {SPELLED[sqlite.READERS]} readers",
        f"retried for {SPELLED[round(postgresql.PATIENCE_S)]} seconds",
        f"{SPELLED[LASTS.seconds]} seconds long, renewed every {SPELLED[round(EVERY_S)]}",
        f"end after {SPELLED[round(IDLE_S / 60)]} idle minutes",
    ],
)
def test_its_figures_are_those_of_the_program(said: str) -> None:
    assert said in PAGE


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_what_a_page_names_is_there(path: Path) -> None:
    """Files and folders, and modules by their dotted names, also where a name of theirs follows."""
    page = path.read_text(encoding="utf-8")
    named = set(re.findall(rf"`((?:{'|'.join(LAYERS)})(?:/[\w.]+)+)/?`", page))
    dotted = re.findall(rf"`((?:{'|'.join(LAYERS)})(?:\.\w+)+)`", page)
    named |= {re.sub(r"\.[A-Z].*", "", name).replace(".", "/") for name in dotted}

    missing = [name for name in named if not any((ROOT / folder).exists() for folder in (name, f"{name}.py"))]

    assert len(named) > 30 or path.name != "architecture.md"
    assert [name for name in missing if not (ROOT / f"{name.rpartition('/')[0]}.py").exists()] == []
