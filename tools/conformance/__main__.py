"""The conformance command: replays records, prints one line for each difference, and counts them."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from games.core.errors import IllegalActionError
from tools.conformance.replay import Difference, Replay, found, read


def verdict(path: Path) -> str | None:
    """Replay the record in the file; return its first difference, or None if there is none."""
    record = read(path)
    replay = Replay(record)
    try:
        replay.run()
    except (Difference, IllegalActionError) as difference:
        steps = record["steps"]
        kind = steps[replay.step]["t"] if 0 <= replay.step < len(steps) else "start" if replay.step < 0 else "final"
        return f"{record['id']} step {replay.step} ({kind}): {difference}"
    return None


def main(arguments: Sequence[str]) -> int:
    """Replay the records that the arguments name; return 0 if there was at least one and all passed, else 1."""
    passed = failed = 0
    for path in found([Path(argument) for argument in arguments]):
        fault = verdict(path)
        passed, failed = (passed + 1, failed) if fault is None else (passed, failed + 1)
        if fault is not None:
            print("FAIL", fault)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
