"""The benchmark command, which measures response times and resource use: `python -m tools.bench [--quick] [--json] [PART ...]`.

Parts that take long are measured only when they are named: `databases`, `running`, `rows`, `wire`, `growth`, `films`. Each figure
is printed with its aim; if one misses its aim, the exit code is 1. All are measured in one run, so that ratios between them are
reliable; single figures depend on the machine. Each is the median (for rates) or the minimum (for times) of several repeats. The
engine is measured in processor time, so that other programs do not count.
"""

from __future__ import annotations

import argparse
import gc
import importlib
import json
import sys
from collections.abc import Iterator, Sequence

from tools.bench.measuring import Figure

PARTS = ("engine", "storage", "events", "turns", "walk", "path", "boards", "loop", "memory")
"""Modules of this package that are measured unless others are named, each by its `figures(quick=)`."""

LONG = {"databases": 4, "running": 20, "rows": 1_000_000, "wire": 100, "growth": 100_000, "films": 48}
"""Modules that take minutes, each with the usual number of games; each by its `figures(games, address)`."""


def figures(wanted: argparse.Namespace) -> Iterator[Figure]:
    """Yield the figures of every wanted part, or of the default parts if none is named."""
    for part in wanted.parts or PARTS:
        module = importlib.import_module(f"tools.bench.{part}")
        if part in LONG:
            yield from module.figures(wanted.games or LONG[part], wanted.database)
        else:
            yield from module.figures(quick=wanted.quick)


def main(arguments: Sequence[str]) -> int:
    """Measure the wanted parts and print their figures as a table or as JSON; return the exit code."""
    gc.collect()
    gc.freeze()  # what was loaded before is not looked through again and again
    parser = argparse.ArgumentParser(prog="python -m tools.bench", description="Measure what players wait for.")
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"any of {', '.join(PARTS)} (all by default), {', '.join(LONG)}")
    parser.add_argument("--json", action="store_true", help="print a JSON list in place of a table")
    parser.add_argument("--quick", action="store_true", help="fewer and shorter repeats")
    parser.add_argument("--games", type=int, help="of the parts that take minutes")
    parser.add_argument("--database", metavar="ADDRESS", help="an empty PostgreSQL database for them, else a server of our own")
    wanted = parser.parse_args(arguments)
    if unknown := set(wanted.parts) - {*PARTS, *LONG}:
        parser.error(f"no part is called {', '.join(sorted(unknown))}")
    missed_aims = []
    for figure in figures(wanted):
        missed_aims.append(figure)
        if not wanted.json:
            print(figure, flush=True)
    missed = [figure for figure in missed_aims if figure.is_missed]
    if wanted.json:
        print(json.dumps([{**figure._asdict(), "missed": figure.is_missed} for figure in missed_aims]))
    elif missed:
        print(f"\n{len(missed)} of {sum(bool(figure.aim) for figure in missed_aims)} aims are missed:", *missed, sep="\n")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
