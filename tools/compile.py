"""Compilation of the position evaluator: `make fast`, or `python -m tools.compile`; needs a C compiler, two minutes and 300 MB.

mypyc translates to C the same sources that run uncompiled. The copy lies in `.cache/compiled-...`; worker processes and the arena
use it as long as nothing in `ai` and `games` changes (`workers.compiled`). Of older copies the latest is kept, because a running
program may use it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from workers import compiled

CORE = (
    *(
        "actions",
        "city_field_borders",
        "completion_odds",
        "draw_odds",
        "edges",
        "evaluation",
        "features",
        "frontier_odds",
        "geometry",
    ),
    *("open_squares", "ownership", "possible_merges", "rulebook", "scoring", "state", "tile_layout"),
)
EXPANSIONS = (
    *("base/turn", "base/feature_values", "inns/__init__", "traders/builder", "traders/goods", "traders/evaluation"),
    *(
        "dragon/fairy",
        "dragon/princess_and_portal",
        "dragon/evaluation",
        "dragon/walk",
        "tower/towers",
        "tower/prison",
        "tower/evaluation",
    ),
)
MODULES = (
    *(f"games/carcassonne/{name}.py" for name in CORE),
    *(f"games/carcassonne/expansions/{name}.py" for name in EXPANSIONS),
)
"""Where the time of a search goes. What travels between processes, such as a player, is not among them."""

BUILD = """
import sys
from mypyc.build import mypycify
from setuptools import setup
parts = mypycify(["--follow-imports=silent", "--ignore-missing-imports", *sys.argv[1:]], opt_level="3")
setup(name="compiled", packages=[], ext_modules=parts, script_args=["build_ext", "--inplace"])
"""

SAME = "-ffp-contract=off"
"""Or a compiler may round a product and a sum once instead of twice, and estimates would differ in the last digit."""


def build(root: Path = compiled.ROOT) -> Path:
    """Make the compiled copy of the current sources unless it exists; return its folder.

    Raises `CalledProcessError` if compiling fails.
    """
    wanted = compiled.folder(root)
    if wanted.is_dir():
        return wanted
    wanted.parent.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=wanted.parent, prefix="compiling-") as made:
        copy = Path(made) / "copy"
        for file in compiled.sources(root):
            target = copy / file.relative_to(root)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(file, target)
        command = [sys.executable, "-c", BUILD, *MODULES]
        environment = {**os.environ, "CFLAGS": SAME}
        subprocess.run(  # noqa: S603  # our own modules
            command, cwd=copy, env=environment, check=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        for rest in ("build", ".mypy_cache"):
            shutil.rmtree(copy / rest)
        for older in sorted(wanted.parent.glob("compiled-*"), key=lambda place: place.stat().st_mtime)[:-1]:
            shutil.rmtree(older)
        copy.rename(wanted)
    return wanted


def main() -> int:
    """Build the copy and print its folder; return 0, or 1 if it can't be built."""
    try:
        print(build())
    except subprocess.CalledProcessError as failed:
        print(failed.stdout, file=sys.stderr)
        print("Nothing was compiled; everything works without. A C compiler and Python's header files are needed.", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
