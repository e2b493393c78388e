"""Check an event from the shell: `pair FILE` and `standings FILE` read entrants and results and print what follows from them.

The form of the file is described in docs/tournaments.md; `-` reads standard input.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from tournament import form, swiss
from tournament.records import BadEvent
from tournament.standings import Table, standings

REASONS = {
    "unavoidable": "no pairing of this round that keeps the rules above it breaks this one less often",
    "by-hand": "an organiser wanted it so",
}


def paired(sheet: form.Sheet) -> dict[str, Any]:
    """The pairings of the sheet's round."""
    kind = sheet.preset
    round_ = swiss.pair(sheet.entrants, sheet.results, sheet.round, order=kind.order, seed=sheet.seed, tie_breaks=kind.tie_breaks)
    return form.write_round(round_, REASONS)


def ranked(sheet: form.Sheet) -> dict[str, Any]:
    """The standings after all of the sheet's results."""
    table = Table(sheet.entrants, sheet.results, seed=sheet.seed)
    return form.write_standings(standings(table, sheet.preset.tie_breaks))


ANSWERS = {"pair": paired, "standings": ranked}


def main(arguments: list[str]) -> int:
    """Print the answer as JSON; 2 and one line to standard error where the file makes no sense."""
    parser = argparse.ArgumentParser(prog="python -m tools.event", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("what", choices=ANSWERS)
    parser.add_argument("file", help="a JSON file, or - for standard input")
    given = parser.parse_args(arguments)
    try:
        text = sys.stdin.read() if given.file == "-" else Path(given.file).read_text(encoding="utf-8")
        answer = ANSWERS[given.what](form.read(json.loads(text)))
    except BadEvent as bad:
        details = ", ".join(f"{key} {value!r}" for key, value in bad.params.items())
        print(f"{given.file}: {bad.where or 'the file'}: {bad.code}" + (f" ({details})" if details else ""), file=sys.stderr)
        return 2
    except (OSError, ValueError) as error:
        print(f"{given.file}: {error}", file=sys.stderr)
        return 2
    print(json.dumps(answer, ensure_ascii=False, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
