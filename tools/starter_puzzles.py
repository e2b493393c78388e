"""Generator of the puzzles that come with the program: `python -m tools.starter_puzzles`, again after each new rules version.

The first user who asks for a puzzle gets one of them at once; making one takes a processor for some ten seconds.
"""

from __future__ import annotations

import json
import sys

from editions.registry import GAMES
from service.puzzles.puzzle_generator import SEATS, STARTERS, puzzle_row
from workers import puzzle_task
from workers.puzzle_task import PuzzleTask

MADE = 8
"""With more than a stock (`service.puzzles.puzzle_generator.STOCK`), the first puzzles cost a new bot nothing."""
SEED = 20_261_128


def main() -> int:
    """Generate the puzzles and write them to their file; return the exit code."""
    game = next(game for game in GAMES.values() if not game.has_secrets)
    puzzles = []
    for number in range(3 * MADE):
        puzzle = puzzle_task.make_puzzle_of(PuzzleTask(game, SEATS, SEED + 1000 * number))
        if puzzle is not None:
            puzzles.append(puzzle_row(game, puzzle))
            print(f"{len(puzzles)} of {MADE}", flush=True)
        if len(puzzles) == MADE:
            break
    STARTERS.write_text(
        "\n".join(["[", ",\n".join(json.dumps(sampled_puzzle, separators=(",", ":")) for sampled_puzzle in puzzles), "]", ""]),
        encoding="utf-8",
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
