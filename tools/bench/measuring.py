"""The form of a benchmark figure, and helpers that measure processor time, so that other programs do not count."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from time import process_time
from typing import Any, NamedTuple


class Figure(NamedTuple):
    """One measured value, with its unit and the aim that it should meet."""

    name: str
    value: float
    unit: str = ""
    aim: str = ""
    """`<= 5` or `>= 5`; empty if the figure has no aim."""

    @property
    def is_missed(self) -> bool:
        """Whether the value misses its aim; False if there is no aim."""
        if not self.aim:
            return False
        comparison, bound = self.aim.split()
        return self.value > float(bound) if comparison == "<=" else self.value < float(bound)

    def __str__(self) -> str:
        """Return a line of the table."""
        return f"{self.name:66} {self.value:12.4g} {self.unit:8} {self.aim}{'  MISSED' if self.is_missed else ''}"


def least_time(work: Callable[[], object], repeats: int, *, times: int = 1) -> float:
    """Return the seconds of processor time of one `work`: the least of some repeats, each the mean of `times` calls."""
    least = float("inf")
    for _ in range(repeats):
        begun = process_time()
        for _ in range(times):
            work()
        least = min(least, (process_time() - begun) / times)
    return least


def in_new_process(module: str, *arguments: str) -> Any:
    """Run `python -m module` in a new process and return the JSON that it printed; None if it printed nothing."""
    command = [sys.executable, "-m", module, *arguments]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout  # noqa: S603  # our own modules
    return json.loads(told) if told else None
