"""The program's computer players as an engine for other programs: `python -m tools.engine [--level master]`.

Each line of standard input is answered by lines on standard output, as docs/engine-protocol.md describes. Errors are answered with
`error ...`, and the next line is read.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from ai import FORMER, PLAYERS
from editions.registry import GAMES
from games.core.action_gateway import check
from games.core.errors import IllegalActionError
from games.core.game import CHANCE, AnyGame, Seat, ignore_event
from tools.external_engines import VERSION, EngineEvent, row_of

LEVELS = {**FORMER, **PLAYERS}


class Engine:
    """An engine session: the current game's rules, the position received last, and the computer player that answers."""

    def __init__(self, level: str) -> None:
        self._name, self._player = level, LEVELS[level]
        self._game: AnyGame | None = None
        self._beginning: Any = None
        self._rows: list[EngineEvent] = []
        self._state: Any = None

    def answers(self, line: str) -> list[str]:
        """Return the reply lines to one input line; an empty list if it needs no reply."""
        word, _, rest = line.strip().partition(" ")
        known = {"bastide": self._greet, "game": self._begin, "position": self._follow, "go": self._move}
        if word in ("", "legal", "over"):  # told for engines that don't know the rules
            return []
        if word not in known:
            return [f"error unknown word {word!r}: see docs/engine-protocol.md"]
        try:
            return known[word](rest)
        except (IllegalActionError, LookupError, ValueError) as wrong:
            return [f"error {wrong}"]

    def _greet(self, version: str) -> list[str]:
        if version != VERSION:
            raise ValueError(f"this engine speaks version {VERSION}")
        return [f"name Bastide {self._name}", "ready"]

    def _begin(self, rest: str) -> list[str]:
        game_id, seats, *options = rest.split()
        self._game = game = GAMES[game_id]
        self._beginning = game.start(game.options(dict(option.split("=", 1) for option in options)), int(seats))
        self._rows, self._state = [], game.clone(self._beginning)
        return ["ready"]

    def _follow(self, rest: str) -> list[str]:
        game, rows = self._playing(), [row_of(words) for words in rest.split("; ") if words]
        if rows[: len(self._rows)] != self._rows:
            self._rows, self._state = [], game.clone(self._beginning)
        for row in rows[len(self._rows) :]:
            action = game.read(row.text)
            check(game, self._state, Seat(row.seat), action)
            game.advance(self._state, Seat(row.seat), action, ignore_event)
            self._rows.append(row)
        return []

    def _move(self, _milliseconds: str) -> list[str]:
        game = self._playing()
        seats_to_act = game.to_act(self._state)
        if not seats_to_act or seats_to_act[0] == CHANCE:
            raise ValueError("nobody is asked in this position")
        chance = random.Random(len(self._rows))  # the same position has the same answer
        imagined = game.imagine(self._state, seats_to_act[0], chance.randrange)
        planned = self._player.turn(game, imagined, seats_to_act[0], chance.randrange)
        return ["move " + "; ".join(game.write(action) for action in planned)]

    def _playing(self) -> AnyGame:
        if self._game is None:
            raise ValueError("no game: a line `game ...` comes first")
        return self._game


def conversation(engine: Engine, lines: Iterable[str]) -> Iterator[str]:
    """Yield the reply lines to all input lines until `quit`."""
    for line in lines:
        if line.strip() == "quit":
            return
        yield from engine.answers(line)


def main(arguments: Sequence[str]) -> int:
    """Answer the lines of standard input on standard output; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tools.engine", description="A computer player for other programs.")
    parser.add_argument("--level", default="master", choices=sorted(LEVELS))
    for answer in conversation(Engine(parser.parse_args(arguments).level), sys.stdin):
        print(answer, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
