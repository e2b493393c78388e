"""Lists of places below a board: one for each page, each with its numbers if there are others besides, and never lists alone."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest

from cogs.match_context import MatchContext
from cogs.messages.message_parts import OPTIONS, Select
from cogs.messages.play.draft import LISTS, spot_lists
from editions.registry import EDITIONS
from games.core.game import CHANCE, Seat, ignore_event
from text.translator import translator_for

NOBODY: Any = None
WORDS = translator_for("en")
FULL = LISTS * OPTIONS


@cache
def _context() -> MatchContext:
    """Return a position late in a game, whose tile has many places."""
    edition, chance = EDITIONS["carcassonne"], random.Random(5)
    rules = edition.game
    state = rules.start(rules.options({}), 2)
    for _ in range(400):
        (seat, *_) = rules.to_act(state)
        if seat != CHANCE and len(legal := rules.legal(state, seat)) > 40:
            view = rules.view(state, seat)
            return MatchContext(
                NOBODY, (), seat, view, tuple(legal), (Seat(seat),), ["A", "B"], rules, edition, translator_for("en"), 0
            )
        action = rules.deal(state, chance.randrange) if seat == CHANCE else chance.choice(rules.legal(state, seat))
        rules.advance(state, seat, action, ignore_event)
    raise AssertionError("no tile with many places")


@pytest.mark.parametrize(("places", "lists"), [(1, 1), (OPTIONS, 1), (OPTIONS + 1, 2), (FULL, LISTS), (FULL + 1, 0)])
def test_there_is_a_list_for_each_page_and_none_where_a_message_would_be_lists_only(places: int, lists: int) -> None:
    context = _context()
    spot = context.spots(context.legal)[0]
    assert len(spot_lists(context, [spot] * places, "0~")) == lists


@pytest.mark.parametrize(("places", "besides", "is_numbered"), [(3, False, False), (3, True, True), (OPTIONS + 1, False, True)])
def test_a_list_says_its_numbers_where_there_are_others(places: int, besides: bool, is_numbered: bool) -> None:
    context = _context()
    spots = context.spots(context.legal)
    made = spot_lists(context, (list(spots) * OPTIONS)[:places], "0~", counted=besides)
    assert isinstance(made[0], Select)
    hint = made[0].hint
    assert any(letter.isdigit() for letter in hint) == is_numbered, hint
