"""The departure of excluded people from games, which go on for all others."""

from __future__ import annotations

from dataclasses import replace

from service.lobby.quotas import UNLIMITED
from service.records import MatchLocation
from storage.rows import UserId
from storage.store import Store
from tests.service.conftest import ANNA, BEN, NOW, begin, make_services


async def test_of_ten_games_computers_play_on_and_after_another_start_nothing_changes(store: Store) -> None:
    services = make_services(store, limits=replace(UNLIMITED, excluded=frozenset({ANNA, 7777})))
    games = [(await begin(services, ANNA, BEN, place=MatchLocation(7, 70 + number))).match.id for number in range(10)]
    other = (await begin(services, BEN, UserId(3), place=MatchLocation(7, 90))).match.id

    for _ in range(2):
        await services.exclusion.carry_out(NOW)

    for match_id in games:
        seats = await services.match_queries.seats(match_id)
        assert {seat.user_id for seat in seats if seat.is_human} == {BEN}
        assert (await services.match_queries.match(match_id)).status == "running"
    assert all(seat.is_human for seat in await services.match_queries.seats(other))
    assert services.exclusion.holds(ANNA) and services.exclusion.holds(BEN, 7777) and not services.exclusion.holds(BEN, None)
    await services.stop()
