"""Seats that others may take over."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.core.game import Seat
from service.errors import Refusal
from service.guilds.server_settings import NEWCOMERS
from service.wiring.services import Services
from storage.rows import MatchId, UserId, of_match
from storage.store import Store
from tests.service.clocks.test_clock_service import begun
from tests.service.conftest import ANNA, BEN, CHI, NOW, make_services, play_turn

LONG_AGO = NOW - timedelta(days=15)
DORA = UserId(104)


async def refused(services: Services, match_id: MatchId, person: UserId, *, since: object = LONG_AGO) -> str:
    """Return why a person cannot take over, with the reason where there are several."""
    with pytest.raises(Refusal) as caught:
        await services.substitutes.take_over(match_id, person, now=NOW, member_since=since)  # type: ignore[arg-type]
    return caught.value.code + str(caught.value.params.get("why", ""))


async def test_a_free_seat_goes_to_the_person_who_takes_it_for_good(services: Services, store: Store) -> None:
    match_id = await begun(services, ANNA, BEN)
    await services.resignations.resign(match_id, BEN, now=NOW)
    await services.computers.settled()
    ((match, _, free),) = await services.substitutes.free(7)
    assert (match.id, free) == (match_id, (1,))

    await services.substitutes.take_over(match_id, CHI, now=NOW, member_since=LONG_AGO)

    seats = await services.match_queries.seats(match_id)
    assert [(seat.user_id, seat.level, seat.left) for seat in seats] == [(ANNA, None, None), (CHI, None, None)]
    told = [post.payload for post in await store.posts.of(of_match(match_id)) if post.payload.get("code") == "taken-over"]
    assert told == [{"code": "taken-over", "seat": 1, "user": CHI, "former": BEN}]
    assert await services.substitutes.free(7) == ()
    with pytest.raises(Refusal, match="seat-taken"):
        await services.seat_reclaim.come_back(match_id, BEN, now=NOW)
    with pytest.raises(Refusal, match="not-seated"):
        await play_turn(services, match_id, BEN)


async def test_who_takes_over_is_asked_plays_and_stays_over_a_restart(services: Services, store: Store) -> None:
    match_id = await begun(services, ANNA, BEN)
    await play_turn(services, match_id, ANNA)
    await services.resignations.skip(match_id, Seat(1), now=NOW, moderator=True)
    services.computers.stop(match_id)

    await services.substitutes.take_over(match_id, CHI, now=NOW, member_since=LONG_AGO)

    asked = [(post.seat, post.user_id) for post in await store.posts.of(of_match(match_id)) if post.kind == "turn"]
    assert asked[-1] == (1, CHI)
    after = make_services(store)
    assert (await after.match_queries.seats(match_id))[1].user_id == CHI
    update = await play_turn(after, match_id, CHI)
    assert update.asked == (0,)
    await after.stop()


async def test_time_that_ran_out_before_does_not_count_against_the_new_player(services: Services) -> None:
    """They have half a day at least, may come back once themselves, and begin with no timeouts."""
    match_id = await begun(services, ANNA, BEN, timeout="vacate")
    await services.timers.tick(NOW + timedelta(days=6))
    services.computers.stop(match_id)
    now = NOW + timedelta(days=6, minutes=1)

    await services.substitutes.take_over(match_id, CHI, now=now, member_since=LONG_AGO, seat=Seat(0))

    match, seats = await services.match_queries.seated(match_id)
    assert (await services.clocks.shown(match, seats, now))[0].left >= timedelta(hours=12)
    await services.resignations.skip(match_id, Seat(0), now=now, moderator=True)
    await services.seat_reclaim.come_back(match_id, CHI, now=now)
    assert (await services.match_queries.seats(match_id))[0].is_human


async def test_a_seat_is_offered_only_where_the_terms_say_so_and_somebody_plays(services: Services) -> None:
    closed = await begun(services, ANNA, BEN, substitutes="off")
    await services.resignations.resign(closed, BEN, now=NOW)
    assert await refused(services, closed, CHI) == "no-free-seatterms"
    await services.resignations.cancel(closed, ANNA, now=NOW)

    rated = await begun(services, ANNA, BEN, CHI, rated="on")
    await services.resignations.resign(rated, BEN, now=NOW)
    assert await refused(services, rated, DORA) == "no-free-seatrated"
    await services.resignations.cancel(rated, ANNA, now=NOW)

    full = await begun(services, ANNA, BEN)
    assert await refused(services, full, CHI) == "no-free-seatnone"
    assert await services.substitutes.free(7) == ()


async def test_newcomers_those_at_the_table_and_whom_somebody_has_blocked_stay_out(services: Services) -> None:
    match_id = await begun(services, ANNA, BEN)
    await services.resignations.resign(match_id, BEN, now=NOW)
    services.computers.stop(match_id)

    assert await refused(services, match_id, CHI, since=NOW - timedelta(days=13)) == "too-new-here"
    assert await refused(services, match_id, CHI, since=None) == "too-new-here"
    assert await refused(services, match_id, ANNA) == await refused(services, match_id, BEN) == "sits-here"
    await services.user_settings.block(ANNA, CHI)
    assert await refused(services, match_id, CHI) == "substitute-blocked"

    await services.server_settings.choose(7, NEWCOMERS, ["0"])
    await services.substitutes.take_over(match_id, DORA, now=NOW, member_since=None)
    assert (await services.match_queries.seats(match_id))[1].user_id == DORA


async def test_of_two_who_press_at_once_one_has_the_seat(services: Services) -> None:
    match_id = await begun(services, ANNA, BEN)
    await services.resignations.resign(match_id, BEN, now=NOW)
    services.computers.stop(match_id)

    await services.substitutes.take_over(match_id, CHI, now=NOW, member_since=LONG_AGO, seat=Seat(1))

    assert await refused(services, match_id, DORA) == "no-free-seatnone"


async def test_a_record_with_a_new_player_can_be_brought_in(services: Services) -> None:
    match_id = await begun(services, ANNA, BEN)
    await services.resignations.resign(match_id, BEN, now=NOW)
    services.computers.stop(match_id)
    await services.substitutes.take_over(match_id, CHI, now=NOW, member_since=LONG_AGO)
    await services.resignations.cancel(match_id, ANNA, now=NOW)

    record = await services.record_export.export(match_id)

    assert "takeover" in [row["text"] for row in record["log"]]
    assert [seat["user"] for seat in record["seats"]] == [str(ANNA), str(CHI)]
