"""Benchmark of redrawing a whole board after one move, compared with a naive way of drawing.

No player waits for exactly this picture: `tools.bench.turns` measures those that players wait for. This one watches the encoder and
the cached canvas. The naive way composes RGB from ready tiles and saves by Pillow with its defaults; the ratio is what counts.
"""

from __future__ import annotations

import io
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from time import perf_counter

from PIL import Image

from games.carcassonne import catalog
from render import layout as layouts
from render import pictures
from render.art.themes import THEMES
from render.art.tiles import tile_sprite
from render.board import BoardRequest, paint_board_at
from render.canvas import forget, kept_bytes
from render.sprites import process_sprites
from render.style import style
from tools.bench.measuring import Figure
from tools.positions import Position, reached

EVERYTHING = "inns,traders,dragon,tower"
BOARDS = ((20, "", 2), (72, "", 2), (170, EVERYTHING, 4))
PX = 128


def figures(*, quick: bool = False) -> Iterator[Figure]:
    """Yield times and bytes for boards of 20, 72 and 170 tiles after one move, ratios to the naive way, and cold starts."""
    for tiles, expansions, seats in BOARDS:
        yield from _compare_ways(tiles, reached({"expansions": expansions} if expansions else {}, seats, tiles), 3 if quick else 9)
    yield Figure("kept canvases", kept_bytes() / (1 << 20), "MiB", "<= 32")
    yield from _cold(with_empty_cache=not quick)


def _compare_ways(tiles: int, position: Position, repeats: int) -> Iterator[Figure]:
    """Yield the figures of this program's drawing and of the naive way for one size of board."""
    view = position.view
    last = [(tile.x, tile.y, "1", tile.seat) for tile in view.tiles[-1:]]
    same = f"same board again, {tiles} tiles"
    before = _without_last(position)
    forget()
    ours, png = _fastest(lambda: _time_after_move(position, before, last), repeats)
    naive, plain = _fastest(lambda: _naive(position, last), max(2, repeats // 2))
    yield Figure(f"{same}, {PX} px", ours * 1e3, "ms")
    yield Figure(f"{same}, naive", naive * 1e3, "ms")
    yield Figure(f"{same}, naive time over ours", naive / ours, "x", ">= 40" if tiles > 20 else "")
    yield Figure(f"{same}, bytes", len(png) / 1024, "KiB")
    yield Figure(
        f"same board again, {tiles} tiles, naive bytes over ours", len(plain) / len(png), "x", ">= 2" if tiles > 20 else ""
    )
    sent = pictures.board(view, last=[pictures.LastMove(*move) for move in last], key="bench")
    yield Figure(f"{same}, as sent", len(sent.png) / 1024, "KiB", "<= 1464")


def _without_last(position: Position) -> BoardRequest:
    view = position.view
    tile = view.tiles[-1]
    pieces = tuple(piece for piece in view.pieces if (piece.x, piece.y) != (tile.x, tile.y))
    values = {name: getattr(view, name) for name in view.__dataclass_fields__}
    values.update(tiles=view.tiles[:-1], pieces=pieces)
    return BoardRequest(view=type(view)(**values), key="bench")


def _time_after_move(position: Position, before: BoardRequest, last: list[tuple[int, int, str, int | None]]) -> tuple[float, bytes]:
    """Return the seconds to draw the board after one move, and its PNG; the board before the move is in the cache."""
    window = layouts.whole_window(position.view, ())
    paint_board_at(before, process_sprites(), style("summer", dark=False), layouts.layout(window, PX))
    begun = perf_counter()
    wanted = BoardRequest(view=position.view, last=[pictures.LastMove(*move) for move in last], key="bench")
    sheet = paint_board_at(wanted, process_sprites(), style("summer", dark=False), layouts.layout(window, PX))
    png = sheet.picture().png
    return perf_counter() - begun, png


_READY: dict[tuple[str, int, int], Image.Image] = {}


def _naive(position: Position, last: list[tuple[int, int, str, int | None]]) -> tuple[float, bytes]:
    """Return the seconds to draw the same picture the naive way, and its PNG.

    The naive way pastes ready tiles and markers in RGB and saves with Pillow's defaults.
    """
    wanted = BoardRequest(view=position.view, last=[pictures.LastMove(*move) for move in last])
    place = layouts.layout(layouts.whole_window(position.view, ()), PX)
    sheet = paint_board_at(wanted, process_sprites(), style("summer", dark=False), place)
    final = Image.fromarray(sheet.palette.colours[sheet.pixels])
    strip = final.crop((0, place.height, place.width, sheet.height))
    tiles = [(place.corner(tile.x, tile.y), _ready(tile.tile, tile.turn, tile.copy)) for tile in position.view.tiles]
    figures = {(p.x, p.y) for p in position.view.pieces} | {(x, y) for x, y, _, _ in last}
    shown = [(place.corner(x, y), final.crop(_square(place.corner(x, y)))) for x, y in figures]
    bands = final.copy()
    begun = perf_counter()
    picture = Image.new("RGB", final.size)
    picture.paste(bands)
    for corner, tile in tiles:
        picture.paste(tile, corner)
    for corner, square in shown:
        picture.paste(square, corner)
    picture.paste(strip, (0, place.height))
    file = io.BytesIO()
    picture.save(file, "PNG")
    return perf_counter() - begun, file.getvalue()


def _ready(tile_id: str, turn: int, copy: int) -> Image.Image:
    key = (tile_id, turn, copy % 4)
    if key not in _READY:
        _READY[key] = tile_sprite(catalog.tile(tile_id), turn, copy % 4, THEMES["summer"], PX)
    return _READY[key]


def _square(corner: tuple[int, int]) -> tuple[int, int, int, int]:
    return corner[0], corner[1], corner[0] + PX, corner[1] + PX


def _fastest(work: Callable[[], tuple[float, bytes]], repeats: int) -> tuple[float, bytes]:
    return min((work() for _ in range(repeats)), key=lambda result: result[0])


_FIRST = """
import sys
from tools.positions import reached
view = reached({}, 2, 72).view
from time import perf_counter
begun = perf_counter()
from render import pictures
pictures.board(view)
sys.stdout.write(str(perf_counter() - begun))
"""


def _cold(*, with_empty_cache: bool) -> Iterator[Figure]:
    """Yield the time from the start of a new process to its first picture of a whole game, without and with sprites on disk."""
    with tempfile.TemporaryDirectory() as folder:
        empty = _first_picture(folder)
        if with_empty_cache:
            yield Figure("new process to first picture, no sprites", empty, "s", "<= 30")
        yield Figure("new process to first picture, sprites on disk", _first_picture(folder), "s", "<= 3")


def _first_picture(folder: str) -> float:
    environment = {**os.environ, "BASTIDE_CACHE": folder}
    done = subprocess.run([sys.executable, "-c", _FIRST], env=environment, capture_output=True, text=True, check=True)  # noqa: S603
    return float(done.stdout)
