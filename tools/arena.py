"""Lets two levels of computer players meet: `python -m tools.arena --a greedy --b random --pairs 20 [--seats 3] [--json]`.

A pair is as many games as there are seats, all with the same draws: `a` sits in each seat once, `b` in all others. So luck is
the same for both. Games are played in the processes of a pool; the same arguments give the same result on every machine but for
the times.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import math
import statistics
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

from ai import FORMER, PLAYERS, YARDSTICK, YARDSTICKS
from ai.contest import Contest, Result, contested
from ai.player import Player
from editions.offered import GAMES
from games.core.errors import IllegalAction
from thinking.pool import Pool

Z = statistics.NormalDist().inv_cdf(0.975)
"""Standard deviations on either side that hold 95 %."""

LIMIT_S = 3600.0
"""A game that takes longer hangs."""

KNOWN: Mapping[str, Player] = {**FORMER, **PLAYERS, **YARDSTICKS}


@dataclass(frozen=True)
class Wanted:
    """What is to be found out."""

    a: str
    b: str
    game: str
    options: Mapping[str, str]
    seats: int
    pairs: int
    seed: int = 0


FOUR = {"expansions": "inns,traders,dragon,tower"}

TABLE: Sequence[tuple[str, str, str, Mapping[str, str], int]] = (
    ("master", YARDSTICK, "carcassonne", {}, 2),
    ("master", YARDSTICK, "carcassonne", {}, 3),
    ("master", YARDSTICK, "carcassonne", {}, 4),
    ("master", YARDSTICK, "carcassonne", FOUR, 2),
    ("master", YARDSTICK, "carcassonne", {"map": "benelux"}, 2),
    ("master", YARDSTICK, "carcassonne", {"edition": "winter"}, 2),
    ("master", YARDSTICK, "carcassonne", {"edition": "first"}, 2),
    ("master", YARDSTICK, "cardcassonne", {}, 2),
    ("master", YARDSTICK, "cardcassonne", {}, 4),
    ("citizen", YARDSTICK, "carcassonne", {}, 2),
    ("master", "citizen", "carcassonne", {}, 2),
    ("citizen", "apprentice", "carcassonne", {}, 2),
)
"""What `--table` plays: how strong the levels are in each kind of game (a, b, game, options, seats)."""


class Interval(NamedTuple):
    """A figure, and the bounds between which it lies with 95 %."""

    value: float
    low: float
    high: float


class Met(NamedTuple):
    """What came out, from the side of `a`."""

    games: int
    wins: Interval
    """Share of the games; a victory that is shared counts as its share."""
    margin: Interval
    """Own points above those of the best other."""
    points_a: float
    points_b: float
    """Mean of a game; for `b` of all its seats."""
    cpu_ms_a: tuple[float, float]
    cpu_ms_b: tuple[float, float]
    """Processor milliseconds of a turn, p50 and p95."""
    done_a: Mapping[str, float]
    """How often in a turn it does what: who moves something every turn stalls."""


def contests(wanted: Wanted) -> list[tuple[int, Contest]]:
    """All games with the seat of `a`, pair after pair."""
    a, b, game = KNOWN[wanted.a], KNOWN[wanted.b], GAMES[wanted.game]
    return [
        (seat, Contest(game, wanted.options, [a if number == seat else b for number in range(wanted.seats)], wanted.seed + pair))
        for pair in range(wanted.pairs)
        for seat in range(wanted.seats)
    ]


async def meet(wanted: Wanted, pool: Pool) -> Met:
    """Play all games, as many at once as the pool allows."""
    planned = contests(wanted)
    playing = (pool.run(contested, contest, kind="a game in the arena", limit_s=LIMIT_S) for _, contest in planned)
    results = await asyncio.gather(*playing)
    return judged(wanted.seats, [seat for seat, _ in planned], results)


def judged(seats: int, places: Sequence[int], results: Sequence[Result]) -> Met:
    """The figures of all games; `places` are the seats of `a`."""
    played = list(zip(places, results, strict=True))
    shares = [(seat in result.winners) / len(result.winners) for seat, result in played]
    margins = [result.scores[seat] - max(_others(result.scores, seat)) for seat, result in played]
    return Met(
        len(results),
        wilson(sum(shares), len(shares)),
        spread([statistics.fmean(margins[first : first + seats]) for first in range(0, len(margins), seats)]),
        statistics.fmean(result.scores[seat] for seat, result in played),
        statistics.fmean(points for seat, result in played for points in _others(result.scores, seat)),
        _cpu([turn for seat, result in played for turn in result.cpu_s[seat]]),
        _cpu([turn for seat, result in played for turns in _others(result.cpu_s, seat) for turn in turns]),
        _done([result.done[seat] for seat, result in played], sum(len(result.cpu_s[seat]) for seat, result in played)),
    )


def _done(counts: Sequence[Mapping[str, int]], turns: int) -> dict[str, float]:
    """Of all that was ever done the mean of a turn."""
    return {
        what: sum(count.get(what, 0) for count in counts) / turns for what in sorted({what for count in counts for what in count})
    }


def _others(values: Sequence[Any], seat: int) -> list[Any]:
    return [value for number, value in enumerate(values) if number != seat]


def wilson(won: float, games: int) -> Interval:
    """Share of games won, with Wilson's interval: it holds near 0 and 1 as well."""
    share = won / games
    middle = (share + Z * Z / (2 * games)) / (1 + Z * Z / games)
    half = Z / (1 + Z * Z / games) * math.sqrt(share * (1 - share) / games + Z * Z / (4 * games * games))
    return Interval(share, max(0.0, middle - half), min(1.0, middle + half))


def spread(means: Sequence[float]) -> Interval:
    """Mean of independent values (one for each pair: the games of a pair are not), with its interval; endless for one alone."""
    mean = statistics.fmean(means)
    half = Z * statistics.stdev(means) / math.sqrt(len(means)) if len(means) > 1 else math.inf
    return Interval(mean, mean - half, mean + half)


def _cpu(turns_s: Sequence[float]) -> tuple[float, float]:
    ordered = sorted(turns_s)
    return ordered[len(ordered) // 2] * 1e3, ordered[len(ordered) * 95 // 100] * 1e3


def told(wanted: Wanted, met: Met) -> str:
    """The figures for people."""
    options = "".join(f" {key}={value}" for key, value in wanted.options.items())
    return "\n".join(
        (
            f"{wanted.a} against {wanted.b}: {wanted.game}{options}, {wanted.seats} seats, {wanted.pairs} pairs, {met.games} games",
            f"  wins      {met.wins.value:7.1%}   ({met.wins.low:.1%} to {met.wins.high:.1%}; by chance {1 / wanted.seats:.1%})",
            f"  margin    {met.margin.value:+7.1f}   ({met.margin.low:+.1f} to {met.margin.high:+.1f})",
            f"  points    {met.points_a:7.1f} : {met.points_b:.1f}",
            f"  a turn of {wanted.a}: " + ", ".join(f"{what} {share:.2f}" for what, share in met.done_a.items()),
            f"  CPU a turn, p50 and p95: {wanted.a} {_ms(met.cpu_ms_a)}, {wanted.b} {_ms(met.cpu_ms_b)}",
        )
    )


def plain(wanted: Wanted, met: Met) -> dict[str, Any]:
    """The figures for programs: what was wanted and what came out; a bound that there is not is null."""
    figures = {name: value._asdict() if isinstance(value, Interval) else value for name, value in met._asdict().items()}
    figures["margin"] = {name: value if math.isfinite(value) else None for name, value in met.margin._asdict().items()}
    return {**asdict(wanted), **figures}


def _ms(figures: tuple[float, float]) -> str:
    return f"{figures[0]:.1f} and {figures[1]:.1f} ms"


async def _run(matches: Sequence[Wanted], said: argparse.Namespace) -> None:
    """Play one after the other and print each as soon as it is known."""
    pool = Pool(said.processes)
    try:
        for wanted in matches:
            met = await meet(wanted, pool)
            print(json.dumps(plain(wanted, met)) if said.json else told(wanted, met), flush=True)
    finally:
        await pool.close()


def read(arguments: Sequence[str]) -> tuple[list[Wanted], argparse.Namespace]:
    """The matches that the arguments ask for; ends the program with a sentence where they cannot be."""
    parser = argparse.ArgumentParser(prog="python -m tools.arena", description="Let two levels of computer players meet.")
    parser.add_argument("--a", choices=sorted(KNOWN))
    parser.add_argument("--b", choices=sorted(KNOWN))
    parser.add_argument("--table", action="store_true", help="all levels in all kinds of games, one match after the other")
    parser.add_argument("--pairs", type=int, default=100)
    parser.add_argument("--game", default="carcassonne", choices=sorted(GAMES))
    parser.add_argument("--option", action="append", default=[], metavar="KEY=VALUE")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--seed", type=int, default=0, help="of the first pair; each further one has the next")
    parser.add_argument("--processes", type=int, help="as many as there are cores without it")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    said = parser.parse_args(arguments)
    if said.pairs < 1:
        parser.error("at least one pair")
    if any("=" not in word for word in said.option):
        parser.error("an option is written KEY=VALUE")
    if said.table:
        return [Wanted(a, b, game, options, seats, said.pairs, said.seed) for a, b, game, options, seats in TABLE], said
    if said.a is None or said.b is None:
        parser.error("--a and --b say who meets, or --table")
    options = dict(word.split("=", 1) for word in said.option)
    chosen = GAMES[said.game]
    try:
        chosen.start(chosen.options(options), said.seats)
    except IllegalAction as refused:
        parser.error(f"{refused.code}: {refused.params}")
    return [Wanted(said.a, said.b, said.game, options, said.seats, said.pairs, said.seed)], said


def main(arguments: Sequence[str]) -> int:
    """Play as the arguments say and print what came out."""
    asyncio.run(_run(*read(arguments)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
