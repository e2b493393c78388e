"""Whole events as arithmetic: stages, rounds, who goes on, and the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournament import duels, stages
from tournament import progression as courses
from tournament.duels import DuelGame
from tournament.first_player import SLIDE
from tournament.history import DrawnRound, Finished, NextStage, TournamentHistory
from tournament.kinds import bracket
from tournament.results import Entrant, EntrantId, InvalidTournamentError, Pairing, Result

Decide = Callable[[int, Pairing], Result]
A, B = EntrantId("a"), EntrantId("b")


def started(text: str, number: int, seed: str = "seed") -> TournamentHistory:
    entrants = tuple(Entrant(EntrantId(str(n)), 2000 - n) for n in range(1, number + 1))
    fitted = stages.fit_stages(stages.read(text), number)
    return TournamentHistory(fitted, SLIDE, ("points", "buchholz", "difference"), seed, entrants)


def lower_wins(round_: int, pairing: Pairing) -> Result:
    """Return a win of the earlier entrant."""
    points = (40, 30) if int(pairing.first) < int(pairing.second) else (30, 40)
    return Result(round_, pairing.first, pairing.second, score=points)


def advanced(course: TournamentHistory, decide: Decide) -> tuple[TournamentHistory, Finished | None]:
    """Return the history after the next step: a stage begun, or a round drawn and played."""
    next_round = courses.draw_next(course)
    if isinstance(next_round, Finished):
        return course, next_round
    if isinstance(next_round, NextStage):
        return replace(course, places=(*course.places, next_round.places)), None
    results = {(next_round.number, table): decide(next_round.number, pairing) for table, pairing in next_round.tables()}
    return replace(course, rounds=(*course.rounds, next_round), results={**course.results, **results}), None


def played(course: TournamentHistory, decide: Decide = lower_wins) -> tuple[TournamentHistory, Finished]:
    for _ in range(60):
        course, over = advanced(course, decide)
        if over is not None:
            return course, over
    raise AssertionError("it never ends")


# -- stages -----------------------------------------------------------------------------------------------------------


def test_the_text_of_stages_is_read_and_written_back() -> None:
    text = "groups:4 twice -> knock-out:8 best-of=3 final=5"

    assert stages.write(stages.read(text)) == text
    assert stages.write(stages.read("Swiss:5 → knock-out shape=championship")) == "swiss:5 -> knock-out:8 shape=championship"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "no-stage"),
        ("pyramid:3", "unknown-stage"),
        ("ladder:3 -> swiss", "ladder-last"),
        ("swiss:99", "stage-size"),
        ("swiss:x", "stage-size"),
        ("swiss:3 best-of=2", "stage-setting"),
        ("swiss:3 final=3", "stage-setting"),
        ("swiss:3 colour=red", "unknown-setting"),
        ("knock-out:4 shape=championship", "not-eight"),
        ("swiss -> swiss -> swiss -> swiss -> swiss", "too-many-stages"),
    ],
)
def test_a_text_that_makes_no_sense_is_refused(text: str, code: str) -> None:
    with pytest.raises(InvalidTournamentError) as refused:
        stages.read(text)

    assert refused.value.code == code


def test_what_cannot_be_played_by_so_few_is_refused() -> None:
    for text, entrants, code in (("swiss:5", 4, "too-many-rounds"), ("knock-out:8", 7, "too-few"), ("groups:2", 3, "too-few")):
        with pytest.raises(InvalidTournamentError) as refused:
            stages.fit_stages(stages.read(text), entrants)
        assert refused.value.code == code


def test_a_swiss_without_a_number_has_the_rounds_that_it_needs() -> None:
    assert [stages.rounds_for(number) for number in (2, 3, 4, 8, 9, 100, 1000)] == [1, 2, 3, 3, 4, 7, 10]


# -- the way through --------------------------------------------------------------------------------------------------


def test_a_swiss_leads_to_a_bracket_of_the_best() -> None:
    course, over = played(started("swiss:3 -> knock-out:4", 8))

    assert [drawn.stage for drawn in course.rounds] == [0, 0, 0, 1, 1]
    assert course.places[1] == courses.ranking(course, 0)[:4]
    assert over.places[0] == "1"
    assert sorted(over.places) == sorted(entrant.id for entrant in course.entrants)


def test_groups_lead_to_a_bracket_in_which_mates_meet_late() -> None:
    course, over = played(started("groups:2 -> knock-out:4", 8))
    first, second = courses.parts_of(course, 0)
    semi = course.rounds[3]

    assert len(course.drawn_in(0)) == 3
    for who, other in semi.couples:
        assert (who in first) != (other in first)
    assert set(course.places[1]) == {*first[:2], *second[:2]}
    assert over.places[0] == "1"


def test_the_championship_sends_the_higher_placed_on_after_a_draw() -> None:
    drawn = played(
        started("swiss:5 -> knock-out:8 shape=championship", 10), lambda r, p: Result(r, p.first, p.second, score=(9, 9))
    )
    course, over = drawn

    assert over.places[0] == course.places[1][0]


def test_who_withdraws_makes_room_in_the_next_stage() -> None:
    course = started("swiss:3 -> knock-out:4", 8)
    for _ in range(4):
        course, _over = advanced(course, lower_wins)
    gone = courses.ranking(course)[1]
    left = tuple(replace(e, withdrawn_after=3) if e.id == gone else e for e in course.entrants)

    next_round = courses.draw_next(replace(course, entrants=left))

    assert isinstance(next_round, NextStage)
    assert gone not in next_round.places and len(next_round.places) == 4


def test_where_neither_came_the_one_who_is_still_there_goes_on() -> None:
    course = started("knock-out:4", 4)
    course = replace(course, places=(courses.seeded(course.entrants, "seed"),))
    semi = courses.draw_next(course)
    assert isinstance(semi, DrawnRound)
    high, low = semi.couples[0]
    assert low is not None
    nobody = {(1, table): courses.walkover(1, pairing, None) for table, pairing in semi.tables()}
    course = replace(course, rounds=(semi,), results=nobody)

    assert bracket.winners(course, semi)[0] == high
    out = tuple(replace(e, withdrawn_after=0) if e.id == high else e for e in course.entrants)
    assert bracket.winners(replace(course, entrants=out), semi)[0] == low


def test_a_later_correction_changes_places_and_no_round_that_was_drawn() -> None:
    course, _ = played(started("swiss:3", 6))
    before = courses.ranking(course)
    last = max(table for round_, table in course.results if round_ == 1)
    old = course.results[(1, last)]

    corrected = replace(course, results={**course.results, (1, last): replace(old, score=(old.score or (0, 0))[::-1])})

    assert corrected.rounds == course.rounds
    assert courses.ranking(corrected) != before


def test_who_has_left_a_drawn_knock_out_does_not_go_on_but_who_leaves_later_does() -> None:
    course = started("knock-out:4", 4)
    course, _ = advanced(course, lower_wins)
    course, _ = advanced(course, lambda r, p: Result(r, p.first, p.second, score=(9, 9)))
    high, low = course.rounds[0].couples[0]
    assert low is not None

    def without(who: EntrantId, after: int) -> tuple[EntrantId, ...]:
        out = tuple(replace(e, withdrawn_after=after) if e.id == who else e for e in course.entrants)
        return bracket.winners(replace(course, entrants=out), course.rounds[0])

    assert bracket.winners(course, course.rounds[0])[0] == high == without(low, 1)[0]
    assert without(high, 1)[0] == low
    assert without(high, 2)[0] == high, "what was played is not changed by leaving afterwards"


@settings(max_examples=60)
@given(st.integers(2, 17), st.sampled_from(["swiss", "swiss:2 -> knock-out:2", "knock-out", "groups:1"]), st.integers(0, 1 << 30))
def test_every_event_comes_to_its_end(number: int, text: str, chance: int) -> None:
    """Anyone who withdraws, skips, stays away or draws: rounds are drawn to the end, each person at one place of each."""
    random = Random(chance)
    try:
        course = started(text, number)
    except InvalidTournamentError:
        return

    def any_result(round_: int, pairing: Pairing) -> Result:
        if random.random() < 0.15:
            return courses.walkover(round_, pairing, random.choice([pairing.first, pairing.second, None]))
        return Result(round_, pairing.first, pairing.second, score=(random.randint(20, 60), random.randint(20, 60)))

    over: Finished | None = None
    for _ in range(80):
        if random.random() < 0.15:
            gone = random.choice(course.entrants)
            course = replace(
                course,
                entrants=tuple(replace(e, withdrawn_after=len(course.rounds)) if e is gone else e for e in course.entrants),
            )
        if random.random() < 0.15:
            course = replace(course, skips=course.skips | {(len(course.rounds) + 1, random.choice(course.entrants).id)})
        course, over = advanced(course, any_result)
        if over is not None:
            break

    assert over is not None
    assert Counter(over.places) == Counter(entrant.id for entrant in course.entrants)
    for drawn in course.rounds:
        seated = [who for couple in drawn.couples for who in couple if who is not None]
        assert len(seated) == len(set(seated))


# -- closing ----------------------------------------------------------------------------------------------------------


def test_a_round_closes_when_nothing_open_changes_what_follows() -> None:
    """The last game of the last round between two who cannot reach another place."""
    course = started("swiss:1", 2)
    course, _ = advanced(course, lower_wins)
    course, _ = advanced(course, lower_wins)
    assert courses.can_close(course)
    open_ = replace(course, results={})
    assert not courses.can_close(open_), "who wins is the first"


def test_a_knock_out_waits_for_every_game() -> None:
    course = started("knock-out:4", 4)
    course, _ = advanced(course, lower_wins)
    course, _ = advanced(course, lower_wins)

    assert not courses.can_close(replace(course, results={(1, 1): course.results[(1, 1)]}))


def test_two_change_places_by_hand() -> None:
    course = started("swiss:3", 4)
    course, _ = advanced(course, lower_wins)
    drawn = courses.draw_next(course)
    assert isinstance(drawn, DrawnRound)
    (a, b), (c, d) = drawn.couples
    assert b is not None and c is not None

    changed = courses.with_entrants_swapped(course, drawn, b, c)

    assert changed.couples == ((a, c), (b, d))
    assert changed.broken[-1].reason == "by-hand"
    for entrant, other, code in ((a, b, "same-table"), (a, EntrantId("x"), "not-paired")):
        with pytest.raises(InvalidTournamentError) as refused:
            courses.with_entrants_swapped(course, drawn, entrant, other)
        assert refused.value.code == code


# -- duels ------------------------------------------------------------------------------------------------------------


def starts(games: list[DuelGame], best_of: int = 3, *, must_decide: bool = True) -> EntrantId | None:
    return duels.next_start(Pairing(A, B), games, best_of, must_decide=must_decide, seed="s", round_=1)


def test_a_duel_goes_a_b_a_and_stops_when_decided() -> None:
    assert starts([]) == A
    assert starts([DuelGame((40, 30))]) == B
    assert starts([DuelGame((40, 30)), DuelGame((30, 40))]) == A
    assert starts([DuelGame((40, 30)), DuelGame((40, 30))]) is None


def test_a_level_duel_is_decided_by_the_difference_then_by_one_more_game() -> None:
    drawn = DuelGame((33, 33))
    assert starts([DuelGame((50, 30)), DuelGame((30, 40)), drawn]) is None, "ten points more in all"
    level = [DuelGame((40, 30)), DuelGame((30, 40)), drawn]
    assert starts(level) in (A, B)
    assert starts(level, must_decide=False) is None
    assert starts([*level, drawn]) is None, "one more, and no further"


def test_a_game_that_was_given_up_counts_ten_at_least() -> None:
    assert duels.counted_points(DuelGame((20, 40), "resigned", A), Pairing(A, B)) == (50, 40)
    assert duels.counted_points(DuelGame((20, 40), "flag", B), Pairing(A, B)) == (20, 40)
    given_up = duels.duel_result(Pairing(A, B), [DuelGame((5, 9), "resigned", A)], 1, 1)
    assert (given_up.how, given_up.winner, given_up.score) == ("resigned", A, (5, 9))
    duel = duels.duel_result(Pairing(A, B), [DuelGame((40, 30)), DuelGame((20, 40), "resigned", A)], 1, 3)
    assert duel.games == ((40, 30), (50, 40))


def test_a_knock_out_of_fewer_than_planned_has_as_many_rounds_as_they_need() -> None:
    """Four of eight have left before it begins."""
    course = started("swiss:2 -> knock-out:8", 8)
    for _ in range(3):
        course, _ = advanced(course, lower_wins)
    course = replace(
        course, entrants=tuple(replace(entrant, withdrawn_after=None if int(entrant.id) < 5 else 2) for entrant in course.entrants)
    )

    course, over = played(course)

    assert [len(drawn.couples) for drawn in course.rounds[2:]] == [2, 1]
    assert over.places[:2] == (EntrantId("1"), EntrantId("2"))
