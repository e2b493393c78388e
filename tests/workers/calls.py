"""What the tests of the pool let it calculate: functions of a module, as every call is."""

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
    """A call as a process is asked for it."""
    return pickle.dumps((function, arguments))


def doubled(number: int) -> int:
    """The plainest call."""
    return 2 * number


def where() -> int:
    """The number of the process that carries this out."""
    return os.getpid()


def environment() -> dict[str, str]:
    """What the process was given."""
    return dict(os.environ)


def imported() -> list[str]:
    """The first parts of the names of all modules that were imported, each once."""
    return sorted({name.partition(".")[0] for name in sys.modules})


def chatter() -> str:
    """Prints while it calculates."""
    print("thinking aloud", flush=True)
    os.write(1, b"and louder")
    return "done"


def divided(number: int) -> float:
    """Raises where `number` is 0."""
    return 1 / number


class Picky(Exception):
    """Can be written by pickle and not read."""

    def __init__(self, *, code: str) -> None:
        super().__init__()
        self.code = code


def picky() -> None:
    """Raises what cannot travel."""
    raise Picky(code="no-way")


def dies_once(marker: str) -> str:
    """The first process that tries ends at once."""
    if not Path(marker).exists():
        Path(marker).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return "answered"


def hangs_once(marker: str) -> str:
    """The first process that tries never answers."""
    if not Path(marker).exists():
        Path(marker).touch()
        time.sleep(3600)
    return "answered"


def hangs() -> None:
    """Never answers, and does not end."""
    time.sleep(3600)


def dies() -> None:
    """Never answers."""
    os.kill(os.getpid(), signal.SIGKILL)


def waits_for(gate: str, said: str, book: str) -> str:
    """Writes down that it began, and answers when there is a file `gate`."""
    with Path(book).open("a") as lines:
        lines.write(said + "\n")
    while not Path(gate).exists():
        time.sleep(0.005)
    return said


def names() -> list[str]:
    """The order of a set of texts."""
    return list({"city", "road", "cloister", "meadow", "tower", "inn", "fairy"})


def spliced(frames: list[str], end: str) -> bytes:
    """A film of texts."""
    return ("".join(frames) + end).encode()


def shown(_frames: list[str], gate: str, book: str) -> bytes:
    """A film that is long in the making."""
    waits_for(gate, "film", book)
    return b"shown"


@dataclass(frozen=True)
class Noted:
    """Writes down that it was done."""

    book: str
    said: str

    def __call__(self) -> None:
        with Path(self.book).open("a") as lines:
            lines.write(self.said + "\n")
