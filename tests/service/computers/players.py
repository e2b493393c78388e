"""Computer players for tests that fail, or think until the test lets them go on.

Worker processes load this module, so it imports no modules that only tests need: these would take half a second for each process.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from games.core.game import Seat
from tests.service.tiny_game import AnyLegal, TinyGame


class Newer(TinyGame):
    """The tiny game with different estimates."""

    estimates = 2


@dataclass(frozen=True)
class Broken(AnyLegal):
    """A computer player that fails as long as there is no file `mended`."""

    mended: str

    def turn(self, game: Any, state: Any, seat: Seat, choose: Callable[[int], int]) -> Sequence[Any]:
        if not Path(self.mended).exists():
            raise ZeroDivisionError
        return super().turn(game, state, seat, choose)


@dataclass(frozen=True)
class Slow(AnyLegal):
    """A computer player that records its start in a file, and thinks until there is a file `open`."""

    folder: Path

    def turn(self, game: Any, state: Any, seat: Seat, choose: Callable[[int], int]) -> Sequence[Any]:
        with (self.folder / "began").open("a") as book:
            book.write(f"{os.getpid()}\n")
        while not (self.folder / "open").exists():
            time.sleep(0.005)
        return super().turn(game, state, seat, choose)

    async def has_begun(self, times: int = 1) -> list[int]:
        """Wait until thinking has begun this many times; return the ids of the processes."""
        book = self.folder / "began"
        while not book.exists() or len(book.read_text().splitlines()) < times:  # noqa: ASYNC110  # another process writes
            await asyncio.sleep(0.005)
        return [int(line) for line in book.read_text().splitlines()]

    def let_go(self) -> None:
        (self.folder / "open").touch()
