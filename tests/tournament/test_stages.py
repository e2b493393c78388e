"""Brackets, groups, tables, teams, ladders, and when a round may close."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournament.fields import entrants, won
from tournament import early_round_close, knockout, multiplayer_tables, result_points, round_robins, stages, swiss, teams
from tournament.history import DrawnRound
from tournament.results import EntrantId, InvalidTournamentError, Pairing, Result


def ids(*names: str) -> tuple[EntrantId, ...]:
    return tuple(EntrantId(name) for name in names)


def numbers(count: int) -> tuple[EntrantId, ...]:
    return ids(*(str(n) for n in range(1, count + 1)))


def shown(ties: Sequence[knockout.BracketPairing]) -> list[str]:
    return [f"{tie.high}-{tie.low or 'bye'}" for tie in ties]


# -- knock-out --------------------------------------------------------------------------------------------------------


def test_a_seeded_bracket_keeps_the_best_apart() -> None:
    assert shown(knockout.first_round(numbers(8))) == ["1-8", "4-5", "2-7", "3-6"]
    assert shown(knockout.first_round(numbers(16)))[:2] == ["1-16", "8-9"]


def test_byes_go_to_the_best() -> None:
    assert shown(knockout.first_round(numbers(6))) == ["1-bye", "4-5", "2-bye", "3-6"]


def test_the_championship_pairs_by_places_and_its_middle_winners_meet() -> None:
    """1-5, 2-6, 3-7, 4-8; winners of the first and the last, and of the second and the third, meet."""
    first = knockout.first_round(numbers(8), knockout.CHAMPIONSHIP)

    assert sorted(shown(first)) == ["1-5", "2-6", "3-7", "4-8"]
    assert shown(knockout.next_round([tie.high for tie in first], numbers(8))) == ["1-4", "2-3"]
    with pytest.raises(InvalidTournamentError):
        knockout.first_round(numbers(9), knockout.CHAMPIONSHIP)
    assert shown(knockout.first_round(numbers(7), knockout.CHAMPIONSHIP)) == shown(knockout.first_round(numbers(7)))


@given(st.integers(2, 40), st.randoms())
@settings(max_examples=60)
def test_a_bracket_ends_with_one_and_everybody_in_it_once(count: int, dice: Random) -> None:
    places = numbers(count)
    ties = knockout.first_round(places)

    assert sorted(who for tie in ties for who in (tie.high, tie.low) if who) == sorted(places)
    while len(ties) > 1:
        ties = knockout.next_round([knockout.goes_on(tie, dice.choice([0, 1, 2])) for tie in ties], places)
    assert len(ties) == 1


def test_if_the_favourites_win_the_best_two_meet_last() -> None:
    places = numbers(13)
    ties = knockout.first_round(places)
    while len(ties) > 1:
        ties = knockout.next_round([tie.high for tie in ties], places)

    assert shown(ties) == ["1-2"]


def test_a_draw_sends_on_the_higher_placed() -> None:
    tie = knockout.BracketPairing(EntrantId("1"), EntrantId("2"))

    assert [knockout.goes_on(tie, halves) for halves in (2, 1, 0)] == ["1", "1", "2"]
    assert tie.pairing == Pairing(EntrantId("1"), EntrantId("2"))
    assert shown([knockout.third_place(ids("4", "3"), numbers(4))]) == ["3-4"]


@pytest.mark.parametrize("count", [2, 4, 8])
def test_group_mates_are_in_opposite_halves(count: int) -> None:
    places = knockout.halves_apart([ids(f"{g}1", f"{g}2") for g in "abcdefgh"[:count]])
    order = [who for tie in knockout.first_round(places) for who in (tie.high, tie.low)]
    upper = set(order[: len(order) // 2])

    for group in "abcdefgh"[:count]:
        assert (f"{group}1" in upper) != (f"{group}2" in upper)


# -- groups -----------------------------------------------------------------------------------------------------------


def test_groups_are_drawn_like_a_snake() -> None:
    assert round_robins.snake(numbers(8), 3) == (ids("1", "6", "7"), ids("2", "5", "8"), ids("3", "4"))
    with pytest.raises(InvalidTournamentError):
        round_robins.snake(numbers(5), 3)


@pytest.mark.parametrize("count", range(2, 14))
def test_everybody_meets_everybody_once_and_starts_are_balanced(count: int) -> None:
    group = numbers(count)
    plan = round_robins.rounds(group)
    met = [frozenset((p.first, p.second)) for round_ in plan for p in round_]

    assert sorted(map(sorted, met)) == sorted(map(sorted, combinations(group, 2)))
    for round_ in plan:
        playing = [who for p in round_ for who in (p.first, p.second)]
        assert len(playing) == len(set(playing)) == count - count % 2
    for who in group:
        began = sum(p.first == who for round_ in plan for p in round_)
        assert abs(2 * began - (count - 1)) <= 1


def test_twice_means_with_changed_starts() -> None:
    plan = round_robins.rounds(numbers(4), twice=True)

    assert len(plan) == 6
    assert [Pairing(p.second, p.first) for p in plan[0]] == list(plan[3])


def test_groups_of_different_sizes_are_compared_without_the_last_of_the_larger() -> None:
    small, large = ids("a", "b"), ids("c", "d", "e")
    rows = (won(1, "a", "b"), won(1, "c", "d"), won(2, "c", "e"), won(3, "d", "e"))

    assert round_robins.comparable_results((small, large), {0: small, 1: large}, rows) == rows[:2]


def test_the_last_change_places_with_the_first_below() -> None:
    assert round_robins.next_divisions((ids("a", "b", "c"), ids("d", "e", "f")), 1) == (ids("a", "b", "d"), ids("c", "e", "f"))
    assert round_robins.next_divisions((ids("a", "b"), ids("c", "d"), ids("e", "f")), 1) == (
        ids("a", "c"),
        ids("b", "e"),
        ids("d", "f"),
    )
    with pytest.raises(InvalidTournamentError):
        round_robins.next_divisions((ids("a", "b"), ids("c", "d", "x"), ids("e", "f")), 2)


# -- tables -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "most", "rounds"),
    [
        ("swiss:5 -> knock-out:8", 0, 8),
        ("knock-out", 0, 0),
        ("knock-out", 9, 4),
        ("swiss -> knock-out:8", 0, 0),
        ("groups:1", 0, 0),
        ("groups:2 -> knock-out:4", 11, 7),
        ("swiss:5", 4, 0),
    ],
)
def test_how_many_rounds_there_are_at_most_is_known_where_it_hangs_on_nobody(text: str, most: int, rounds: int) -> None:
    assert stages.most_rounds(stages.read(text), most) == rounds


def test_points_by_rank_are_shared_by_those_who_are_level() -> None:
    assert multiplayer_tables.table_points((80, 60, 70, 50)) == (5, 2, 3, 1)
    assert multiplayer_tables.table_points((80, 80, 70, 50)) == (4, 4, 2, 1)
    assert multiplayer_tables.table_points((80, 70, 60)) == (5, 3, 2)
    assert multiplayer_tables.table_points((9, 8, 7, 6, 5)) == (5, 3, 2, 1, 0)


def test_a_share_of_nothing_is_equal() -> None:
    assert multiplayer_tables.point_share((30, 10)) == (0.75, 0.25)
    assert multiplayer_tables.point_share((0, 0)) == (0.5, 0.5)


def test_tables_are_of_four_as_far_as_possible() -> None:
    assert multiplayer_tables.sizes(8) == (4, 4)
    assert multiplayer_tables.sizes(5) == (5,)
    assert multiplayer_tables.sizes(7) == (4, 3)
    assert multiplayer_tables.sizes(9) == (5, 4)
    assert multiplayer_tables.sizes(11) == (4, 4, 3)
    assert multiplayer_tables.sizes(9, wished=3) == (3, 3, 3)
    for impossible in (1, 2):
        with pytest.raises(InvalidTournamentError):
            multiplayer_tables.sizes(impossible)


@given(st.integers(3, 60))
def test_any_number_from_three_on_has_tables_of_three_to_five(number: int) -> None:
    assert sum(multiplayer_tables.sizes(number)) == number
    assert all(3 <= size <= 5 for size in multiplayer_tables.sizes(number))


def test_sixteen_people_hardly_meet_twice_in_three_rounds() -> None:
    people, met = numbers(16), list[tuple[EntrantId, EntrantId]]()
    for number in range(1, 4):
        seating = multiplayer_tables.draw_tables(people, met, number=number, seed="s")
        assert sorted(who for table in seating for who in table) == sorted(people)
        met += [couple for table in seating for couple in combinations(table, 2)]

    assert len({frozenset(couple) for couple in met}) >= len(met) - 2


def test_the_same_seed_seats_the_same_people_together() -> None:
    assert multiplayer_tables.draw_tables(numbers(12), (), number=1, seed="s") == multiplayer_tables.draw_tables(
        numbers(12)[::-1], (), number=1, seed="s"
    )
    assert multiplayer_tables.draw_tables(numbers(12), (), number=1, seed="s") != multiplayer_tables.draw_tables(
        numbers(12), (), number=1, seed="t"
    )


# -- teams and ladders ------------------------------------------------------------------------------------------------


def test_a_team_match_counts_its_boards() -> None:
    """Match points, then board points, then the difference; the second team has the rest."""
    sides = {who: EntrantId("-1" if who in "abc" else "-2") for who in ids(*"abcxyz")}
    match = DrawnRound(1, 0, ((EntrantId("-1"), EntrantId("-2")),))
    boards = DrawnRound(1, 0, teams.boards(ids(*"abc"), ids(*"xyz")))
    rows = {(1, n): won(1, *couple) for n, couple in enumerate((("a", "x"), ("y", "b"), ("c", "z")), 1)}

    assert boards.couples == (("a", "x"), ("y", "b"), ("c", "z"))
    assert teams.results(match, boards, {k: v for k, v in rows.items() if k != (1, 3)}, sides, decides=False) == {}
    (result,) = teams.results(match, boards, rows, sides, decides=False).values()
    first, second = result_points.result_side(result, EntrantId("-1")), result_points.result_side(result, EntrantId("-2"))
    assert (first.halves, first.games_won, first.difference) == (2, 4, 10)
    assert (second.halves, second.games_won, second.difference) == (0, 2, -10)


def test_who_has_nobody_opposite_wins_the_board() -> None:
    assert teams.boards(ids("a"), ids("x", "y")) == (("a", "x"), ("y", None))
    assert teams.boards(ids("a", "b"), ids("x")) == (("a", "x"), ("b", None))
    assert teams.boards((), ids("x")) == (("x", None),)


def test_level_boards_are_counted_from_the_first() -> None:
    """In a knock-out at 2½-2½ the boards count 5-4-3-2-1 (Berlin count), then the difference."""
    assert teams.berlin([(2, 1), (0, -9), (1, 0), (2, 1), (0, -9)]) == 0
    assert teams.berlin([(0, -9), (2, 1), (1, 0), (0, -9), (2, 30)]) == 1
    assert teams.berlin([(1, 0), (1, 4), (1, -1)]) == 0
    assert teams.berlin([(1, 0), (1, 0)]) is None


# -- closing a round --------------------------------------------------------------------------------------------------


def follow(field: Sequence[str], order: str = "slide") -> early_round_close.Callable[[Sequence[Result]], object]:
    def couples(rows: Sequence[Result]) -> object:
        made = swiss.pair_round(entrants(*field), rows, 2, order=order, seed="s")
        return {frozenset((p.first, p.second)) for p in made.pairings}

    return couples


def test_a_round_stays_open_while_a_game_decides_who_meets_whom() -> None:
    rows = (won(1, "a", "c"),)

    assert not early_round_close.may_close(rows, (Pairing(EntrantId("b"), EntrantId("d")),), 1, follow("abcd"))


def test_a_round_closes_when_the_open_game_changes_nothing() -> None:
    """Two who have withdrawn cannot change anybody's pairing."""
    rows = (won(1, "a", "c"), won(1, "b", "d"))
    gone = entrants(*"abcdef", e={"withdrawn_after": 1}, f={"withdrawn_after": 1})

    def couples(more: Sequence[Result]) -> object:
        return [frozenset((p.first, p.second)) for p in swiss.pair_round(gone, more, 2, order="slide", seed="s").pairings]

    assert early_round_close.may_close(rows, (Pairing(EntrantId("e"), EntrantId("f")),), 1, couples)


def test_too_many_open_games_keep_a_round_open() -> None:
    open_ = tuple(Pairing(EntrantId(f"x{n}"), EntrantId(f"y{n}")) for n in range(early_round_close.MOST_OPEN + 1))

    assert not early_round_close.may_close((), open_, 1, lambda _: "always the same")
    assert early_round_close.may_close((), open_[1:], 1, lambda _: "always the same")


@given(st.integers(0, 10**6), st.integers(1, 2))
@settings(max_examples=25)
def test_once_closed_nothing_that_comes_changes_the_pairings(seed: int, number: int) -> None:
    dice = Random(seed)
    couples = [("a", "e"), ("b", "f"), ("c", "g"), ("d", "h")]
    dice.shuffle(couples)
    rows = tuple(Result(1, *ids(*couple), score=(dice.randrange(9), dice.randrange(9))) for couple in couples[number:])
    open_ = tuple(Pairing(*ids(*couple)) for couple in couples[:number])
    closes = early_round_close.may_close(rows, open_, 1, follow("abcdefgh"))
    later = [
        (*rows, *(Result(1, p.first, p.second, score=(dice.randrange(99), dice.randrange(99))) for p in open_)) for _ in range(6)
    ]
    made = [follow("abcdefgh")(more) for more in later]

    assert not closes or all(attempt == made[0] for attempt in made)
