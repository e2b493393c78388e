"""Training of the weights of kept cards from computers' games: `python -m tools.train_cards --seats 2 --write`.

When a round of a game begins, the holdings of every seat are recorded, and at the end of the game their points: two ridge
regressions predict what a species yields in later rounds, and what a chest yields beyond its current points. The same arguments
learn the same weights. With `--write` they are stored in the package, next to those for other numbers of seats.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from games.cardcassonne.cards import HANDS
from games.cardcassonne.weights import Weights, as_file_entry, learned_sets, nearest, version
from tools.arena import KNOWN
from tools.card_training_games import CardNotes, LearningCards, Rows, played
from workers.pool import Pool

FILE = Path(__file__).parents[1] / "games" / "cardcassonne" / "weights.json"

STEADY = 30.0
"""How strongly weights are drawn towards those of before, in observations."""

CHUNK = 25
"""Games that one process plays at a time."""

LIMIT_S = 3600.0


def fitted(rows: Rows, before: Sequence[float]) -> tuple[float, ...]:
    """Return the input weights of a ridge regression of the outcomes; they are drawn towards the weights `before`."""
    start, inputs = np.array(before, float), np.array([row for row, _ in rows])
    rest = np.array([outcome for _, outcome in rows]) - inputs @ start
    spread = inputs.std(axis=0) + 1e-3
    scaled = inputs / spread
    step = np.linalg.solve(scaled.T @ scaled + STEADY * np.eye(len(start)), scaled.T @ rest)
    return tuple(map(float, start + step / spread))


def explained(rows: Rows, weights: Sequence[float]) -> float:
    """Return the share of the outcomes' variance that the weights predict."""
    inputs, outcomes = np.array([row for row, _ in rows]), np.array([outcome for _, outcome in rows])
    return float(1 - ((outcomes - inputs @ np.array(weights)) ** 2).sum() / ((outcomes - outcomes.mean()) ** 2).sum())


async def lessons_played(lessons: Sequence[LearningCards], processes: int | None) -> CardNotes:
    """Play all lessons in a pool of `processes`; return their joint training data."""
    pool, whole = Pool(processes), CardNotes()
    try:
        playing = (pool.run(played, lesson, kind="games to learn from", limit_s=LIMIT_S) for lesson in lessons)
        for noted in await asyncio.gather(*playing):
            whole.herd += noted.herd
            whole.chest += noted.chest
            whole.points += noted.points
    finally:
        await pool.close()
    return whole


def trained(args: argparse.Namespace) -> Weights:
    """Train weights and print how well they predict; return them."""
    before = replace(nearest(args.seats, learned_sets()), seats=args.seats)
    seeds = range(args.seed, args.seed + args.games)
    chunks = [seeds[start : start + CHUNK] for start in range(0, args.games, CHUNK)]
    lessons = [LearningCards(args.seats, KNOWN[args.level], as_file_entry(before), chunk) for chunk in chunks]
    noted = asyncio.run(lessons_played(lessons, args.processes))
    weights = replace(before, herd=fitted(noted.herd, before.herd), chest=fitted(noted.chest, before.chest))
    herds, chests = explained(noted.herd, weights.herd), explained(noted.chest, weights.chest)
    print(f"{np.mean(noted.points):.1f} points a seat; of what was to come foretold: herds {herds:.0%}, chests {chests:.0%}")
    return weights


def put(weights: Weights, path: Path = FILE) -> None:
    """Store the weights in the package in place of those for as many seats, and raise the collection's version."""
    kept = sorted((*(w for w in learned_sets() if w.seats != weights.seats), weights), key=lambda w: w.seats)
    data = {"version": version() + 1, "sets": [as_file_entry(w) for w in kept]}
    path.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")


def main(arguments: Sequence[str]) -> int:
    """Learn weights as the arguments say; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tools.train_cards", description="Learn what kept cards are worth.")
    parser.add_argument("--seats", type=int, default=2, choices=sorted(HANDS))
    parser.add_argument("--level", choices=sorted(KNOWN), default="greedy-2026", help="who plays")
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1_000_000)
    parser.add_argument("--processes", type=int, help="as many as there are cores without it")
    parser.add_argument("--write", action="store_true", help="into the package")
    args = parser.parse_args(arguments)
    weights = trained(args)
    print(json.dumps(as_file_entry(weights)))
    if args.write:
        put(weights)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
