"""Whole games as animations: every frame is the picture that it should be, though only what changed is in the file."""

from __future__ import annotations

import io
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from PIL import Image

from games.cardcassonne.events import PointsScored
from games.core.game import CHANCE
from render import layout
from render.animation import LAST_S, Animation, frame_seconds, spare_colour
from render.carcassonne import replay as tiles
from render.cardcassonne import replay as cards
from render.sprites import process_sprites
from tests.games.cardcassonne.randomly import GAME, walk
from tools.positions import course, reached


def frames(gif: bytes) -> Iterator[tuple[Any, float]]:
    """Yield every frame as it is seen, and for how many seconds."""
    with Image.open(io.BytesIO(gif)) as opened:
        for number in range(getattr(opened, "n_frames", 1)):
            opened.seek(number)
            yield np.asarray(opened.convert("RGB")), opened.info["duration"] / 1000


def test_only_what_changed_is_coded_and_every_frame_is_whole() -> None:
    """Any pixels, changed anywhere: the file shows them all, but for the colour that another stands in for."""
    palette, chance = process_sprites().palette("summer"), np.random.default_rng(3)
    clear, stand_in = spare_colour(palette)
    pixels = chance.integers(0, 256, (40, 60), dtype=np.uint8)
    wanted = [pixels.copy()]
    made = Animation(60, 40, palette)
    made.add(pixels, 0.5)
    lengths = [len(made.gif())]
    for box in ((0, 0, 3, 3), (37, 10, 40, 60), (5, 5, 5, 5), (0, 0, 40, 60)):
        part = pixels[box[0] : box[2], box[1] : box[3]]
        part[:] = chance.integers(0, 256, part.shape)
        made.add(pixels, 0.5)
        wanted.append(pixels.copy())
        lengths.append(len(made.gif()))

    pixels[0, 0], pixels[-1, -1] = pixels[0, 0] ^ 1, pixels[-1, -1] ^ 1
    made.add(pixels, 0.5)
    wanted.append(pixels.copy())
    lengths.append(len(made.gif()))

    shown = list(frames(made.gif()))

    assert len(shown) == len(wanted)
    for (seen, _), places in zip(shown, wanted, strict=True):
        expected = np.where(places == clear, stand_in, places)
        assert (seen == palette.colours[expected]).all()
    assert lengths[3] - lengths[2] < 40, "a frame in which nothing changed costs nearly nothing"
    assert lengths[-1] - lengths[-2] < 250, "nor does what lies unchanged between two changes"


def test_a_scoring_is_shown_longer_and_the_end_longest() -> None:
    assert frame_seconds(73, scored=True, is_last=False) > 2 * frame_seconds(73, scored=False, is_last=False)
    assert frame_seconds(73, scored=True, is_last=True) == LAST_S > frame_seconds(10, scored=True, is_last=False)
    assert frame_seconds(1000, scored=False, is_last=False) >= 0.2, "nobody sees what is faster"


@pytest.mark.parametrize("name", [pytest.param("base", marks=pytest.mark.soak), "all-four", "map"])
def test_each_turn_is_a_frame_and_what_brought_points_is_held(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tiles, "SIZES", (24,))
    played = course(name, 30)

    shown = list(frames(tiles.replay(played)))

    assert len(shown) == len(played) == 31
    assert len({picture.tobytes() for picture, _ in shown}) == len(shown), "every turn changes something"
    usual = min(stop for _, stop in shown)
    for (before, _), (view, _), (_, stop) in zip(played, played[1:-1], shown[1:-1], strict=False):
        scored = [seat.score for seat in before.seats] != [seat.score for seat in view.seats]
        assert (stop > usual) == scored
    assert shown[-1][1] == LAST_S


def test_the_last_turn_and_what_the_end_brought_are_two_frames() -> None:
    """The points before the final scoring stand below the last tile."""
    played = course("base", 999)
    assert played[-1][0].over

    last, end = tiles._last_turn(*played[-1])

    assert [seat.score for seat in end[0].seats] == [seat.score for seat in played[-1][0].seats]
    assert sum(seat.score for seat in last[0].seats) < sum(seat.score for seat in end[0].seats)
    assert any(type(event).__name__ == "TilePlaced" for event in last[1])
    assert [*last[1], *end[1]] == played[-1][1]


def test_the_animation_ends_with_who_has_won_not_with_who_has_most_points() -> None:
    """Whose time ran out ranks below, as the result says."""
    end, events = tiles._last_turn(*course("base", 999)[-1])[1]
    lit = tiles._points(end, end, events, (1, 1)).lit
    best = max(end.seats, key=lambda seat: seat.score).seat
    assert list(lit) == [best]

    assert tiles._points(end, end, events, (1, 1), [best]).lit == [1 - best]


def test_a_game_under_way_is_shown_in_its_own_window() -> None:
    """No room is left for tiles that nobody has laid yet."""
    view = reached({}, 2, 12).view

    place = tiles._layout(view)

    assert place.window == layout.whole_window(view, ())
    assert max(place.window.columns, place.window.rows) * place.px <= tiles.MOST_PX


def test_a_card_game_is_as_wide_as_a_chat_shows_it() -> None:
    """All frames share the height of the highest table, and the end of a round is held."""
    course: list[tuple[Any, list[Any]]] = []
    events: list[Any] = []
    for moment in walk(3, 3, emit=events.append):
        if moment.seat != CHANCE:
            course.append((GAME.view(moment.state, None), list(events)))
            events.clear()
        if len(course) == 25:
            break

    shown = list(frames(cards.replay(course)))

    assert len(shown) == 25
    assert {picture.shape[1] for picture, _ in shown} == {550}
    assert all((earlier != other).any() for (earlier, _), (other, _) in pairwise(shown))
    stops = [
        stop for (_, stop), (_, told) in zip(shown[:-1], course[:-1], strict=True) if any(isinstance(e, PointsScored) for e in told)
    ]
    assert stops and min(stops) > min(stop for _, stop in shown)
