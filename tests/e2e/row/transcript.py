"""A transcript of a whole game of three in a row: `python -m tests.e2e.row.transcript` renews its file."""

from __future__ import annotations

from pathlib import Path

from tests.e2e.row.game import RowGame
from tools.playthrough import PlaythroughSpec, transcript

FILE = Path(__file__).with_name("transcript.txt")


def told() -> str:
    """Return the transcript of the game by the current rules."""
    return transcript(PlaythroughSpec("row", {"stone": "on"}, 2, 3), {"row": RowGame()}, by="tests.e2e.row.transcript")


if __name__ == "__main__":
    FILE.write_text(told(), encoding="utf-8")
