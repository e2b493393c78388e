"""The simulation command: `python -m tools.simulation --seed 7 --days 365` runs a year of a busy server and checks every law.

With `--month` it is a month of slow games whose players sleep, travel, go on vacation, vanish and come back, and which all must
end; with `--league` one of duels, appointments, tournaments of all kinds, champions and weekly papers. With `--gangs` it is a given
number of events of every kind, with three people in each who help one of them to win, and the advantage that they gain. With
`--tell` the whole story is printed. A broken law is reported with its shortest story; `--only 3,17` runs only these planned events
of a seed.
"""

from __future__ import annotations

import argparse
import sys
from functools import partial
from time import monotonic

from tools.simulation import gangs
from tools.simulation.run import RunOutcome, league_of, lived, month_of, world_of
from tools.simulation.shrinking import LIMIT_S, shortest


def main(arguments: list[str]) -> int:
    """Run the simulation as the arguments say; return 0, or 1 if a law was broken."""
    parser = argparse.ArgumentParser(prog="python -m tools.simulation", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seeds", type=int, default=1, help="so many worlds, from this seed on")
    parser.add_argument("--days", type=float, default=30)
    parser.add_argument("--month", action="store_true", help="slow games, to their ends")
    parser.add_argument("--league", action="store_true", help="duels, appointments, tournaments and a town, to their ends")
    parser.add_argument(
        "--gangs", action="store_true", help="events of every kind, one for each seed, with a gang of three in each"
    )
    parser.add_argument("--games", type=int, default=200, help="of the month")
    parser.add_argument("--only", default="", help="numbers of happenings, with commas between them: nothing else happens")
    parser.add_argument("--tell", action="store_true", help="print the whole story")
    parser.add_argument("--shrink", type=float, default=LIMIT_S, metavar="SECONDS", help="how long to look for the shortest story")
    wanted = parser.parse_args(arguments)
    if wanted.gangs:
        return 0 if gangs.report(range(wanted.seed, wanted.seed + wanted.seeds), partial(print, flush=True)) else 1
    results = [_run_one(seed, wanted) for seed in range(wanted.seed, wanted.seed + wanted.seeds)]
    return 0 if all(results) else 1


def _run_one(seed: int, wanted: argparse.Namespace) -> bool:
    plan = world_of(seed, wanted.days)
    if wanted.month or wanted.league:
        plan = league_of(seed, wanted.days) if wanted.league else month_of(seed, wanted.games, wanted.days)
    is_long = wanted.month or wanted.league
    if wanted.only:
        only = {int(number) for number in wanted.only.split(",")}
        plan = tuple(happening for happening in plan if happening.number in only)
    begun = monotonic()
    outcome = lived(seed, plan, to_the_end=is_long)
    if wanted.tell:
        print("\n".join(outcome.told.lines))
    if outcome.broken is None:
        print(
            f"seed {seed}: every law held. {_outcome_figures(outcome)}, {monotonic() - begun:.1f} s, story {outcome.told.digest}",
            flush=True,
        )
        return True
    print(f"seed {seed}: BROKEN: {outcome.broken.law}: {outcome.broken.how}", flush=True)
    kept, best = shortest(seed, plan, outcome, wanted.shrink, to_the_end=is_long)
    print("\n".join(best.told.lines))
    numbers = ",".join(str(happening.number) for happening in kept)
    which = "--league " if wanted.league else f"--month --games {wanted.games} " if wanted.month else ""
    print(f"again: python -m tools.simulation {which}--seed {seed} --days {wanted.days:g} --tell --only {numbers}", flush=True)
    return False


def _outcome_figures(outcome: RunOutcome) -> str:
    counts = outcome.told.counts
    happened = sum(number for name, number in counts.items() if name not in ("transactions", "lives"))
    return f"{outcome.days:.0f} days, {happened} happenings, {counts['transactions']} transactions, {counts['lives']} lives"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
