"""Functions that the tests of the worker pool call in worker processes."""

from __future__ import annotations

import os
import pickle
import signal
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path


def request(function: Callable[..., object], *arguments: object) -> bytes:
    """Return the bytes of a call in the form in which it is sent to a worker process."""
    return pickle.dumps((function, arguments))


def doubled(number: int) -> int:
    """Return twice the number."""
    return 2 * number


def where() -> int:
    """Return the id of the process."""
    return os.getpid()


def environment() -> dict[str, str]:
    """Return the environment of the process."""
    return dict(os.environ)


def imported() -> list[str]:
    """Return the top-level names of all imported modules."""
    return sorted({name.partition(".")[0] for name in sys.modules})


def chatter() -> str:
    """Print while calculating."""
    print("thinking aloud", flush=True)
    os.write(1, b"and louder")
    return "done"


def divided(number: int) -> float:
    """Divide 1 by `number`; raise for 0."""
    return 1 / number


class Picky(Exception):
    """An object that can be pickled but not unpickled."""

    def __init__(self, *, code: str) -> None:
        super().__init__()
        self.code = code


def picky() -> None:
    """Raise an error that cannot be pickled."""
    raise Picky(code="no-way")


def dies_once(marker: str) -> str:
    """Kill the process if the file `marker` does not exist yet; else return."""
    if not Path(marker).exists():
        Path(marker).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return "answered"


def hangs_once(marker: str) -> str:
    """Hang if the file `marker` does not exist yet; else return."""
    if not Path(marker).exists():
        Path(marker).touch()
        time.sleep(3600)
    return "answered"


def hangs() -> None:
    """Hang without end."""
    time.sleep(3600)


def dies() -> None:
    """Kill the process."""
    os.kill(os.getpid(), signal.SIGKILL)


def waits_for(gate: str, text: str, book: str) -> str:
    """Record the start in `book`, and return `text` once the file `gate` exists."""
    with Path(book).open("a") as lines:
        lines.write(text + "\n")
    while not Path(gate).exists():
        time.sleep(0.005)
    return text


def names() -> list[str]:
    """Return the order of a set of texts."""
    return list({"city", "road", "cloister", "meadow", "tower", "inn", "fairy"})


def spliced(frames: list[str], end: str) -> bytes:
    """Return the joined texts of frames, in place of a film."""
    return ("".join(frames) + end).encode()


def shown(_frames: list[str], gate: str, book: str) -> bytes:
    """Record the start in `book`, and return bytes in place of a film once the file `gate` exists."""
    waits_for(gate, "film", book)
    return b"shown"


@dataclass(frozen=True)
class Noted:
    """A callable that records that it was called."""

    book: str
    said: str

    def __call__(self) -> None:
        with Path(self.book).open("a") as lines:
            lines.write(self.said + "\n")


def busy(sign: str) -> None:
    """Write the process id to `sign`, then compute for a minute."""
    Path(sign).write_text(str(os.getpid()))
    until = time.monotonic() + 60.0
    while time.monotonic() < until:
        sum(range(1000))
