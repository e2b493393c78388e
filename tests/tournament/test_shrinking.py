"""However many leave, and whenever: an event goes on with who is left, and ends by itself."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

import pytest

from tests.tournament.test_kinds import seats_by_number
from tests.tournament.test_progression import advanced, started
from tournament import progression as courses
from tournament import stages
from tournament.bracket_tree import tree
from tournament.history import AwaitingChallenges, Finished, TournamentHistory
from tournament.presets import PRESETS
from tournament.results import DOUBLE_WALKOVER, WALKOVER, Pairing, Result

PLANS = (
    *dict.fromkeys(preset.stages for preset in PRESETS.values()),
    *(
        "league:3 moving=2 -> league:3 twice -> league:2 moving=0",
        "groups:4 -> knock-out:4 third",
        "groups:2 -> groups:3 -> swiss:2",
    ),
    *("tables:2 -> groups:4", "tables:1 best=6 -> league:3 -> tables:1 -> ladder", "knock-out:8 -> tables:2 -> swiss:3"),
)
NUMBER = 12


def left(course: TournamentHistory, number: int) -> TournamentHistory:
    """Return the history after all but so many have left, some of the best and some of the last."""
    stay = sorted(course.entrants, key=lambda entrant: (int(entrant.id) * 5) % (NUMBER + 1))[:number]
    gone = len(course.rounds)
    entrants = (e if e in stay or e.withdrawn_after is not None else replace(e, withdrawn_after=gone) for e in course.entrants)
    return replace(course, entrants=tuple(entrants))


def step(course: TournamentHistory) -> tuple[TournamentHistory, Finished | AwaitingChallenges | None]:
    """Return the history after the next step, in which leavers lose, with all its tables computed."""

    def decide(round_: int, pairing: Pairing) -> Result:
        there = [who for who in pairing.seats if course.stays(who)]
        if len(there) == len(pairing.seats):
            return seats_by_number(round_, pairing)
        return pairing.result(round_, WALKOVER, there[0]) if there else pairing.result(round_, DOUBLE_WALKOVER)

    if isinstance(waits := courses.draw_next(course), AwaitingChallenges):
        return course, waits
    course, over = advanced(course, decide)
    for stage in range(len(course.places)):
        parts = courses.parts_of(course, stage)
        assert not parts or sorted(who for part in parts for who in part) == sorted(course.places[stage])
        courses.standings_of(course, stage)
        if course.stages[stage].kind == stages.KNOCK_OUT:
            tree(course, stage)
    return course, over


def shrunk(text: str, number: int) -> Iterator[tuple[TournamentHistory, Finished | AwaitingChallenges | None]]:
    """Yield the ends of an event, once for each moment in which all but so many leave."""
    course: TournamentHistory = started(text, NUMBER)
    while True:
        course, end = step(course)
        if end is not None:
            return
        fewer, end = left(course, number), None
        for _ in range(60):
            fewer, end = step(fewer)
            if end is not None:
                break
        yield fewer, end


@pytest.mark.parametrize("number", [2, 0, *(pytest.param(number, marks=pytest.mark.soak) for number in (3, 1))])
@pytest.mark.parametrize("text", PLANS)
def test_an_event_goes_on_and_ends_with_however_few_are_left(text: str, number: int) -> None:
    ends = list(shrunk(text, number))

    assert ends
    for course, end in ends:
        is_endless = (
            course.stages[course.stage].kind in (stages.LADDER, stages.ARENA) and number > 1
        )  # ended by the organiser, or its hour
        assert isinstance(end, AwaitingChallenges if is_endless else Finished)
        assert sorted(courses.ranking(course)) == sorted(entrant.id for entrant in course.entrants)
        for stage in range(len(course.places)):
            met = {frozenset(result.seats) for result in course.results_in(stage)}
            for part in courses.parts_of(course, stage):
                assert len(part) > 1, "everybody has somebody to meet"
                assert met >= {frozenset(couple) for couple in combinations(filter(course.stays, part), 2)}
