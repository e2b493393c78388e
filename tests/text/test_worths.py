"""Reasons name what a difference is really made of: in points, the largest first, and most of it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from ai.game_analysis import CLOSE
from ai.turn_search import SearchWidth, margin, search_plans
from editions.registry import GAMES
from games.core.evaluation_terms import EvaluationTerm, evaluation_difference, with_remainder
from games.core.game import CHANCE, ignore_event
from service.history.analyses import MISTAKE
from tests.everything import ALL as ALL_INSTALLED
from tests.rules.table import Table
from text.carcassonne import turn_comparison
from text.carcassonne.evaluation_reasons import MEEPLES, MOST, NAMED, line, topic_of, topics
from text.translator import translator_for

EN = translator_for("en")
GAME = GAMES["carcassonne"]
EVERYTHING = ALL_INSTALLED
SETTINGS = [{}, {"expansions": EVERYTHING}, {"expansions": "abbot"}]


def _pairs(chosen: dict[str, str], number: int, seed: int) -> Iterator[tuple[Any, Any, int, float]]:
    """Positions after a turn that was played and after the best one found, for whom, and how much worse the first is."""
    chance = random.Random(seed)
    state = GAME.start(GAME.options(chosen), 2)
    while number:
        if not (seats_to_act := GAME.to_act(state)):
            state = GAME.start(GAME.options(chosen), 2)
            continue
        seat = seats_to_act[0]
        if seat == CHANCE:
            GAME.advance(state, CHANCE, GAME.deal(state, chance.randrange), ignore_event)
            continue
        if GAME.turn_of(state) == seat and chance.random() < 0.3:
            plans = search_plans(GAME, state, seat, leaves=150, choose=chance.randrange, breadth=SearchWidth(answered=0))
            worse = chance.choice(plans)
            if plans[0].worth - worse.worth >= MISTAKE:
                played, better = (_state_after(state, seat, plan.actions) for plan in (worse, plans[0]))
                number -= 1
                yield played, better, seat, plans[0].worth - worse.worth
        GAME.advance(state, seat, chance.choice(GAME.legal(state, seat)), ignore_event)


def _state_after(state: Any, seat: Any, actions: Any) -> Any:
    after = GAME.clone(state)
    for action in actions:
        GAME.advance(after, seat, action, ignore_event)
    return after


def _named_shares(chosen: dict[str, str], number: int) -> list[float]:
    """Return of each difference the part of its named terms."""
    parts = []
    for played, better, seat, loss in _pairs(chosen, number, seed=len(chosen)):
        made_of = with_remainder(evaluation_difference(GAME, played, better, seat), loss)
        assert sum(term.points for term in made_of) == pytest.approx(loss)
        named = topics(made_of)
        assert [abs(topic.points) for topic in named] == sorted((abs(topic.points) for topic in named), reverse=True)
        parts.append(1 - abs(loss - sum(topic.points for topic in named)) / loss)
    return parts


@pytest.mark.parametrize("chosen", SETTINGS, ids=str)
def test_the_named_terms_are_most_of_the_difference(chosen: dict[str, str]) -> None:
    parts = _named_shares(chosen, 8)

    assert sum(part >= NAMED for part in parts) >= 7, parts


@pytest.mark.soak
def test_the_named_terms_are_most_of_the_difference_of_two_hundred_turns() -> None:
    parts = [part for chosen in SETTINGS for part in _named_shares(chosen, 67)]

    assert sum(part >= NAMED for part in parts) >= 0.97 * len(parts)


def test_the_terms_are_the_difference_of_two_estimates() -> None:
    """As what a seat has above the others is counted."""
    for played, better, seat, _ in _pairs({"expansions": EVERYTHING}, 5, seed=9):
        there, here = GAME.estimate(played), GAME.estimate(better)
        if max(range(2), key=lambda each: here[each] if each != seat else -1e9) == 1 - seat:
            expected = margin(here, seat) - margin(there, seat)
            assert sum(term.points for term in evaluation_difference(GAME, played, better, seat)) == pytest.approx(
                expected, abs=CLOSE
            )


def test_every_measure_belongs_to_a_topic_that_has_a_name() -> None:
    for chosen in SETTINGS:
        state = GAME.start(GAME.options(chosen), 2)
        view = GAME.view(state, None)
        for name in (*GAME.features(state), ""):
            for language in ("en", "nl", "de"):
                term_topics = topics([EvaluationTerm(name, True, 4.0)])
                assert line(term_topics, view, view, 0, ("Anna", "Ben"), translator_for(language)), name


def test_all_of_one_topic_is_one_term() -> None:
    terms = [
        EvaluationTerm("city completed", True, 2.0),
        EvaluationTerm("city growth", True, 1.5),
        EvaluationTerm("back", False, 1.0),
        EvaluationTerm("points", True, 0.2),
    ]

    assert [(topic.name, topic.own, topic.points) for topic in topics(terms)] == [("city", True, 3.5)]
    assert topic_of("third figure soon") == MEEPLES
    assert len(topics(EvaluationTerm(f"{kind} completed", own, 1.0) for kind in "abcde" for own in (True, False))) == MOST


def test_no_meeple_left_and_what_is_denied_are_told() -> None:
    had, none = Table.laid("(0,0) D r0").view, Table.laid("(0,0) D r0").view
    bare = replace(none, seats=(replace(none.seats[0], supply=(), meeples=0), *none.seats[1:]))
    made_of = (
        EvaluationTerm("points", True, 4.0),
        EvaluationTerm("first figure", True, -2.0),
        EvaluationTerm("city completed", False, 3.0),
    )

    (told, *_) = turn_comparison.reasons(had, bare, 0, ("Anna", "Ben"), EN, made_of)

    assert told == "In points: scored now +4 · taken from Ben: city +3 · no meeples left −2"


def test_what_is_no_part_of_the_difference_is_no_reason() -> None:
    """A field of others that happens to differ is not told where the points come from a city."""
    played, better = Table.laid("(0,0) D r0; (0,-1) E r2").view, Table.laid("(0,0) D r0 red:f1; (0,-1) E r2").view

    assert turn_comparison.reasons(played, better, 0, ("Anna", "Ben"), EN, (EvaluationTerm("city completed", True, 3.0),)) == [
        "In points: city +3"
    ]
    assert len(turn_comparison.reasons(played, better, 0, ("Anna", "Ben"), EN, (EvaluationTerm("meadow", True, 3.0),))) == 2
