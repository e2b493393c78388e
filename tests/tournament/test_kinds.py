"""Kinds of stages beside Swiss: tables of three to five, third places, ladders, divisions, groups of different sizes."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest

from tests.tournament.test_progression import lower_wins, played, started
from tournament import multiplayer_tables, round_robins, stages
from tournament import progression as courses
from tournament.history import AwaitingChallenges, DrawnRound, Finished, TournamentHistory
from tournament.kinds import ladder
from tournament.results import DOUBLE_WALKOVER, PLAYED, RULING, WALKOVER, EntrantId, InvalidTournamentError, Pairing, Result

A, B, C, D, E = (EntrantId(name) for name in "abcde")


def seats_by_number(round_: int, pairing: Pairing) -> Result:
    """Anyone who entered first has the most points; a pair is decided as elsewhere."""
    if not pairing.is_table:
        return lower_wins(round_, pairing)
    score = tuple(60 - int(who) for who in pairing.seats)
    return Result(round_, pairing.first, pairing.second, PLAYED, score=score, others=pairing.others)


def table(*seats: EntrantId, score: tuple[int, ...] | None = None, how: str = PLAYED, **more: object) -> Result:
    return Result(1, seats[0], seats[1], how, score=score, others=seats[2:], **more)  # type: ignore[arg-type]


def points(*results: Result) -> dict[str, tuple[float, ...]]:
    return {line.id: tuple(line.values.values()) for line in multiplayer_tables.standings((A, B, C, D, E), results)}


# -- tables of three to five --------------------------------------------------------------------------------------------


def test_a_table_gives_points_by_rank_then_parts_of_all_points_then_points() -> None:
    by_entrant = points(table(A, B, C, D, score=(50, 30, 15, 5)))

    assert by_entrant == {"a": (5, 50, 50), "b": (3, 30, 30), "c": (2, 15, 15), "d": (1, 5, 5), "e": (0, 0, 0)}


def test_who_gave_up_ranks_behind_all_who_stayed_and_the_fifth_has_nothing() -> None:
    by_entrant = points(table(A, B, C, D, E, score=(80, 30, 15, 5, 0), gone=(A,)))

    assert [by_entrant[who][0] for who in "abcde"] == [0, 5, 3, 2, 1]
    assert by_entrant["a"] == (0, 0, 0)


def test_those_who_gave_up_share_the_last_ranks() -> None:
    assert [points(table(A, B, C, score=(9, 8, 7), gone=(A, B)))[who][0] for who in "abc"] == [2.5, 2.5, 5]


@pytest.mark.parametrize(
    ("how", "winner", "expected"),
    [
        (RULING, None, [2.75, 2.75, 2.75, 2.75]),
        (RULING, B, [2, 5, 2, 2]),
        (WALKOVER, C, [0, 0, 5, 0]),
        (DOUBLE_WALKOVER, None, [0, 0, 0, 0]),
    ],
)
def test_what_was_not_played_to_its_end_counts(how: str, winner: EntrantId | None, expected: list[float]) -> None:
    by_entrant = points(table(A, B, C, D, how=how, winner=winner))

    assert [by_entrant[who][0] for who in "abcd"] == expected


def test_equal_in_everything_is_an_equal_rank() -> None:
    standings = multiplayer_tables.standings((A, B, C), [table(A, B, C, score=(20, 20, 10))])

    assert [(line.id, line.rank, line.values["points"]) for line in standings] == [("a", 1, 4), ("b", 1, 4), ("c", 3, 2)]


def test_tables_lead_to_a_final_table_of_the_best() -> None:
    course, over = played(started("tables:3 -> tables:1 best=4", 16), seats_by_number)

    assert [[len(drawn.seats(t)) for t, _ in drawn.tables()] for drawn in course.rounds] == [[4] * 4] * 3 + [[4]]
    met = [frozenset(two) for drawn in course.rounds[:3] for _, p in drawn.tables() for two in combinations(p.seats, 2)]
    assert len(set(met)) > len(met) - 6, "hardly anybody meets again"
    assert set(course.rounds[-1].seats(1)) == set(courses.ranking(course, 0)[:4])
    assert over.places[0] == "1" and len(over.places) == 16


def test_a_knock_out_by_tables_keeps_the_best_apart() -> None:
    course, over = played(started("swiss:1 -> tables:1 best=16 -> tables:1 best=4", 20), seats_by_number)

    best = courses.ranking(course, 0)[:4]
    first = course.rounds[1]
    assert [sum(who in best for who in first.seats(table)) for table, _ in first.tables()] == [1, 1, 1, 1]
    winners = {min(first.seats(table), key=int) for table, _ in first.tables()}
    assert set(course.rounds[2].seats(1)) == winners
    assert over.places[0] == min(winners, key=int)


def test_a_table_stage_ends_where_too_few_are_left() -> None:
    course, _ = played(started("tables:3", 3), seats_by_number)
    assert len(course.rounds) == 3
    with pytest.raises(InvalidTournamentError, match="too-few"):
        stages.fit_stages(stages.read("tables"), 2)


def test_two_of_different_tables_change_places() -> None:
    course = started("tables:1", 6)
    course = replace(course, places=(courses.seeded(course.entrants, "seed"),))
    drawn = courses.draw_next(course)
    assert not isinstance(drawn, (courses.NextStage, courses.Finished))
    seats, other = drawn.seats(1)[2], drawn.seats(2)[0]

    changed = courses.with_entrants_swapped(course, drawn, seats, other)

    assert changed.seats(1) == (*drawn.seats(1)[:2], other) and changed.seats(2) == (seats, *drawn.seats(2)[1:])
    with pytest.raises(InvalidTournamentError, match="same-table"):
        courses.with_entrants_swapped(course, drawn, drawn.seats(1)[0], drawn.seats(1)[2])


def test_thirds_of_points_add_up_exactly() -> None:
    """Three times a third of ten is level with twice five."""
    level = [table(A, B, C, how=RULING)] * 3
    standings = multiplayer_tables.standings((A, B, C, D), [*level, *[table(D, A, B, how=WALKOVER, winner=D)] * 2])

    assert [(line.id, line.rank) for line in standings] == [("a", 1), ("b", 1), ("c", 1), ("d", 1)]


# -- third place --------------------------------------------------------------------------------------------------------


def test_who_loses_a_semi_final_plays_for_the_third_place() -> None:
    course, over = played(started("knock-out:8 third", 8))

    assert [len(drawn.couples) for drawn in course.rounds] == [4, 2, 2]
    assert course.rounds[-1].couples == (("1", "2"), ("3", "4"))
    assert over.places == tuple("12345678")


def test_the_game_for_the_third_place_parts_the_semi_finalists() -> None:
    def upset(round_: int, pairing: Pairing) -> Result:
        third = {pairing.first, pairing.second} == {"3", "4"}
        return pairing.result(round_, RULING, EntrantId("4") if third else min(pairing.seats, key=int))

    _, over = played(started("knock-out third", 4), upset)

    assert over.places == tuple("1243")


def test_two_have_no_third_place() -> None:
    course, over = played(started("knock-out third", 2))

    assert [drawn.couples for drawn in course.rounds] == [(("1", "2"),)] and over.places == ("1", "2")


# -- ladder -------------------------------------------------------------------------------------------------------------


def ladder_of(number: int, *games: str, reach: int = 2) -> TournamentHistory:
    """Return a ladder 1, 2, 3 ... after challenges such as `31`: 3 has met 1 and won; a trailing `o`: open."""
    course = started(f"ladder:{reach}", number)
    couples = [(EntrantId(game[0]), EntrantId(game[1])) for game in games]
    drawn = tuple(DrawnRound(n, 0, (couple,)) for n, couple in enumerate(couples, 1))
    done = {(n, 1): Pairing(*couple).result(n, RULING, couple[0]) for n, couple in enumerate(couples, 1) if "o" not in games[n - 1]}
    return replace(course, places=(tuple(map(EntrantId, "123456789"[:number])),), rounds=drawn, results=done)


def order(course: TournamentHistory) -> str:
    return "".join(courses.ranking(course))


def reached(course: TournamentHistory, who: str) -> str:
    return "".join(ladder.challengeable_now(course, EntrantId(who)))


def test_who_wins_from_below_changes_places_and_who_wins_from_above_stays() -> None:
    assert order(ladder_of(5, "31")) == "32145"
    assert order(ladder_of(5, "13")) == "12345"
    assert order(ladder_of(5, "31", "53")) == "52143"


def test_results_count_in_the_order_in_which_they_came() -> None:
    course = ladder_of(4, "42", "21")

    assert order(course) == "2431"
    assert order(replace(course, results=dict(reversed(course.results.items())))) == "4132"


def test_a_draw_changes_nothing_and_a_corrected_result_is_counted_where_it_stood() -> None:
    course = ladder_of(4, "42", "21")
    drawn_ = {**course.results, (1, 1): Pairing(EntrantId("4"), EntrantId("2")).result(1, RULING)}

    assert order(replace(course, results=drawn_)) == "2134"


def test_a_challenge_reaches_so_far_up_and_nobody_who_plays() -> None:
    assert (reached(ladder_of(5), "4"), reached(ladder_of(5), "2"), reached(ladder_of(5), "1")) == ("32", "1", "")
    busy = ladder_of(5, "31o")
    assert (reached(busy, "4"), reached(busy, "3")) == ("2", ""), "3 plays already"
    assert "".join(ladder.challengeable(busy, EntrantId("4"))) == "32", "a challenge of 3 waits"
    assert ladder.challenge_pairing(busy, EntrantId("4"), EntrantId("2")).number == 2
    with pytest.raises(InvalidTournamentError, match="out-of-reach"):
        ladder.challenge_pairing(busy, EntrantId("4"), EntrantId("3"))
    with pytest.raises(InvalidTournamentError, match="out-of-reach"):
        ladder.challenge_pairing(busy, EntrantId("2"), EntrantId("5"))


def test_nobody_meets_the_same_one_twice_running_while_there_are_others() -> None:
    lost = ladder_of(5, "34")

    assert (reached(lost, "4"), reached(ladder_of(2, "12"), "2")) == ("2", "1")


def waits(course: TournamentHistory, challenger: str, other: str) -> bool:
    return ladder.waits_for_others(course, EntrantId(challenger), EntrantId(other))


def test_who_has_met_somebody_waits_for_others_who_could_challenge_them() -> None:
    met = ladder_of(4, "12")

    assert waits(met, "2", "1"), "3 could"
    assert not waits(met, "3", "1")
    assert not waits(ladder_of(2, "12"), "2", "1"), "nobody else could"


def test_who_has_lost_more_often_waits_for_who_has_lost_less_often() -> None:
    met = ladder_of(4, "12", "13")

    assert waits(met, "2", "1"), "4 could"
    assert not waits(met, "4", "1")
    assert not waits(ladder_of(4, "12", "13", "14"), "2", "1"), "all have lost once"
    assert waits(ladder_of(4, "12", "13", "12", "14"), "2", "1"), "3 has lost less often"
    assert not waits(ladder_of(4, "12", "13", "12", "14"), "3", "1")


def test_who_has_lost_least_often_is_first_in_turn_and_then_who_waits_longest() -> None:
    met = ladder_of(5, "12", "13", "12")

    assert "".join(ladder.in_turn(met, [EntrantId(who) for who in "25341"], EntrantId("1"))) == "54132"


def test_friends_below_an_entrant_hold_nobody_at_a_distance() -> None:
    """Two who have lost to the first more often than who comes from below don't count between them; a third one does."""
    assert reached(ladder_of(7, "12", "13", "12"), "5") == "431"
    assert reached(ladder_of(7, "12", "13", "14"), "5") == "431"
    assert reached(ladder_of(7, "12", "13", "14"), "6") == "54"
    assert reached(ladder_of(7, "12", "13", "15"), "5") == "43", "5 has lost as often"


def test_a_second_win_against_the_same_person_is_a_repeated_one() -> None:
    def has_repeated(*games: str) -> bool:
        return ladder.has_repeated_a_win(ladder_of(5, *games), EntrantId("1"))

    assert (has_repeated(), has_repeated("12"), has_repeated("12", "13")) == (False, False, False)
    assert has_repeated("12", "13", "12") and not has_repeated("12", "21") and not has_repeated("12", "12", "31")


def test_who_has_left_a_ladder_stands_below_it() -> None:
    course = ladder_of(4)
    gone = replace(course.entrants[1], withdrawn_after=0)

    assert order(replace(course, entrants=(course.entrants[0], gone, *course.entrants[2:]))) == "1342"
    assert reached(replace(course, entrants=(course.entrants[0], gone, *course.entrants[2:])), "4") == "31"


def test_a_ladder_waits_for_challenges_and_begins_are_balanced() -> None:
    assert isinstance(courses.draw_next(ladder_of(4)), AwaitingChallenges)
    left = tuple(replace(entrant, withdrawn_after=0) for entrant in ladder_of(2).entrants[:1])
    alone = replace(ladder_of(2), entrants=(*left, *ladder_of(2).entrants[1:]))
    assert isinstance(courses.draw_next(alone), Finished), "one alone has nobody to challenge"
    assert ladder.challenge_pairing(ladder_of(4, "31"), EntrantId("2"), EntrantId("3")).couples == (("2", "3"),), (
        "3 has begun already"
    )


# -- groups and divisions -----------------------------------------------------------------------------------------------


def test_groups_of_different_sizes_send_on_who_was_better_against_the_same_number() -> None:
    """Seven in two groups: three firsts and seconds are compared without the last of the group of four."""
    course, _ = played(started("groups:2 -> knock-out:3", 7))

    large, small = sorted(courses.parts_of(course, 0), key=len, reverse=True)
    assert (len(large), len(small)) == (4, 3)
    seconds = courses.ranking(course, 0)[2:4]
    assert set(seconds) == {large[1], small[1]}
    assert course.places[1][2] == seconds[0] == min(seconds, key=int), "one win each, then the seeding"


def test_divisions_are_by_strength_and_the_larger_ones_above() -> None:
    assert round_robins.divisions_by_strength(tuple(map(EntrantId, "1234567")), 3) == (("1", "2", "3"), ("4", "5"), ("6", "7"))


def test_after_a_season_the_best_go_up_and_the_last_go_down() -> None:
    course, over = played(started("league:2 moving=1 -> league:2", 8))

    assert [set(part) for part in courses.parts_of(course, 0)] == [set("1234"), set("5678")]
    assert [set(part) for part in courses.parts_of(course, 1)] == [set("1235"), set("4678")]
    assert over.places == tuple("12354678")
    assert {frozenset(c) for d in course.drawn_in(1) for c in d.couples} >= {frozenset("15"), frozenset("46")}


def test_nobody_moves_where_nobody_is_to() -> None:
    course, _ = played(started("league:2 moving=0 -> league:2", 6))

    assert [set(part) for part in courses.parts_of(course, 1)] == [set("123"), set("456")]


@pytest.mark.parametrize(("text", "entrants", "code"), [("league:3 moving=2", 9, "too-many-move"), ("league:4", 7, "too-few")])
def test_divisions_that_are_too_small_are_refused(text: str, entrants: int, code: str) -> None:
    with pytest.raises(InvalidTournamentError, match=code):
        stages.fit_stages(stages.read(text), entrants)


def test_every_setting_is_written_as_it_was_read() -> None:
    for text in ("tables:3 seats=3 -> tables:1 best=4", "knock-out:8 final=3 third", "league:2 twice moving=2 -> league:2"):
        assert stages.write(stages.read(text)) == text
    for text in ("tables seats=6", "tables best-of=3", "groups third", "knock-out third=1", "league moving"):
        with pytest.raises(InvalidTournamentError, match="stage-setting"):
            stages.read(text)
