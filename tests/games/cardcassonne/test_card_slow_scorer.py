"""The engine against an independent reading of the rules, over whole random games."""

from __future__ import annotations

import os
import random
from itertools import combinations_with_replacement

import pytest

from games.cardcassonne.cards import CODES, COPIES
from games.cardcassonne.events import PointsScored
from games.cardcassonne.scoring import points, series, series_lines
from games.core.game import Event
from tests.games.cardcassonne.randomly import GAME, walk
from tests.games.cardcassonne.slow import Slow, best_division, deck

NUMBER = int(os.environ.get("BASTIDE_GAMES", "15"))
"""Of games, with each number of players."""


@pytest.mark.parametrize("seats", [2, 5, *(pytest.param(number, marks=pytest.mark.soak) for number in (3, 4))])
@pytest.mark.parametrize("jokers", ["ask", "shortest_row"])
def test_an_independent_reading_of_the_rules_agrees_on_every_offer_round_and_winner(seats: int, jokers: str) -> None:
    for seed in range(NUMBER):
        chance = random.Random(seed)
        table = sorted(chance.sample(range(60), 13)) if seed % 3 == 0 else None
        given = {"initial_jokers": jokers} | ({"animal_table": ",".join(map(str, table))} if table else {})
        options = GAME.options(given)
        events: list[Event] = []
        log = []
        for moment in walk(seed, seats, options, events.append):
            log.append((int(moment.seat), GAME.write(moment.action), [GAME.write(a) for a in moment.offered]))

        slow = Slow(seats, jokers == "ask", table or Slow.table).run(log)

        told = [{gain.seat: gain.total for gain in e.gains} for e in events if isinstance(e, PointsScored)]
        assert [[totals[s] for s in range(seats)] for totals in told] == slow.history
        outcome = GAME.outcome(moment.state)
        assert outcome is not None
        assert list(outcome.scores) == slow.history[-1]
        assert list(outcome.winners) == slow.winners


def test_the_best_division_of_every_possible_chest_is_found() -> None:
    """Section 5, ruling: the longest possible series again and again, against trying every first series."""
    for counts in combinations_with_replacement(range(6), 4):
        for jokers in range(5):
            cards = sorted([f"{c}H" for c, n in zip("yrgb", counts, strict=True) for _ in range(n)] + ["JH"] * jokers)

            assert points(series_lines((*counts, jokers))) == best_division(tuple(cards)), (counts, jokers)
            assert sum(series((*counts, jokers))) == len(cards)


def test_both_readings_know_the_same_deck() -> None:
    assert dict(zip(CODES, COPIES, strict=True)) == dict(deck())
    assert sum(COPIES) == 130
