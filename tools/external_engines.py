"""Programs of others as players in the arena: `engine:"command"`, spoken to over standard input and output.

The protocol is described in docs/engine-protocol.md.
"""

from __future__ import annotations

import shlex
import subprocess
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

VERSION = "1"
"""Of the protocol."""

MOVE_MS = 10_000
"""How long an engine may think about a turn, by the clock on the wall."""


class EngineEvent(NamedTuple):
    """Something that happened: an action of a seat, or of chance (seat -1)."""

    seat: int
    text: str


def row_of(words: str) -> EngineEvent:
    """Return a row as the protocol writes it: `0 place 0,1 r2`."""
    seat, _, text = words.strip().partition(" ")
    return EngineEvent(int(seat), text)


class EngineFailed(Exception):
    """An engine ended, kept silent, or did what the rules or the protocol don't allow."""


@dataclass
class ExternalEngine:
    """One engine. It is started for each game, and ended with it."""

    command: str
    move_ms: int = MOVE_MS
    _process: subprocess.Popen[str] | None = field(default=None, init=False, repr=False)

    def begin(self, game_id: str, options: Mapping[str, str], seats: int) -> None:
        """Start the program and tell it which game is played; it must be ready for that."""
        # A command of the caller of the arena, run without a shell.
        self._process = subprocess.Popen(  # noqa: S603
            shlex.split(self.command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self._ask(f"bastide {VERSION}", "ready")
        self._ask(" ".join(("game", game_id, str(seats), *(f"{key}={value}" for key, value in options.items()))), "ready")

    def answer(self, rows: Sequence[tuple[int, str]], legal: Sequence[str]) -> list[str]:
        """Return the asked seat's actions as texts, at least one."""
        self._send(f"position {'; '.join(f'{seat} {text}' for seat, text in rows)}")
        self._send(f"legal {'; '.join(legal)}")
        sentence = self._ask(f"go {self.move_ms}", "move")
        texts = [text.strip() for text in sentence.split(";") if text.strip()]
        if not texts or texts[0] not in legal:
            raise EngineFailed(f"{self.command}: {sentence!r} is not legal after {rows[-1]}")
        return texts

    def end(self, scores: Sequence[int]) -> None:
        """Tell the final scores, and end the program."""
        if self._process is None:
            return
        process, self._process = self._process, None
        try:
            process.communicate(f"over {' '.join(map(str, scores))}\nquit\n", timeout=5)
        except (subprocess.TimeoutExpired, OSError, ValueError):
            process.kill()
            process.communicate()

    def _send(self, line: str) -> None:
        assert self._process is not None and self._process.stdin is not None
        try:
            self._process.stdin.write(line + "\n")
        except OSError as gone:
            raise EngineFailed(f"{self.command}: ended before {line!r}") from gone

    def _ask(self, line: str, word: str) -> str:
        """Return what follows this word in the answer to a line, skipping lines that begin otherwise."""
        process = self._process
        assert process is not None and process.stdout is not None
        late = threading.Timer(self.move_ms / 1e3, process.kill)
        late.start()
        try:
            self._send(line)
            for answer in process.stdout:
                first, _, rest = answer.strip().partition(" ")
                if first == word:
                    return rest
                if first == "error":
                    raise EngineFailed(f"{self.command}: {rest} (asked: {line[:200]!r})")
        finally:
            late.cancel()
        raise EngineFailed(f"{self.command}: no answer within {self.move_ms} ms, or ended (asked: {line[:200]!r})")
