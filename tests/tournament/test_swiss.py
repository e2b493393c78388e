"""Swiss pairing: the cheapest of all pairings, found again by trying every one; and its laws over whole events."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.tournament.fields import bye, entrants, won
from tournament import pairing_costs, swiss
from tournament.first_player import ORDERS, beginner, streak
from tournament.results import Entrant, EntrantId, InvalidTournamentError, Pairing, Result, Round
from tournament.swiss import Couple, cheapest_matching, pair_round, pairing_field, pairing_price

NAMES = tuple("abcdefgh")


def couples(round_: Round) -> set[frozenset[str]]:
    return {frozenset((p.first, p.second)) for p in round_.pairings}


def paired(*couples_: str) -> set[frozenset[str]]:
    return {frozenset(couple) for couple in couples_}


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        ("slide", paired("ae", "bf", "cg", "dh")),
        ("fold", paired("ah", "bg", "cf", "de")),
        ("neighbours", paired("ab", "cd", "ef", "gh")),
    ],
)
def test_the_first_round_is_paired_in_the_order_asked_for(order: str, expected: set[frozenset[str]]) -> None:
    assert couples(pair_round(entrants(*NAMES), (), 1, order=order, seed="s")) == expected


def test_the_lot_decides_the_first_round_where_it_is_asked_and_always_in_the_same_way() -> None:
    rounds = {seed: couples(pair_round(entrants(*NAMES), (), 1, order="random", seed=seed)) for seed in "xyz"}

    assert rounds["x"] == couples(pair_round(entrants(*reversed(NAMES)), (), 1, order="random", seed="x"))
    assert rounds["x"] != rounds["y"] or rounds["x"] != rounds["z"]


def test_winners_meet_winners() -> None:
    rows = (won(1, "a", "e"), won(1, "b", "f"), won(1, "c", "g"), won(1, "d", "h"))

    assert couples(pair_round(entrants(*NAMES), rows, 2, order="slide", seed="s")) == paired("ac", "bd", "eg", "fh")


def test_nobody_meets_twice_if_it_can_be_helped() -> None:
    rows = (won(1, "a", "b"), won(1, "c", "d"), won(2, "a", "c"), won(2, "b", "d"))

    third = pair_round(entrants(*"abcd"), rows, 3, order="slide", seed="s")

    assert couples(third) == paired("ad", "bc")
    assert third.cost[pairing_costs.MET_BEFORE] == 0


def test_what_had_to_be_broken_is_said() -> None:
    rows = (won(1, "a", "b"),)

    again = pair_round(entrants("a", "b"), rows, 2, order="slide", seed="s")

    assert [(b.rule, b.entrants, b.reason) for b in again.broken] == [("met-before", ("a", "b"), "unavoidable")]


def test_the_bye_goes_to_the_last_of_those_with_the_fewest_points_who_had_none() -> None:
    rows = (won(1, "a", "b"), won(1, "c", "d"), bye(1, "e"))

    assert pair_round(entrants(*"abcde"), (), 1, order="slide", seed="s").bye == "e"
    assert pair_round(entrants(*"abcde"), rows, 2, order="slide", seed="s").bye == "d"


def test_team_mates_are_kept_apart_unless_the_event_says_otherwise() -> None:
    mates = entrants(*"abcd", a={"team": "x"}, c={"team": "x"})

    assert couples(pair_round(mates, (), 1, order="slide", seed="s")) != paired("ac", "bd")
    assert couples(pair_round(mates, (), 1, order="slide", seed="s", apart=False)) == paired("ac", "bd")


def test_who_skips_or_has_withdrawn_or_comes_later_is_not_paired() -> None:
    there = entrants(*"abcdef", e={"withdrawn_after": 1}, f={"from_round": 3})
    rows = (won(1, "a", "b"), won(1, "c", "d"), bye(2, "d", "half-bye"))

    second = pair_round(there, rows, 2, order="slide", seed="s")

    assert {who for p in second.pairings for who in (p.first, p.second)} | {second.bye} == set("abc")


def test_a_round_for_one_is_refused() -> None:
    with pytest.raises(InvalidTournamentError) as refused:
        pair_round(entrants("a"), (), 1, order="slide", seed="s")

    assert refused.value.code == "nobody-to-pair"


# -- who begins -------------------------------------------------------------------------------------------------------


def begins(one: Sequence[bool], other: Sequence[bool]) -> Pairing:
    return beginner(EntrantId("a"), EntrantId("b"), {EntrantId("a"): tuple(one), EntrantId("b"): tuple(other)}, "s", 5)


def test_games_not_played_do_not_count_for_starts() -> None:
    """A began 2 of 4, B (came late) 1 of 1: A begins."""
    assert begins([True, False, True, False], [True]).first == "a"
    assert begins([True, False, False, True], [True]).first == "a"


def test_nobody_starts_three_times_running() -> None:
    assert begins([False, False, False, False, True, True], [True, True, True, False]).first == "b"


def test_nobody_waits_three_times_running() -> None:
    assert begins([True, True, True, False, False], [False, True, False]).first == "a"


def test_level_in_all_who_did_not_begin_last_begins() -> None:
    assert begins([True, False], [False, True]).first == "a"


def test_everything_equal_the_lot_decides() -> None:
    seeds = {beginner(EntrantId("a"), EntrantId("b"), {EntrantId("a"): (), EntrantId("b"): ()}, str(n), 1).first for n in range(20)}

    assert seeds == {"a", "b"}


# -- against trying everything ----------------------------------------------------------------------------------------


def every_pairing(places: Sequence[int], nobody: int) -> Iterator[list[Couple]]:
    if not places:
        yield []
        return
    own_place, rest = places[0], places[1:]
    for other in rest:
        for others in every_pairing([p for p in rest if p != other], nobody):
            yield [(own_place, other), *others]
    if len(places) % 2:
        for others in every_pairing(rest, nobody):
            yield [(own_place, nobody), *others]


def total(ground: pairing_costs.PairingArrays, pairs: Sequence[Couple]) -> tuple[int, ...]:
    return tuple(sum(column) for column in zip(*(pairing_price(ground, couple) for couple in pairs), strict=True))


def played_through(
    number: int, rounds: int, order: str, dice: Random, *, leavers: bool = True
) -> tuple[list[Entrant], list[Result]]:
    """Return a whole event with random results, some teams and some leavers."""
    there = [
        Entrant(
            EntrantId(f"p{n}"),
            rating=dice.choice([None, 1000.0 + dice.randrange(500)]),
            team=dice.choice([None, None, "x", "y"]),
            withdrawn_after=dice.choice([None, None, None, 2]) if leavers else None,
        )
        for n in range(number)
    ]
    rows: list[Result] = []
    for round_ in range(1, rounds + 1):
        if sum(e.plays_in(round_) for e in there) < 2:
            break
        made = pair_round(there, rows, round_, order=order, seed="s", tie_breaks=("points", "buchholz", "difference"))
        rows += [Result(round_, p.first, p.second, score=(dice.randrange(100), dice.randrange(100))) for p in made.pairings]
        if made.bye:
            rows.append(bye(round_, made.bye))
    return there, rows


@given(st.integers(2, 7), st.integers(0, 4), st.sampled_from(ORDERS), st.integers(0, 10**6))
@settings(max_examples=60)
def test_no_pairing_is_cheaper_than_the_one_found(number: int, rounds: int, order: str, seed: int) -> None:
    there, rows = played_through(number, rounds, order, Random(seed), leavers=False)
    ground = pairing_field(there, rows, rounds + 1, order=order, seed="s").ground

    best = min(total(ground, pairs) for pairs in every_pairing(list(range(number)), number))

    assert total(ground, cheapest_matching(ground)) == best


def test_no_pairing_of_eight_is_cheaper_than_the_one_found() -> None:
    for seed in range(5):
        there, rows = played_through(8, 4, "slide", Random(seed), leavers=False)
        ground = pairing_field(there, rows, 5, order="slide", seed="s").ground

        assert total(ground, cheapest_matching(ground)) == min(total(ground, pairs) for pairs in every_pairing(list(range(8)), 8))


def large_ground(dice: Random, number: int = 1000, rounds: int = 10) -> pairing_costs.PairingArrays:
    """Return a field as it stands late in a large event."""
    halves = np.array(sorted((dice.randrange(2 * rounds + 1) for _ in range(number)), reverse=True))
    some = [np.array([dice.random() < 0.5 for _ in range(number)]) for _ in range(2)]
    met = np.array([[dice.random() < 0.01 for _ in range(number)] for _ in range(number)])
    teams, streaks = (np.array([dice.randrange(-1, 3) for _ in range(number)]) for _ in range(2))
    place, size = np.arange(number), np.full(number, number)
    return pairing_costs.PairingArrays(halves, met, teams, some[0], some[1], streaks, place, size, "fold")


def test_costs_of_a_field_of_any_size_compare_as_their_numbers_do() -> None:
    dice = Random(1)
    ground = large_ground(dice)
    costs, other = (np.array([dice.randrange(lo, lo + 500) for _ in range(400)]) for lo in (0, 500))
    ends = np.array([0, 1]), np.array([999, 998])
    prices = np.concatenate(
        [pairing_costs.costs(ground, costs, other), pairing_costs.costs(ground, *ends), pairing_costs.byes(ground, costs)], axis=1
    )

    whole = pairing_costs.packed_costs(prices, 500)

    tuples = [tuple(column) for column in prices.T.tolist()]
    assert sorted(range(len(whole)), key=whole.__getitem__) == sorted(range(len(whole)), key=tuples.__getitem__)
    # A round of 500 pairs with the dearest of each low number is still cheaper than one breach of the rule above it.
    low = np.zeros((8, 2), dtype=np.int64)
    low[pairing_costs.APART + 1 :, 0] = prices[pairing_costs.APART + 1 :].max(axis=1)
    low[pairing_costs.APART, 1] = 1
    dear, breach = pairing_costs.packed_costs(np.concatenate([low, prices], axis=1), 500)[:2]
    assert 500 * dear < breach


# -- laws over whole events -------------------------------------------------------------------------------------------


@given(st.integers(4, 24), st.sampled_from(ORDERS), st.integers(0, 10**6))
@settings(max_examples=25)
def test_over_whole_events_everybody_is_paired_once_a_round(number: int, order: str, seed: int) -> None:
    there, rows = played_through(number, 5, order, Random(seed))
    for round_ in range(1, 6):
        playing = sorted(e.id for e in there if e.plays_in(round_))
        if len(playing) > 1:
            assert sorted(who for row in rows if row.round == round_ for who in (row.first, row.second) if who) == playing


@given(st.integers(12, 24), st.integers(0, 10**6))
@settings(max_examples=15)
def test_in_five_rounds_of_twelve_or_more_nobody_meets_twice_or_rests_twice(number: int, seed: int) -> None:
    _, rows = played_through(number, 5, "slide", Random(seed), leavers=False)
    met = [frozenset((row.first, row.second)) for row in rows if row.second]
    rested = [row.first for row in rows if row.second is None]

    assert len(met) == len(set(met))
    assert len(rested) == len(set(rested))


@given(st.integers(10, 20), st.integers(0, 10**6))
@settings(max_examples=15)
@example(19, 0)
def test_starts_stay_balanced(number: int, seed: int) -> None:
    """Anyone who has begun more often begins only where two in a row force it; so hardly anybody of a field drifts beyond two."""
    there, rows = played_through(number, 6, "slide", Random(seed), leavers=False)
    began: dict[EntrantId, list[bool]] = {entrant.id: [] for entrant in there}
    for row in sorted((row for row in rows if row.second), key=lambda row: row.round):
        assert row.second is not None
        first, second = began[row.first], began[row.second]
        forced = streak(second) >= 2 or streak(first) <= -2
        assert forced or 2 * sum(first) - len(first) <= 2 * sum(second) - len(second)
        assert streak(first) < 2 or streak(second) >= 2, "a third start running only where both would have it"
        assert streak(second) > -2 or streak(first) <= -2, "so with waiting"
        first.append(True)
        second.append(False)

    assert sum(abs(2 * sum(own) - len(own)) > 2 for own in began.values()) <= 2


@given(st.integers(3, 16), st.integers(0, 10**6), st.randoms())
@settings(max_examples=25)
def test_the_order_of_entry_and_of_results_does_not_matter(number: int, seed: int, order: Random) -> None:
    there, rows = played_through(number, 3, "slide", Random(seed), leavers=False)
    entered, arrived = list(there), list(rows)
    order.shuffle(entered)
    order.shuffle(arrived)

    assert swiss.pair_round(entered, arrived, 4, order="slide", seed="s") == swiss.pair_round(
        there, rows, 4, order="slide", seed="s"
    )
