"""The table tests/golden/rights.txt of who may do what: a line for each verb that a button or menu can carry.

The rights that the program enforces are compared with this file, so that a changed right is a changed line for a reviewer to read.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import cogs.client  # noqa: F401  # with it all parts are imported, and their verbs declared
from cogs.commands.play.game_panel import EVERY
from cogs.declarations import AccessRule, rules
from cogs.interactions.tournament_situations import ACTIONS
from service.tournaments.permissions import POWERS, NeutralityRequired

PAGE = Path(__file__).resolve().parents[1] / "tests" / "golden" / "rights.txt"
GAME, TOURNAMENT, NEITHER = "game", "tournament", "neither"
COLUMNS = ("about", "verb", "who", "comes in", "first", "typed as")


@dataclass(frozen=True)
class RightsRow:
    """One line of the rights table: who may press a component with this verb, in what ways, and how it can be typed.

    `about` is what the verb concerns, a game, a tournament or neither; `actions` are the command actions that do the same.
    """

    about: str
    verb: str
    who: str
    ways: str
    """Each way with what its acknowledgement announces."""
    first: str
    """Whether it is acknowledged before anything else."""
    actions: str

    @property
    def cells(self) -> tuple[str, ...]:
        """Values of the line, in the order of the table's columns."""
        return (self.about, self.verb, self.who, self.ways, self.first, self.actions)


def rows() -> list[RightsRow]:
    """Return the lines for the rights that the program enforces, games first, sorted by verb."""
    order = (GAME, TOURNAMENT, NEITHER)
    return sorted((_row(verb, rule) for verb, rule in rules()), key=lambda row: (order.index(row.about), row.verb))


def lines() -> Iterator[str]:
    """Yield the lines of the file."""
    yield from _columns([COLUMNS, *(row.cells for row in rows())])


def written() -> list[RightsRow]:
    """Return the lines that the file holds now."""
    head, *rest = PAGE.read_text(encoding="utf-8").splitlines()
    starts = [*(head.index(name) for name in COLUMNS), None]
    return [RightsRow(*(line[earlier:other].strip() for earlier, other in pairwise(starts))) for line in rest]


def _columns(table: list[tuple[str, ...]]) -> Iterator[str]:
    widths = [max(len(row[column]) for row in table) + 2 for column in range(len(COLUMNS))]
    for row in table:
        yield "".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()


def _row(verb: str, rule: AccessRule) -> RightsRow:
    ways = " ".join(f"{way.name}>{ack.name}".lower() for way, ack in sorted(rule.ways.items(), key=lambda each: each[0].value))
    first = "first" if rule.first else ""
    if rule.of_match:
        return RightsRow(GAME, verb, rule.who.name.lower(), ways, first, _typed_names(verb, EVERY.all))
    if rule.power:
        return RightsRow(TOURNAMENT, verb, _power(rule.power), ways, first, _typed_names(verb, ACTIONS.all))
    return RightsRow(NEITHER, verb, rule.who.name.lower(), ways, first, _typed_names(verb, (*EVERY.all, *ACTIONS.all)))


def _power(name: str) -> str:
    """Return as text who has a power, in which statuses of a tournament, and whether neutrality is required."""
    power = POWERS[name]
    neutral = {NeutralityRequired.NEVER: "", NeutralityRequired.RUNNING: ", neutral once it runs"}
    return f"{'/'.join(power.who)} ({name}) while {'/'.join(power.when)}{neutral.get(power.neutral, ', neutral')}"


def _typed_names(verb: str, actions: Any) -> str:
    """Return the command actions that trigger this verb, separated by spaces.

    An action that triggers it only with a detail ends in `=`, one that triggers it after a confirmation in ` yes`.
    """
    typed_ways: Mapping[str, None] = {
        **{action.key: None for action in actions if action.verb == verb},
        **{f"{action.key}=": None for action in actions if action.detail is not None and action.detail.verb == verb},
        **{f"{action.key} yes": None for action in actions if action.sure[0] == verb},
    }
    return " ".join(typed_ways)
