"""The highlights of pictures of questions, of fields and of the bag."""

from __future__ import annotations

import io
import random
from typing import Any

from PIL import Image

from cogs.messages.play.draft import ListedChoice
from editions.registry import GAMES
from games.carcassonne.score_explanations import cities_around, field_ids
from games.carcassonne.view import BoardView
from games.core.game import CHANCE
from render import turn_picture
from render.art.figures import COLOURS
from render.carcassonne import painter
from render.style import OFFER
from render.turn_picture import TurnPicture
from tools.positions import reached


def colours(png: bytes) -> set[tuple[int, ...]]:
    """Return every colour of a picture."""
    colours = Image.open(io.BytesIO(png)).convert("RGB").getcolors(1 << 24) or []
    return {colour for _, colour in colours if isinstance(colour, tuple)}


def asked(decision: str) -> tuple[BoardView, list[Any], int]:
    """Return a table at which this is asked with several answers; the answers, and who laid the last tile."""
    game = GAMES["carcassonne"]
    for seed in range(40):
        chance = random.Random(seed)
        state = game.start(game.options({"expansions": "dragon,tower"}), 3)
        while seats := game.to_act(state):
            if seats[0] == CHANCE:
                game.advance(state, CHANCE, game.deal(state, chance.randrange), lambda _: None)
                continue
            legal = list(game.legal(state, seats[0]))
            view = game.view(state, seats[0])
            if view.decision == decision and len(legal) > 2 and len(view.tiles) > 25:
                return view, legal, view.tiles[-1].seat or 0
            game.advance(state, seats[0], chance.choice(legal), lambda _: None)
    raise AssertionError(decision)


def test_the_picture_of_a_dragon_question_is_about_the_dragon(monkeypatch: Any) -> None:
    """Its squares are numbered, it is in the middle, and most of the board is left out."""
    wanted: list[TurnPicture] = []
    real = turn_picture.paint_turn
    monkeypatch.setattr("render.turn_picture.paint_turn", lambda wants, *rest: wanted.append(wants) or real(wants, *rest))
    view, legal, laid = asked("dragon")
    listed = [ListedChoice(action, number) for number, action in enumerate(legal, 1)]

    png = painter.turn(view, (), (), 1, listed)

    window = wanted[0].frame().place.window
    dragon = next(piece for piece in view.pieces if piece.kind == "dragon")
    assert window.columns <= 5 and window.rows <= 5
    assert window.west <= dragon.x < window.east and window.north <= dragon.y < window.south
    assert [spot.label for spot in wanted[0].spots] == [str(number) for number in range(1, len(legal) + 1)]
    assert OFFER in colours(png)
    assert laid in range(3)


def test_a_question_frames_its_tile_in_the_colour_of_who_laid_it() -> None:
    """Anyone who answers, the tile stays that of its owner."""
    view, _, laid = asked("dragon")

    framed = painter._tile_just_laid(view)

    assert view.current is not None
    assert [(move.x, move.y, move.seat) for move in framed] == [(*view.current, laid)]


def test_meadows_are_hatched_by_their_owners_and_named() -> None:
    """No owner's colour is missing, two that begin on one square have different names, and cities beside are each counted once."""
    view = reached({}, 4, 45, seed=5).view
    named = field_ids(view)

    seen = colours(painter.whole(view, "fields", 1))

    assert named and len({name for name, _ in named}) == len(named)
    assert {COLOURS[seat].rgb for _, farm_field in named for seat in farm_field.owners} <= seen
    for _, farm_field in named:
        around = cities_around(view, farm_field)
        assert len(around) == len({city.segments for city in around})
        brought = {points for _, points, _ in farm_field.gains}
        assert brought <= {3 * sum(city.complete for city in around)}


def test_the_bag_is_shown_until_it_is_empty() -> None:
    """And a hole with what fits there."""
    view = reached({}, 2, 30).view
    over = reached({}, 2, 999).view

    assert painter.stock(view) and painter.stock(over) is None
    square = (view.tiles[0].x + 99, view.tiles[0].y)
    assert painter.hole(view, square) != painter.hole(view, (view.tiles[-1].x, view.tiles[-1].y))


def test_the_part_that_a_picture_shows_is_that_of_the_picture(monkeypatch: Any) -> None:
    """Of a question it is less than the board; the same for turn and draft as what they paint."""
    wanted: list[TurnPicture] = []
    real = turn_picture.paint_turn
    monkeypatch.setattr("render.turn_picture.paint_turn", lambda wants, *rest: wanted.append(wants) or real(wants, *rest))
    view, legal, _ = asked("dragon")
    listed = [ListedChoice(action, number) for number, action in enumerate(legal, 1)]

    painter.turn(view, (), (), 1, listed)
    painter.draft(view, listed, (), 1)

    for kind, asked_for in zip(("turn", "draft"), wanted, strict=True):
        window = asked_for.frame().place.window
        (west, north), (east, south) = painter.part(kind, view, (), (), listed)
        assert (west, north, east - west + 1, south - north + 1) == (window.west, window.north, window.columns, window.rows)
        assert (east - west + 1) * (south - north + 1) < len(view.tiles)
