"""Check an event from the shell: `pair FILE` and `standings FILE` read entrants and results and print what follows from them.

The form of the file is described in docs/tournaments.md; `-` reads standard input. `simulate --preset slow-swiss --entrants 100
--seed 1` plays a whole event through the real services on a clock that leaps; see `tools.simulated_event`.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from itertools import combinations
from pathlib import Path
from typing import Any

from games.core.errors import Refused
from tournament import form, stages, swiss, tables
from tournament.records import BadEvent
from tournament.stages import TABLES
from tournament.standings import Table, standings

REASONS = {
    "unavoidable": "no pairing of this round that keeps the rules above it breaks this one less often",
    "by-hand": "an organiser wanted it so",
}


def paired(sheet: form.Sheet) -> dict[str, Any]:
    """The pairings of the sheet's round, or its tables."""
    kind = sheet.preset
    if (first := stages.read(kind.stages)[0]).kind == TABLES:
        here = [entrant.id for entrant in sheet.entrants if entrant.plays_in(sheet.round)]
        met = [couple for result in sheet.results for couple in combinations(result.seats, 2)]
        drawn = tables.seated(here, met, number=sheet.round, seed=sheet.seed, wished=first.seats)
        return {"tables": [list(table) for table in drawn]}
    round_ = swiss.pair(sheet.entrants, sheet.results, sheet.round, order=kind.order, seed=sheet.seed, tie_breaks=kind.tie_breaks)
    return form.write_round(round_, REASONS)


def ranked(sheet: form.Sheet) -> dict[str, Any]:
    """The standings after all of the sheet's results."""
    if stages.read(sheet.preset.stages)[0].kind == TABLES:
        return form.write_standings(tables.standings([entrant.id for entrant in sheet.entrants], sheet.results))
    table = Table(sheet.entrants, sheet.results, seed=sheet.seed)
    return form.write_standings(standings(table, sheet.preset.tie_breaks))


ANSWERS = {"pair": paired, "standings": ranked}


def simulate(given: argparse.Namespace) -> int:
    """Play a whole event and tell what came of it; 1 where something was wrong, 2 where it cannot be played so."""
    from tools.simulated_event import simulated  # the whole bot, which the other answers have no use for

    try:
        told = asyncio.run(simulated(given.preset, given.entrants, given.seed, given.stages, given.tiles))
    except BadEvent as bad:
        print(f"{bad.code} {dict(bad.params)}", file=sys.stderr)
        return 2
    except Refused as refused:
        print(f"{refused.code} {dict(refused.params)}", file=sys.stderr)
        return 2
    if given.json:
        print(json.dumps(vars(told), indent=1))
    else:
        print(
            f"{'finished' if told.finished else 'STOPPED'} after {told.days:.0f} days, {told.rounds} rounds, {told.matches} games"
        )
        for name, counted in (("results", told.how), ("letters", told.letters), ("rules broken", told.broken)):
            print(f"{name}: " + (", ".join(f"{number} {what}" for what, number in sorted(counted.items())) or "none"))
        print(f"out: {told.out}")
        for line in told.standings:
            print("  ".join(f"{key} {value}" for key, value in line.items()))
        for what in told.wrong:
            print(f"WRONG: {what}")
    return 1 if told.wrong else 0


def main(arguments: list[str]) -> int:
    """Print the answer as JSON; 2 and one line to standard error where the file makes no sense."""
    parser = argparse.ArgumentParser(prog="python -m tools.event", description=(__doc__ or "").splitlines()[0])
    ways = parser.add_subparsers(dest="what", required=True)
    for what in ANSWERS:
        ways.add_parser(what).add_argument("file", help="a JSON file, or - for standard input")
    way = ways.add_parser("simulate")
    way.add_argument("--preset", default="slow-swiss")
    way.add_argument("--entrants", type=int, default=16)
    way.add_argument("--seed", type=int, default=1)
    way.add_argument("--stages", default="", help="instead of those of the preset")
    way.add_argument("--tiles", default="", help="twelve: games of the twelve winter tiles, for a quick look")
    way.add_argument("--json", action="store_true")
    given = parser.parse_args(arguments)
    return simulate(given) if given.what == "simulate" else _answered(given)


def _answered(given: argparse.Namespace) -> int:
    try:
        text = sys.stdin.read() if given.file == "-" else Path(given.file).read_text(encoding="utf-8")
        answer = ANSWERS[given.what](form.read(json.loads(text)))
    except BadEvent as bad:
        details = ", ".join(f"{key} {value!r}" for key, value in bad.params.items())
        print(f"{given.file}: {bad.where or 'the file'}: {bad.code}" + (f" ({details})" if details else ""), file=sys.stderr)
        return 2
    except (OSError, ValueError) as error:
        print(f"{given.file}: {error}", file=sys.stderr)
        return 2
    print(json.dumps(answer, ensure_ascii=False, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
