"""The list tests/golden/use_cases.txt of all that a user can do: `python -m tools.write cases` computes it from the program.

There is a line for each way: a command with its options, an action with its typed detail and its buttons, a line of a menu, and a
verb of a component in a message. A use-case that disappears is a removed line for a reviewer to read.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from discord import app_commands

from bot import Settings, build_bot
from cogs.client import Bastide
from cogs.commands.tournaments import tournament_actions
from cogs.interactions.panel_actions import ACTIONS_OF, ActionRegistry
from cogs.interactions.surfaces import GAME, TOURNAMENT
from service.tournaments.tournament_settings import EDIT, HOURS, LIMITS, TIMES, TYPED, keys

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "tests" / "golden" / "use_cases.txt"

KEYS = {
    "new": tournament_actions.NEW,
    "edit": (*keys(EDIT, TIMES, HOURS, LIMITS, TYPED), tournament_actions.PLACE),
    "rule": tournament_actions.RULING,
}
"""What can be typed behind actions about an event, as `pace=daily`."""

DECLARING = ("press", "action", "filled", "sure")
"""The methods of a surface that declare a press."""


async def lines() -> Iterator[str]:
    """Return the lines of the list, sorted."""
    with TemporaryDirectory() as folder:
        bot = build_bot(Settings(token="", database=Path(folder) / "bastide.db"))
        assert isinstance(bot, Bastide)
        await bot.load(sync=False)
        all_ways = sorted(set(ways(bot)))
        await bot.close()
    return iter(all_ways)


def ways(bot: Bastide) -> Iterator[str]:
    """Yield a line for every way to use a feature of the bot."""
    for command in bot.tree.walk_commands():
        if isinstance(command, app_commands.Command):
            yield f"/{command.qualified_name}"
            yield from (f"/{command.qualified_name} {option.name}" for option in command.parameters)
            actions: ActionRegistry[Any] | None = command.extras.get(ACTIONS_OF)
            for action in actions.all if actions is not None else ():
                yield f"/{command.qualified_name} action:{action.key}"
                yield from [f"/{command.qualified_name} action:{action.key} detail"] if action.detail else []
                verbs = (action.verb, action.detail.verb if action.detail else "", action.sure[0])
                yield from (f"press {verb}" for verb in verbs if verb)
    for key, names in KEYS.items():
        yield from (f"/tournament action:{key} {name}=" for name in names)
    for menu in bot.tree.get_commands():
        if isinstance(menu, app_commands.ContextMenu):
            yield f"menu {menu.name}"
    written = set(_written_words())
    for verb in bot.presses.verbs:
        if {verb, verb.removeprefix("puzzle")} & written:  # a puzzle's draft writes the verbs of a game's with this before them
            yield f"press {verb}"


def _written_words() -> Iterator[str]:
    """Yield lower-case words in quotes from `cogs`, and the verbs of actions, which are all verbs that components can have.

    A declared verb that is missing here can no longer be pressed.
    """
    for path in (ROOT / "cogs").rglob("*.py"):
        source = path.read_text(encoding="utf-8")
        for decorator in _declarations(source):
            source = source.replace(decorator, "")
        yield from re.findall(r'"([a-z]+)(?: [^"]*)?"', source)
    for surface in (GAME, TOURNAMENT):  # what a panel has a button for, and what a form or a question leads to
        for action in surface.actions:
            yield from (action.verb, *([f"{action.verb}set"] if action.form else []), action.sure[0])


def _declarations(source: str) -> Iterator[str]:
    """Yield the source of the decorators that declare a handler of a button, menu or form."""
    lines = source.splitlines()
    for node in ast.walk(ast.parse(source)):
        for decorator in getattr(node, "decorator_list", []):
            if isinstance(decorator, ast.Call) and isinstance(decorator.func, ast.Attribute) and decorator.func.attr in DECLARING:
                yield "\n".join(lines[decorator.lineno - 1 : decorator.end_lineno])
