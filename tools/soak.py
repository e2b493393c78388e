"""Long-running checks: `python -m tools.soak` kills, loads and simulates the program for an hour or so, and prints a table.

Each part is a process of its own: `kills` (the real process, killed at random points and restarted), `shards` (three processes on
one PostgreSQL database, killed), `takeovers` (real processes on one database are replaced, killed and suspended while users press),
`breakdowns` (the database is restarted, killed, hangs, is full, and fails over to a standby meanwhile), `load` (the real process
with many games at once, some of them in channels that hang, refuse or are rate limited), `databases` (the load on SQLite and on
PostgreSQL, side by side), `worlds` (simulated ones from seeds), `month` (slow games of people who sleep, travel and vanish),
`league` (a month of duels, appointments, tournaments and games played by a whole server), `rows` (a file with a million games, some
gigabytes for some minutes), `event` (a tournament of many), `seasons` (tournaments of every kind, with uncooperative entrants),
`gangs` (the same with three people who help one of them to win), `phone` (turn messages in a browser), `page` (whole games and a
tournament in the sandbox's page, by panels and by typing), `fast` (the compiled evaluator plans the same turns), `tests` (those
marked `soak`: whole games in every way of playing, every option by itself), `orders` (all other tests in three random orders).
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

Line = tuple[str, str, str]
"""What, how much, and the aim."""


def kills(wanted: argparse.Namespace) -> Iterator[Line]:
    """Play two games, and slow ones whose clocks run out, while the program is killed again and again."""
    number = {"BASTIDE_KILLS": str((wanted.kills + 2) // 3)}
    tests = ("tests/service/core/test_kill.py", "tests/service/clocks/test_kill_clocks.py")
    done = _run(["pytest", "-q", "-s", "-p", "no:xdist", "-m", "", *tests], number)
    yield from _test_reports(done.stdout)
    yield f"moves and messages lost or doubled in {wanted.kills} kills", "none" if done.returncode == 0 else "SOME", "none"
    if done.returncode:
        print(done.stdout, flush=True)


def shards(wanted: argparse.Namespace) -> Iterator[Line]:
    """Kill three processes on one PostgreSQL database again and again."""
    number = {"BASTIDE_KILLS_TOGETHER": str(wanted.together)}
    done = _run(["pytest", "-q", "-s", "-p", "no:xdist", "tests/service/core/test_kill_together.py"], number)
    yield from _test_reports(done.stdout)
    value = "SOME" if done.returncode else "NOT RUN" if " skipped" in done.stdout else "none"
    yield f"moves and messages lost or doubled in {wanted.together} kills of 3 processes", value, "none"
    if done.returncode:
        print(done.stdout, flush=True)


def _test_reports(output: str) -> Iterator[Line]:
    """Yield the figures that tests print about how much they have tried."""
    for what, figures in re.findall(r"figures: ([^:]+): (.+)", output):
        yield what, figures, ""


NOTHING = dict.fromkeys(("without an answer in the end", "turns told twice", "turns lost"), "0")
"""What people must not meet, whatever happens to processes and databases."""


def takeovers(wanted: argparse.Namespace) -> Iterator[Line]:
    """Press buttons as simulated users while processes are started, replaced and killed."""
    yield from _figure_lines(
        ["tests.wire.takeovers", "--rounds", str(wanted.rounds)], {"replaced: longest wait of anybody there, most": "<= 5000 ms"}
    )


def breakdowns(_: argparse.Namespace) -> Iterator[Line]:
    """Press buttons as simulated users while their database fails and recovers."""
    yield from _figure_lines(["tests.wire.breakdowns"], {"until people were answered or refused, most": "<= 3000 ms"})


def _figure_lines(module: list[str], aims: Mapping[str, str]) -> Iterator[Line]:
    """Run `module` and yield its figures with their aims, which are keyed by the end of a figure's name."""
    done = _run(module, {})
    if done.returncode:
        print(done.stdout, flush=True)
        yield module[0], "FAILED", ""
        return
    for name, value in json.loads(done.stdout.splitlines()[-1]).items():
        yield name, str(value), next((aim for end, aim in {**NOTHING, **aims}.items() if name.endswith(end)), "")


def load(wanted: argparse.Namespace) -> Iterator[Line]:
    """Press buttons as simulated users at a steady rate."""
    size = ["--games", str(wanted.games), "--rate", str(wanted.rate), "--seconds", str(wanted.seconds)]
    done = _run(["tests.wire.load", *size, "--processes", str(wanted.processes)], {})
    if done.returncode:
        print(done.stdout, flush=True)
        yield "the program under load", "FAILED", ""
        return
    figures: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    aims = {"acknowledged p99": "<= 100 ms", "answered p99": "<= 500 ms"}
    memory = figures.pop("resident MB")
    yield f"presses, {wanted.games} games, {wanted.rate:g} a second", str(figures.pop("presses")), ""
    yield "of them without an answer", str(figures.pop("silent")), "0"
    yield "channels that hang, are limited, fail or refuse", str(figures.pop("troubled")), ""
    yield "how often they did", str(figures.pop("troubles")), ""
    for name, value in figures.items():
        yield name, value, aims.get(name, "")
    yield "resident memory over time", " ".join(str(value) for value in memory) + " MB", "flat at the end"


SIDES = {"a file": 0, "1 process": 1, "2 processes": 2, "4 processes": 4}
"""Whose figures stand beside each other: SQLite, and so many processes on PostgreSQL."""

COMPARED = ("presses", "silent", "acknowledged", "answered", "committed", "next turn", "loop late", "processor time", "of a core")
"""What the names of these figures begin with."""


def databases(wanted: argparse.Namespace) -> Iterator[Line]:
    """Run the same load on SQLite and on PostgreSQL with more and more processes, one after the other."""
    size = ["--games", str(wanted.games), "--rate", str(wanted.rate), "--seconds", str(wanted.seconds), "--sound"]
    table: list[dict[str, Any]] = []
    for name, processes in SIDES.items():
        done = _run(["tests.wire.load", *size, "--processes", str(processes)], {})
        if done.returncode:
            print(done.stdout, flush=True)
            yield f"the load on {name}", "FAILED", ""
            return
        table.append(json.loads(done.stdout.splitlines()[-1]))
    yield f"{wanted.games} games, {wanted.rate:g} presses a second", _columns(SIDES), ""
    for what in (figure for figure in table[0] if figure.startswith(COMPARED)):
        yield what, _columns(str(figures[what]) for figures in table), ""
    yield "resident MB at the end, all processes", _columns(str(figures["resident MB"][-1]) for figures in table), ""
    silent = sum(figures["silent"] for figures in table)
    yield "presses without an answer", str(silent), "0"


def _columns(values: Iterable[str]) -> str:
    return "".join(f"{value:>14}" for value in values)


BROKEN, WRONG = r"^seed .*BROKEN.*|^again: .*", r"^(?:WRONG|STOPPED).*"
"""Lines in which simulated worlds and events say what is not as it must be."""


def worlds(wanted: argparse.Namespace) -> Iterator[Line]:
    """Run simulated worlds, one seed after the other."""
    size = ["--seed", str(wanted.seed), "--seeds", str(wanted.worlds), "--days", str(wanted.days)]
    yield from _verdict_lines(f"laws broken in {wanted.worlds} worlds of {wanted.days:g} days", ["tools.simulation", *size], BROKEN)


def month(wanted: argparse.Namespace) -> Iterator[Line]:
    """Simulate slow games to their ends, with people who sleep, travel and vanish."""
    size = ["--games", str(wanted.slow), "--days", "30", "--seed", str(wanted.seed)]
    yield from _verdict_lines(f"laws broken in a month of {wanted.slow} slow games", ["tools.simulation", "--month", *size], BROKEN)


def league(wanted: argparse.Namespace) -> Iterator[Line]:
    """Simulate a month of duels, appointments, tournaments and games played by the whole server, to their ends."""
    size = ["--days", "30", "--seed", str(wanted.seed)]
    yield from _verdict_lines("laws broken in a month of league life", ["tools.simulation", "--league", *size], BROKEN)


def _verdict_lines(what: str, module: list[str], wrong: str) -> Iterator[Line]:
    """Run `module` and yield the number of lines matching `wrong`, then these lines.

    If there are none, the first line of its output follows, which says how much was simulated.
    """
    done = _run(module, {})
    complaints = re.findall(wrong, done.stdout, re.MULTILINE)
    if done.returncode and not complaints:
        print(done.stdout, flush=True)
    failed = done.returncode and not complaints
    yield what, "FAILED" if failed else str(sum(not line.startswith("again") for line in complaints)), "0"
    for line in complaints or done.stdout.splitlines()[:1]:
        yield line, "", ""


def rows(wanted: argparse.Namespace) -> Iterator[Line]:
    """Run the queries of commands on a file with very many games."""
    done = _run(["tools.bench", "rows", "--games", str(wanted.rows), "--json"], {})
    if done.returncode:
        print(done.stdout, flush=True)
        yield f"{wanted.rows} games in one file", "FAILED", ""
        return
    for row in json.loads(done.stdout.splitlines()[-1]):
        value, unit, aim = row["value"], row["unit"], row["target"]
        yield (
            row["name"],
            f"{value:,.0f} {unit}".strip() if value >= 1000 else f"{value:.3g} {unit}",
            f"{aim} {unit}".strip() if aim else "",
        )


def event(wanted: argparse.Namespace) -> Iterator[Line]:
    """Simulate a slow Swiss tournament of many entrants in which the organiser does nothing after the start."""
    size = ["--preset", "slow-swiss", "--entrants", str(wanted.entrants), "--seed", str(wanted.seed)]
    yield from _verdict_lines(
        f"what went wrong in a slow Swiss of {wanted.entrants}", ["tools.check_pairings", "simulate", *size], WRONG
    )


def seasons(wanted: argparse.Namespace) -> Iterator[Line]:
    """Simulate events of every kind and size with uncooperative entrants, one seed after the other."""
    size = ["--events", str(wanted.events), "--seed", str(wanted.seed), "--tiles", "twelve"]
    what = f"laws broken in {wanted.events} events with people who do their worst"
    yield from _verdict_lines(what, ["tools.check_pairings", "simulate", *size], WRONG)


def gangs(wanted: argparse.Namespace) -> Iterator[Line]:
    """Simulate events in which three people help one of them to win, and check that they gain no more than honest people."""
    size = ["--gangs", "--seeds", str(wanted.gangs), "--seed", str(wanted.seed)]
    yield from _verdict_lines(f"kinds in which a gang gains, of {wanted.gangs} events of each", ["tools.simulation", *size], WRONG)


def phone(wanted: argparse.Namespace) -> Iterator[Line]:
    """Photograph turn messages of all kinds in a phone-wide browser: most must fit without scrolling, none be much higher."""
    with tempfile.TemporaryDirectory() as folder:
        done = _run(
            ["tools.browser_checks", folder, "messages", "--turns", str(wanted.turns), "--seed", str(wanted.seed), "--check"], {}
        )
    yield f"{wanted.turns} turn messages too high for a phone", "SOME" if done.returncode else "none", "none"
    for line in done.stdout.splitlines()[-1:] if not done.returncode else done.stdout.splitlines():
        yield line, "", ""


def page(wanted: argparse.Namespace) -> Iterator[Line]:
    """Play a whole game of each kind and a tournament of eight, by panels alone and by typing alone."""
    with tempfile.TemporaryDirectory() as folder:
        done = _run(["tools.browser_checks", wanted.shots or folder], {})
    yield "games and tournaments that could not be played in the page", "SOME" if done.returncode else "none", "none"
    for line in done.stdout.splitlines():
        yield line, "", ""


def tests(wanted: argparse.Namespace) -> Iterator[Line]:
    """Run the tests that take too long for every day, with other random examples each time."""
    chosen = ("-n", "auto", "-m", "soak", "--hypothesis-profile", "default", wanted.under)
    yield _suite("tests marked soak", *chosen, BASTIDE_GAMES="60")


def orders(wanted: argparse.Namespace) -> Iterator[Line]:
    """Run every test in random orders; some of them in one process, so that each runs after any other."""
    where, together = ("all tests", ("-n", "auto")) if wanted.under == "tests" else (wanted.under, ("-p", "no:xdist"))
    for seed in range(wanted.seed, wanted.seed + 3):
        yield _suite(f"{where} in random order {seed}", *together, "-p", "randomly", f"--randomly-seed={seed}", wanted.under)


def _suite(name: str, *chosen: str, **more: str) -> Line:
    done = _run(["pytest", *chosen], more)
    if done.returncode:
        print(done.stdout, flush=True)
    return name, "FAILED" if done.returncode else "passed", ""


def rivers(wanted: argparse.Namespace) -> Iterator[Line]:
    """Lay random rivers from the spring to the lake, and check that none gets stuck or breaks."""
    test = "tests/rules/test_river.py::test_rv_e1_rivers_are_one_line_and_never_get_stuck"
    done = _run(["pytest", "-q", "-p", "no:xdist", test], {"BASTIDE_RIVERS": str(wanted.rivers)})
    yield f"rivers stuck or broken of {wanted.rivers}", "none" if done.returncode == 0 else "SOME", "none"
    if done.returncode:
        print(done.stdout, flush=True)


def fast(_: argparse.Namespace) -> Iterator[Line]:
    """Compile the position evaluator, and check that it plans the same turns with the same values."""
    built = _run(["tools.compile"], {})
    done = _run(["pytest", "-q", "-p", "no:xdist", "tests/workers/test_compiled.py"], {})
    value = "NOT BUILT" if built.returncode or " skipped" in done.stdout else "SOME" if done.returncode else "none"
    yield "positions in which compiled code plans other turns", value, "none"
    if built.returncode or done.returncode:
        print(built.stdout, done.stdout, flush=True)


PARTS: Mapping[str, Callable[[argparse.Namespace], Iterator[Line]]] = {
    "kills": kills,
    "shards": shards,
    "takeovers": takeovers,
    "breakdowns": breakdowns,
    "load": load,
    "databases": databases,
    "worlds": worlds,
    "month": month,
    "league": league,
    "rows": rows,
    "event": event,
    "seasons": seasons,
    "gangs": gangs,
    "rivers": rivers,
    "phone": phone,
    "page": page,
    "fast": fast,
    "tests": tests,
    "orders": orders,
}


def main(arguments: list[str]) -> int:
    """Run the parts and print their lines as they arrive; return 1 if data were lost or an invariant broken."""
    parser = argparse.ArgumentParser(prog="python -m tools.soak", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("parts", nargs="*", help=f"some of {', '.join(PARTS)}; all without any")
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--together", type=int, default=500, help="kills of the part shards, of each of two games")
    parser.add_argument("--rounds", type=int, default=10, help="of the part takeovers")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--processes", type=int, default=0, help="of the part load, on one PostgreSQL database; 0: one on a file")
    parser.add_argument("--rate", type=float, default=50)
    parser.add_argument("--seconds", type=float, default=300)
    parser.add_argument("--worlds", type=int, default=1000)
    parser.add_argument("--days", type=float, default=3)
    parser.add_argument("--slow", type=int, default=200, help="games of the part month")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rows", type=int, default=1_000_000, help="games in the file of the part rows")
    parser.add_argument("--events", type=int, default=1000, help="of the part seasons")
    parser.add_argument("--gangs", type=int, default=20, help="events of each kind, of the part gangs")
    parser.add_argument("--rivers", type=int, default=100_000)
    parser.add_argument("--turns", type=int, default=200, help="of the part phone")
    parser.add_argument("--shots", help="a folder for the screenshots of the part page")
    parser.add_argument("--under", default="tests", help="a folder or file of tests, of the parts tests and orders")
    parser.add_argument("--entrants", type=int, default=100, help="of the part event")
    wanted = parser.parse_args(arguments)
    if unknown := set(wanted.parts) - set(PARTS):
        parser.error(f"no part is called {', '.join(sorted(unknown))}")
    failed = False
    for name in wanted.parts or PARTS:
        for what, value, aim in PARTS[name](wanted):
            failed |= value in ("SOME", "FAILED") or (aim in ("0", "none") and value not in ("0", "none"))
            print(f"{what:70} {value:>14}  {aim}", flush=True)
    return int(failed)


def _run(module: list[str], more: Mapping[str, str]) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", *module]
    return subprocess.run(  # noqa: S603  # our own modules
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False, env={**os.environ, **more}
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
