"""Cross-tables and brackets of whole events, against what was played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from tests.tournament.test_progression import advanced, lower_wins, played, started
from tournament.bracket_tree import tree
from tournament.crosstable import at_tables, by_opponents, by_rounds
from tournament.history import TournamentHistory
from tournament.progression import standings_of
from tournament.results import BYE, HALF_BYE, WALKOVER, EntrantId, Pairing, Result


def ids(*numbers: int) -> tuple[EntrantId, ...]:
    return tuple(EntrantId(str(number)) for number in numbers)


def after(text: str, number: int, steps: int, **changes: frozenset[tuple[int, EntrantId]]) -> TournamentHistory:
    """Return an event after so many steps: a stage begun, a round drawn and played."""
    course = replace(started(text, number), **changes)
    for _ in range(steps):
        course, _ = advanced(course, lower_wins)
    return course


def without(course: TournamentHistory, *places: tuple[int, int]) -> TournamentHistory:
    """Return the history before these tables had a result."""
    left: Mapping[tuple[int, int], Result] = {place: r for place, r in course.results.items() if place not in places}
    return replace(course, results=left)


def test_a_swiss_shows_each_round_of_everybody_with_byes_and_what_is_open() -> None:
    entrant, five = ids(1, 5)
    course = without(after("swiss:3", 5, 3, skips=frozenset({(2, entrant)})), (2, 1))

    cells = by_rounds(course, 0)

    points = {line.id: line.values["points"] for line in standings_of(course, 0)}
    for who, rounds in cells.items():
        assert len(rounds) == 2
        assert sum(cell.line.halves for cell in rounds if cell and cell.line) / 2 == points[who]
    byes = [cell for rounds in cells.values() for cell in rounds if cell and cell.line and cell.line.how == BYE]
    assert len(byes) == 1 and byes[0].opponent is None
    skipped = cells[entrant][1]
    assert skipped is not None and skipped.line is not None and skipped.line.how == HALF_BYE
    first, second = course.rounds[1].couples[0]
    assert second is not None
    waiting = cells[first][1]
    assert waiting is not None and waiting.opponent == second and waiting.line is None
    assert five in cells


def test_groups_show_who_beat_whom_and_nothing_between_groups() -> None:
    course, _ = played(started("groups:2", 6))
    left, right = ids(1, 4, 5), ids(2, 3, 6)

    met = by_opponents(course, 0, left)

    assert sorted(met) == sorted((entrant, other) for entrant in left for other in left if entrant != other)
    assert all(met[entrant, other][0].halves == (2 if int(entrant) < int(other) else 0) for entrant, other in met)
    assert set(by_opponents(course, 0, right)).isdisjoint(met)
    twice, _ = played(started("groups:1 twice", 3))
    assert {len(lines) for lines in by_opponents(twice, 0, ids(1, 2, 3)).values()} == {2}


def test_a_bracket_shows_byes_results_and_the_places_that_wait() -> None:
    course = without(after("knock-out", 6, 3), (2, 2))

    quarters, semis, final = tree(course, 0).rounds

    assert [meeting.is_bye for meeting in quarters] == [True, False, True, False]
    assert [meeting.winner for meeting in quarters] == list(ids(1, 4, 2, 3))
    assert [meeting.sides for meeting in semis] == [ids(1, 4), ids(2, 3)]
    assert semis[0].winner == ids(1)[0] and semis[0].result is not None and semis[0].place == (2, 1)
    assert semis[1].winner is None
    assert [meeting.sides for meeting in final] == [(ids(1)[0], None)]


def test_before_its_first_round_a_bracket_shows_who_would_meet() -> None:
    course = after("knock-out", 4, 1)

    (first, final) = tree(course, 0).rounds

    assert [meeting.sides for meeting in first] == [ids(1, 4), ids(2, 3)]
    assert final[0].sides == (None, None) and final[0].place is None
    drawn, _ = advanced(course, lower_wins)
    assert [meeting.sides for meeting in tree(drawn, 0).rounds[0]] == [meeting.sides for meeting in first]


def test_a_walkover_counts_in_a_cross_table_and_sends_on_in_a_bracket() -> None:
    def absent(round_: int, pairing: Pairing) -> Result:
        return Result(round_, pairing.first, pairing.second, WALKOVER, pairing.second)

    course = started("swiss:1 -> knock-out:2", 2)
    for _ in range(4):
        course, _ = advanced(course, absent)

    (cells,) = {rounds for who, rounds in by_rounds(course, 0).items() if who == course.rounds[0].couples[0][1]}
    assert cells[0] is not None and cells[0].line is not None and cells[0].line.how == WALKOVER and cells[0].line.halves == 2
    (final,) = tree(course, 1).rounds
    assert final[0].winner == final[0].sides[1]


def test_the_game_for_the_third_place_waits_for_who_loses_and_stands_beside_the_final() -> None:
    course = after("knock-out third", 4, 2)

    begun, done = tree(without(course, (1, 2)), 0), tree(after("knock-out third", 4, 3), 0)

    assert begun.third is not None and begun.third.sides == (ids(4)[0], None)
    assert [len(round_) for round_ in done.rounds] == [2, 1] and done.rounds[1][0].winner == ids(1)[0]
    assert done.third is not None and set(done.third.sides) == set(ids(3, 4)) and done.third.winner == ids(3)[0]
    assert tree(after("knock-out third", 3, 2), 0).third is None, "one lost, the other had a bye"
    assert tree(after("knock-out", 4, 2), 0).third is None


def test_tables_show_what_everybody_got_in_each_round() -> None:
    def first_wins(round_: int, pairing: Pairing) -> Result:
        scores = tuple(100 - int(who) for who in pairing.seats)
        return Result(round_, pairing.first, pairing.second, score=scores, others=pairing.others)

    course = started("tables:2", 7)
    for _ in range(3):
        course, _ = advanced(course, first_wins)

    seats = at_tables(without(course, (2, 1)), 0)

    sums = {line.id: line.values["points"] for line in standings_of(without(course, (2, 1)), 0)}
    assert {who: sum(seat.points for seat in rounds if seat) for who, rounds in seats.items()} == sums
    best = seats[ids(1)[0]][0]
    assert best is not None and best.rank == 1 and best.points == 5 and best.of in (3, 4)
    assert sum(rounds[1] is None for rounds in seats.values()) == len(course.rounds[1].seats(1))
