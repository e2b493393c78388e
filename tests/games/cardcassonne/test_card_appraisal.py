"""The worth of cards to players who look ahead, and the imagined rest of a round."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from ai import FORMER, PLAYERS
from games.cardcassonne.cards import HANDS
from games.cardcassonne.evaluation import evaluator_for
from games.cardcassonne.playout import Pile, Playout, claimed
from games.cardcassonne.state import CardState
from games.cardcassonne.weights import as_file_entry, learned_sets, nearest, read, version
from games.core.game import Seat
from tests.games.cardcassonne.drawn import GAME, Table
from tools import train_cards
from tools.card_training_games import LearningCards, played


def taken(table: Table) -> list[float]:
    """Return what each seat takes in the rest of the round."""
    return list(GAME.features(table.state)["taken"])


def numbers(_seat: int, _row: int, pile: Pile) -> float:
    """Return a simple worth of a pile: that of its persons."""
    return float(pile[0] * pile[1])


def played_out(state: CardState) -> list[float]:
    """Return the playout with that worth."""
    return Playout(state, claimed(state)[1], numbers, taken_first=0.25, waiting=5.0).play()


def test_without_cards_each_takes_the_best_end_that_is_left() -> None:
    table = Table.drawn(to_move=1, hands=("", "", ""), yellow="yP1", red="rP3", green="gP2")

    assert played_out(table.state) == [1.0, 3.0, 2.0]


def test_a_card_is_laid_before_the_only_meeple_left() -> None:
    table = Table.drawn(to_move=1, hands=("", "gP2"), green="gP3", red="rP3 @0")

    assert played_out(table.state) == [0.0, 10.0]


def test_an_end_is_taken_before_somebody_else_takes_it() -> None:
    """Behind it lies next to nothing: who waits loses it."""
    table = Table.drawn(to_move=1, hands=("bP1", "rP1"), green="gP3 gP3 gP3 gP2 gP2", red="rP1")

    assert played_out(table.state)[1] == 65.0


def test_what_is_claimed_counts_as_it_would_at_the_end_of_the_round() -> None:
    """A claim of (3 + 2) x 2 points, and one of nothing."""
    table = Table.drawn(to_move=1, hands=("", "yP1"), green="gP3 gP2 @0 @1")

    assert taken(table) == [10.0, 0.0]


def test_animals_are_worth_more_the_more_rounds_come() -> None:
    early, late = (Table.drawn(to_move=0, kept=("gA gA gA", ""), number=number) for number in (2, 9))
    last = Table.drawn(to_move=0, kept=("gA gA gA", ""), number=HANDS[2][1])

    worths = [GAME.features(table.state)["herds"][0] for table in (early, late, last)]

    assert worths[0] > worths[1] > worths[2] == 0.0


def test_a_chest_is_worth_what_stands_when_nothing_comes() -> None:
    table = Table.drawn(to_move=0, kept=("yH rH gH bH", "yH"), number=HANDS[2][1])

    assert GAME.features(table.state)["chest"] == [30.0, 0.0]


def test_the_position_stays_as_it_was() -> None:
    table = Table.drawn(to_move=0, hands=("yP1 gA JA", "rP1 bH"), yellow="yP2", green="(rP3)1", kept=("gA JA", "bH"))
    before = GAME.dump(table.state)

    GAME.estimate(table.state)

    assert GAME.dump(table.state) == before


@pytest.mark.parametrize("seats", HANDS)
def test_every_number_of_seats_has_weights_of_its_own(seats: int) -> None:
    assert nearest(seats, learned_sets()).seats == seats


def test_weights_survive_the_file(tmp_path: Path) -> None:
    """And the collection says that it is another one."""
    weights = nearest(2, learned_sets())
    kept = tmp_path / "weights.json"

    train_cards.put(weights, kept)

    assert read(as_file_entry(weights)) == weights
    assert f'"version": {version() + 1}' in kept.read_text(encoding="utf-8")


def test_a_game_teaches_what_became_of_what_was_held() -> None:
    """One row for each round and each chest, four times as many for species; what they brought is never less than nothing."""
    noted = played(LearningCards(2, FORMER["random"], as_file_entry(nearest(2, learned_sets())), range(1)))

    assert (len(noted.chest), len(noted.herd)) == (20, 80)
    assert min(outcome for _, outcome in noted.herd + noted.chest) >= 0
    assert max(outcome for _, outcome in noted.herd) > 10


def test_a_regression_finds_the_weights_that_made_the_outcomes() -> None:
    chance = random.Random(1)
    rows = [((a, b), 3 * a - 2 * b) for a, b in ((chance.random(), chance.random()) for _ in range(5000))]

    fitted = train_cards.fitted(rows, (0.0, 0.0))

    assert fitted == pytest.approx((3, -2), abs=0.1)
    assert train_cards.explained(rows, fitted) > 0.99


def test_the_first_card_of_a_full_hand_comes_before_the_meeple() -> None:
    table = Table.drawn(to_move=0, hands=("yP1 yP1 yP1 gA gA gA", "rP1 rP1 rP2 bA bA bA"), green="gP1")
    chance = random.Random(1)

    action, *_ = PLAYERS["master"].turn(GAME, table.state, Seat(0), chance.randrange)

    assert action.verb == "hide"


def test_every_table_of_animals_has_an_appraiser_of_its_own() -> None:
    dear = GAME.start(GAME.options({"animal_table": ",".join(["50"] * 13)}), 2)
    cheap = GAME.start(GAME.options({}), 2)

    worths = [evaluator_for(2, state.table, None).herd_inputs(5, 2, 7)[1] for state in (dear, cheap)]

    assert worths == [25.0, 3.0]
