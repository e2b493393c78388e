"""Training of position weights from games of the planning computer against itself: `python -m tools.train --games 250`.

Each round plays games with the weights of the round before. At every draw the measures of the position are recorded and, at the
end, their outcomes: whether features were completed (a logistic regression for each kind), and by how many points the margin still
changed (a ridge regression over all measures). The same arguments learn the same weights. With `--write` they are stored in the
package, next to those for other expansions, editions and numbers of seats.

With `--by-play 600` weights are learned by playing instead (`tools.tuning`), in the given number of pairs of games.

Weights from a run may beat only themselves: let `tools.arena` play them against the yardstick before keeping them. Two hundred
games for the first edition, and games in which the yardstick had a seat, produced worse players than the nearest existing weights.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ai.turn_search import SearchWidth
from games.carcassonne.completion_odds import INPUTS
from games.carcassonne.evaluation import evaluator_for, weights_key
from games.carcassonne.game import Carcassonne
from games.carcassonne.state import Rules
from games.carcassonne.weights import Weights, as_file_entry, learned_sets, nearest, version
from tools.training_games import GameNotes, LearningGame, played
from tools.tuning import tuned
from workers.pool import Pool

FILE = Path(__file__).parents[1] / "games" / "carcassonne" / "weights.json"

SHRINK = 20.0
"""How strongly the chances are drawn towards those of the round before, in observations."""

STEADY = 300.0
"""The same for the weights of the measures: positions of one game are much alike."""

KEPT = 3
"""Rounds of which the games are learned from, the last ones: learning from one alone swings to and fro."""

LIMIT_S = 3600.0

Array = NDArray[np.float64]


def chances(noted: Sequence[GameNotes], before: Weights, only: Sequence[str] = ("",)) -> dict[str, list[float]]:
    """Return, by kind of feature, the weights of a logistic regression of whether features were completed.

    Kinds whose names begin with none of `only` keep their weights from `before`.
    """
    chances = {kind: list(row) for kind, row in before.chances.items()}
    kinds = {kind for note in noted for kind, _, _ in note.features}
    for kind in sorted(kind for kind in kinds if kind.startswith(tuple(only))):
        rows = [(inputs, completed) for note in noted for name, inputs, completed in note.features if name == kind]
        start = np.array(chances.get(kind) or chances["road"])
        inputs, outcomes = np.array([row for row, _ in rows]), np.array([float(completed) for _, completed in rows])
        chances[kind] = list(map(float, logistic(inputs, outcomes, start)))
    return chances


def logistic(inputs: Array, outcomes: Array, start: Array) -> Array:
    """Return the weights of a logistic regression, by Newton's steps, halved until they improve, with a slight pull to `start`."""
    weights = start.copy()
    for _ in range(50):
        chance = 1 / (1 + np.exp(-inputs @ weights))
        slope = inputs.T @ (outcomes - chance) - SHRINK * (weights - start)
        curve = (inputs.T * (chance * (1 - chance))) @ inputs + SHRINK * np.eye(len(start))
        step = np.linalg.solve(curve, slope)
        now = _likelihood(inputs, outcomes, weights, start)
        while _likelihood(inputs, outcomes, weights + step, start) < now and np.abs(step).max() > 1e-6:
            step /= 2
        weights += step
        if np.abs(step).max() < 1e-5:
            break
    return weights


def _likelihood(inputs: Array, outcomes: Array, weights: Array, start: Array) -> float:
    z = inputs @ weights
    return float((outcomes * z - np.logaddexp(0, z)).sum() - SHRINK / 2 * ((weights - start) ** 2).sum())


def worths(
    noted: Sequence[GameNotes], names: Sequence[str], before: Weights, only: Sequence[str] = ("",)
) -> tuple[dict[str, float], float]:
    """Return the weight of each measure by ridge regression, and the explained share of the margins' changes.

    Measures whose names begin with none of `only` keep their weights from `before`.
    """
    rows = np.array([row for note in noted for row, _ in note.changes])
    gains = np.array([gain for note in noted for _, gain in note.changes])
    start = np.array([before.worth.get(name, 1.0) for name in names])
    spread = rows.std(axis=0) + 1e-3
    scaled = rows / spread * [name.startswith(tuple(only)) for name in names]
    rest = gains - rows @ start
    step = np.linalg.solve(scaled.T @ scaled + STEADY * np.eye(len(names)), scaled.T @ rest)
    levels = start + step / spread
    explained = 1 - ((gains - rows @ levels) ** 2).sum() / (gains**2).sum()
    return dict(zip(names, map(float, levels), strict=True)), float(explained)


async def round_played(lessons: Sequence[LearningGame], pool: Pool) -> list[GameNotes]:
    """Play all games of a round in the pool; return the training data of each."""
    playing = (pool.run(played, lesson, kind="a game to learn from", limit_s=LIMIT_S) for lesson in lessons)
    return list(await asyncio.gather(*playing))


async def trained(args: argparse.Namespace) -> Weights:
    """Train weights in rounds, printing the progress; return the last ones."""
    options, rules, weights = _training_basis(args)
    pool, rounds = Pool(args.processes), list[list[GameNotes]]()
    try:
        for number in range(args.rounds):
            replies = number >= args.rounds - args.replies
            breadth = SearchWidth(beam=args.beam, further=args.further, answered=4 if replies else 0, draws=3)
            seeds = range(args.seed + number * args.games, args.seed + (number + 1) * args.games)
            known = (as_file_entry(weights),)
            lessons = [LearningGame(options, args.seats, known, breadth, seed) for seed in seeds]
            rounds.append(await round_played(lessons, pool))
            noted = [note for games in rounds[-KEPT:] for note in games]
            names = evaluator_for(rules, args.seats, (weights,)).names
            worth, explained = worths(noted, names, weights, args.only)
            mean = sum(sum(note.points) for note in rounds[-1]) / len(rounds[-1]) / args.seats
            print(f"round {number + 1}: {mean:.1f} points a seat, {explained:.1%} of what was to come foretold", flush=True)
            weights = Weights(weights.expansions, args.seats, chances(noted, weights, args.only), worth)
            print(json.dumps(as_file_entry(weights)), flush=True)
    finally:
        await pool.close()
    return weights


def _training_basis(args: argparse.Namespace) -> tuple[dict[str, str], Rules, Weights]:
    """Return the options, the rules and the nearest existing weights of the wanted game."""
    options = dict(word.split("=", 1) for word in args.option)
    game = Carcassonne()
    rules = game.start(game.options(options), args.seats).rules
    weights = nearest(what := weights_key(rules), args.seats, learned_sets())
    return options, rules, Weights(what, args.seats, weights.chances, weights.worth)


async def by_play(args: argparse.Namespace) -> Weights:
    """Return weights learned by playing, for the measures named by `args.only`; the progress is printed now and then."""
    options, rules, before = _training_basis(args)
    names = [name for name in evaluator_for(rules, args.seats, (before,)).names if name.startswith(tuple(args.only))]
    pool, number, weights = Pool(args.processes), 0, before
    try:
        async for weights in tuned(before, options, names, args.by_play, args.seed, pool):
            number += 1
            if number % 50 == 0 or number == args.by_play:
                print(f"pair {number}: {json.dumps({name: round(weights.worth[name], 2) for name in names})}", flush=True)
    finally:
        await pool.close()
    return weights


def _halfway(weights: Weights) -> Weights:
    """Return the mean of `weights` and the stored ones for the same game, which has a smaller error than either."""
    there = next((w for w in learned_sets() if (w.expansions, w.seats) == (weights.expansions, weights.seats)), weights)
    chances = {kind: _mean(row, there.chances.get(kind, row)) for kind, row in weights.chances.items()}
    worth = {name: (w + there.worth.get(name, w)) / 2 for name, w in weights.worth.items()}
    return Weights(weights.expansions, weights.seats, chances, worth)


def _mean(row: Sequence[float], other: Sequence[float]) -> list[float]:
    return [(a + b) / 2 for a, b in zip(row, other, strict=True)]


def put(weights: Weights, path: Path = FILE) -> None:
    """Store the weights in the package in place of those for the same game, and raise the collection's version."""
    others = [w for w in learned_sets() if (w.expansions, w.seats) != (weights.expansions, weights.seats)]
    kept = sorted((*others, weights), key=lambda w: (len(w.expansions), sorted(w.expansions), w.seats))
    data = {"version": version() + 1, "inputs": INPUTS, "sets": [as_file_entry(w) for w in kept]}
    path.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")


def main(arguments: Sequence[str]) -> int:
    """Learn weights as the arguments say; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tools.train", description="Learn what positions are worth.")
    parser.add_argument("--option", action="append", default=[], metavar="KEY=VALUE")
    parser.add_argument("--only", action="append", metavar="WORD", help="learn only what begins with this word; may be said again")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--by-play", type=int, metavar="PAIRS", help="learn by playing, in so many pairs of games")
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--replies", type=int, default=0, help="in so many rounds, the last ones, answers are looked at")
    parser.add_argument("--games", type=int, default=250, help="of each round")
    parser.add_argument("--beam", type=int, default=40, help="first actions that are followed")
    parser.add_argument("--further", type=int, default=8, help="actions after these that are followed")
    parser.add_argument("--seed", type=int, default=1_000_000)
    parser.add_argument("--processes", type=int, help="as many as there are cores without it")
    parser.add_argument("--write", action="store_true", help="into the package")
    parser.add_argument("--halfway", action="store_true", help="with --write: the mean of what is there and what was learned")
    args = parser.parse_args(arguments)
    args.only = args.only or [""]
    weights = asyncio.run(by_play(args) if args.by_play else trained(args))
    print(json.dumps(as_file_entry(weights)))
    if args.write:
        put(_halfway(weights) if args.halfway else weights)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
