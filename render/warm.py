"""Draws every sprite that a board of the base game needs and keeps it on disk: `python -m render.warm [--all]`.

`make setup` runs it, so that the first picture of a new process is quick; whatever is missing is drawn when it is needed.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from time import perf_counter

from games.carcassonne import catalog
from render.art.themes import THEMES
from render.diskcache import DiskCache, chosen_folder
from render.sprites import VARIANTS, Sprites


def warm(disk: DiskCache, themes: Sequence[str], sets: Sequence[str]) -> int:
    """Draw and keep the sprites that are missing; removes those of earlier art. Answers how many tiles are there now."""
    disk.forget_other_versions()
    sprites = Sprites(disk)
    done = 0
    for theme in themes:
        for set_id in sets:
            for tile in catalog.tiles_of(set_id):
                for turn in range(4):
                    for copy in range(min(tile.count, VARIANTS)):
                        sprites.warm(theme, tile.id, turn, copy)
                        done += 1
    return done


def main(arguments: Sequence[str]) -> int:
    """Fill the cache and say how long it took."""
    parser = argparse.ArgumentParser(prog="python -m render.warm", description="Draw tile sprites ahead of time.")
    parser.add_argument("--all", action="store_true", help="every theme and every set, not only the base game in summer")
    wanted = parser.parse_args(arguments)
    themes, sets = (list(THEMES), list(catalog.sets())) if wanted.all else (["summer"], ["base"])
    begun = perf_counter()
    done = warm(DiskCache(chosen_folder()), themes, sets)
    sys.stdout.write(f"{done} sprites in {chosen_folder()} after {perf_counter() - begun:.1f} s\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
