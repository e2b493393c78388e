"""The practice game's words: short, true of the very position, with typable examples."""

from __future__ import annotations

import random
import re

import pytest

from games.carcassonne.practice import LEARNER, OPTIONS
from games.core.tutorial import SuggestedMoves
from tests.games.carcassonne.practising import GAME, Asked, Played, played
from text.carcassonne.lessons import LESSONS, MOST, PICTURES, shown_typed
from text.carcassonne.texts import WORDS
from text.protocol import LessonTurn
from text.translator import Translator, languages
from text.translator import translator_for as spoken

SAID = WORDS.lessons
assert SAID is not None
LONGER = {"nl": 50, "de": 50, "fr": 50, "es": 50, "es-419": 50}
"""Words of a turn in languages that need more of them; the others have `MOST`."""

EACH = [spoken(language) for language in languages()]


def told(asked: Asked, words: Translator) -> LessonTurn:
    """Return what the learner reads."""
    assert SAID is not None
    return SAID.turn(asked.view, asked.legal, asked.since, asked.advice, words)


def length(*texts: str) -> int:
    """Words as a reader counts them."""
    return len(re.findall(r"\S*\w\S*", " ".join(texts)))


def check(asked: Asked, words: Translator) -> None:
    """Check the laws of one turn."""
    lesson_turn = told(asked, words)
    assert length(*lesson_turn.answers, lesson_turn.lesson, lesson_turn.example) <= LONGER.get(words.locale, MOST), lesson_turn
    assert len(lesson_turn.answers) >= (asked.advice.number > 1), "a move is answered"
    assert not re.search(r"[{}]", " ".join([*lesson_turn.answers, lesson_turn.lesson, lesson_turn.example]))
    assert lesson_turn.example, "every turn shows how it is typed"
    text, after, legal = shown_typed(asked.view, asked.legal, asked.advice, words), *asked.advice.midway
    place, rest = WORDS.read.typed(text, asked.view, asked.legal, words)
    assert place is asked.advice.example[0]
    if len(asked.advice.example) > 1:
        assert WORDS.read.typed(rest, after, legal, words)[0] is asked.advice.example[1]


@pytest.mark.parametrize("words", EACH, ids=[words.locale for words in EACH])
@pytest.mark.parametrize("follows", [1, 0.5, 0])
def test_every_turn_is_short_and_its_example_can_be_typed(words: Translator, follows: float) -> None:
    """Of anyone who follows the advice, sometimes does, or never."""
    for asked in played(follows, random.Random(5), asked=True).turns:
        check(asked, words)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(100))
def test_every_turn_of_many_learners_is_short_and_its_example_can_be_typed(seed: int) -> None:
    """In every language."""
    for asked in played(seed % 4 / 4, random.Random(seed), asked=True).turns:
        for words in EACH:
            check(asked, words)


@pytest.fixture(scope="module")
def followed() -> Played:
    """Return the game of a learner who follows all advice."""
    return played(1, random.Random(1), asked=True)


def test_each_move_is_answered_by_what_came_of_it(followed: Played) -> None:
    """Scored, waiting, joined, promising."""
    texts = [" ".join(told(asked, spoken("en")).answers) for asked in followed.turns]
    assert texts[0] == ""
    assert "City finished: **4 points** (2 tiles ×2 = 4). Your meeple is back." in texts[1]
    assert "Road finished: **3 points** (3 tiles). Your meeple is back." in texts[2]
    assert texts[3].startswith("Your knight is waiting.")
    assert texts[4] == "Joined: **8 points** each, (3 tiles + 1 shield) ×2 = 8. Your meeple is back."
    assert texts[5].startswith("Your monastery is already worth")
    assert texts[6].startswith("Your farmer is worth 3 points so far.")


def test_the_first_turn_names_its_square_by_column_and_row(followed: Played) -> None:
    assert "**M14** (column M, row 14)" in told(followed.turns[0], spoken("en")).lesson


def test_what_is_counted_adds_up_to_the_score(followed: Played) -> None:
    """Line by line, during the game and after it."""
    assert SAID is not None
    view = followed.view()
    counted = SAID.count(followed.events, view, spoken("en"))
    points = [int(re.findall(r"\*\*\+(\d+)\*\*", line.text)[0]) for _, lines in counted for line in lines]
    assert [len(lines) for _, lines in counted] == [4, 2]
    assert sum(points) == view.seats[LEARNER].score == 31
    assert SAID.total(view, spoken("en")) == "**Your total: 31.** I have 22. You win!"


def test_a_draft_says_that_the_tile_is_to_be_turned(followed: Played) -> None:
    """And else what a meeple does."""
    assert SAID is not None
    (after, _), words = followed.turns[0].advice.midway, spoken("en")
    assert "**Rotate**" in SAID.draft(after, SuggestedMoves(rotate=True), words)[0]
    assert "claims" in SAID.draft(after, SuggestedMoves(), words)[0]
    assert SAID.draft(followed.turns[0].view, SuggestedMoves(), words) == []


def test_there_is_a_lesson_and_a_picture_for_each_turn() -> None:
    """Fourteen tiles, and the learner places every other one."""
    assert len(LESSONS) == len(PICTURES) == GAME.turns(GAME.options(OPTIONS), 2)
