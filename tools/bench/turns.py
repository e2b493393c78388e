"""Benchmark of the pictures that players wait for: every turn picture of three recorded games, as the outbox draws them.

Each is drawn by a new process with empty memory and the sprites of `render.warm` on disk, by the same process again for another
match, and by the naive way (RGB composed from ready squares and saved by Pillow with its defaults; every fourth picture only,
because it is slow). Times are elapsed and, because other programs stretch those, processor times; ratios are ratios of processor
time between naive and own drawing, measured one after the other.
"""

from __future__ import annotations

import gc
import io
import json
import statistics
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from time import perf_counter, process_time
from typing import Any

from tools.bench.measuring import Figure, in_new_process
from tools.positions import RECORDED, course, turns

NAIVE_EVERY = 4
"""One picture of so many is drawn the naive way too."""

NAMES = ("Anna", "Bertrand", "Chloë", "Dmitri", "Emmeline", "Florian")
"""What the players are called: pictures for Discord write it."""

READY = 128
"""Pixels of a square that the naive way has ready."""


def figures(*, quick: bool = False) -> Iterator[Figure]:
    """Yield the figures of each game's turn pictures in a new process and when drawn again.

    They are the median, 95th percentile and largest time, the bytes, and the ratio to the naive way.
    """
    subprocess.run([sys.executable, "-m", "render.warm", *(() if quick else ("--all",))], capture_output=True, check=True)  # noqa: S603  # our own module
    for name in RECORDED[:1] if quick else RECORDED:
        yield from _figures_of_game(name, in_new_process("tools.bench.turns", name))
    yield from _animations(quick)


ANIMATIONS = {"base": ("<= 1", "<= 1024"), "all-four": ("", ""), "map": ("", "")}
"""Recorded games with their targets: seconds and KiB."""


def _animations(quick: bool) -> Iterator[Figure]:
    """Yield processor time and bytes of whole games' animations (the button Replay); the first one loads its sprites from disk."""
    from render.carcassonne.replay import replay

    for name, (seconds, size) in ANIMATIONS.items():
        played = course(name)
        begun = process_time()
        gif = replay(played)
        first, again = process_time() - begun, []
        for _ in range(1 if quick else 3):
            begun = process_time()
            replay(played)
            again.append(process_time() - begun)
        yield Figure(f"replay: {name}, {len(played) - 1} turns, first", first, "s", seconds)
        yield Figure(f"replay: {name}, again", min(again), "s", seconds)
        yield Figure(f"replay: {name}, file", len(gif) / 1024, "KiB", size)


def _figures_of_game(name: str, found: dict[str, Any]) -> Iterator[Figure]:
    median = statistics.median(_processor_times(found["again"]))
    yield Figure(f"turn pictures, {name}: how many", len(found["again"]))
    for what, slowest in (("again", 2), ("new process", 5)):
        clock, used = [wall for wall, _ in found[what]], _processor_times(found[what])
        yield Figure(f"{name}, {what}: p50 by the clock", statistics.median(clock), "ms")
        yield Figure(f"{name}, {what}: p95 by the clock", p95(clock), "ms")
        yield Figure(f"{name}, {what}: p50 of processor time", statistics.median(used), "ms")
        yield Figure(f"{name}, {what}: p95 of processor time", p95(used), "ms")
        yield Figure(f"{name}, {what}: largest processor time", max(used), "ms", "<= 150" if what == "new process" else "")
        yield Figure(f"{name}, {what}: p95 over median drawn again", p95(used) / median, "x", f"<= {slowest}")
    yield Figure(f"{name}, new process: preparing before the first", found["prepared"], "ms")
    yield Figure(f"{name}: median bytes", statistics.median(found["bytes"]) / 1024, "KiB")
    yield Figure(f"{name}: largest", max(found["bytes"]) / 1024, "KiB", "<= 1464")
    ours, plain = sum(_processor_times(found["beside naive"])), sum(_processor_times(found["naive"]))
    yield Figure(f"{name}, naive: p50 of processor time", statistics.median(_processor_times(found["naive"])), "ms")
    yield Figure(f"{name}: naive time over ours", plain / ours, "x", ">= 15")
    yield Figure(f"{name}: naive bytes over ours", sum(found["naive bytes"]) / sum(found["bytes beside naive"]), "x", ">= 2")


def _processor_times(times: Sequence[Sequence[float]]) -> list[float]:
    """Return the second value, the processor time, of each pair (elapsed time, processor time)."""
    return [used for _, used in times]


def p95(times: Sequence[float]) -> float:
    """Return the 95th percentile."""
    return statistics.quantiles(times, n=20)[-1]


def measure(name: str) -> dict[str, Any]:
    """Return all times of one game in milliseconds, by name; this process must not have drawn anything before."""
    from render.carcassonne.painter import PAINTER, named
    from text.carcassonne.texts import WORDS

    shown = [turn._replace(view=named(turn.view, NAMES)) for turn in turns(name)]
    begun = process_time()
    assert PAINTER.prepare is not None, "this painter has something to prepare"
    PAINTER.prepare()
    prepared = (process_time() - begun) * 1e3
    gc.collect()
    gc.freeze()

    def drawn(number: int, key: int) -> tuple[tuple[float, float], bytes]:
        turn = shown[number]
        spots = WORDS.say.spots(turn.view, turn.legal)
        return _time_picture(lambda: PAINTER.turn(turn.view, turn.events, spots, key, ()))

    every, chosen = range(len(shown)), range(0, len(shown), NAIVE_EVERY)
    new, again = [drawn(number, 1) for number in every], [drawn(number, 2) for number in every]
    beside = [(_naive(again[number][1]), drawn(number, 3)) for number in chosen]
    measures: dict[str, Any] = {"prepared": prepared, "bytes": [len(png) for _, png in again]}
    measures |= {"new process": [times for times, _ in new], "again": [times for times, _ in again]}
    measures |= {"naive": [plain[0] for plain, _ in beside], "beside naive": [ours[0] for _, ours in beside]}
    measures |= {"naive bytes": [len(plain[1]) for plain, _ in beside], "bytes beside naive": [len(ours[1]) for _, ours in beside]}
    return measures


def _time_picture(work: Callable[[], bytes]) -> tuple[tuple[float, float], bytes]:
    """Return the elapsed and the processor time of `work` in milliseconds, and the file that it returned."""
    start, used = perf_counter(), process_time()
    png = work()
    return ((perf_counter() - start) * 1e3, (process_time() - used) * 1e3), png


def _naive(png: bytes) -> tuple[tuple[float, float], bytes]:
    """Redraw the picture `png` in RGB from pasted squares, saved with Pillow's defaults; return its times and its file."""
    from PIL import Image

    final = Image.open(io.BytesIO(png)).convert("RGB")
    corners = [(x, y) for y in range(0, final.height, READY) for x in range(0, final.width, READY)]
    squares = [final.crop((x, y, x + READY, y + READY)) for x, y in corners]

    def composed() -> bytes:
        picture, file = Image.new("RGB", final.size), io.BytesIO()
        for corner, square in zip(corners, squares, strict=True):
            picture.paste(square, corner)
        picture.save(file, "PNG")
        return file.getvalue()

    return _time_picture(composed)


if __name__ == "__main__":
    sys.stdout.write(json.dumps(measure(sys.argv[1])))
