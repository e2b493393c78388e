"""The places of figures: one number a place, the same in pictures, lists and typing; others by kind."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from editions.registry import EDITIONS, GAMES
from games.carcassonne.actions import NOWHERE
from tests.everything import ALL as ALL_INSTALLED
from text.protocol import Misread
from text.translator import translator_for
from tools.samples import SampledQuestion, asked

EN = translator_for("en")
NAMES = ("Anna", "Ben", "Chi", "Dora")
WORDS = EDITIONS["carcassonne"].words
OPTIONS = {"expansions": ALL_INSTALLED}


def questions() -> Iterator[SampledQuestion]:
    """Yield every question about a figure of one random game."""
    for sampled in asked(GAMES["carcassonne"], OPTIONS, 4, random.Random(9)):
        if sampled.view.decision == "deploy":
            yield sampled


def test_a_number_names_a_place_and_the_figure_is_its_second_half() -> None:
    """`3 big` is the big meeple where the picture shows 3; `3` alone is the usual figure."""
    assert WORDS.questions is not None
    seen = 0
    for question in questions():
        numbers = WORDS.questions.numbers(question.view, question.legal)
        for action, number in zip(question.legal, numbers, strict=True):
            if not number or action.verb != "deploy":
                continue
            assert action.cell == NOWHERE
            same = [other for other, of in zip(question.legal, numbers, strict=True) if of == number]
            assert {other.part for other in same} == {action.part}
            if action.what == "small" or len(same) == 1:
                assert WORDS.read.typed(str(number), question.view, question.legal, EN) == (action, "")
            if action.what == "big":
                assert WORDS.read.typed(f"{number} big", question.view, question.legal, EN) == (action, "")
                seen += 1
    assert seen > 10


def test_what_lies_elsewhere_is_numbered_by_kind_and_typed_with_the_name_of_its_kind() -> None:
    assert WORDS.questions is not None
    seen = set()
    for question in questions():
        for kind in WORDS.questions.kinds(question.view, question.legal, EN):
            if kind.key not in ("raise", "guard", "fairy"):
                continue
            numbers = WORDS.questions.numbers(question.view, kind.actions)
            assert sorted(set(numbers)) == list(range(1, len(set(numbers)) + 1))
            count = len(set(numbers))
            assert kind.name.endswith(f" {count}") or count == 1
            typed = {"raise": "tower"}.get(kind.key, kind.key)
            action, rest = WORDS.read.typed(f"{typed} {count}", question.view, question.legal, EN)
            assert (action.verb, rest) == (kind.key, "")
            assert action in [each for each, number in zip(kind.actions, numbers, strict=True) if number == count]
            seen.add(kind.key)
    assert seen == {"raise", "guard", "fairy"}


def test_a_number_that_no_place_has_is_refused() -> None:
    question = next(questions())
    with pytest.raises(Misread, match="no-such-choice"):
        WORDS.read.typed("99", question.view, question.legal, EN)


def test_the_sentences_of_a_choice_bear_the_numbers_of_the_picture() -> None:
    assert WORDS.questions is not None
    for question in questions():
        numbers = sorted(number for number in WORDS.questions.numbers(question.view, question.legal) if number)
        lines = WORDS.say.legal_sentences(question.view, question.legal, NAMES, EN)
        told = [int(line.split(" ")[0]) for line in lines if line.split(" ")[0].isdecimal()]
        assert told == numbers
