"""The turn picture: it fits a phone, shows every choice in figures that can be read there, and says what came of each move."""

from __future__ import annotations

import dataclasses
import io
import random
from itertools import pairwise

import pytest
from PIL import Image

from games.carcassonne.events import FeatureScored, PointsPaid, SeatPoints, TilePlaced, TurnBegan
from games.carcassonne.view import BoardView
from render import recent_moves, strips
from render.canvas import SquareRect
from render.carcassonne import painter
from render.coordinate_bands import draw_bands
from render.frame import SIMPLE, TALLEST, WITH_MAP, BoardSpace, frame_of
from render.highlights import COLUMNS, ROWS, LastMove, RecentMove, fullest, split_into_regions
from render.layout import Layout
from render.palette_image import PaletteImage
from render.region_map import draw_elsewhere, strip_height
from render.spot_numbers import CAPITAL, Number, push_apart
from render.sprites import process_sprites
from render.style import LIGHT
from tests.everything import ALL as ALL_INSTALLED
from text.carcassonne.choices import spots
from text.protocol import NamedSpot
from tools.positions import reached

KINDS = (({}, 2, 5), ({}, 3, 60), ({"expansions": ALL_INSTALLED}, 6, 110), ({"map": "france"}, 4, 40))
"""Options, seats and tiles: an early board, a late one, one that needs regions, and a map."""


def asked(kind: tuple[dict[str, str], int, int]) -> tuple[BoardView, tuple[NamedSpot, ...]]:
    """Return a table and the numbered spots of the asked player."""
    given, seats, tiles = kind
    position = reached(given, seats, tiles)
    return position.view, spots(position.view, position.game.legal(position.state, position.game.to_act(position.state)[0]))


@pytest.mark.parametrize("kind", KINDS, ids=("early", "late", "regions", "map"))
def test_a_turn_is_one_picture_at_most_five_quarters_as_high_as_wide(kind: tuple[dict[str, str], int, int]) -> None:
    """A region with the map of all may be higher."""
    view, offered = asked(kind)

    picture = Image.open(io.BytesIO(painter.turn(view, (), offered, 1)))

    tallest = WITH_MAP if len(split_into_regions(offered)) > 1 else TALLEST
    assert picture.width <= 1000 and picture.height <= tallest * picture.width


def test_no_empty_rows_push_the_buttons_of_an_early_board_down() -> None:
    """Table without tiles or choices stands beside them only, where the width is there anyhow."""
    view, offered = asked(({}, 2, 5))
    frame = painter._draft(view, (), offered, ()).frame()
    window, rows = frame.place.window, {tile.y for tile in view.tiles} | {spot.square[1] for spot in offered if spot.square}

    assert set(range(window.north, window.south)) == set(range(min(rows), max(rows) + 1))


@pytest.mark.parametrize("kind", KINDS, ids=("early", "late", "regions", "map"))
def test_every_region_has_a_picture_whose_numbers_can_be_read(kind: tuple[dict[str, str], int, int]) -> None:
    """And its squares are large enough for two digits that are 12 pixels high on a phone."""
    view, offered = asked(kind)
    parts = split_into_regions(offered)
    assert (len(parts) > 1) is (kind[1] == 6)

    for part in parts:
        wanted = painter._draft(view, (), part, (), parts if len(parts) > 1 else ())
        frame = wanted.frame()
        assert [ghost.label for ghost in wanted.ghosts] == [str(spot.number) for spot in part]
        assert all(frame.place.shows(*spot.square) for spot in part)
        assert frame.place.px >= SIMPLE * frame.width / 1000


def test_a_turn_shows_the_fullest_region_in_squares_of_19_pixels_and_a_map_with_the_letters_of_all() -> None:
    """Squares of the other regions that are seen there bear the letter of their region, as its button does."""
    view, offered = asked(KINDS[2])
    parts = split_into_regions(offered)

    wanted = painter._turn(view, (), offered, ())
    plain = dataclasses.replace(wanted, regions=None)
    seen = [(each.x, each.y) for part in parts if part is not parts[fullest(parts)] for each in painter._ghosts(part)]
    place = wanted.frame().place
    drawn = draw_elsewhere(
        PaletteImage(place.width, place.height, process_sprites().palette("summer"), LIGHT.table), wanted.regions, place, 1.0
    )

    assert len(parts[fullest(parts)]) == max(map(len, parts)) and [int(ghost.label) for ghost in wanted.ghosts] == [
        spot.number for spot in parts[fullest(parts)]
    ]
    assert place.px * 299 / 1000 >= 19
    assert len(drawn) == sum(place.shows(*square) for square in seen)
    assert wanted.room.strips > plain.room.strips and wanted.room.tallest == WITH_MAP


@pytest.mark.parametrize("seats", range(1, 7))
def test_the_map_of_regions_leaves_room_for_the_largest_region(seats: int) -> None:
    view = reached({}, 2, 5).view
    for far in ((COLUMNS - 1, ROWS - 1), (0, ROWS - 1), (COLUMNS - 1, 0)):
        assert frame_of(view, [(0, 0), far], BoardSpace(strips.TOP + strip_height(seats), tallest=WITH_MAP)).place.px >= SIMPLE


def test_the_strips_leave_room_for_the_largest_region_whatever_the_number_of_seats() -> None:
    """A part that `split_into_regions` leaves whole is shown with numbers."""
    view = reached({}, 2, 5).view
    for seats in range(1, 7):
        room = BoardSpace(strips.TOP + strips.scores_height(seats))
        for far in ((COLUMNS - 1, ROWS - 1), (0, ROWS - 1), (COLUMNS - 1, 0)):
            assert frame_of(view, [(0, 0), far], room).place.px >= SIMPLE


def test_points_belong_to_the_move_that_brought_them() -> None:
    """Income before a tile to that tile, what was scored after it too; anyone who pays loses, and the other one gains."""
    gain = SeatPoints(1, 6, (), (), None)
    events = [
        TurnBegan(0, 1),
        PointsPaid(0, 1, "fairy-income"),
        TilePlaced(0, "base/D", 3, 4, 0),
        FeatureScored("city", True, (gain,), (), ()),
        TurnBegan(1, 2),
        TilePlaced(1, "base/D", 4, 4, 0),
        PointsPaid(1, -3, "ransom", 0),
        TurnBegan(0, 3),
        PointsPaid(0, 1, "fairy-income"),
    ]

    first, second = painter.since(events)

    assert (first.move[:3], first.gains) == ((3, 4, "1"), ((0, 1), (1, 6)))
    assert (second.move[:3], second.gains) == ((4, 4, "2"), ((0, 3), (1, -3)))


@pytest.mark.parametrize("px", (24, 40, 56, 96))
def test_letters_at_the_edge_are_as_high_as_numbers_and_never_run_into_each_other(px: int) -> None:
    """Where squares are small every second name stands there, or fewer; between two of them the band is bare."""
    view = asked(KINDS[1])[0]
    place = Layout(SquareRect(10, 10, 840 // px, 840 // px), px, 0, 66, 1.8)
    sheet = PaletteImage(place.width, place.height, process_sprites().palette("summer"), LIGHT.margin)
    ground = sheet.palette.place(LIGHT.margin)

    draw_bands(sheet, place, view.squares, LIGHT, CAPITAL)

    west = (sheet.pixels[66:-66, :64] != ground).any(axis=1).astype(int)
    ends = [0, *(west[1:] != west[:-1]).nonzero()[0] + 1, len(west)]
    heights = [end - start for start, end in pairwise(ends) if west[start]]
    assert len(heights) >= 840 // px // 3 and all(CAPITAL <= height <= CAPITAL + 8 for height in heights), heights


def test_plates_that_would_overlap_are_pushed_apart_inside_the_picture() -> None:
    plates = [Number(str(number), 40, (5.0, 5.0 + number), 5.0, 5.0 + number) for number in range(5)]

    push_apart(plates, 30, (200, 200))

    assert all(20 <= each.x <= 180 and 15 <= each.y <= 185 for each in plates)
    for number, each_number in enumerate(plates):
        for other in plates[number + 1 :]:
            assert abs(each_number.x - other.x) >= 40 or abs(each_number.y - other.y) >= 30


def test_many_plates_anywhere_never_overlap() -> None:
    chance = random.Random(1)
    for _ in range(40):
        spread, (x, y) = chance.choice((100, 200, 900)), (chance.uniform(100, 900), chance.uniform(100, 700))
        plates = []
        for number in range(chance.randint(2, 25)):
            point = (
                min(max(x + chance.uniform(-spread, spread) / 2, 0), 1000),
                min(max(y + chance.uniform(-spread, spread) / 2, 0), 800),
            )
            plates.append(Number(str(number), chance.choice((54, 84, 100)), point, *point))

        push_apart(plates, 57, (1000, 800))

        assert all(each.width / 2 <= each.x <= 1000 - each.width / 2 and 28 <= each.y <= 772 for each in plates)
        for number, each_number in enumerate(plates):
            for other in plates[number + 1 :]:
                over = (each_number.width + other.width) / 2 - abs(each_number.x - other.x), 57 - abs(each_number.y - other.y)
                assert min(over) < 0.1, (each_number, other)


def test_small_squares_show_whose_land_it_is_unless_the_terms_keep_that_back() -> None:
    """Plain tints of roads and cities; where squares are large, and where nobody may be told, the land is as it is."""
    view, offered = asked(KINDS[1])
    told = painter.with_owners(view)
    early, few = asked(KINDS[0])

    assert painter.turn(told, (), offered, 2) != painter.turn(view, (), offered, 2)
    assert painter.turn(painter.with_owners(early), (), few, 3) == painter.turn(early, (), few, 3)


def test_the_picture_of_a_question_leaves_out_the_tile_just_laid_where_no_answer_is() -> None:
    view = dataclasses.replace(asked(KINDS[1])[0], hand=None)
    far = max(view.tiles, key=lambda tile: tile.x)
    near = min(view.tiles, key=lambda tile: tile.x)

    places = [(near.x, near.y, "", "1")]

    assert painter._asked_squares(dataclasses.replace(view, current=(far.x, far.y)), places) == [(near.x, near.y)]
    assert painter._asked_squares(dataclasses.replace(view, current=(far.x, far.y)), []) == [(far.x, far.y)]


def test_the_points_of_every_move_have_room_in_digits_that_a_phone_shows_12_pixels_high() -> None:
    """Five moves of two players' points each, as six players make them: the oldest give way, and no digit becomes smaller."""
    sheet = PaletteImage(1000, 174, process_sprites().palette("summer"), LIGHT.margin)
    move = LastMove(0, 0, "1", 0)
    assert CAPITAL * 299 / 1000 >= 12

    for number, gains, room, seen in ((2, ((0, 12), (1, 3)), 676, 2), (5, ((0, 12),), 840, 5), (5, ((0, 12), (1, 12)), 840, 3)):
        since = [RecentMove(move._replace(label=str(each)), gains) for each in range(1, number + 1)]
        side, shown = recent_moves.arrange_views(sheet, since, room, LIGHT, 1.0)
        assert shown == since[-seen:], (side, len(shown))
        assert sum(recent_moves._width(sheet, each, side, LIGHT, 1.0) for each in shown) <= room


def test_the_number_of_a_move_covers_no_number_of_a_choice() -> None:
    """Where all around is offered it lies on its own tile."""
    view = asked(KINDS[1])[0]
    tile = view.tiles[20]
    place = Layout(SquareRect(tile.x - 4, tile.y - 4, 9, 9), 64, 0, 0, 1.8)
    west, north = place.corner(tile.x, tile.y)
    around = [(west + 64 * dx, north + 64 * dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]
    sheet = PaletteImage(place.width, place.height, process_sprites().palette("summer"), LIGHT.table)
    before = sheet.pixels.copy()

    recent_moves.draw_labels(
        sheet,
        place,
        [LastMove(tile.x, tile.y, "3", 2)],
        recent_moves.ReservedArea(view.tiles, {}, [(x, y, x + 64, y + 64) for x, y in around]),
        LIGHT,
        1.0,
    )

    rows, columns = (sheet.pixels != before).nonzero()
    assert (columns.min() >= west, columns.max() < west + 64, rows.min() >= north, rows.max() < north + 64) == (True,) * 4


@pytest.mark.parametrize("left", [8, 38, 138, 200])
def test_the_number_of_tiles_left_is_not_cut(left: int) -> None:
    view, offered = asked(KINDS[0])
    picture = Image.open(io.BytesIO(painter.turn(dataclasses.replace(view, left=left), (), offered, 1))).convert("L")
    unit = picture.width / 1000
    east, south = round(150 * unit), round(strips.TOP * unit)
    below = picture.crop((0, round((strips.TOP - 48) * unit), east, south))
    dark = [x for x in range(below.width) for y in range(below.height) if int(below.getpixel((x, y))) < 90]  # type: ignore[arg-type]  # one channel
    assert dark and max(dark) < east - 1, "there is light beside it"
