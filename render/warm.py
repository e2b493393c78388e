"""A program that draws the sprites of boards in advance and stores them on disk: `python -m render.warm [--all] [--beside PID]`.

`make setup` draws the base game, so that the first pictures of a new process are quick, and a running bot starts a process that
draws the rest (`render.background_warmup`). Missing sprites are drawn when needed.
"""

from __future__ import annotations

import argparse
import os
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from time import perf_counter, sleep

from games.carcassonne import catalog
from games.carcassonne.expansions.maps.library import BUILT_IN, design_of
from games.carcassonne.expansions.maps.map_view_builder import view_of
from render import anchors, master_sprites
from render.art.artwork import artwork
from render.art.figures import COLOURS
from render.art.silhouettes import ARTS
from render.art.themes import THEMES
from render.background_warmup import COMPLETE, UNFINISHED
from render.canvas import SquareRect
from render.disk_cache import process_cache
from render.layout import largest_size
from render.maps.paper import paper_of
from render.sprites import CLOSE, SIZES, VARIANTS
from render.sprites import process_sprites as sprites

BASE_FIGURES = ("small", "small lying")
"""The figures that every game has."""

FLOORS = range(1, 8)
"""Heights of what is built that are drawn ahead; a higher one is seldom reached."""

RUNNING = Path("/proc/loadavg")
"""Where Linux says how many threads run now."""

LOOK_S = 1.0
"""Between two looks at whether the program that wanted all this still runs."""


PATIENCE_S = 1.0
"""Longest that a tile waits for the machine to be idle, in seconds: on one that never is, sprites are drawn slowly."""

GLANCE_S = 0.05
"""Between two looks at whether the machine is idle, in seconds."""


class TimeUp(Exception):
    """Raised when the available time is over."""


Pair = tuple[str, str]
"""A theme and a set of tiles."""


def tiles(pairs: Iterable[Pair], wait: Callable[[], None] = lambda: None) -> int:
    """Draw and store the missing tiles in all sizes with their figure positions.

    Returns how many sprites these pairs of theme and set have in all. `wait` is called before each tile is drawn.
    """
    done = 0
    for theme, set_id in pairs:
        for tile in (tile for tile in catalog.tiles().values() if tile.id.partition("/")[0] == set_id):
            for turn in range(4):
                anchors.anchors(tile.id, turn)
                for copy in range(min(tile.count, VARIANTS)):
                    if not sprites().is_warm(theme, tile.id, turn, copy):
                        wait()
                        sprites().warm(theme, tile.id, turn, copy)
                    done += 1
    return done


def close_ups(set_id: str, wait: Callable[[], None] = lambda: None) -> None:
    """Draw and store the tiles of a set at close-up size, in summer, so that no turn has to wait for them."""
    for tile in catalog.tiles_of(set_id):
        for turn in range(4):
            for copy in range(min(tile.count, VARIANTS)):
                wait()
                sprites().tile("summer", CLOSE, tile.id, turn, copy)


def pairs_by_use() -> Iterator[Pair]:
    """Yield all pairs of theme and tile set, those with stored sprites first, because running games use them.

    The order is computed again for each pair, as games may need others meanwhile.
    """
    left = [(theme, set_id) for theme in THEMES for set_id in catalog.sets()]
    while left:
        chosen = next((pair for pair in left if sprites().has_any_of(*pair)), left[0])
        left.remove(chosen)
        yield chosen


def await_idle() -> None:
    """Wait until no other thread on this machine wants a processor, at most `PATIENCE_S` seconds.

    Returns at once if that can't be determined.
    """
    until = perf_counter() + PATIENCE_S
    while _are_others_running() and perf_counter() < until:
        sleep(GLANCE_S)


def _are_others_running() -> bool:
    """Return whether threads other than this one run or wait for a processor (Linux)."""
    try:
        running = RUNNING.read_text(encoding="ascii").split()[3].partition("/")[0]
    except (OSError, IndexError):
        return False
    return int(running) > 1


def figures(names: Sequence[str]) -> None:
    """Draw and store the figures of all players, and the neutral ones."""
    for name in names:
        for colour in (None,) if name in artwork().neutral else range(len(COLOURS)):
            master_sprites.master(name, colour)


def buildings() -> None:
    """Draw and store the buildings, with each number of floors."""
    for name in artwork().built:
        for floors in FLOORS:
            master_sprites.master(name, None, floors)


def maps(ids: Sequence[str]) -> None:
    """Draw and store maps in all sizes in which they are shown, because the first picture of a game shows nearly all of the map."""
    for map_id in ids:
        printed = view_of(design_of(map_id), map_id)
        least = largest_size(SquareRect(0, 0, printed.columns, printed.rows))
        for px in (size for size in SIZES if size >= least):
            paper = paper_of(printed, px)
            paper.pixels(sprites())
            for link in paper.links:
                for drawing in (link.idle, link.lit):
                    drawing.draw()


def main(arguments: Sequence[str]) -> int:
    """Fill the sprite cache and print how long it took; return 0, or `UNFINISHED` if the time was over."""
    parser = argparse.ArgumentParser(prog="python -m render.warm", description="Draw sprites ahead of time.")
    parser.add_argument("--all", action="store_true", help="every theme, set and figure, not only the base game in summer")
    parser.add_argument("--beside", type=int, metavar="PID", help="take what that program leaves, and end with it")
    parser.add_argument(
        "--for", type=float, metavar="SECONDS", dest="most_s", help="stop after so long; the rest is for another time"
    )
    wanted = parser.parse_args(arguments)
    if wanted.beside is not None:
        be_gentle(wanted.beside)
    begun = perf_counter()
    process_cache().forget_other_versions()
    figures(BASE_FIGURES)
    until = begun + (wanted.most_s or float("inf"))

    def wait() -> None:
        if perf_counter() >= until:
            raise TimeUp
        if wanted.beside is not None:
            await_idle()

    try:
        done = tiles([("summer", "base")], wait)
        if wanted.all:
            close_ups("base", wait)
            figures((*ARTS, *artwork().figures))
            buildings()
            done = tiles(pairs_by_use(), wait)
            wait()
            maps(BUILT_IN)
            process_cache().write(COMPLETE, b"")
    except TimeUp:
        return UNFINISHED
    sys.stdout.write(f"{done} sprites in {process_cache().root} after {perf_counter() - begun:.1f} s\n")
    return 0


def be_gentle(parent: int) -> None:
    """Lower this process's priority, and end it together with the process `parent`, even if that is killed."""
    if hasattr(os, "nice"):
        os.nice(19)
    if hasattr(os, "SCHED_IDLE"):
        with suppress(OSError):  # some containers forbid it
            os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    threading.Thread(target=_outlive_nobody, args=(parent,), daemon=True).start()


def _outlive_nobody(parent: int) -> None:
    while os.getppid() == parent:
        sleep(LOOK_S)
    os._exit(1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
