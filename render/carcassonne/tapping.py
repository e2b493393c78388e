"""The tile-laying game for a page in the browser: the table as JSON, the tap position of each choice, and small pictures."""

from __future__ import annotations

import hashlib
import io
import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

from games.carcassonne import catalog
from games.carcassonne.actions import NOWHERE, Action
from games.carcassonne.events import TilePlaced
from games.carcassonne.view import BoardView, TileView
from games.core.emoji_names import COLOURS
from render import canvas, ownership_tints
from render.anchors import anchors
from render.art.artwork import artwork
from render.art.figures import figure_name
from render.art.silhouettes import ARTS
from render.art.themes import THEMES
from render.canvas import CanvasStyle, SquareRect
from render.disk_cache import art_version
from render.figure_placement import Someone, placed_figures
from render.maps.paper import connected_links
from render.master_sprites import figure
from render.png import Pixels, encode, new_buffer
from render.protocol import Json, Tapping
from render.sprites import VARIANTS, process_sprites
from render.style import style

TILE_PX = 128
"""Pixels of a tile's picture: sharp on a phone at the size at which tiles are tapped."""
PAPER_PX = 96
"""Pixels of a square of printed paper."""
FIGURE_PX = 200
"""Figures are drawn as large as suits tiles of so many pixels."""
UNIT = 1000
"""Places on a tile are told in so many parts of its side."""
FLOORS = 40
"""Nothing is ever built higher."""
NOBODY = "nobody"
"""Whose a figure of nobody is, in the name of its picture."""

_ID = r"(?P<set>[a-z0-9]+)\.(?P<id>[A-Za-z0-9_+-]+)\.(?P<turn>[0-3])"
_TILE = re.compile(rf"tile\.(?P<theme>[a-z]+)\.{_ID}\.(?P<copy>[0-3])")
_LAND = re.compile(rf"land\.{_ID}\.(?P<part>[a-z]\d{{0,2}})")
_FIGURE = re.compile(r"figure\.(?P<kind>[a-z_]+)\.(?P<seat>[a-z]+)\.(?P<floors>\d{1,2})")


@cache
def version() -> str:
    """Return a version name for the look of all pictures."""
    return art_version(Path(__file__))


def table(view: BoardView) -> Json:
    """Return the table as JSON by square (x, y), without owners and remaining tiles."""
    return {
        "kind": "tiles",
        "theme": view.theme,
        "tiles": [_tile(view, tile) for tile in view.tiles],
        "figures": _figure_boxes(view),
        "hand": view.hand and _picture(view, view.hand, 0),
        "held": [seat.held and _picture(view, seat.held, 0) for seat in view.seats],
        "current": view.current,
        "dead": view.dead,
        "paper": _paper(view),
        "squares": {"column": view.squares.column, "row": view.squares.row, "down": view.squares.down},
    }


def seats(view: BoardView) -> list[Json]:
    """Return by seat the figures at hand, as picture names with numbers; kinds of which none is left are omitted."""
    return [
        {"score": seat.score, "supply": [[_figure_drawing(kind, seat.seat), number] for kind, number in seat.supply if number]}
        for seat in view.seats
    ]


def at(action: Action, view: BoardView) -> Json | None:
    """Return the position where a choice is tapped: a square for a tile, a place on a tile, or a whole square."""
    square = view.current if action.cell == NOWHERE else action.square
    part = action.part or artwork().at.get(action.verb, "")
    if square is None or not (part or action.cell != NOWHERE):
        return None
    here = {"square": square, "name": view.squares.name(*square)}
    if action.verb == "place":
        tile = action.what or view.hand
        return {**here, "tile": tile and _picture(view, tile, action.turn), "turn": action.turn}
    tile_view = next((tile for tile in view.tiles if (tile.x, tile.y) == square), None)
    return here if tile_view is None or not part else {**here, **_spot(view, tile_view, part, action.what)}


def owners(view: BoardView) -> list[Json]:
    """Return every owned feature and every field: its land as mask names by square, and its owners."""
    by_square = {(tile.x, tile.y): tile for tile in view.tiles}
    return [
        {
            "kind": feature.kind,
            "owners": feature.owners,
            "land": [_land(by_square[x, y], part) for x, y, part in feature.segments],
        }
        for feature in view.features
        if feature.owners
    ]


def worth(view: BoardView) -> list[Json]:
    """Return, for each feature of `owners`, the points that it would bring now, by seat."""
    return [{"gains": [(seat, points) for seat, points, _ in feature.gains]} for feature in view.features if feature.owners]


def stock(view: BoardView) -> list[Json]:
    """Return the tiles left in the bag as picture names with numbers."""
    return [{"picture": _picture(view, tile, 0), "number": number} for tile, number in view.bag]


def moved(events: Sequence[Any]) -> list[Json]:
    """Return the tiles placed in these events, in order."""
    return [{"square": (e.x, e.y), "seat": e.seat} for e in events if isinstance(e, TilePlaced) and e.seat is not None]


def paper(view: BoardView) -> bytes | None:
    """Return a PNG of the printed map below the tiles, cropped to the squares in `table`; None without a map."""
    if view.printed is None:
        return None
    look = CanvasStyle(process_sprites(), view.theme, PAPER_PX, style(view.theme, dark=False))
    bare = BoardView((), (), (), (), (), "", None, None, 0, 0, 0, (), False, view.theme, view.squares, printed=view.printed)
    window = _window(view)
    pixels: Pixels = np.zeros((window.rows * PAPER_PX, window.columns * PAPER_PX), dtype=np.uint8)
    canvas.compose(look, bare, {}, window, 0, None, pixels)
    return _png(pixels, view.theme)


def picture(name: str) -> bytes | None:
    """Return the PNG of a small picture by its name; None for an unknown name."""
    if (tile := _TILE.fullmatch(name)) is not None:
        tile_id = f"{tile['set']}/{tile['id']}"
        if tile["theme"] not in THEMES or tile_id not in catalog.tiles():
            return None
        return _png(process_sprites().tile(tile["theme"], TILE_PX, tile_id, int(tile["turn"]), int(tile["copy"])), tile["theme"])
    if (land := _LAND.fullmatch(name)) is not None:
        return _mask(f"{land['set']}/{land['id']}", int(land["turn"]), land["part"])
    if (matched := _FIGURE.fullmatch(name)) is not None:
        return _draw_figure(matched["kind"].replace("_", " "), matched["seat"], int(matched["floors"]))
    return None


def _tile(view: BoardView, tile: TileView) -> Json:
    return {
        "x": tile.x,
        "y": tile.y,
        "name": view.squares.name(tile.x, tile.y),
        "picture": _picture(view, tile.tile, tile.turn, tile.copy % VARIANTS),
        "number": tile.number,
        "seat": tile.seat,
    }


def _picture(view: BoardView, tile_id: str, turn: int, copy: int = 0) -> str:
    return f"tile.{view.theme}.{tile_id.replace('/', '.')}.{turn}.{copy}"


def _figure_boxes(view: BoardView) -> list[Json]:
    """Return the box of every figure and tower on its square, in thousandths of a tile."""
    crowds: dict[tuple[int, int], list[Someone]] = {}
    for piece in view.pieces:
        crowds.setdefault((piece.x, piece.y), []).append((piece.part, piece.kind, piece.role, piece.seat))
    built = {(mark.x, mark.y): (mark.kind, mark.value) for mark in view.marks if mark.kind in artwork().built and mark.value}
    figures: list[Json] = []
    for tile in view.tiles:
        square = (tile.x, tile.y)
        crowd = tuple(crowds.get(square, ()))
        if not crowd and square not in built:
            continue
        standing = placed_figures(tile.tile, tile.turn, crowd, built.get(square), FIGURE_PX)
        parts = ["", *(someone[0] for someone in crowd)][-len(standing) :]
        for part, each in zip(parts, standing, strict=True):
            (west, north), (width, height) = each.piece.hot, each.piece.size
            box = [round(side * UNIT / FIGURE_PX) for side in (each.x - west, each.y - north, width, height)]
            name = _figure_drawing_name(figure_name(each.piece.kind, each.piece.role), each.piece.colour, each.piece.height)
            figures.append({"square": square, "part": part, "picture": name, "box": box, "seat": each.piece.colour})
    return figures


def _spot(view: BoardView, tile: TileView, part: str, kind: str) -> Json:
    """Return a place on a tile: its middle, and the box of the figure that would stand there."""
    x, y = anchors(tile.tile, tile.turn).parts.get(part, (0.5, 0.5))
    middle = {"middle": (round(x * UNIT), round(y * UNIT)), "part": part}
    segment = next((each for each in catalog.tile(tile.tile).segments if each.name == part), None)
    if segment is None or not view.to_act or kind not in {*ARTS, *artwork().figures}:
        return middle
    seat = None if kind in artwork().neutral else view.to_act[0]
    drawn = figure(kind, segment.kind.role, seat, FIGURE_PX)
    (west, north), (width, height) = drawn.hot, drawn.image.size
    box = [round(x * UNIT - west * UNIT / FIGURE_PX), round(y * UNIT - north * UNIT / FIGURE_PX)]
    box += [round(width * UNIT / FIGURE_PX), round(height * UNIT / FIGURE_PX)]
    return {**middle, "figure": _figure_drawing_name(figure_name(kind, segment.kind.role), seat), "box": box}


def _figure_drawing(kind: str, seat: int) -> str:
    return _figure_drawing_name(kind, seat)


def _figure_drawing_name(figure: str, seat: int | None, floors: int = 0) -> str:
    return f"figure.{figure.replace(' ', '_')}.{NOBODY if seat is None else COLOURS[seat]}.{floors}"


def _land(tile: TileView, part: str) -> Json:
    return {"square": (tile.x, tile.y), "mask": f"land.{tile.tile.replace('/', '.')}.{tile.turn}.{part}"}


def _window(view: BoardView) -> SquareRect:
    assert view.printed is not None
    return SquareRect(-1, -1, view.printed.columns + 2, view.printed.rows + 2)


def _paper(view: BoardView) -> Json | None:
    """Return the position of the printed map with a version of its present look; None without a map.

    The version changes when a ferry or a city comes in reach.
    """
    if view.printed is None:
        return None
    window = _window(view)
    stamp = hashlib.sha256(
        repr((view.printed.id, view.printed.title, view.printed.grid, sorted(connected_links(view.printed)))).encode()
    ).hexdigest()
    return {"x": window.west, "y": window.north, "columns": window.columns, "rows": window.rows, "stamp": stamp[:16]}


def _png(pixels: Pixels, theme: str) -> bytes:
    buffer = new_buffer(pixels.shape[1], pixels.shape[0])
    buffer[:, 1:] = pixels
    return encode(buffer, process_sprites().palette(theme).colours.tobytes())


def _mask(tile_id: str, turn: int, part: str) -> bytes | None:
    """Return the mask of a segment as PNG, opaque inside; None for an unknown one."""
    tile = catalog.tiles().get(tile_id)
    if tile is None or part not in {segment.name for segment in tile.segments}:
        return None
    inside = ownership_tints.segment_mask(process_sprites(), tile_id, turn, part, TILE_PX)
    return _png_bytes(Image.merge("LA", (Image.new("L", (TILE_PX, TILE_PX)), Image.fromarray(inside.astype(np.uint8) * 255))))


def _draw_figure(name: str, seat: str, floors: int) -> bytes | None:
    """Return the PNG of a figure, or of a building with `floors` floors; None for an unknown one."""
    is_built = name in artwork().built
    colour = COLOURS.index(seat) if seat in COLOURS else None
    if not is_built and name not in ARTS and name not in artwork().figures:
        return None
    if (colour is None and seat != NOBODY) or not (1 <= floors <= FLOORS if is_built else floors == 0):
        return None
    kind, _, lying = name.partition(" ")
    return _png_bytes(figure(kind, "farmer" if lying else "knight", colour, FIGURE_PX, floors=floors).image)


def _png_bytes(image: Image.Image) -> bytes:
    file = io.BytesIO()
    image.save(file, "PNG")
    return file.getvalue()


TAPPING = Tapping(
    version=version,
    table=table,
    seats=seats,
    at=at,
    picture=picture,
    moved=moved,
    owners=owners,
    worth=worth,
    stock=stock,
    paper=paper,
)
