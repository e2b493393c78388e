"""The shared bag: each entrant's lead over the others in the same seat."""

from __future__ import annotations

from tests.tournament.fields import entrants, of
from tournament.results import EntrantId, Result
from tournament.standings import StageResults, points_above_average, standings

ROUND = (
    of(1, "a", "b", "played", score=(60, 40)),
    of(1, "c", "d", "played", score=(50, 46)),
    of(1, "e", "f", "played", score=(40, 52)),
)


def test_each_seat_is_compared_with_the_average_of_that_seat() -> None:
    assert points_above_average(ROUND) == {(1, "a"): 10, (1, "c"): 0, (1, "e"): -10, (1, "b"): -6, (1, "d"): 0, (1, "f"): 6}


def test_only_what_was_played_to_its_end_is_compared_and_nobody_with_their_own_result() -> None:
    given_up = of(1, "c", "d", "resigned", winner="c", score=(50, 0))

    assert points_above_average([ROUND[0], given_up]) == {}
    assert points_above_average([ROUND[0], given_up, ROUND[2]]) == {(1, "a"): 10, (1, "e"): -10, (1, "b"): -6, (1, "f"): 6}


def test_tables_of_different_sizes_and_rounds_are_not_compared() -> None:
    three = Result(1, EntrantId("g"), EntrantId("h"), score=(30, 20, 10), others=(EntrantId("i"),))

    assert points_above_average([ROUND[0], three, of(2, "c", "d", "played", score=(1, 2))]) == {}


def test_the_comparison_breaks_ties_over_all_rounds() -> None:
    """Anyone who won by little with the better seat has less than anyone who lost by little with the worse."""
    table = standings(StageResults(entrants(*"abcdef"), ROUND), ("points", "comparison"))

    assert [(line.id, line.values["comparison"]) for line in table] == [
        ("a", 10), ("f", 6), ("c", 0), ("d", 0), ("b", -6), ("e", -10)
    ]  # fmt: skip
