"""The picture of a map: every one of ours, empty and played, within its bounds and the same every time."""

from __future__ import annotations

import io
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from shapely import Point, box

from games.carcassonne.expansions.maps import library
from games.carcassonne.expansions.maps.map_view_builder import view_of
from games.carcassonne.tile import SegmentKind
from games.carcassonne.view import BoardView, MapView
from render import pictures
from render.board import LARGEST_FILE, BoardRequest
from render.canvas import SquareRect, contents
from render.disk_cache import DiskCache
from render.layout import cropped_window
from render.maps import links
from render.maps.coast import coast
from render.maps.lettering import lettering
from render.maps.names import MapName, name_stamp
from render.maps.paper import RIM, Paper, as_printed, connected_links, paper_of
from render.maps.routes import route
from render.sprites import Sprites, process_sprites
from tools.positions import reached

PX = 64

ONE_OF_ALL = ["tutorial", *(pytest.param(name, marks=pytest.mark.soak) for name in library.BUILT_IN if name != "tutorial")]
"""Our own maps: one in every run, the others in `make soak`."""


def empty(map_id: str) -> MapView:
    """Return a built-in map before its first tile."""
    return view_of(library.design_of(map_id), map_id)


@pytest.fixture(scope="module")
def island() -> BoardView:
    """Return the tutorial island with a dozen tiles, and one to place."""
    return reached({"map": "tutorial"}, 2, 12).view


def opened(picture: pictures.PngPicture) -> Image.Image:
    """Return the picture as pixels."""
    return Image.open(io.BytesIO(picture.png)).convert("RGB")


@pytest.mark.parametrize("map_id", ONE_OF_ALL)
def test_every_map_of_ours_has_a_preview_within_its_bounds(map_id: str) -> None:
    picture = pictures.map_preview(empty(map_id))

    assert opened(picture).size == (picture.width, picture.height)
    assert len(picture.png) < LARGEST_FILE / 2


@pytest.mark.parametrize("map_id", ONE_OF_ALL)
def test_every_map_is_drawn_after_a_random_game(map_id: str) -> None:
    position = reached({"map": map_id}, 2, 1000)

    picture = pictures.board(position.view)

    assert position.view.over
    assert len(picture.png) <= LARGEST_FILE
    assert picture.width > 900, "a full map is not shown smaller to save bytes"


def test_a_map_is_painted_the_same_by_every_process(tmp_path: Path) -> None:
    """With what others have drawn, and with nothing but its own."""
    printed = as_printed(empty("tutorial"))

    first, second = (Paper(printed, PX // 4).pixels(sprites) for sprites in (process_sprites(), Sprites(DiskCache(tmp_path))))

    assert np.array_equal(first, second)


@pytest.mark.parametrize("map_id", library.BUILT_IN)
def test_every_name_lies_on_the_picture_and_off_the_squares_for_tiles(map_id: str) -> None:
    view, edge = empty(map_id), round(PX * 0.9)
    squares = coast(view).squares.buffer(-0.12)

    names = lettering(view, PX, edge)

    assert len(names) == len(view.towns) + len(view.borders) + len(view.ferries) + len(view.islands)
    for number, (_, _, _, (west, north, east, south)) in enumerate(names):
        assert west >= -edge and north >= -edge
        assert east <= view.columns * PX + edge and south <= view.rows * PX + edge
        if number >= len(view.towns):
            assert not squares.intersects(box(west / PX, north / PX, east / PX, south / PX))


@pytest.mark.parametrize("map_id", library.BUILT_IN)
def test_a_ferry_keeps_to_the_water(map_id: str) -> None:
    view = empty(map_id)
    inland = coast(view).squares.buffer(-0.01)

    ways = [route(view, ferry) for ferry in view.ferries]

    assert ways
    assert not any(inland.contains(Point(point)) for way in ways for point in way)


@pytest.mark.parametrize("map_id", library.BUILT_IN)
def test_the_coast_leaves_every_square_for_tiles_dry(map_id: str) -> None:
    outlines = coast(empty(map_id))

    assert outlines.land.contains(outlines.squares)


@pytest.mark.parametrize("sides", [sides for size in (1, 2, 3, 4) for sides in combinations(range(4), size)])
def test_a_big_city_opens_on_its_open_sides_only(sides: tuple[int, ...]) -> None:
    tile, turn = links._model(sides)

    assert {side for segment in tile.turned(turn) if segment.kind is SegmentKind.CITY for side in segment.ports} == set(sides)


def test_only_what_is_connected_lights_up() -> None:
    idle = empty("benelux")
    (ferry, *ferries), (city, *cities) = idle.ferries, idle.cities
    joined = replace(idle, ferries=(replace(ferry, connected=True), *ferries), cities=(replace(city, connected=True), *cities))
    paper = paper_of(idle, PX)
    squares = [(x, y) for y in range(idle.rows) for x in range(idle.columns)]

    changed = {s for s in squares if paper.cut(s, connected_links(joined)) != paper.cut(s, connected_links(idle))}

    assert paper_of(joined, PX) is paper
    assert changed == {(city.x, city.y), *(s for s in paper.links[0].squares)} & set(squares)
    for square in ((city.x, city.y), paper.links[0].squares[0]):
        before, after = (paper.cut(square, connected_links(view)).pixels(process_sprites()) for view in (idle, joined))
        assert not np.array_equal(before, after)


def test_a_table_without_a_map_has_no_paper(small: BoardView) -> None:
    shown = contents(small, SquareRect(-3, -3, 6, 6), PX, {})

    assert all(getattr(content, "paper", None) is None for content in shown.values())


def test_everything_that_a_board_can_point_out_works_on_a_map(island: BoardView) -> None:
    assert island.printed
    ghosts = [pictures.PreviewTile(x, y, str(number)) for number, (x, y) in enumerate(island.printed.reach, 1)]
    last = [pictures.LastMove(tile.x, tile.y, "1", tile.seat) for tile in island.tiles[-1:]]
    plain = pictures.board(island).png

    marked = {
        pictures.board(island, ghosts=ghosts).png,
        pictures.board(island, last=last).png,
        pictures.board(island, overlay="owners").png,
        pictures.board(island, overlay="meadows").png,
        pictures.board(island, overlay="coordinates").png,
        pictures.board(island, crop="turn", last=last).png,
        pictures.board(island, dark=True).png,
    }

    assert len(marked | {plain}) == 8


def test_a_kept_map_is_the_same_picture_as_a_fresh_one(island: BoardView) -> None:
    before = reached({"map": "tutorial"}, 2, 9).view
    pictures.board(before, key="kept on a map")

    assert pictures.board(island, key="kept on a map").png == pictures.board(island).png


@pytest.mark.parametrize("corner", [(0, 0), (7, 0), (0, 7), (7, 7)])
def test_a_crop_stays_on_the_map(island: BoardView, corner: tuple[int, int]) -> None:
    shown = cropped_window(island, [corner])

    assert SquareRect(0, 0, 8, 8).covers(shown)
    assert shown.covers(SquareRect(*corner, 1, 1))


def test_a_map_is_printed_in_one_theme(island: BoardView) -> None:
    assert pictures.board(island, theme="winter").png == pictures.board(island).png


@pytest.mark.parametrize(("name", "plain"), [("Genève", "Geneve"), ("Zürich", "Zurich"), ("Łódź", "Lodz"), ("Київ", "東京")])
def test_names_keep_their_own_letters(name: str, plain: str) -> None:
    """An accent is drawn, and so is every script: nothing is spelled in other letters or left out."""
    drawn = [name_stamp(text, 10, 200, (0, 0, 0), (255, 255, 255)) for text in (name, plain)]

    assert all(stamp is not None and stamp.draw().getbbox() for stamp in drawn)
    assert drawn[0] is not None and drawn[1] is not None and drawn[0].draw().tobytes() != drawn[1].draw().tobytes()


@pytest.mark.parametrize("map_id", library.BUILT_IN)
def test_no_crop_of_a_map_cuts_a_name_off(map_id: str) -> None:
    """Whatever a crop is about, a name is in it with all of its letters or not at all."""
    view = empty(map_id)
    names = [each.box for each in lettering(view, PX, round(PX * 0.9))]
    board = reached({"map": map_id}, 2, 2).view
    cuts, slack = 0, 0.08 * PX
    for x in range(view.columns):
        for y in range(view.rows):
            near = cropped_window(board, [(x, y)])
            window = BoardRequest(view=board, crop="turn", near=[(x, y)]).window()
            assert window.covers(near)
            cuts += window != near
            seen = [(window.west - RIM) * PX, (window.north - RIM) * PX, (window.east + RIM) * PX, (window.south + RIM) * PX]
            for west, north, east, south in names:
                outside = west >= seen[2] - slack or east <= seen[0] + slack or north >= seen[3] - slack or south <= seen[1] + slack
                inside = west >= seen[0] - slack and east <= seen[2] + slack
                whole = inside and north >= seen[1] - slack and south <= seen[3] + slack
                assert outside or whole, (map_id, x, y, (west, north, east, south), seen)
    assert cuts, "somewhere a name would have been cut"


def test_a_map_with_names_in_any_script_is_drawn() -> None:
    view = empty("tutorial")
    towns = tuple(replace(town, name=name) for town, name in zip(view.towns, ("Київ", "東京", "a" * 60, "📯", "Ä ö"), strict=True))
    other = replace(view, id="other", towns=towns, cities=tuple(replace(city, name="Ωmega") for city in view.cities))

    picture = pictures.map_preview(other)

    assert picture.png != pictures.map_preview(view).png


def test_a_long_name_breaks_or_is_squeezed_into_its_room() -> None:
    for text in ("Clermont-Ferrand", "Saarbruecken", "x" * 40):
        stamp = name_stamp(text, 10, 60, (0, 0, 0), (255, 255, 255))

        assert isinstance(stamp, MapName)
        assert stamp.draw().width <= 60
