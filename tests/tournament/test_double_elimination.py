"""Double elimination as arithmetic: who has lost twice is out, whatever the number of entrants and of the results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from tests.tournament.test_progression import Decide, lower_wins, played, started
from tournament import progression as courses
from tournament import stages
from tournament.bracket_tree import double_tree
from tournament.double_elimination import FINAL, LOWER, UPPER, plan, rounds_for
from tournament.history import DrawnRound, Finished, NextStage, TournamentHistory
from tournament.kinds import double_bracket
from tournament.results import DOUBLE_WALKOVER, RULING, EntrantId, InvalidTournamentError, Pairing, Result

SIZES = (*range(2, 18), 23, 24, 31, 32, 33, 47, 48, 63, 64)


def at_random(seed: object) -> Decide:
    random = Random(str(seed))
    return lambda round_, pairing: pairing.result(round_, RULING, random.choice(pairing.seats))


def losses(course: TournamentHistory) -> Counter[EntrantId]:
    return Counter(who for result in course.results.values() for who in result.seats if who != result.winner)


@pytest.mark.parametrize("number", SIZES)
def test_everybody_but_the_champion_is_out_after_two_losses(number: int) -> None:
    for seed in range(2):
        course, over = played(started("double-elimination", number), at_random((number, seed)))

        lost = losses(course)
        assert len(course.results) == 2 * number - 2 + lost[over.places[0]]
        assert lost[over.places[0]] <= 1 and {lost[who] for who in over.places[1:]} == {2}
        assert set(course.rounds[-1].seats(1)) == set(over.places[:2]), "the last game is between the first two"
        for drawn in course.rounds:
            seated = [who for couple in drawn.couples for who in couple if who is not None]
            assert len(seated) == len(set(seated))
            assert any(True for _ in drawn.tables()), "no round is without a game"


@pytest.mark.parametrize("number", SIZES)
def test_who_goes_further_is_placed_before(number: int) -> None:
    course, over = played(started("double-elimination", number), at_random(number))

    last = {who: drawn.number for drawn in course.rounds for couple in drawn.couples for who in couple if who is not None}
    assert [last[who] for who in over.places] == sorted(last.values(), reverse=True)


@pytest.mark.parametrize("number", SIZES)
def test_byes_are_as_many_as_places_are_empty_and_go_to_the_best(number: int) -> None:
    course, over = played(started("double-elimination", number))

    resting = [entrant for entrant, other in course.rounds[0].couples if other is None]
    room = 1 << (number - 1).bit_length()
    assert sorted(map(int, resting)) == list(range(1, room - number + 1))
    assert over.places[:2] == ("1", "2"), "where the stronger always wins, the two best meet in the final"
    assert len(course.rounds) == rounds_for(room) - 1, "and there is no second one"


@pytest.mark.parametrize("room", [8, 16, 32, 64])
def test_who_comes_from_the_upper_bracket_meets_nobody_at_once_whom_they_have_just_met(room: int) -> None:
    """The losers of a round cross over to another part of the lower bracket, as long as there is another one.

    So in their first game below at most one earlier round is met again.
    """
    for depth, slots in enumerate(plan(room)):
        for slot in (each for each in slots if each.part == LOWER and len({s.round for s in each.sources}) == 2):
            below, above = slot.sources
            met = _came_through(room, above.round, above.at)
            of_below = _came_through(room, below.round, below.at)
            again = {round_ for round_, _ in met & of_below}
            if sum(each.part == LOWER for each in slots) > 2:
                assert not again, (depth, slot)
            assert len(again) <= max(1, depth // 2), (depth, slot)


def _came_through(room: int, round_: int, at: int) -> set[tuple[int, int]]:
    """Return the places of the upper bracket that an entrant at a place may have played in."""
    slot = plan(room)[round_][at]
    own = {(round_, at)} if slot.part == UPPER else set()
    return own.union(*(_came_through(room, source.round, source.at) for source in slot.sources))


def test_a_second_final_is_played_only_if_the_lower_bracket_wins_the_first() -> None:
    def second_wins_finals(round_: int, pairing: Pairing) -> Result:
        return pairing.result(round_, RULING, pairing.second if round_ == 4 else EntrantId(min(pairing.seats, key=int)))

    course, over = played(started("double-elimination", 4), second_wins_finals)

    assert [len(drawn.couples) for drawn in course.rounds] == [2, 2, 1, 1, 1]
    assert course.rounds[3].couples == course.rounds[4].couples == (("1", "2"),)
    assert over.places == tuple("1234")
    assert [number for number, _ in double_tree(course, 0).lower] == [2, 3, 4, 5]
    course, _ = played(started("double-elimination", 4))
    assert len(course.rounds) == 4 and [number for number, _ in double_tree(course, 0).lower] == [2, 3, 4]


def test_who_has_not_lost_begins_the_final_and_only_finals_are_longer() -> None:
    def upset(round_: int, pairing: Pairing) -> Result:
        return pairing.result(
            round_, RULING, max(pairing.seats, key=int) if round_ == 2 and "1" in pairing.seats else _stronger(pairing)
        )

    course, _ = played(started("double-elimination best-of=3 final=5", 4), upset)

    assert course.rounds[3].couples == (("2", "1"),)
    assert [drawn.best_of for drawn in course.rounds] == [3, 3, 3, 5, 5][: len(course.rounds)]


def _stronger(pairing: Pairing) -> EntrantId:
    return min(pairing.seats, key=int)


def test_where_neither_comes_one_goes_on_and_one_goes_down() -> None:
    course, over = played(started("double-elimination", 8), lambda round_, pairing: pairing.result(round_, DOUBLE_WALKOVER))

    assert sorted(over.places) == sorted("12345678") and len(course.results) in (14, 15)


@pytest.mark.parametrize("number", [3, 5, 8, 13])
def test_who_leaves_is_drawn_nowhere_any_more(number: int) -> None:
    """After every round somebody leaves, down to the last: the event still has its end, and one who stayed has won."""
    for seed in range(8):
        course, random, decide = started("double-elimination", number), Random(f"{number} {seed}"), at_random((number, seed))
        for _ in range(40):
            next_round = courses.draw_next(course)
            if isinstance(next_round, Finished):
                break
            if isinstance(next_round, NextStage):
                course = replace(course, places=(next_round.places,))
                continue
            assert isinstance(next_round, DrawnRound)
            seated = {who for couple in next_round.couples for who in couple if who is not None}
            assert seated <= set(course.present())
            results = {(next_round.number, table): decide(next_round.number, pairing) for table, pairing in next_round.tables()}
            course = replace(course, rounds=(*course.rounds, next_round), results={**course.results, **results})
            if len(stay := sorted(course.present())) > 1:
                course = _without_results_of(course, random.choice(stay))
        assert isinstance(next_round, Finished) and len(next_round.places) == number
        if still := double_bracket.remaining_entrants(course, 0):
            assert next_round.places[0] in still


def _without_results_of(course: TournamentHistory, who: str) -> TournamentHistory:
    gone = len(course.rounds)
    return replace(
        course,
        entrants=tuple(replace(entrant, withdrawn_after=gone) if entrant.id == who else entrant for entrant in course.entrants),
    )


def test_a_result_that_is_corrected_late_seats_nobody_twice() -> None:
    """The loser of the upper semi-final is already drawn below when it turns out that they have won."""
    course = _course_until(started("double-elimination", 8), 3)
    table = next(table for table, pairing in course.rounds[1].tables() if "1" in pairing.seats)
    pairing = course.rounds[1].pairing(table)
    corrected = {**course.results, (2, table): pairing.result(2, RULING, next(who for who in pairing.seats if who != "1"))}

    next_round = courses.draw_next(replace(course, results=corrected))

    assert isinstance(next_round, DrawnRound)
    seated = [who for couple in next_round.couples for who in couple]
    assert len(seated) == len(set(seated)) and "1" in next_round.couples[0]


def _course_until(
    course: TournamentHistory, rounds: int, decide: Callable[[int, Pairing], Result] = lower_wins
) -> TournamentHistory:
    while len(course.rounds) < rounds:
        next_round = courses.draw_next(course)
        if isinstance(next_round, NextStage):
            course = replace(course, places=(next_round.places,))
            continue
        assert isinstance(next_round, DrawnRound)
        results = {(next_round.number, table): decide(next_round.number, pairing) for table, pairing in next_round.tables()}
        course = replace(course, rounds=(*course.rounds, next_round), results={**course.results, **results})
    return course


def test_two_of_different_brackets_do_not_change_places() -> None:
    course = _course_until(started("double-elimination", 8), 1)
    drawn = courses.draw_next(course)
    assert isinstance(drawn, DrawnRound)
    assert [double_bracket.part_of(course, drawn, table) for table in (1, 2, 3, 4)] == [UPPER, UPPER, LOWER, LOWER]

    changed = courses.with_entrants_swapped(course, drawn, drawn.couples[0][0], drawn.couples[1][0])

    assert changed.slots == drawn.slots
    with pytest.raises(InvalidTournamentError, match="other-bracket"):
        courses.with_entrants_swapped(course, drawn, drawn.couples[0][0], drawn.couples[2][0])


def test_it_follows_groups_and_leads_to_further_stages() -> None:
    course, over = played(started("swiss:2 -> double-elimination:4 final=3", 9))

    assert len(course.places[1]) == 4 and len(over.places) == 9 and set(over.places[:4]) == set(course.places[1])
    assert stages.write(stages.read("double-elimination:8 best-of=3 final=5")) == "double-elimination:8 best-of=3 final=5"
    with pytest.raises(InvalidTournamentError, match="stage-setting"):
        stages.read("double-elimination third")


def test_of_places_to_come_is_shown_what_is_known() -> None:
    course = replace(started("double-elimination", 6), places=(tuple(map(EntrantId, "123456")),))

    before = double_tree(course, 0)
    (_, first), *_ = before.upper
    assert [bracket_match.is_bye for bracket_match in first] == [True, False, True, False]
    (_, below), *_ = before.lower
    assert [bracket_match.is_bye for bracket_match in below] == [True, True], "the losers of two games have nobody to meet yet"
    course = _course_until(started("double-elimination", 6), 1)
    (_, below), *_ = double_tree(course, 0).lower
    assert [bracket_match.sides for bracket_match in below] == [("5", None), ("6", None)]


def test_the_finals_are_parts_of_their_own() -> None:
    assert [slot.part for slot in plan(4)[-1]] == [FINAL] and [slot.part for slot in plan(2)[0]] == [UPPER]
