"""An arena as arithmetic: what games are worth, and who meets whom."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournament.test_progression import started
from tournament import progression as courses
from tournament import stages
from tournament.history import AwaitingChallenges, DrawnRound, TournamentHistory
from tournament.kinds import arena
from tournament.results import DOUBLE_WALKOVER, FLAG, RESIGNED, RULING, WALKOVER, EntrantId, InvalidTournamentError, Result

A, B, C = EntrantId("1"), EntrantId("2"), EntrantId("3")


def arena_of(number: int, *results: Result) -> TournamentHistory:
    """Return an arena of 1, 2, 3 ... after these games, each a round of its own."""
    course = started("arena:2", number)
    drawn = tuple(DrawnRound(n, 0, ((result.first, result.second),)) for n, result in enumerate(results, 1))
    done = {(n, 1): replace(result, round=n) for n, result in enumerate(results, 1) if result.how != "open"}
    return replace(course, places=(tuple(EntrantId(str(n)) for n in range(1, number + 1)),), rounds=drawn, results=done)


def game(first: str, second: str, score: tuple[int, int] = (50, 40)) -> Result:
    return Result(0, EntrantId(first), EntrantId(second), score=score)


def without(first: str, second: str, how: str, winner: str | None) -> Result:
    return Result(0, EntrantId(first), EntrantId(second), how, None if winner is None else EntrantId(winner))


def points(course: TournamentHistory) -> dict[str, float]:
    return {line.id: line.values["points"] for line in courses.standings_of(course, 0)}


# -- what games are worth ---------------------------------------------------------------------------------------------


def test_after_two_wins_in_a_row_each_further_one_counts_double_until_one_is_not_won() -> None:
    def won(*others: str) -> list[Result]:
        return [game("1", other) for other in others]

    assert points(arena_of(6, *won("2", "3")))["1"] == 4
    assert points(arena_of(6, *won("2", "3", "4", "5")))["1"] == 2 + 2 + 4 + 4
    drawn_between = [*won("2", "3", "4"), game("1", "2", (40, 40)), *won("5", "6")]
    assert points(arena_of(6, *drawn_between)) == {"1": 2 + 2 + 4 + 1 + 2 + 2, "2": 1, "3": 0, "4": 0, "5": 0, "6": 0}
    assert points(arena_of(4, game("1", "2"), game("1", "3"), game("2", "1"), game("1", "4")))["1"] == 6


def test_another_win_against_the_same_opponent_is_worth_one_and_no_part_of_a_row() -> None:
    again = [game("1", "2")] * 4
    assert points(arena_of(5, *again))["1"] == 2 + 1 + 1, "the fourth is worth nothing"
    assert points(arena_of(5, *again, game("1", "3"), game("1", "4")))["1"] == 4 + 2 + 4, "it breaks no row either"
    assert points(arena_of(3, game("2", "1"), game("1", "2")))["1"] == 2, "who has lost first has not won yet"


@pytest.mark.parametrize(("how", "winner"), [(WALKOVER, "1"), (RULING, "1"), (RESIGNED, "1"), (FLAG, "1")])
def test_a_win_that_was_not_played_to_its_end_counts_once_against_the_same_opponent_and_never_double(how: str, winner: str) -> None:
    given_ = replace(without("1", "2", how, winner), score=None if how in (WALKOVER, RULING) else (30, 20))

    assert points(arena_of(3, given_, given_, given_))["1"] == 2
    assert points(arena_of(3, given_, without("1", "3", how, winner)))["1"] == 4
    assert points(arena_of(4, game("1", "4"), game("1", "3"), given_))["1"] == 6, "not double"
    assert points(arena_of(5, game("1", "3"), given_, game("1", "4"), game("1", "5")))["1"] == 2 + 2 + 2 + 4, "it breaks no row"
    assert points(arena_of(2, without("1", "2", DOUBLE_WALKOVER, None))) == {"1": 0, "2": 0}


def test_who_shares_points_is_ranked_by_wins_then_by_difference_or_shares_a_place() -> None:
    course = arena_of(4, without("1", "2", WALKOVER, "1"), game("3", "4", (50, 45)), game("2", "4", (90, 10)))

    assert [(line.id, line.rank) for line in courses.standings_of(course, 0)] == [("2", 1), ("3", 2), ("1", 3), ("4", 4)]
    assert {line.rank for line in courses.standings_of(arena_of(3), 0)} == {1}


# -- who meets whom ---------------------------------------------------------------------------------------------------


def paired(course: TournamentHistory, waiting: Sequence[str] = (), patient: Sequence[str] = ()) -> set[frozenset[str]]:
    there = tuple(map(EntrantId, waiting)) or arena.free_entrants(course)
    drawn_round = arena.pair_waiting(course, there, frozenset(map(EntrantId, patient)))
    return set() if drawn_round is None else {frozenset(map(str, drawn.seats)) for _, drawn in drawn_round.tables()}


def test_neighbours_in_the_table_meet() -> None:
    course = arena_of(4, game("1", "2"), game("3", "4"), game("1", "4"), game("3", "2"))

    assert points(course) == {"1": 4, "2": 0, "3": 4, "4": 0}
    assert paired(course) == {frozenset("13"), frozenset("24")}


def test_nobody_meets_the_same_one_twice_in_a_row_while_others_are_free() -> None:
    course = arena_of(4, game("1", "2"), game("3", "4"))

    assert paired(course, patient="1234") & {frozenset("12"), frozenset("34")} == set()
    assert paired(course, "12") == set(), "somebody else may be free soon"
    assert paired(course, "12", patient="1") == set(), "the other one has not waited yet"
    assert paired(course, "12", patient="12") == {frozenset("12")}
    assert paired(course, "123", patient="123") != {frozenset("12")}


def test_who_has_waited_longest_is_not_left_out() -> None:
    assert paired(arena_of(3), ("3", "1", "2")) == {frozenset("13")}
    assert paired(arena_of(5), ("5", "4", "3", "2", "1")) <= {frozenset(couple) for couple in combinations("5432", 2)}


def test_who_plays_or_has_left_is_not_free() -> None:
    course = arena_of(4, without("1", "2", "open", None))
    gone = tuple(replace(entrant, withdrawn_after=1) if entrant.id == "4" else entrant for entrant in course.entrants)

    assert arena.free_entrants(replace(course, entrants=gone)) == ("3",)
    assert paired(replace(course, entrants=gone)) == set()
    assert isinstance(courses.draw_next(course), AwaitingChallenges)


def test_starts_are_balanced() -> None:
    course = arena_of(2, game("1", "2"))

    drawn_round = arena.pair_waiting(course, (A, B), frozenset((A, B)))

    assert drawn_round is not None and drawn_round.couples == ((B, A),)


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 40), st.randoms(use_true_random=False), st.data())
def test_as_many_as_possible_are_paired(number: int, random: object, data: st.DataObject) -> None:
    course = arena_of(number, *(game(str(n), str(n + 1)) for n in range(1, number, 2)))
    waiting = data.draw(st.lists(st.sampled_from([str(n) for n in range(1, number + 1)]), unique=True, min_size=2))

    pairs = paired(course, waiting, patient=waiting)

    assert len(pairs) == len(waiting) // 2 and len(frozenset().union(*pairs)) == 2 * len(pairs)


def test_an_arena_stands_alone() -> None:
    assert stages.write(stages.fit_stages(stages.read("arena"), 4)) == "arena:2"
    for text in ("arena:2 -> knock-out:4", "swiss:3 -> arena"):
        with pytest.raises(InvalidTournamentError, match="arena-alone"):
            stages.read(text)
    with pytest.raises(InvalidTournamentError, match="stage-setting"):
        stages.read("arena best-of=3")
