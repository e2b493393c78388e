"""The command that writes `tests/golden/transcripts` and the catalogues' comments: `python -m tools.transcripts [--tests] [--all]`.

A recorded comment is kept, so that a changed sentence changes only its own comment; `--all` writes all again. `--tests` also
records the sentences that tests compose, for those that occur in no evening. `--check` writes nothing, and fails if a transcript
would change. `--whole nl` prints whole long games in Dutch, to be read from top to bottom.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from text import template
from text.translator import SOURCE
from tools.transcripts.pytest_recorder import heard
from tools.transcripts.recorder import commented, met
from tools.transcripts.scenario_runs import evening, evenings, games
from tools.transcripts.scenarios import KEPT, WHOLE

FOLDER = Path(__file__).resolve().parents[2] / "tests" / "golden" / "transcripts"


def main(arguments: Sequence[str]) -> int:
    """Renew or check the transcripts and the comments of sentences; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tools.transcripts", description="Renew the transcripts and the comments.")
    parser.add_argument("--all", action="store_true", help="write the comments of all sentences, not of new ones alone")
    parser.add_argument("--tests", action="store_true", help="listen to the tests too: a quarter of an hour more")
    parser.add_argument("--check", action="store_true", help="write nothing; fail where a transcript would change")
    parser.add_argument("--whole", metavar="LANGUAGE", help="write nothing; print long games of a language to their end")
    wanted = parser.parse_args(arguments)
    if wanted.whole:
        sys.stdout.write("\n".join(evening(wanted.whole, scene).transcript for scene in WHOLE))
        return 0
    played_evenings = evenings()
    texts = {
        FOLDER / language / f"{scene}.txt": each.transcript for (language, scene), each in played_evenings.items() if scene in KEPT
    }
    if wanted.check:
        stale = [path for path, text in texts.items() if not path.exists() or path.read_text(encoding="utf-8") != text]
        sys.stderr.write("".join(f"{path} is old: run make words\n" for path in stale))
        return int(bool(stale))
    for path, text in texts.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    for path in FOLDER.glob("*/*.txt"):
        if path not in texts:
            path.unlink()
    catalogue = template.gathered()
    played = [each.seen for (language, _), each in played_evenings.items() if language == SOURCE]
    commented(catalogue, met([*played, *games(), *([heard()] if wanted.tests else [])]), every=wanted.all)
    template.write(catalogue)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
