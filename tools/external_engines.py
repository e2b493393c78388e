"""Players for the arena that are external programs: `engine:"command"`, spoken to over standard input and output.

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
    """One row of a game's log: an action of a seat, or of chance (seat -1), as text."""

    seat: int
    text: str


def row_of(words: str) -> EngineEvent:
    """Return the log row that a protocol line such as `0 place 0,1 r2` describes."""
    seat, _, text = words.strip().partition(" ")
    return EngineEvent(int(seat), text)


class EngineFailed(Exception):
    """Raised when an engine exits, does not answer in time, or violates the rules or the protocol."""


@dataclass
class ExternalEngine:
    """A player that is an external program; the program is started for each game and stopped after it."""

    command: str
    move_ms: int = MOVE_MS
    _process: subprocess.Popen[str] | None = field(default=None, init=False, repr=False)

    def begin(self, game_id: str, options: Mapping[str, str], seats: int) -> None:
        """Start the program and announce the game; the program must answer that it is ready for both."""
        # A command of the caller of the arena, run without a shell.
        self._process = subprocess.Popen(  # noqa: S603
            shlex.split(self.command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self._ask(f"bastide {VERSION}", "ready")
        self._ask(" ".join(("game", game_id, str(seats), *(f"{key}={value}" for key, value in options.items()))), "ready")

    def answer(self, rows: Sequence[tuple[int, str]], legal: Sequence[str]) -> list[str]:
        """Send the position and return the active seat's actions as texts, at least one."""
        self._send(f"position {'; '.join(f'{seat} {text}' for seat, text in rows)}")
        self._send(f"legal {'; '.join(legal)}")
        sentence = self._ask(f"go {self.move_ms}", "move")
        texts = [text.strip() for text in sentence.split(";") if text.strip()]
        if not texts or texts[0] not in legal:
            raise EngineFailed(f"{self.command}: {sentence!r} is not legal after {rows[-1]}")
        return texts

    def end(self, scores: Sequence[int]) -> None:
        """Send the final scores, and stop the program."""
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
        """Send a line and return the rest of the first reply line that begins with `word`; other lines are skipped."""
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
