"""The winner of a game with a leaver: in a rated one never the leaver, whatever their computer did."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.core.game import Outcome, Seat
from service.match.eligibility import is_rated
from service.match.final_ranking import result
from service.match.match_rows import AGREED, MatchRows
from service.wiring.services import Services
from storage.store import Store
from tests.service.clocks.test_clock_service import begun
from tests.service.conftest import ANNA, BEN, CHI, NOW, play_turn
from tournament.ratings import ranks


async def left(services: Services, *, turns: int, rated: str) -> MatchRows:
    """Return a game of three in which Ben, then Anna resigned after so many turns, as it stands."""
    match_id = await begun(services, ANNA, BEN, CHI, rated=rated)
    for person in ((ANNA, BEN, CHI) * 4)[:turns]:
        await play_turn(services, match_id, person)
    for person in (BEN, ANNA):
        await services.resignations.resign(match_id, person, now=NOW)
        services.computers.stop(match_id)
    return await services.repository.rows(match_id)


@pytest.mark.parametrize(
    ("rated", "turns", "told"),
    [
        ("off", 10, {"winners": [1]}),
        ("on", 10, {"winners": [2], "below": [1, 0]}),
        ("on", 9, {"winners": [2], "below": [1, 0], "unrated": True, "uncounted": [0, 1, 2]}),
    ],
)
async def test_who_leaves_a_rated_game_has_lost_it(services: Services, rated: str, turns: int, told: dict[str, object]) -> None:
    rows = await left(services, turns=turns, rated=rated)

    assert result(rows, Outcome((4, 9, 2), (Seat(1),))) == {"scores": [4, 9, 2], **told}


async def test_who_all_agreed_with_has_lost_nothing(services: Services) -> None:
    rows = await left(services, turns=10, rated="on")
    agreed = replace(rows, seats=tuple(replace(seat, left=AGREED, level="citizen") for seat in rows.seats))

    assert result(agreed, Outcome((4, 9, 2), (Seat(1),))) == {"scores": [4, 9, 2], "winners": [1]}


async def test_seats_that_computers_play_on_by_agreement_rank_above_one_that_was_given_up(services: Services) -> None:
    """Ben resigned; later Anna and Chi agreed that computers play the rest."""
    rows = await left(services, turns=10, rated="on")
    seats = tuple(seat if seat.user_id == BEN else replace(seat, left=AGREED, level="citizen") for seat in rows.seats)

    outcome = result(replace(rows, seats=seats), Outcome((4, 9, 2), (Seat(1),)))

    assert (outcome["winners"], outcome["below"]) == ([0], [1])


async def test_a_rated_game_that_somebody_left_before_a_first_turn_rates_nobody(services: Services, store: Store) -> None:
    match_id = await begun(services, ANNA, BEN, rated="on")
    await services.resignations.resign(match_id, BEN, now=NOW)
    await services.resignations.resign(match_id, ANNA, now=NOW)
    services.computers.stop(match_id)
    rows = await services.repository.rows(match_id)
    kept = result(rows, Outcome((1, 0), (Seat(0),)))
    assert kept["unrated"]
    await services.computers.wake()
    await services.computers.settled()

    (ended,) = await store.matches.ended(7, 100)

    assert not is_rated(replace(ended, result={**ended.result, "unrated": True}))
    assert is_rated(replace(ended, result={"scores": [1, 0], "winners": [0]}))


def test_the_last_of_all_ranks_last_whatever_the_points() -> None:
    assert ranks((4, 9, 2), (2,), (1, 0)) == (2, 3, 1)
    assert ranks((4, 9, 2), (1,)) == (2, 1, 3)
