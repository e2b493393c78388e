"""Matches between two computer players: `python -m tools.arena --a greedy --b random --pairs 20 [--seats 3] [--json]`.

In place of a level, `engine:"command"` is any program that speaks the protocol of docs/engine-protocol.md, and `weights:FILE` is a
player that looks ahead within its own turn only and evaluates positions by the weights in the file, as `tools.train` prints them.
`--sprt 3` ends the match once a sequential test decides whether `a` is better or worse by 3 points a game. `--keep FILE` stores
every pair and continues from the stored ones, so that a match that takes hours can be stopped at any time. With `--table`, FILE is
a folder with one file for each match.

A pair is as many games as there are seats, all with the same random draws: `a` sits in each seat once, `b` in all others, so luck
is equal for both. Games are played by a pool of processes; except for the times, the same arguments give the same result on every
machine.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path

from ai import FORMER, PLAYERS, YARDSTICK
from ai.arena_game import ArenaGame, ArenaGameResult, play_arena_game
from ai.player_protocol import ExternalPlayer, Player
from editions.registry import GAMES
from games.core.errors import IllegalActionError
from tools.external_engines import EngineFailed, ExternalEngine
from tools.match_figures import ArenaResult, FigureQuery, judged, margin, plain, row, told
from tools.sequential import UNKNOWN, OtherMatch, PlayedPairs, pairs_in, verdict
from tools.tuning import WeightTrial
from tools.yardstick import MASTER, YARDSTICKS
from workers.pool import Pool, cores

LIMIT_S = 3600.0
"""A game that takes longer hangs."""

KNOWN: Mapping[str, Player] = {**FORMER, **PLAYERS, **YARDSTICKS}


ENGINE = "engine:"
"""Before the command of a program that plays."""

WEIGHTS = "weights:"
"""Before the file of weights by which a player plays."""


FOUR = {"expansions": "inns,traders,dragon,tower"}

NEW_BOX = {"expansions": "river,abbot"}

ALONE = ("inns", "traders", "dragon", "tower", "river", "abbot")
"""Expansions, each of which is measured by itself as well."""

MAPS = ("benelux", "germany", "france", "britain")

TABLE: Sequence[tuple[str, str, str, Mapping[str, str], int]] = (
    *(("master", YARDSTICK, "carcassonne", {}, seats) for seats in (2, 3, 4, 6)),
    *(("master", YARDSTICK, "carcassonne", {"edition": edition}, 2) for edition in ("first", "winter")),
    *(("master", YARDSTICK, "carcassonne", {"expansions": alone}, 2) for alone in ALONE),
    ("master", YARDSTICK, "carcassonne", NEW_BOX, 2),
    ("master", YARDSTICK, "carcassonne", FOUR, 2),
    *(("master", YARDSTICK, "carcassonne", {"map": name}, 2) for name in MAPS),
    *(("master", YARDSTICK, "cardcassonne", {}, seats) for seats in (2, 3, 4, 5)),
    ("citizen", YARDSTICK, "carcassonne", {}, 2),
    ("grandmaster", MASTER, "carcassonne", {}, 2),
    ("master", "citizen", "carcassonne", {}, 2),
    ("citizen", "apprentice", "carcassonne", {}, 2),
)
"""What `--table` plays: how strong the levels are in each kind of game (a, b, game, options, seats)."""


def player(name: str) -> Player | ExternalPlayer:
    """Return the level of this name, or the player behind `engine:` or `weights:`."""
    if name.startswith(WEIGHTS):
        return WeightTrial(Path(name.removeprefix(WEIGHTS)).read_text(encoding="utf-8"))
    return ExternalEngine(name.removeprefix(ENGINE)) if name.startswith(ENGINE) else KNOWN[name]


def contests(wanted: FigureQuery) -> list[tuple[int, ArenaGame]]:
    """Return every game of the match, pair after pair, each with the seat of `a`."""
    a, b, game = player(wanted.a), player(wanted.b), GAMES[wanted.game]
    return [
        (seat, ArenaGame(game, wanted.options, [a if number == seat else b for number in range(wanted.seats)], wanted.seed + pair))
        for pair in range(wanted.pairs)
        for seat in range(wanted.seats)
    ]


async def meet(wanted: FigureQuery, pool: Pool) -> ArenaResult:
    """Play all games of a match, as many at once as the pool allows, and return the result."""
    results = await _play_games([contest for _, contest in contests(wanted)], pool)
    return judged(wanted.seats, list(range(wanted.seats)) * wanted.pairs, results)


async def meet_until_known(
    wanted: FigureQuery, points: float | None, kept: PlayedPairs, pool: Pool, at_once: int
) -> tuple[ArenaResult, str]:
    """Play pairs until `sequential.verdict` decides or all are played; return the result so far and the verdict.

    Without `points` there is no verdict, and the pairs in `kept` count towards the result. The verdict depends only on the pairs in
    their order, not on how many are played `at_once`.
    """
    seats, planned = wanted.seats, [contest for _, contest in contests(wanted)]
    text, number = "", 0
    while not text and number < max(wanted.pairs, 0 if points else len(kept.pairs)):
        if number == len(kept.pairs):
            coming = planned[number * seats : (number + at_once) * seats]
            results = await _play_games(coming, pool)
            for first in range(0, len(results), seats):
                kept.add(results[first : first + seats])
        number += 1
        text = verdict([margin(pair) for pair in kept.pairs[:number]], points) if points else ""
    games = [game for pair in kept.pairs[:number] for game in pair]
    return judged(seats, list(range(seats)) * number, games), text or UNKNOWN


async def _play_games(planned: Sequence[ArenaGame], pool: Pool) -> list[ArenaGameResult]:
    playing = (pool.run(play_arena_game, contest, kind="a game in the arena", limit_s=LIMIT_S) for contest in planned)
    return list(await asyncio.gather(*playing))


async def _run(matches: Sequence[FigureQuery], args: argparse.Namespace) -> None:
    """Play the matches one after the other and print each result as soon as its match is over."""
    pool = Pool(args.processes)
    try:
        for wanted in matches:
            if args.sprt or args.keep:
                await _decide(wanted, args, pool)
                continue
            met = await meet(wanted, pool)
            print(json.dumps(plain(wanted, met)) if args.json else told(wanted, met), flush=True)
    finally:
        await pool.close()


async def _decide(wanted: FigureQuery, args: argparse.Namespace, pool: Pool) -> None:
    """Play one match until its verdict or its end, continuing from stored pairs, and print the result."""
    match = {key: value for key, value in asdict(wanted).items() if key != "pairs"} | {"estimates": GAMES[wanted.game].estimates}
    path = args.keep / _file(wanted) if args.table and args.keep else args.keep
    met, word = await meet_until_known(wanted, args.sprt, PlayedPairs(path, match), pool, args.processes or cores())
    query = replace(wanted, pairs=met.games // wanted.seats)
    if args.json:
        print(json.dumps(plain(query, met) | ({"verdict": word} if args.sprt else {})), flush=True)
    else:
        print(told(query, met), flush=True)
        if args.sprt:
            print(f"  verdict: {word}, by {args.sprt:g} points a game, after {query.pairs} pairs", flush=True)


def show(folder: Path) -> None:
    """Print one table row for each match stored in a folder, whichever evaluation weights it was played with."""
    for path in sorted(folder.glob("*.jsonl")):
        match, pairs = pairs_in(path)
        wanted = FigureQuery(**{key: value for key, value in match.items() if key != "estimates"}, pairs=len(pairs))
        games = [game for pair in pairs for game in pair]
        print(row(wanted, judged(wanted.seats, list(range(wanted.seats)) * len(pairs), games) if pairs else None))


def _file(wanted: FigureQuery) -> str:
    """Return the name of the file in which the pairs of a match are stored."""
    options = (f"{key}={value}" for key, value in wanted.options.items())
    return " ".join((wanted.a, wanted.b, wanted.game, *options, f"{wanted.seats}.jsonl"))


def read(arguments: Sequence[str]) -> tuple[list[FigureQuery], argparse.Namespace]:
    """Return the matches that the arguments describe, and the parsed arguments; exit with a message if they are invalid."""
    parser = argparse.ArgumentParser(prog="python -m tools.arena", description="Let two levels of computer players meet.")
    parser.add_argument(
        "--a", type=_player_named, metavar="LEVEL", help=f'{", ".join(sorted(KNOWN))}, engine:"command", or weights:FILE'
    )
    parser.add_argument("--b", type=_player_named, metavar="LEVEL")
    parser.add_argument("--table", action="store_true", help="all levels in all kinds of games, one match after the other")
    parser.add_argument("--pairs", type=int, default=100, help="0 with --table and --keep: play none, show those that are kept")
    parser.add_argument("--game", default="carcassonne", choices=sorted(GAMES))
    parser.add_argument("--option", action="append", default=[], metavar="KEY=VALUE")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--seed", type=int, default=0, help="of the first pair; each further one has the next")
    parser.add_argument("--processes", type=int, help="as many as there are cores without it")
    parser.add_argument("--sprt", type=float, metavar="POINTS", help="end as soon as a difference of so many points is known")
    parser.add_argument("--keep", type=Path, metavar="FILE", help="keep every pair, and go on with those that are kept")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    args = parser.parse_args(arguments)
    if args.pairs < (0 if args.table and args.keep else 1):
        parser.error("at least one pair; 0 shows what --table has kept")
    if args.sprt is not None and args.sprt <= 0:
        parser.error("--sprt takes a number of points above 0")
    if args.keep and args.keep.is_dir() != args.table:
        parser.error("--keep takes a file for one match, a folder for --table")
    if any("=" not in word for word in args.option):
        parser.error("an option is written KEY=VALUE")
    if args.table:
        return [FigureQuery(a, b, game, options, seats, args.pairs, args.seed) for a, b, game, options, seats in TABLE], args
    if args.a is None or args.b is None:
        parser.error("--a and --b say who meets, or --table")
    options = dict(word.split("=", 1) for word in args.option)
    chosen = GAMES[args.game]
    if args.game != "carcassonne" and any(name.startswith(WEIGHTS) for name in (args.a, args.b)):
        parser.error("weights are for carcassonne")
    if chosen.has_secrets and any(name.startswith(ENGINE) for name in (args.a, args.b)):
        parser.error("engines play only games in which everything is open")
    try:
        chosen.start(chosen.options(options), args.seats)
    except IllegalActionError as refused:
        parser.error(f"{refused.code}: {refused.params}")
    return [FigureQuery(args.a, args.b, args.game, options, args.seats, args.pairs, args.seed)], args


def _player_named(text: str) -> str:
    """Return `text` if it names a level, an engine or an existing file of weights; raise otherwise."""
    if text in KNOWN or (text.startswith(ENGINE) and text != ENGINE):
        return text
    if text.startswith(WEIGHTS) and Path(text.removeprefix(WEIGHTS)).is_file():
        return text
    raise argparse.ArgumentTypeError(f'{text!r} is neither engine:"command" nor weights:FILE nor one of {", ".join(sorted(KNOWN))}')


def main(arguments: Sequence[str]) -> int:
    """Play as the arguments say and print the results; return 0, or 1 with a message if an engine failed."""
    matches, args = read(arguments)
    if not args.pairs:
        show(args.keep)
        return 0
    try:
        asyncio.run(_run(matches, args))
    except (EngineFailed, OtherMatch) as failed:
        print(failed, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
