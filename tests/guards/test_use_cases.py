"""The use-cases: each former command and button has a way in the present surface, which stays small."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from discord import app_commands

from bot import Settings, build_bot
from cogs.client import Bastide
from cogs.commands.command_translator import current_name
from tools import use_case_list

MOST_VISIBLE = 20
"""Most commands that a member sees."""
LEAST = {"commands": 82, "presses": 134}
"""So many there were before the panels: no row may be dropped."""
OPTIONS = 120
"""So many options the commands had."""

MOST_PRESSES = 2
"""From the panel of its place."""
LONGER = {"map add": "the picture of a map is confirmed before it is on the list"}
"""Use-cases with more presses, each with its reason."""
ONLY_PRESSED = {"mapadd", "mapdrop"}
"""Buttons without a typed way, by their verbs: no further one may come."""

USE_CASES: dict[str, dict[str, dict[str, Any]]] = tomllib.loads((Path(__file__).parent / "use_cases.toml").read_text())


@pytest.fixture(scope="module")
def surface(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[set[str], int]]:
    """Return every way there is, and how many commands a member sees."""
    import asyncio

    async def found() -> tuple[set[str], int]:
        bot = build_bot(Settings(token="", database=tmp_path_factory.mktemp("surface") / "bastide.db"))
        assert isinstance(bot, Bastide)
        await bot.load(sync=False)
        ways, visible = set(use_case_list.ways(bot)), len(list(_visible(bot)))
        await bot.close()
        return ways, visible

    yield asyncio.run(found())


def test_every_use_case_has_two_ways_that_exist(surface: tuple[set[str], int]) -> None:
    """Typed, and in few presses."""
    ways, _ = surface
    rows = [(name, row) for kind in LEAST for name, row in USE_CASES[kind].items()]
    typed = [name for name, row in rows if row["typed"] not in ways and name not in ONLY_PRESSED]
    pressed = [name for name, row in rows if not {f"press {verb}" for verb in row["press"]} <= ways]
    long = [name for name, row in rows if len(row["press"]) > MOST_PRESSES and name not in LONGER]
    assert not (typed or pressed or long), (typed, pressed, long)
    assert {name for name, row in rows if not row["typed"]} == ONLY_PRESSED


def test_help_knows_every_former_command_by_its_name(surface: tuple[set[str], int]) -> None:
    """Unless it is still called so, or is an action of the same name."""
    ways, _ = surface
    for name in USE_CASES["commands"]:
        group, _, action = name.partition(" ")
        moved = current_name(name)
        assert {f"/{name}", f"/{group} action:{action}"} & ways or moved is not None, name
        assert moved is None or re.sub(r" (topic|setting):.*", "", moved[1]) in ways, moved


def test_no_use_case_is_dropped() -> None:
    """The table keeps a row for each."""
    assert {kind: len(USE_CASES[kind]) for kind in LEAST} == LEAST
    assert sum(map(len, USE_CASES["options"].values())) == OPTIONS


def test_every_option_of_a_former_command_is_given_somewhere(surface: tuple[set[str], int]) -> None:
    """As an option, behind an action, or in a form."""
    ways, _ = surface
    given = [(f"{name} {option}", way) for name, row in USE_CASES["options"].items() for option, way in row.items()]
    assert [(option, way) for option, way in given if way not in ways] == []
    assert USE_CASES["options"].keys() <= USE_CASES["commands"].keys()


def test_the_list_of_use_cases_is_computed_and_none_goes_unasked(surface: tuple[set[str], int]) -> None:
    """What can be done is a line of the golden file; a line that goes is a use-case that goes."""
    ways, _ = surface
    written = set(use_case_list.PAGE.read_text(encoding="utf-8").splitlines())
    assert (sorted(written - ways), sorted(ways - written)) == ([], []), "run `python -m tools.write cases` and read the difference"


def test_a_member_sees_few_commands(surface: tuple[set[str], int]) -> None:
    """Commands and groups, not the lines of menus."""
    _, visible = surface
    assert visible <= MOST_VISIBLE, visible


def _visible(bot: Bastide) -> Iterator[Any]:
    """Commands and groups that Discord shows to every member."""
    for command in bot.tree.get_commands():
        wanted = getattr(command, "default_permissions", None)
        if not isinstance(command, app_commands.ContextMenu) and (wanted is None or not wanted.value):
            yield command
