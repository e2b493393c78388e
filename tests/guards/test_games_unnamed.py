"""A game is named in its own folders and in the one list of games; nowhere else does the program know which games there are."""

from __future__ import annotations

import re
from pathlib import Path

from editions.registry import EDITIONS
from text.translator import translator_for

ROOT = Path(__file__).resolve().parents[2]

SHARED = ("ai", "clocks", "cogs", "editions", "games", "runtime", "telemetry", "sandbox", "service", "storage", "text", "workers")
"""Packages for all games. `render` is not among them: beside its protocol it holds what both painters paint with."""

LIST = "editions/registry.py"

CREDITS = ("text/help/about.py",)
"""Says whose game it is that the program is named after."""

NAMED = re.compile(
    "|".join(sorted({*EDITIONS, *(e.words.explain.name(translator_for("en")) for e in EDITIONS.values())})), re.IGNORECASE
)


def modules() -> list[str]:
    """Return every module of the shared packages that is not in a folder named after a game."""
    paths = [path.relative_to(ROOT) for package in SHARED for path in (ROOT / package).rglob("*.py")]
    own = [str(path) for path in paths if not {*EDITIONS} & {*path.parts}]
    return [name for name in own if name != LIST and name not in CREDITS] + ["render/protocol.py"]


def test_the_shared_packages_are_there() -> None:
    """Or the next test would look at nothing."""
    assert {name.split("/")[0] for name in modules()} == {*SHARED, "render"}


def test_no_game_is_named_outside_its_folders() -> None:
    """Nobody asks which game it is; `docs/new-game.md` says how a game gets in."""
    lines = ((name, line) for name in modules() for line in (ROOT / name).read_text(encoding="utf-8").splitlines())

    assert [(name, line) for name, line in lines if NAMED.search(line)] == []
