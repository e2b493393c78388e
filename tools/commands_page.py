"""Generator of docs/commands.md and of docs/tournament-rules.md's permissions table, from the declared commands and actions."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from discord import app_commands

from bot import Settings, build_bot
from cogs.client import Bastide
from cogs.declarations import rule_of
from cogs.interactions.panel_actions import ACTIONS_OF, ActionRegistry
from cogs.interactions.tournament_situations import ACTIONS
from service.tournaments.permissions import POWERS, NeutralityRequired, TournamentPermission
from text.labels import LABELS
from text.translator import translator_for

ENGLISH = translator_for("en")

HEAD = """# Commands

*Written by `python -m tools.write commands` from what the program declares.*

You can do everything in three ways: press buttons, use commands, or type. To type a move, reply to the bot's turn
message with the ping on: `N12 90 knight`, or `3 90 -` for spot number 3 without a meeple.
You get a private preview first, unless you let typed moves count at once in `/settings`.

**More** below a turn and `/game` open the same private panel. It shows what you can do in this game now. You can also
type each of its buttons as an *action*, such as `/game action:resign`, in any of the bot's languages.
If something can't be undone, the bot asks once more.

Commands apply to the game of the channel or thread; the option `game` names another one. Answers are private. The
channel gets only the lobby, one message per turn (with one ping), notices, and the result.

The terms of a game say how much the bot shows that players could work out for themselves. They apply to every command,
button and picture until the game ends:

| | `all` | `club` | `purist` |
|---|---|---|---|
| where a tile fits, numbered in pictures and lists | yes | yes | no: you name the square |
| what is left in the bag | yes | yes | only how many tiles |
| who owns which feature and field | yes | yes | no |
| the odds for a square, the points if the game ended now | yes | no | no |

More: [tournaments](tournaments.md), [running one](run-a-tournament.md), [maps](maps.md),
[computer players](computers.md), [sealed bags](fair-draws.md), [running the bot](self-hosting.md).
"""

TAIL = """
## In the sandbox

### `/wait`

Time stands still in the sandbox. `/wait` moves it on until the next thing happens, or by `length`, such as `6h` (at
most 60 days).
"""

GROUPS = {
    "Playing": ("place", "meeple", "play", "undo", "board", "score", "tiles"),
    "Games": ("new", "game", "find", "turns", "practice"),
    "People": ("profile", "leaderboard", "puzzle", "settings", "away", "vacation", "block", "help"),
    "Tournaments": ("tournament",),
    "Servers and hosts": ("server", "health"),
}
"""Headings, and the commands and groups below them."""


def page(bot: Bastide) -> str:
    """Return the whole commands page of a loaded bot, in Markdown."""
    return HEAD + "".join(_group(bot, title, names) for title, names in GROUPS.items()) + _menus(bot) + TAIL


def _group(bot: Bastide, title: str, names: tuple[str, ...]) -> str:
    parts = [part for name in names if (command := bot.tree.get_command(name)) is not None for part in _sections(command)]
    return f"\n## {title}\n" + "".join(parts) if parts else ""


def _sections(command: Any) -> Iterator[str]:
    if isinstance(command, app_commands.Group):
        for part in command.commands:
            yield from _sections(part)
        return
    options = "".join(f"- `{option.name}`: {option.description}\n" for option in command.parameters)
    yield f"\n### `/{command.qualified_name}`\n\n{command.description}.\n" + (f"\n{options}" if options else "")
    actions: ActionRegistry[Any] | None = command.extras.get(ACTIONS_OF)
    if actions is not None:
        rows = [("`action`", "Button", "What it does"), ("---",) * 3]
        rows += [(f"`{action.key}`", _label(action), action.about) for action in actions.all]
        columns = 3 if any(action.about for action in actions.all) else 2
        yield "\n" + "".join(f"| {' | '.join(row[:columns])} |\n" for row in rows)


def _label(action: Any) -> str:
    return ENGLISH.say(action.english) if action.english else ""


def _menus(bot: Bastide) -> str:
    menus = [command.name for command in bot.tree.get_commands() if isinstance(command, app_commands.ContextMenu)]
    return "\n## Menus\n\nOn a message or a member, under *Apps*: " + ", ".join(f"**{name}**" for name in menus) + ".\n"


async def made() -> str:
    """Build a bot and return its commands page, in Markdown."""
    with tempfile.TemporaryDirectory() as folder:
        bot = build_bot(Settings(token="", database=Path(folder) / "bastide.db"))
        assert isinstance(bot, Bastide)
        await bot.load(sync=False)
        text = page(bot)
        await bot.close()
    return text


# --- who may do what ---------------------------------------------------------------------------------------------------

NAMES = {
    "answer": "Answer an appeal",
    "read": "Everything that is read",
    "play": "What players do for themselves",
}
"""Lines that are not just named by their actions."""


def powers() -> str:
    """Return the Markdown table of the permissions over a tournament: what, who, when, on whom."""
    head = ["| What | Who | When | On whom | Not by people who are entered |", "|---|---|---|---|---|"]
    return "\n".join([*head, *(_line(name, power) for name, power in POWERS.items())])


def _line(name: str, power: TournamentPermission) -> str:
    actions = [action for action in ACTIONS.all if (rule := rule_of(action.verb)) is not None and rule.power == name]
    labels = [ENGLISH.say(LABELS[str(action.label)]) for action in actions]
    what = NAMES.get(name) or ", ".join(f"**{label}**" for label in labels)
    who, when = " or ".join(power.who), "always" if len(power.when) == 4 else " or ".join(power.when)
    return f"| {what} | {who} | {when} | {power.whom} | {'' if power.neutral is NeutralityRequired.NEVER else power.neutral} |"
