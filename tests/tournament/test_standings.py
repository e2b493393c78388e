"""Standings: the worked examples of each line, and the laws."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournament.fields import bye, drawn, entrants, of, won
from tournament.results import DUEL, EntrantId, InvalidTournamentError, Result
from tournament.standings import TIE_BREAKS, StageResults, standings, struck

ALL = tuple(TIE_BREAKS)


def value(name: str, who: str, *results: Result, **changed: dict[str, object]) -> float:
    """Return one tie-break of one of four entrants."""
    table = StageResults(entrants("a", "b", "c", "d", **changed), results, seed="s")
    return TIE_BREAKS[name](table, EntrantId(who), [EntrantId(n) for n in "abcd"])


def test_a_win_is_one_and_a_draw_a_half() -> None:
    assert value("points", "a", won(1, "a", "b"), drawn(2, "a", "c"), won(3, "d", "a")) == 1.5


def test_a_bye_is_a_win_without_a_difference_against_ones_own_points() -> None:
    rows = (bye(1, "a"), won(2, "b", "a"))

    assert value("points", "a", *rows) == 1
    assert value("difference", "a", bye(1, "a")) == 0
    assert value("buchholz", "a", *rows) == 1 + 1
    assert value("sonneborn-berger", "a", *rows) == 1


def test_a_half_point_bye_is_a_draw_with_oneself() -> None:
    assert value("points", "a", bye(1, "a", "half-bye")) == 0.5
    assert value("buchholz", "a", bye(1, "a", "half-bye")) == 0.5
    assert value("sonneborn-berger", "a", bye(1, "a", "half-bye")) == 0.25


def test_a_walkover_counts_as_a_bye_for_its_winner() -> None:
    """The opponent's strength is taken without it."""
    rows = (of(1, "a", "b", "walkover", "a"), won(2, "b", "c"), won(3, "b", "d"), won(2, "a", "d"))

    assert value("points", "a", *rows) == 2
    assert value("buchholz", "a", *rows) == 2 + 0
    assert value("points", "b", *rows) == 2


def test_a_double_walkover_is_nothing_for_both() -> None:
    rows = (of(1, "a", "b", "double-walkover"),)

    assert value("points", "a", *rows) == value("points", "b", *rows) == 0


def test_resignation_and_flag_count_for_ten_or_the_lead() -> None:
    assert value("difference", "a", of(1, "a", "b", "resigned", "a", (40, 35))) == 10
    assert value("difference", "b", of(1, "a", "b", "resigned", "a", (40, 35))) == -10
    assert value("difference", "a", of(1, "a", "b", "flag", "a", (60, 35))) == 25
    assert value("difference", "a", of(1, "a", "b", "flag", "a", (35, 60))) == 10
    assert value("difference", "b", of(1, "a", "b", "flag", "b")) == 10


def test_a_game_counts_for_no_more_than_fifty() -> None:
    assert value("difference", "a", won(1, "a", "b", by=80)) == 50
    assert value("difference", "b", won(1, "a", "b", by=80)) == -50


def test_who_withdrew_counts_half_a_point_for_each_round_after_it() -> None:
    """Out after 2 of 2 in a Swiss of 7: 4½."""
    rows = (won(1, "b", "c"), won(2, "b", "a"), *(won(n, "c", "d") for n in range(3, 8)))

    assert value("buchholz", "a", *rows, b={"withdrawn_after": 2}) == 4.5
    assert value("points", "b", *rows, b={"withdrawn_after": 2}) == 2


def test_the_weakest_opponent_is_left_out_of_buchholz_cut_1() -> None:
    rows = (won(1, "a", "b"), won(2, "a", "c"), won(3, "a", "d"), won(2, "b", "d"), won(3, "b", "c"), won(1, "c", "d"))

    assert value("buchholz", "a", *rows) == 2 + 1 + 0
    assert value("buchholz-cut-1", "a", *rows) == 2 + 1


def test_beaten_opponents_count_whole_and_drawn_ones_half() -> None:
    rows = (won(1, "a", "b"), drawn(2, "a", "c"), won(2, "b", "d"), won(3, "c", "d"))

    assert value("sonneborn-berger", "a", *rows) == 1 + 1.5 / 2


def test_head_to_head_counts_among_exactly_those_who_are_level() -> None:
    rows = (won(1, "b", "a"), won(2, "a", "c"), won(2, "d", "b"))
    order = ("points", "head-to-head")

    table = standings(StageResults(entrants("a", "b", "c", "d"), rows), order)

    # a, b and d have a point each, and a and d have not met: nothing is told apart
    assert [(line.id, line.rank) for line in table] == [("a", 1), ("b", 1), ("d", 1), ("c", 4)]
    alone = standings(
        StageResults(entrants("a", "b"), (won(1, "b", "a"), won(2, "a", "b"), won(3, "b", "a"), won(4, "a", "b"))), order
    )
    assert [line.rank for line in alone] == [1, 1]


def test_head_to_head_parts_two_who_have_met() -> None:
    rows = (won(1, "b", "a"), won(2, "a", "c"), won(2, "d", "b"), won(3, "a", "d"), won(3, "b", "c"))

    table = standings(StageResults(entrants("a", "b", "c", "d"), rows), ("points", "head-to-head"))

    assert [line.id for line in table][:2] == ["b", "a"]
    assert [line.rank for line in table] == [1, 2, 3, 4]


def test_a_duel_is_won_by_games_and_then_by_the_difference_of_all() -> None:
    def duel(*games: tuple[int, int]) -> Result:
        return Result(1, EntrantId("a"), EntrantId("b"), DUEL, games=games)

    assert value("points", "a", duel((71, 64), (50, 61), (80, 77))) == 1
    assert value("games-won", "b", duel((71, 64), (50, 61), (80, 77))) == 1
    assert value("points", "b", duel((71, 64), (50, 61), (60, 60))) == 1
    assert value("points", "a", duel((70, 60), (60, 70))) == 0.5


def test_in_a_round_robin_few_games_are_struck_and_many_stand() -> None:
    gone = entrants("a", "b", "c", "d", a={"withdrawn_after": 1})
    rows = (won(1, "a", "b"), won(1, "c", "d"))

    assert struck(gone, rows, 3) == rows[1:]
    assert struck(gone, (*rows, won(2, "a", "c")), 3) == (*rows, won(2, "a", "c"))


def test_a_tie_break_that_nobody_knows_is_refused_with_those_there_are() -> None:
    with pytest.raises(InvalidTournamentError) as refused:
        standings(StageResults(entrants("a"), ()), ("points", "beauty"))

    assert refused.value.params == {"value": "beauty", "choices": ALL}


@st.composite
def seasons(draw: st.DrawFn) -> tuple[int, list[Result]]:
    number = draw(st.integers(2, 8))
    names = [f"p{n}" for n in range(number)]
    rows: list[Result] = []
    for round_ in range(1, draw(st.integers(1, 5)) + 1):
        order = draw(st.permutations(names))
        for first, other in zip(order[::2], order[1::2], strict=False):
            how = draw(st.sampled_from(["played", "played", "resigned", "flag", "walkover", "double-walkover"]))
            score = (draw(st.integers(0, 120)), draw(st.integers(0, 120)))
            winner = draw(st.sampled_from([first, other])) if how in ("resigned", "flag", "walkover") else None
            rows.append(of(round_, first, other, how, winner, score if how in ("played", "resigned", "flag") else None))
        if number % 2:
            rows.append(bye(round_, order[-1], draw(st.sampled_from(["bye", "half-bye"]))))
    return number, rows


@given(seasons(), st.randoms())
@settings(max_examples=100)
def test_the_order_in_which_results_arrive_does_not_matter(season: tuple[int, list[Result]], order: Random) -> None:
    number, rows = season
    field = entrants(*(f"p{n}" for n in range(number)))
    shuffled = list(rows)
    order.shuffle(shuffled)

    assert standings(StageResults(field, shuffled, seed="x"), ALL) == standings(StageResults(field, rows, seed="x"), ALL)


@given(seasons())
@settings(max_examples=100)
def test_points_and_differences_add_up(season: tuple[int, list[Result]]) -> None:
    number, rows = season
    table = StageResults(entrants(*(f"p{n}" for n in range(number))), rows)
    worth = {"double-walkover": 0, "half-bye": 1}

    assert sum(table.halves.values()) == sum(worth.get(row.how, 2) for row in rows)
    assert sum(line.difference for own in table.lines.values() for line in own) == 0


@given(seasons())
@settings(max_examples=100)
def test_buchholz_is_what_its_definition_says(season: tuple[int, list[Result]]) -> None:
    """Written again, from the definition and the rows alone."""
    number, rows = season
    names = [f"p{n}" for n in range(number)]
    score = dict.fromkeys(names, 0.0)
    for row in rows:
        if row.how == "bye":
            score[row.first] += 1
        elif row.how == "half-bye":
            score[row.first] += 0.5
        elif row.winner:
            score[row.winner] += 1
        elif row.how == "played":
            assert row.score is not None
            assert row.second is not None
            first, second = row.score
            score[row.first] += (first > second) + 0.5 * (first == second)
            score[row.second] += (second > first) + 0.5 * (first == second)
    table = StageResults(entrants(*names), rows)
    for name in names:
        mine = [row for row in rows if row.has(EntrantId(name))]
        met = [
            score[name] if row.how not in ("played", "resigned", "flag") else score[row.other(EntrantId(name)) or ""]
            for row in mine
        ]
        assert TIE_BREAKS["buchholz"](table, EntrantId(name), ()) == sum(met)
        assert TIE_BREAKS["buchholz-cut-1"](table, EntrantId(name), ()) == sum(sorted(met)[1:])
