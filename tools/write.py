"""Generated pages and golden files, which tests compare with the program: `python -m tools.write [PART ...]` renews them.

`commands` is docs/commands.md, `powers` the table of who may do what in docs/tournament-rules.md, `rooms` that of capabilities in
docs/architecture.md, `rules` docs/rules-coverage.md; `names`, `rights`, `log`, `tallies`, `turns` and `playthroughs` are in
tests/golden: read what has changed in these six, and name the decision, rule or migration behind it. The moves of the yardstick
computer players must never change, so `yardsticks` is written only if it is named.
"""

from __future__ import annotations

import argparse
import asyncio
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from pathlib import Path

from editions.registry import GAMES
from games.carcassonne.game import rulebook
from tools import (
    commands_page,
    frozen_names,
    log_examples,
    playthrough,
    post_examples,
    rights_table,
    rules_coverage,
    tally_examples,
    timer_examples,
    use_case_list,
    yardstick,
)
from tools.code_map import table

ROOT = Path(__file__).resolve().parents[1]
DOCS, GOLDEN = ROOT / "docs", ROOT / "tests" / "golden"
GAME = GAMES["carcassonne"]
BEGIN, END = "<!-- written by tools.write -->", "<!-- end -->"
"""Around what is written into a page."""


def _choices() -> Iterator[dict[str, str]]:
    """Yield the options for every set of expansions, then options that change the order of a turn, then the tutorial map's."""
    names = next(option for option in GAME.schema() if option.key == "expansions").choices
    for size in range(len(names) + 1):
        for chosen in combinations(names, size):
            yield {"expansions": ",".join(chosen)} if chosen else {}
    yield {"expansions": ",".join(names), "dragon_timing": "after_scoring"}
    yield {"expansions": ",".join(names), "builder_second_part": "ask"}
    yield {"map": "tutorial"}
    yield {"map": "tutorial", "towns": "a,b,c"}


def turns() -> Iterator[str]:
    """Yield, for every set of options, the steps of a turn with the rule id of each."""
    for given in _choices():
        yield " ".join(f"{key}={value}" for key, value in given.items()) or "base"
        for step in rulebook(GAME.options(given), GAME.rules_version).turn:
            yield f"    {step.name:14}{step.rule}"


def _put(path: Path, lines: Iterator[str]) -> None:
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def _into(path: Path, table: str) -> None:
    """Write a table between its two markers in a Markdown page."""
    block = re.compile(f"{re.escape(BEGIN)}.*?{re.escape(END)}", re.DOTALL)
    text = path.read_text(encoding="utf-8")
    path.write_text(block.sub(lambda _: f"{BEGIN}\n\n{table}\n\n{END}", text), encoding="utf-8")


def _yardsticks() -> None:
    for name in yardstick.CASES:
        _put(GOLDEN / f"{name}.txt", yardstick.lines(name))


PARTS: Mapping[str, Callable[[], object]] = {
    "commands": lambda: (DOCS / "commands.md").write_text(asyncio.run(commands_page.made()), encoding="utf-8"),
    "powers": lambda: _into(DOCS / "tournament-rules.md", commands_page.powers()),
    "rooms": lambda: _into(DOCS / "architecture.md", table()),
    "rules": lambda: rules_coverage.PAGE.write_text(rules_coverage.page(), encoding="utf-8"),
    "names": lambda: _put(frozen_names.PAGE, iter(frozen_names.lines())),
    "rights": lambda: _put(rights_table.PAGE, rights_table.lines()),
    "log": lambda: _put(log_examples.PAGE, log_examples.lines()),
    "cases": lambda: _put(use_case_list.PAGE, asyncio.run(use_case_list.lines())),
    "posts": lambda: _put(post_examples.PAGE, post_examples.lines()),
    "timers": lambda: _put(timer_examples.PAGE, timer_examples.lines()),
    "tallies": lambda: _put(tally_examples.PAGE, tally_examples.lines()),
    "turns": lambda: _put(GOLDEN / "turns.txt", turns()),
    "playthroughs": playthrough.renew,
    "yardsticks": _yardsticks,
}


def main(arguments: Sequence[str]) -> int:
    """Write the named parts, or all except `yardsticks`; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tools.write", description="Renew what is written from the program.")
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"some of {', '.join(PARTS)}; all but the last without any")
    parts = parser.parse_args(arguments).parts or list(PARTS)[:-1]
    if unknown := set(parts) - set(PARTS):
        parser.error(f"no part is called {', '.join(sorted(unknown))}")
    for part in parts:
        PARTS[part]()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
