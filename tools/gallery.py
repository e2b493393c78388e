"""Pictures for visual inspection: `python -m tools.gallery OUT [NAME ...]` writes them as files.

Every page is written in its full size, as a chat shows it (550 pixels wide), and as people with each kind of colour blindness see
it. Other parts add a page by adding an entry to `PAGES`. Besides pages there are `turns`, sampled turns of all kinds of games as a
chat shows them, `readme`, the pictures of docs/images, and `listing`, those that docs/listing.md names.
"""

from __future__ import annotations

import argparse
import io
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from pathlib import Path

from PIL import Image, ImageDraw

from games.carcassonne import catalog
from games.carcassonne.expansions.maps.library import BUILT_IN, design_of
from games.carcassonne.expansions.maps.map_view_builder import view_of
from games.carcassonne.score_explanations import ahead
from games.carcassonne.view import BoardView
from render import pictures
from render.art.artwork import artwork
from render.art.colour_blindness import SIMULATIONS, simulate_vision
from render.art.figures import COLOURS, figure_sprite
from render.art.themes import THEMES
from render.art.tiles import tile_sprite
from render.stamps import font
from tools import card_pages, edition_pages, readme_pictures, tournament_pages
from tools.positions import reached
from tools.samples import sampled

EVERYTHING = {"expansions": "inns,traders,dragon,tower"}
SHOWN_WIDE = 550
TILE_PX = 128
FIGURES = (
    ("small", "knight"),
    ("small", "farmer"),
    ("big", "knight"),
    ("big", "farmer"),
    ("builder", "builder"),
    ("pig", "pig"),
    ("fairy", "fairy"),
    ("dragon", "dragon"),
)


@cache
def position(tiles: int, seats: int, *, everything: bool = False) -> BoardView:
    """Return the board of a random game with the given tiles and seats; `everything` turns all expansions on."""
    return reached(EVERYTHING if everything else {}, seats, tiles).view


def last(view: BoardView, number: int = 2) -> list[pictures.LastMove]:
    """Return marks for the last `number` tiles, numbered from 1."""
    return [pictures.LastMove(tile.x, tile.y, str(place), tile.seat) for place, tile in enumerate(view.tiles[-number:], 1)]


def ghosts(view: BoardView, number: int) -> list[pictures.PreviewTile]:
    """Return numbered marks for up to `number` empty squares next to tiles."""
    taken = {(tile.x, tile.y) for tile in view.tiles}
    beside = {(x + dx, y + dy) for x, y in taken for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0))} - taken
    return [pictures.PreviewTile(x, y, str(place)) for place, (x, y) in enumerate(sorted(beside)[:number], 1)]


def opened(picture: pictures.PngPicture) -> Image.Image:
    """Return a PNG of the program as a Pillow image."""
    return Image.open(io.BytesIO(picture.png)).convert("RGB")


def tiles_page(set_id: str, theme: str) -> Image.Image:
    """Draw every tile of a set in four turns, with its id."""
    tiles = [tile for tile in catalog.tiles().values() if tile.id.partition("/")[0] == set_id]
    across, cell = 2, TILE_PX + 6
    rows = -(-len(tiles) // across)
    page = Image.new("RGB", (across * (4 * cell + 90), rows * cell + 6), (236, 230, 216))
    pen = ImageDraw.Draw(page)
    for number, tile in enumerate(tiles):
        x, y = (number // rows) * (4 * cell + 90), (number % rows) * cell + 6
        pen.text((x + 8, y + TILE_PX / 2), tile.id.split("/")[1], (40, 36, 32), font(22), anchor="lm")
        for turn in range(4):
            page.paste(tile_sprite(tile, turn, turn, THEMES[theme], TILE_PX), (x + 84 + turn * cell, y))
    return page


def figures_page() -> Image.Image:
    """Draw every figure in every colour on grass, city and snow."""
    grounds = (THEMES["summer"].grass, THEMES["summer"].city, THEMES["winter"].grass)
    cell = 112
    page = Image.new("RGB", (cell * len(COLOURS) * len(grounds), cell * (len(FIGURES) + 1)))
    pen = ImageDraw.Draw(page)
    for place, ground in enumerate(grounds):
        west = place * len(COLOURS) * cell
        pen.rectangle((west, 0, west + len(COLOURS) * cell, page.height), ground)
        for row, (kind, role) in enumerate(FIGURES):
            for seat in range(len(COLOURS)):
                figure = figure_sprite(kind, role, None if kind in artwork().neutral else seat, TILE_PX)
                _stand(page, figure.image, figure.hot, west + seat * cell + cell // 2, row * cell + cell // 2)
        for floors in range(1, len(COLOURS) + 1):
            tower = figure_sprite("tower", "tower", None, TILE_PX, height=floors)
            _stand(page, tower.image, tower.hot, west + (floors - 1) * cell + cell // 2, len(FIGURES) * cell + cell * 2 // 3)
    return page


def _stand(page: Image.Image, figure: Image.Image, hot: tuple[int, int], x: int, y: int) -> None:
    page.paste(figure, (x - hot[0], y - hot[1]), figure)


def _scored_view(view: BoardView) -> BoardView:
    points = (103, 87, 96, 41, 55, 12)
    return replace(view, seats=tuple(replace(seat, score=points[seat.seat]) for seat in view.seats))


def _explained_scores() -> pictures.PngPicture:
    view = position(40, 4)
    return pictures.explain(view, max(ahead(view), key=lambda thing: (len(thing.weights), len(thing.squares))))


def _draft() -> pictures.PngPicture:
    """Draw the preview of a tile with numbered places for a figure."""
    view = position(40, 4)
    spot = ghosts(view, 1)[0]
    preview = pictures.PreviewTile(spot.x, spot.y, "", "base/J", 1)
    parts = [(spot.x, spot.y, part, str(number)) for number, part in enumerate(("c1", "r1", "f1", "f2"), 1)]
    return pictures.board(view, crop="turn", ghosts=[preview], parts=parts)


def _map_page(map_id: str, tiles: int | None) -> Image.Image:
    """Draw a built-in map: as a preview if `tiles` is None, else in a three-player game with that many tiles."""
    if tiles is None:
        return opened(pictures.map_preview(view_of(design_of(map_id), map_id)))
    view = reached({"map": map_id}, 3, tiles).view
    return opened(pictures.board(view, last=last(view)))


def _reach_page() -> Image.Image:
    """Draw a map on which every empty square within reach is numbered."""
    view = reached({"map": "britain"}, 3, 12).view
    assert view.printed
    return opened(
        pictures.board(view, ghosts=[pictures.PreviewTile(x, y, str(n)) for n, (x, y) in enumerate(view.printed.reach, 1)])
    )


SUMS = {
    0: {"road": 14, "city": 41, "cloister": 17, "meadow": 24, "fairy": 7},
    1: {"road": 27, "city": 40, "cloister": 20},
    2: {"road": 30, "city": 53, "meadow": 13},
    3: {"city": 41},
}

PAGES: Mapping[str, Callable[[], Image.Image]] = {
    **{f"tiles-{name}": partial(tiles_page, name, "winter" if name == "winter" else "summer") for name in catalog.sets()},
    "tiles-base-in-winter": lambda: tiles_page("base", "winter"),
    "tiles-base-on-map-paper": lambda: tiles_page("base", "map"),
    "figures": figures_page,
    "board-72": lambda: opened(pictures.board(position(72, 2), last=last(position(72, 2)))),
    "board-170": lambda: opened(pictures.board(position(165, 6, everything=True), last=last(position(165, 6, everything=True), 6))),
    "board-winter": lambda: opened(pictures.board(position(40, 4), last=last(position(40, 4)), theme="winter")),
    "board-dark": lambda: opened(pictures.board(position(40, 4), last=last(position(40, 4)), dark=True)),
    "turn-crop": lambda: opened(pictures.board(position(60, 3), crop="turn", last=last(position(60, 3)))),
    "ghosts": lambda: opened(pictures.board(position(40, 4), ghosts=ghosts(position(40, 4), 12), last=last(position(40, 4)))),
    "draft": lambda: opened(_draft()),
    "owners": lambda: opened(pictures.board(position(40, 4), overlay="owners")),
    "meadows": lambda: opened(pictures.board(position(40, 4), overlay="meadows")),
    "coordinates": lambda: opened(pictures.board(position(40, 4), overlay="coordinates")),
    "explain": lambda: opened(_explained_scores()),
    **{f"map-{name}": partial(_map_page, name, None) for name in BUILT_IN},
    **{f"map-{name}-played": partial(_map_page, name, 60) for name in BUILT_IN},
    "map-reach": _reach_page,
    "map-owners": lambda: opened(pictures.board(reached({"map": "germany"}, 3, 60).view, overlay="owners")),
    "map-meadows": lambda: opened(pictures.board(reached({"map": "germany"}, 3, 60).view, overlay="meadows")),
    "map-crop": lambda: opened(
        pictures.board(reached({"map": "france"}, 3, 40).view, crop="turn", last=last(reached({"map": "france"}, 3, 40).view))
    ),
    "score-card": lambda: opened(pictures.score_card(_scored_view(position(40, 4)))),
    "end-card": lambda: opened(pictures.end_card(_scored_view(position(40, 4)), sums=SUMS)),
    "lobby-card": lambda: opened(pictures.lobby_card(("Anna", "山田花子", "فاطمة", "", "", ""), sets=catalog.sets())),
    "legend": lambda: opened(pictures.legend()),
    **card_pages.PAGES,
    **edition_pages.PAGES,
    **tournament_pages.PAGES,
}
"""Every page by its name; each is drawn when it is asked for."""


LISTING = Path(__file__).parents[1] / "docs" / "listing.md"


def listed(page: str) -> list[str]:
    """Return the names of the pages that the text of docs/listing.md lists under its heading Pictures."""
    return re.findall(r"^\| `([\w-]+)` \|", page.partition("## Pictures")[2], flags=re.MULTILINE)


def _narrow(page: Image.Image) -> Image.Image:
    return page.resize((SHOWN_WIDE, round(page.height * SHOWN_WIDE / page.width)), Image.Resampling.LANCZOS)


def _all_versions(name: str) -> Iterator[tuple[str, Image.Image]]:
    page = PAGES[name]()
    shown = _narrow(page)
    yield from ((f"{name}.png", page), (f"550/{name}.png", shown))
    yield from ((f"{kind}/{name}.png", simulate_vision(shown, kind)) for kind in SIMULATIONS)


def _turns(turns: int, seed: int) -> Iterator[tuple[str, Image.Image]]:
    for name, png in sampled(turns, seed):
        yield f"turns/{name}.png", _narrow(Image.open(io.BytesIO(png)).convert("RGB"))


def _listing() -> Iterator[tuple[str, Image.Image]]:
    return ((f"{name}.png", PAGES[name]()) for name in listed(LISTING.read_text(encoding="utf-8")))


def main(arguments: Sequence[str]) -> int:
    """Write the wanted pictures and print the folder; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tools.gallery", description="Write pictures to look at.")
    parser.add_argument("out", type=Path)
    parser.add_argument("names", nargs="*", metavar="NAME", help="turns, readme, listing, or pages; all pages without any")
    parser.add_argument("--turns", type=int, default=40, help="how many turns")
    parser.add_argument("--seed", type=int, default=7, help="of the turns")
    wanted = parser.parse_args(arguments)
    sets: dict[str, Callable[[], Iterator[tuple[str, Image.Image | bytes]]]] = {
        "turns": lambda: _turns(wanted.turns, wanted.seed),
        "readme": readme_pictures.files,
        "listing": _listing,
    }
    if unknown := set(wanted.names) - {*PAGES, *sets}:
        parser.error(f"there is nothing to draw called {', '.join(sorted(unknown))}")
    for name in wanted.names or PAGES:
        for path, picture in sets[name]() if name in sets else _all_versions(name):
            target = wanted.out / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(picture) if isinstance(picture, bytes) else picture.save(target)
            print(target, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
