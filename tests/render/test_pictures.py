"""The laws of every picture: readable, bounded, the same however it was made, and by any thread."""

from __future__ import annotations

import dataclasses
import io
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from PIL import Image

from games.carcassonne.score_explanations import ahead
from games.carcassonne.view import BoardView, PieceView
from render import board, canvas, layout, pictures
from render.art.figures import COLOURS
from render.carcassonne.painter import PAINTER
from render.highlights import LastMove, PreviewTile
from render.sprites import process_sprites
from render.stamps import Badge, TextStamp
from render.style import BLACK, OFFER, style
from tools.positions import reached


def opened(picture: pictures.PngPicture) -> Image.Image:
    """Return the picture as another program reads it."""
    image = Image.open(io.BytesIO(picture.png))
    image.load()
    return image


def last_of(view: BoardView, number: int) -> list[LastMove]:
    """Return the last moves, numbered."""
    return [LastMove(tile.x, tile.y, str(place), tile.seat) for place, tile in enumerate(view.tiles[-number:], 1)]


def test_every_picture_is_a_png_of_the_stated_size(small: BoardView) -> None:
    made = [
        pictures.board(small),
        pictures.board(small, crop="turn", last=last_of(small, 2), dark=True),
        pictures.board(small, overlay="owners"),
        pictures.board(small, overlay="meadows", theme="winter"),
        pictures.board(small, overlay="coordinates"),
        pictures.explain(small, ahead(small)[0]),
        pictures.score_card(small),
        pictures.end_card(small, sums={0: {"road": 3, "city": 8}}),
        pictures.lobby_card(["Anna", ""], sets=("base", "inns")),
        pictures.legend(),
    ]

    sizes = [opened(picture).size for picture in made]

    assert sizes == [(picture.width, picture.height) for picture in made]


def test_who_ranks_below_all_others_stands_last_at_the_end_and_wears_no_wreath(small: BoardView) -> None:
    """However many points a computer has made for somebody whose time ran out."""
    most = max(small.seats, key=lambda seat: seat.score)
    other = next(seat for seat in small.seats if seat is not most)
    view = dataclasses.replace(small, seats=(dataclasses.replace(most, score=90), dataclasses.replace(other, score=20)))

    usual, forfeited = (opened(pictures.end_card(view, below=below)).convert("RGB") for below in ((), (most.seat,)))

    assert first_figure(usual) == COLOURS[most.seat].rgb
    assert first_figure(forfeited) == COLOURS[other.seat].rgb


def test_gardens_stand_with_monasteries_in_a_final_sum_and_goods_with_what_else_there_is(small: BoardView) -> None:
    view = dataclasses.replace(small, seats=tuple(dataclasses.replace(seat, score=40) for seat in small.seats))
    told = {"garden": 7, "cloister": 9, "goods": 4, "fairy": 3}
    first, same, other = (
        pictures.end_card(view, sums={0: sums}).png for sums in (told, {"cloister": 16, "other": 7}, {"cloister": 9, "other": 14})
    )

    assert first == same != other


def first_figure(card: Image.Image) -> tuple[int, int, int]:
    """Return the colour of the player in the first row, who stands in the wreath there."""
    row = np.asarray(card)[104 : 104 + 118, 30:140]
    among = {each.rgb: int((row == each.rgb).all(axis=2).sum()) for each in COLOURS[:2]}
    return max(among, key=lambda rgb: among[rgb])


def test_a_kept_canvas_gives_the_same_picture_as_a_fresh_one(crowded: BoardView) -> None:
    canvas.forget()
    moves = len(crowded.tiles)
    for tiles in range(moves - 6, moves + 1):
        view = dataclasses.replace(crowded, tiles=crowded.tiles[:tiles], pieces=crowded.pieces[: tiles // 4])

        kept, fresh = pictures.board(view, key="match"), pictures.board(view)

        assert kept == fresh


def test_a_figure_that_left_is_gone_from_a_kept_canvas(small: BoardView) -> None:
    canvas.forget()
    pictures.board(small, key="match")

    emptied = dataclasses.replace(small, pieces=())

    assert small.pieces
    assert pictures.board(emptied, key="match") == pictures.board(emptied)


def test_no_picture_exceeds_its_bound(small: BoardView, monkeypatch: pytest.MonkeyPatch) -> None:
    free = pictures.board(small)
    bound_bytes = len(free.png) * 2 // 3
    monkeypatch.setattr(board, "LARGEST_FILE", bound_bytes)

    bound = pictures.board(small)

    assert len(free.png) <= 1_500_000
    assert len(bound.png) <= bound_bytes
    assert bound.width < free.width


def test_kept_canvases_stay_within_their_common_limit(small: BoardView, monkeypatch: pytest.MonkeyPatch) -> None:
    canvas.forget()
    monkeypatch.setattr(canvas._kept, "_limit", 8 << 20)

    for match in range(12):
        pictures.board(small, key=match)

    assert 0 < canvas.kept_bytes() <= 8 << 20


def test_threads_draw_the_same_as_one_alone(small: BoardView, crowded: BoardView) -> None:
    canvas.forget()
    views = [small, crowded] * 6
    alone = [pictures.board(view).png for view in views]

    with ThreadPoolExecutor(4) as threads:
        together = list(threads.map(lambda view: pictures.board(view, key=len(view.tiles)).png, views))

    assert together == alone


@pytest.mark.parametrize("kind", ["small", "big", "builder", "pig", "dragon", "fairy"])
def test_every_kind_of_figure_shows_on_the_board(small: BoardView, kind: str) -> None:
    bare = dataclasses.replace(small, pieces=())
    seats: tuple[int | None, ...] = (None,) if kind in ("dragon", "fairy") else tuple(range(len(COLOURS)))
    for seat in seats:
        figure = PieceView(0, 0, "r1", kind, "highwayman", seat)

        shown = pictures.board(dataclasses.replace(bare, pieces=(figure,)))

        assert np.count_nonzero(np.asarray(opened(shown)) != np.asarray(opened(pictures.board(bare)))) > 200


def test_the_whole_board_is_on_the_picture(crowded: BoardView) -> None:
    window = layout.whole_window(crowded, [])

    assert all(window.west <= tile.x < window.east and window.north <= tile.y < window.south for tile in crowded.tiles)


def test_a_turn_crop_shows_all_that_is_pointed_out(crowded: BoardView) -> None:
    moves, ghost = last_of(crowded, 2), PreviewTile(crowded.tiles[0].x - 1, crowded.tiles[0].y, "1")

    window = board.BoardRequest(view=crowded, crop="turn", last=moves, ghosts=[ghost]).window()

    squares = [(move.x, move.y) for move in moves] + [(ghost.x, ghost.y)]

    assert all(layout.layout(window, 96).shows(x, y) for x, y in squares)


def test_writing_never_touches_the_rim_of_its_stamp() -> None:
    for text in ("1", "24", "188", "M13", "+12", "ZZ"):
        for size in (8, 13, 30):
            for recipe in (TextStamp(text, size, BLACK), TextStamp(text, size, BLACK, halo=OFFER)):
                alpha = np.asarray(recipe.draw().getchannel("A"))
                rim = np.concatenate([alpha[0], alpha[-1], alpha[:, 0], alpha[:, -1]])
                assert rim.max() < 128, (text, size)


def test_a_badge_leaves_room_around_its_number() -> None:
    for text in ("1", "24", "188"):
        picture = Badge(text, 40, OFFER, BLACK, OFFER).draw()
        pixels = np.asarray(picture)
        dark = np.argwhere((pixels[..., :3].sum(axis=2) < 180) & (pixels[..., 3] == 255))
        inside = np.asarray(Badge(text, 40, OFFER, OFFER, OFFER).draw().getchannel("A")) == 255

        assert len(dark)
        assert all(inside[max(0, y - 3), x] and inside[min(39, y + 3), x] for y, x in dark)
        assert dark[:, 1].min() >= 6
        assert dark[:, 1].max() < picture.width - 6


def test_column_letters_and_row_numbers_stay_inside_their_bands(crowded: BoardView) -> None:
    wanted = board.BoardRequest(view=dataclasses.replace(crowded, pieces=()))
    place = layout.layout(wanted.window(), 64)
    look = style("summer", dark=False)

    sheet = board.paint_board_at(wanted, process_sprites(), look, place)

    ground = sheet.palette.place(look.margin)
    thin = max(1, round(place.margin * 0.08))
    for band in (sheet.pixels[:thin, :], sheet.pixels[: place.height, :thin], sheet.pixels[: place.height, -thin:]):
        assert (band == ground).all()


def test_owners_and_meadows_are_still_shown_after_the_end() -> None:
    view = reached({}, 2, 200).view
    assert view.over
    assert not any(feature.gains for feature in view.features)

    plain, owners, farm_fields = (pictures.board(view, overlay=overlay) for overlay in (None, "owners", "meadows"))

    assert len({plain.png, owners.png, farm_fields.png}) == 3


def test_the_legend_shows_what_is_in_play_and_how_squares_are_marked() -> None:
    """Each sample has its name, and a game without an expansion none of that one's."""
    paint, names = PAINTER.legend, PAINTER.legend_names
    assert paint is not None and names is not None

    everything, alone, two = names(None), names({}), names({"expansions": "inns,tower", "edition": "winter"})

    assert alone == (*everything[:5], ("square", "offered"), ("square", "laid"), ("square", "dead"))
    added = {("mark", "inn"), ("mark", "cathedral"), ("mark", "tower"), ("piece", "big"), ("piece", "tower")}
    assert set(two) - set(alone) == added
    assert set(two) < set(everything)
    assert len({paint(options) for options in (None, {}, {"edition": "winter"}, {"expansions": "inns"})}) == 4
    bare, full = (opened(pictures.legend(chosen)) for chosen in ((), None))
    assert bare.width == full.width and bare.height < full.height
