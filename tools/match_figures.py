"""Parameters and results of a match between computer players, and their forms as text, table row and JSON."""

from __future__ import annotations

import math
import statistics
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

from ai.arena_game import ArenaGameResult

Z = statistics.NormalDist().inv_cdf(0.975)
"""Standard deviations on either side that hold 95 %."""


@dataclass(frozen=True)
class FigureQuery:
    """Parameters of a match in the arena: two players, game, options, seats, number of pairs, first seed."""

    a: str
    b: str
    game: str
    options: Mapping[str, str]
    seats: int
    pairs: int
    seed: int = 0


class ConfidenceInterval(NamedTuple):
    """A value with the bounds of its 95 % confidence interval."""

    value: float
    low: float
    high: float


class ArenaResult(NamedTuple):
    """The result of a match from the side of player `a`."""

    games: int
    wins: ConfidenceInterval
    """Share of the games; a victory that is shared counts as its share."""
    margin: ConfidenceInterval
    """Own points above those of the best other."""
    points_a: float
    points_b: float
    """Mean of a game; for `b` of all its seats."""
    cpu_ms_a: tuple[float, float]
    cpu_ms_b: tuple[float, float]
    """Processor milliseconds of a turn, p50 and p95."""
    done_a: Mapping[str, float]
    """How often in a turn it does what: who moves something every turn stalls."""


def margin(pair: Sequence[ArenaGameResult]) -> float:
    """Return the mean of `a`'s points minus the best other's over a pair's games, in which `a` sits in each seat once."""
    return statistics.fmean(game.scores[seat] - max(_values_of_others(game.scores, seat)) for seat, game in enumerate(pair))


def judged(seats: int, places: Sequence[int], results: Sequence[ArenaGameResult]) -> ArenaResult:
    """Return the result of all games; `places` are the seats of `a`, one for each game."""
    played = list(zip(places, results, strict=True))
    shares = [(seat in result.winners) / len(result.winners) for seat, result in played]
    margins = [result.scores[seat] - max(_values_of_others(result.scores, seat)) for seat, result in played]
    return ArenaResult(
        len(results),
        wilson(sum(shares), len(shares)),
        spread([statistics.fmean(margins[first : first + seats]) for first in range(0, len(margins), seats)]),
        statistics.fmean(result.scores[seat] for seat, result in played),
        statistics.fmean(points for seat, result in played for points in _values_of_others(result.scores, seat)),
        _cpu([turn for seat, result in played for turn in result.cpu_s[seat]]),
        _cpu([turn for seat, result in played for turns in _values_of_others(result.cpu_s, seat) for turn in turns]),
        _operations_per_turn(
            [result.done[seat] for seat, result in played], sum(len(result.cpu_s[seat]) for seat, result in played)
        ),
    )


def _operations_per_turn(counts: Sequence[Mapping[str, int]], turns: int) -> dict[str, float]:
    """Return the mean number of each operation in a turn."""
    return {
        what: sum(count.get(what, 0) for count in counts) / turns for what in sorted({what for count in counts for what in count})
    }


def _values_of_others(values: Sequence[Any], seat: int) -> list[Any]:
    return [value for number, value in enumerate(values) if number != seat]


def wilson(won: float, games: int) -> ConfidenceInterval:
    """Return the share of games won with its Wilson interval, which is valid near 0 and 1 as well."""
    share = won / games
    middle = (share + Z * Z / (2 * games)) / (1 + Z * Z / games)
    half = Z / (1 + Z * Z / games) * math.sqrt(share * (1 - share) / games + Z * Z / (4 * games * games))
    return ConfidenceInterval(share, max(0.0, middle - half), min(1.0, middle + half))


def spread(means: Sequence[float]) -> ConfidenceInterval:
    """Return the mean of independent values with its interval, which is infinite for a single value.

    Pass one value for each pair, because the games of a pair are not independent.
    """
    mean = statistics.fmean(means)
    half = Z * statistics.stdev(means) / math.sqrt(len(means)) if len(means) > 1 else math.inf
    return ConfidenceInterval(mean, mean - half, mean + half)


def _cpu(turns_s: Sequence[float]) -> tuple[float, float]:
    ordered = sorted(turns_s)
    return ordered[len(ordered) // 2] * 1e3, ordered[len(ordered) * 95 // 100] * 1e3


def told(wanted: FigureQuery, met: ArenaResult) -> str:
    """Return the parameters and the result as text of several lines."""
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


def row(wanted: FigureQuery, met: ArenaResult | None) -> str:
    """Return the result as a row of the table in docs/computers.md; `met` is None if no game was played yet."""
    options = "".join(f" {key}={value}" for key, value in wanted.options.items())
    cells = [f"{wanted.a} against {wanted.b}: {wanted.game}{options}, {wanted.seats} seats", str(wanted.pairs)]
    if met is None:
        return f"| {' | '.join(cells)} | 0 | | |"
    cells.append(str(met.games))
    cells.append("{:.1f} % ({:.1f} to {:.1f})".format(*(100 * share for share in met.wins)))
    cells.append("{:+.1f} ({:+.1f} to {:+.1f})".format(*met.margin))
    return f"| {' | '.join(cells)} |"


def plain(wanted: FigureQuery, met: ArenaResult) -> dict[str, Any]:
    """Return the parameters and the result as plain data for JSON; a missing bound is null."""
    figures = {name: value._asdict() if isinstance(value, ConfidenceInterval) else value for name, value in met._asdict().items()}
    figures["margin"] = {name: value if math.isfinite(value) else None for name, value in met.margin._asdict().items()}
    return {**asdict(wanted), **figures}


def _ms(figures: tuple[float, float]) -> str:
    return f"{figures[0]:.1f} and {figures[1]:.1f} ms"
