"""Pairings and standings of an event from a file: `pair FILE` or `standings FILE` prints the result as JSON.

The form of the file is described in docs/tournament-rules.md; `-` reads standard input. `simulate --preset slow-swiss --entrants
100 --seed 1` plays a whole event through the real services on a simulated clock; see `tools.simulation.adversarial_tournament`.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any

from games.core.errors import RuleRefusedError
from service.tournaments.tournament_settings import preset_settings
from tournament import multiplayer_tables, pairing_file, stages, swiss
from tournament.results import InvalidTournamentError
from tournament.stages import TABLES
from tournament.standings import StageResults, standings

if TYPE_CHECKING:
    from tools.simulation.adversarial_tournament import SeasonStory

REASONS = {
    "unavoidable": "no pairing of this round that keeps the rules above it breaks this one less often",
    "by-hand": "an organiser wanted it so",
}


def paired(sheet: pairing_file.PairingFile) -> dict[str, Any]:
    """Return the pairings of the file's round as plain data, or its tables if its first stage plays at tables."""
    kind = sheet.preset
    if (first := stages.read(kind.stages)[0]).kind == TABLES:
        here = [entrant.id for entrant in sheet.entrants if entrant.plays_in(sheet.round)]
        met = [couple for result in sheet.results for couple in combinations(result.seats, 2)]
        drawn = multiplayer_tables.draw_tables(here, met, number=sheet.round, seed=sheet.seed, wished=first.seats)
        return {"tables": [list(table) for table in drawn]}
    round_ = swiss.pair_round(
        sheet.entrants, sheet.results, sheet.round, order=kind.order, seed=sheet.seed, tie_breaks=kind.tie_breaks
    )
    return pairing_file.write_round(round_, REASONS)


def ranked(sheet: pairing_file.PairingFile) -> dict[str, Any]:
    """Return the standings after all results of the file as plain data."""
    if stages.read(sheet.preset.stages)[0].kind == TABLES:
        return pairing_file.write_standings(multiplayer_tables.standings([entrant.id for entrant in sheet.entrants], sheet.results))
    table = StageResults(sheet.entrants, sheet.results, seed=sheet.seed)
    return pairing_file.write_standings(standings(table, sheet.preset.tie_breaks))


ANSWERS = {"pair": paired, "standings": ranked}


def simulate(given: argparse.Namespace) -> int:
    """Simulate whole events and print their outcome; return 0, 1 if an invariant was broken, or 2 if no such event is possible."""
    from tools.simulation.adversarial_people import SHARES, SeasonPlan, season_of
    from tools.simulation.adversarial_tournament import simulated

    options = {"tiles": given.tiles} if given.tiles else {}
    wrong = 0
    for seed in range(given.seed, given.seed + given.events):
        try:
            if given.events == 1:
                settings = replace(preset_settings(given.preset, "carcassonne"), options=options)
                settings = replace(settings, stages=given.stages or settings.stages)
                plan = SeasonPlan(settings, given.entrants, SHARES)
            else:
                plan = season_of(seed, "carcassonne", options)
            season_story = simulated(plan, seed)
        except InvalidTournamentError as bad:
            print(f"{bad.code} {dict(bad.params)}", file=sys.stderr)
            return 2
        except RuleRefusedError as refused:
            print(f"{refused.code} {dict(refused.params)}", file=sys.stderr)
            return 2
        if given.events > 1:
            print(f"{seed} {plan.settings.preset} {plan.entrants}: {_shorten(season_story)}", flush=True)
        elif given.json:
            print(json.dumps(vars(season_story), indent=1))
        else:
            _print(season_story)
        for what in season_story.wrong if given.events > 1 or not given.json else ():
            print(f"WRONG: {what}", flush=True)
        wrong += bool(season_story.wrong)
    return 1 if wrong else 0


def _shorten(told: SeasonStory) -> str:
    how = "finished" if told.finished else "STOPPED"
    return f"{how} after {told.days:.0f} days, {told.rounds} rounds, {told.matches} games"


def _print(told: SeasonStory) -> None:
    print(_shorten(told))
    counted = {"people": told.habits, "results": told.how, "letters": told.letters, "rules broken": told.broken}
    for name, counts in counted.items():
        print(f"{name}: " + (", ".join(f"{number} {what}" for what, number in sorted(counts.items())) or "none"))
    print(f"entered late: {told.late}, out: {told.out}")
    for line in told.standings:
        print("  ".join(f"{key} {value}" for key, value in line.items()))


def main(arguments: list[str]) -> int:
    """Print the result as JSON and return 0; return 2 with one line on standard error if the file is invalid."""
    parser = argparse.ArgumentParser(prog="python -m tools.check_pairings", description=(__doc__ or "").splitlines()[0])
    ways = parser.add_subparsers(dest="what", required=True)
    for what in ANSWERS:
        ways.add_parser(what).add_argument("file", help="a JSON file, or - for standard input")
    way = ways.add_parser("simulate")
    way.add_argument("--preset", default="slow-swiss")
    way.add_argument("--entrants", type=int, default=16)
    way.add_argument("--seed", type=int, default=1)
    way.add_argument(
        "--events",
        type=int,
        default=1,
        help="so many, one seed after the other, each of its own kind and size; split long runs by --seed",
    )
    way.add_argument("--stages", default="", help="instead of those of the preset")
    way.add_argument("--tiles", default="", help="twelve: games of the twelve winter tiles, for a quick look")
    way.add_argument("--json", action="store_true")
    given = parser.parse_args(arguments)
    return simulate(given) if given.what == "simulate" else _count_answered(given)


def _count_answered(given: argparse.Namespace) -> int:
    try:
        text = sys.stdin.read() if given.file == "-" else Path(given.file).read_text(encoding="utf-8")
        answer = ANSWERS[given.what](pairing_file.read(json.loads(text)))
    except InvalidTournamentError as bad:
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
