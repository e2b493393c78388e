"""The pictures of the step at which a figure is chosen: the close-up of a tile, and views of places all over the board."""

from __future__ import annotations

import io
import random
from collections.abc import Iterator

import pytest
from PIL import Image

from editions.edition import ListedChoice
from editions.registry import EDITIONS, GAMES
from games.carcassonne import catalog
from games.carcassonne.actions import NOWHERE
from games.carcassonne.tile import SegmentKind
from render import claims, closeup, targets
from render.carcassonne import figure_places, painter
from render.sprites import CLOSE
from tests.everything import ALL as ALL_INSTALLED
from tools.samples import SampledQuestion, asked

LARGEST = 62_000
"""Bytes of a picture."""
OPTIONS = {"expansions": ALL_INSTALLED}


def questions(number: int) -> Iterator[SampledQuestion]:
    """Questions about a figure from one random game."""
    questions = [
        question for question in asked(GAMES["carcassonne"], OPTIONS, 4, random.Random(3)) if question.view.decision == "deploy"
    ]
    yield from random.Random(1).sample(questions, number)


def of_kind(question: SampledQuestion, verb: str, *, here: bool) -> list[ListedChoice]:
    """Return the choices with a verb on the tile just laid, or elsewhere, as they are numbered."""
    actions = [action for action in question.legal if action.verb == verb and (action.cell == NOWHERE) is here]
    words = EDITIONS["carcassonne"].words.questions
    assert words is not None
    return [ListedChoice(action, number) for action, number in zip(actions, words.numbers(question.view, actions), strict=True)]


def test_every_place_on_the_tile_has_its_number_once_and_no_plate_lies_on_another() -> None:
    seen = 0
    for question in questions(12):
        if not (listed := of_kind(question, "deploy", here=True)):
            continue
        shown = figure_places.asked(question.view, listed, ())
        assert isinstance(shown, closeup.CloseUp)
        assert [place.number for place in shown.places] == list(range(1, len({choice.action.part for choice in listed}) + 1))
        tile = shown.tile
        spots = [claims.number_point(tile.tile, tile.turn, place.part, CLOSE) for place in shown.places]
        assert len(set(spots)) == len(spots)
        seen += 1
    assert seen > 5


def test_a_close_up_is_small_enough_to_be_there_at_once() -> None:
    for question in questions(6):
        png = painter.draft(question.view, of_kind(question, "deploy", here=True) or [ListedChoice(question.legal[-1], 0)], (), 1)
        assert len(png) < LARGEST
        assert Image.open(io.BytesIO(png)).size == (closeup.WIDTH, closeup.LAND)


@pytest.mark.parametrize("verb", ["raise", "guard", "fairy"])
def test_what_lies_elsewhere_has_a_view_for_each_of_its_places(verb: str) -> None:
    for question in questions(40):
        listed = of_kind(question, verb, here=False)
        if len({choice.number for choice in listed}) < 2:
            continue
        nine = [choice for choice in listed if choice.number <= targets.PAGE]
        shown = figure_places.asked(question.view, nine, ())
        assert isinstance(shown, targets.Targets)
        assert {(target.x, target.y) for target in shown.targets} == {choice.action.square for choice in nine}
        assert len(painter.draft(question.view, nine, (), 1)) < LARGEST
        return
    pytest.fail(f"nobody was offered a {verb}")


def test_a_number_on_a_road_stands_away_from_a_road_that_crosses_it() -> None:
    """Both numbers of a bridge would lie on one another half way along."""
    crossing = [
        (tile.id, [segment.name for segment in tile.segments if segment.kind is SegmentKind.ROAD])
        for tile in catalog.tiles().values()
        if sum(len(segment.ports) == 2 for segment in tile.segments if segment.kind is SegmentKind.ROAD) > 1
    ]
    assert crossing
    for tile_id, roads in crossing:
        spots = {claims.number_point(tile_id, 0, road, CLOSE) for road in roads}
        assert len(spots) == len(roads), tile_id
        apart = [max(abs(x - ox), abs(y - oy)) for x, y in spots for ox, oy in spots if (x, y) != (ox, oy)]
        assert min(apart) >= closeup.PLATE, tile_id


def test_the_points_of_a_place_are_the_most_that_one_of_its_figures_brings() -> None:
    sampled = next(question for question in questions(40) if len(of_kind(question, "deploy", here=True)) > 1)
    listed = of_kind(sampled, "deploy", here=True)
    number = listed[0].number
    worth = [choice._replace(now=3 + place) if choice.number == number else choice for place, choice in enumerate(listed)]
    shown = figure_places.asked(sampled.view, worth, ())
    assert isinstance(shown, closeup.CloseUp)
    most = max(choice.now for choice in worth if choice.number == number)
    assert next(place for place in shown.places if place.number == number).now == most
