"""The calls that the pool's tests carry out: functions of a module, as every call is."""

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
    """Return a call as it is sent to a process."""
    return pickle.dumps((function, arguments))


def doubled(number: int) -> int:
    """Return the double."""
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
    """Can be written by pickle and not read."""

    def __init__(self, *, code: str) -> None:
        super().__init__()
        self.code = code


def picky() -> None:
    """Raise an error that cannot be pickled."""
    raise Picky(code="no-way")


def dies_once(marker: str) -> str:
    """Kill the first process that tries."""
    if not Path(marker).exists():
        Path(marker).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return "answered"


def hangs_once(marker: str) -> str:
    """Hang in the first process that tries."""
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


def waits_for(gate: str, text: str, book: str) -> str:
    """Note the beginning, and return when there is a file `gate`."""
    with Path(book).open("a") as lines:
        lines.write(text + "\n")
    while not Path(gate).exists():
        time.sleep(0.005)
    return text


def names() -> list[str]:
    """Return the order of a set of texts."""
    return list({"city", "road", "cloister", "meadow", "tower", "inn", "fairy"})


def spliced(frames: list[str], end: str) -> bytes:
    """Return a film of texts."""
    return ("".join(frames) + end).encode()


def shown(_frames: list[str], gate: str, book: str) -> bytes:
    """Return a film that takes long to make."""
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


def busy(sign: str) -> None:
    """Write down the number of this process, then calculate for a minute."""
    Path(sign).write_text(str(os.getpid()))
    until = time.monotonic() + 60.0
    while time.monotonic() < until:
        sum(range(1000))
