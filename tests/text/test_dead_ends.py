"""Refusals that name the way out, in every language."""

from __future__ import annotations

import pytest

from cogs.messages import ephemeral_messages
from cogs.refusals import InteractionRefused
from games.core.errors import IllegalActionError, RuleRefusedError
from text.refusals.moves import FEW, NEAREST, nearest
from text.translator import languages, translator_for

EN = translator_for("en")
ACTIONS = ("join", "place", "vote", "guess", "undo", "board", "score", "legend", "log", "analyse", "take-over", "resign", "cancel")


def told(refusal: RuleRefusedError, language: str = "en") -> str:
    return "".join(ephemeral_messages.refusal(refusal, translator_for(language)).texts())


@pytest.mark.parametrize("language", languages())
def test_of_many_choices_only_the_nearest_are_named(language: str) -> None:
    choices = tuple(f"turn {number}" for number in range(FEW + 1))

    text = told(InteractionRefused("not-among", value="turn 7", choices=choices), language)

    assert "turn 7" in text
    assert sum(text.count(choice) for choice in choices) <= NEAREST + 1, "the typed one and the nearest"


def test_few_choices_are_all_named() -> None:
    text = told(InteractionRefused("not-among", value="dance", choices=("one", "two", "three")))

    assert "Possible: one, two, three." in text


@pytest.mark.parametrize(("typed", "first"), [("resing", "resign"), ("analise", "analyse"), ("legends", "legend")])
def test_what_is_written_most_like_it_comes_first(typed: str, first: str) -> None:
    assert nearest(typed, ACTIONS)[0] == first


def test_a_wrong_number_of_players_says_how_to_make_it_right() -> None:
    few, many = (told(IllegalActionError("bad-seats", seats=number, low=2, high=6)) for number in (1, 7))

    assert "Invite somebody, or press **Add computer**" in few
    assert "Choose 6 or fewer" in many
