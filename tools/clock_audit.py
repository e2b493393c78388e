"""Every clock change of a match with its reason, from the export of `/game action:export`: to settle a dispute.

FILE is the JSON of the export (of which `clock` is read), or the value of `clock` alone; `-` reads standard input.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from clocks import clock_history, serialization
from clocks.clock_history import ClockChange
from clocks.durations import InvalidDurationError, write


def line(change: ClockChange) -> str:
    """Return a clock change as a line of text.

    For example `2026-06-01 10:00:00  seat 1  answered own     3d -> 4d  (ran 1d, stood 8h)`: time, seat, what happened and why, the
    time left before and after, and how long the clock ran and stood still.
    """
    moment = f"{change.at:%Y-%m-%d %H:%M:%S}"
    what = f"{change.what} {change.why}".strip()
    text = f"{moment}  seat {change.seat}  {what:<24} {_length_text(change.before)} -> {_length_text(change.after)}"
    return text + (f"  (ran {write(change.used)}, stood {write(change.still)})" if change.what == clock_history.ANSWERED else "")


def _length_text(length: Any) -> str:
    return write(length) if length >= type(length)() else f"-{write(-length)}"


def main(arguments: list[str]) -> int:
    """Print one line for each change and return 0; return 2 with one line on standard error if the file is invalid."""
    parser = argparse.ArgumentParser(prog="python -m tools.clock_audit", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("file", help="a JSON file, or - for standard input")
    name = parser.parse_args(arguments).file
    try:
        data = json.loads(sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8"))
        sheet, events = serialization.read(data.get("clock", data) if isinstance(data, dict) else data)
    except InvalidDurationError as error:
        sys.stderr.write(f"{name}: {error.code} {' '.join(str(value) for value in error.params.values())}\n")
        return 2
    except (OSError, ValueError) as error:
        sys.stderr.write(f"{name}: {error}\n")
        return 2
    for change in clock_history.changes(sheet, events):
        print(line(change))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
