"""The contract of every registered game, over every option and over random ones.

`BASTIDE_GAMES`, as for the second opinion, asks for more of them: a tenth of that number.
"""

from __future__ import annotations

import os
import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from editions.registry import GAMES
from games.core.errors import IllegalActionError
from games.core.options import non_default_options
from tests.contract.laws import drawn_options, variants, walk

EXAMPLES = max(5, int(os.environ.get("BASTIDE_GAMES", "0")) // 10)
CASES = [(name, chosen) for name, game in GAMES.items() for chosen in variants(game)]

EACH = 6
"""Of so many cases one is played in every run, the others in `make soak`; what was chosen together is drawn in every run too."""

SOME = [pytest.param(*case, marks=pytest.mark.soak if number % EACH else ()) for number, case in enumerate(CASES)]


def _test_id(value: object) -> str:
    return " ".join(f"{k}={v}" for k, v in value.items()) or "default" if isinstance(value, dict) else str(value)


@pytest.mark.parametrize(("name", "chosen"), SOME, ids=_test_id)
def test_a_random_game_keeps_every_law(name: str, chosen: dict[str, str]) -> None:
    """Texts, copies, snapshots, replay, views, points: see `laws`. With as few seats as it takes or as many, in turn."""
    end = -(CASES.index((name, chosen)) % 2)
    seats = GAMES[name].seats(GAMES[name].options(chosen))[end]

    walk(GAMES[name], chosen, seats, seed=len(chosen) + seats)


@pytest.mark.soak
@pytest.mark.parametrize(("name", "chosen"), CASES, ids=_test_id)
def test_a_random_game_keeps_every_law_with_few_seats_and_with_many(name: str, chosen: dict[str, str]) -> None:
    game = GAMES[name]
    allowed = game.seats(game.options(chosen))
    for seats in (allowed[0], allowed[-1]):
        walk(game, chosen, seats, seed=len(chosen) + seats + 1)


@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 2**32 - 1))
def test_any_options_and_any_seed_keep_every_law(name: str, seed: int) -> None:
    """Random subsets of everything that a host may choose."""
    game = GAMES[name]
    chance = random.Random(seed)
    chosen = drawn_options(game, chance)
    allowed = game.seats(game.options(chosen))
    walk(game, chosen, chance.choice(allowed), seed)


@pytest.mark.parametrize(("name", "chosen"), CASES, ids=_test_id)
def test_options_written_and_read_are_the_same(name: str, chosen: dict[str, str]) -> None:
    """What is stored with a match is what was chosen."""
    game = GAMES[name]
    options = game.options(chosen)

    assert game.options(non_default_options(game.schema(), options)) == options
    assert all(option.parse(option.write(options[option.key])) == options[option.key] for option in game.schema())


@pytest.mark.parametrize("name", GAMES)
def test_a_number_of_players_that_is_not_allowed_is_refused(name: str) -> None:
    """One less and one more than allowed."""
    game = GAMES[name]
    options = game.options({})
    allowed = game.seats(options)
    for seats in (allowed[0] - 1, allowed[-1] + 1):
        with pytest.raises(IllegalActionError, match="bad-seats"):
            game.start(options, seats)


@pytest.mark.parametrize("name", GAMES)
@given(text=st.text())
def test_any_text_is_read_or_refused(name: str, text: str) -> None:
    """No text makes `read` fail in another way; what it reads it writes in the same words."""
    game = GAMES[name]
    try:
        action = game.read(text)
    except IllegalActionError as refused:
        assert refused.code == "unreadable"
    else:
        assert game.write(action) == text


@pytest.mark.parametrize("name", GAMES)
@given(key=st.text(max_size=20), value=st.text(max_size=40))
def test_any_option_is_taken_or_refused(name: str, key: str, value: str) -> None:
    """Strange keys and strange values get a refusal with its own code."""
    game = GAMES[name]
    for chosen in ({key: value}, {option.key: value for option in game.schema()}):
        try:
            game.options(chosen)
        except IllegalActionError as refused:
            assert refused.code in ("unknown-option", "bad-option", "option-needs", "option-clash")
