"""The departure of barred people and servers: what they have running ends kindly, and all others play on."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from service.lobby.quotas import UNLIMITED
from service.operators.exclusion import BAR, LIFT
from service.records import MatchLocation
from storage.rows import PERSON, SERVER, SeekRow, UserId, of_match
from storage.store import Store
from tests.service.conftest import ANNA, BEN, CHI, NOW, begin, make_services, refused

OPERATOR = UserId(1)


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


async def test_a_stored_bar_outlives_the_process_and_ends_what_a_killed_one_left(store: Store) -> None:
    services = make_services(store)
    match = (await begin(services, ANNA, BEN)).match
    lobby = await services.lobbies.open(MatchLocation(7, 71), CHI, "tiny", {}, now=NOW)
    await services.lobbies.join(lobby.match.id, ANNA, now=NOW)
    await services.matchmaking.wish(SeekRow(8, ANNA, "tiny", "", 0, NOW))
    services.exclusion._end = _count_killed  # type: ignore[method-assign]

    with suppress(KeyboardInterrupt):
        await services.exclusion.bar(ANNA, PERSON, OPERATOR, now=NOW)
    await services.stop()

    services = make_services(store)
    await services.exclusion.open()
    assert services.exclusion.holds(ANNA)
    await services.exclusion.carry_out(NOW)
    assert {seat.user_id for seat in await services.match_queries.seats(match.id) if seat.is_human} == {BEN}
    assert {seat.user_id for seat in await services.match_queries.seats(lobby.match.id)} == {CHI}
    assert await services.matchmaking.wishes(8) == ()
    await services.stop()


async def _count_killed(*_: object) -> None:
    raise KeyboardInterrupt


async def test_a_bar_is_lifted_once_and_the_log_tells_both(store: Store) -> None:
    services = make_services(store)
    await services.exclusion.bar(ANNA, PERSON, OPERATOR, now=NOW)
    assert await refused(services.exclusion.bar(ANNA, PERSON, OPERATOR, now=NOW)) == "already-barred"
    await services.exclusion.lift(ANNA, OPERATOR, now=NOW)

    assert not services.exclusion.holds(ANNA) and services.exclusion.bars == ()
    assert await refused(services.exclusion.lift(ANNA, OPERATOR, now=NOW)) == "not-barred"
    log = await store.operators.operations(9)
    assert [(row.what, row.about, row.by) for row in log] == [(LIFT, ANNA, OPERATOR), (BAR, ANNA, OPERATOR)]
    await services.stop()


async def test_owners_and_what_the_setting_bars_are_left_to_the_settings(store: Store) -> None:
    services = make_services(store, limits=replace(UNLIMITED, owners=frozenset({BEN}), excluded=frozenset({CHI})))
    assert await refused(services.exclusion.bar(BEN, PERSON, OPERATOR, now=NOW)) == "bar-owner"
    assert await refused(services.exclusion.bar(OPERATOR, PERSON, OPERATOR, now=NOW)) == "bar-owner"
    assert await refused(services.exclusion.lift(CHI, OPERATOR, now=NOW)) == "barred-by-setting"
    await services.stop()


async def test_games_of_a_barred_server_end_without_a_result_and_say_so(store: Store) -> None:
    services = make_services(store)
    ours = (await begin(services, ANNA, BEN, place=MatchLocation(7, 70), terms={"rated": "yes"})).match
    lobby = await services.lobbies.open(MatchLocation(7, 71), CHI, "tiny", {}, now=NOW)
    other = (await begin(services, ANNA, BEN, place=MatchLocation(8, 80))).match

    await services.exclusion.bar(7, SERVER, OPERATOR, now=NOW)

    statuses = [(await services.match_queries.match(match.id)).status for match in (ours, lobby.match, other)]
    assert statuses == ["cancelled", "cancelled", "running"]
    told = [post.payload["code"] for post in await services.outbox.about(of_match(ours.id)) if post.kind == "notice"]
    assert told == ["closed-down"]
    await services.stop()


async def test_who_is_forgotten_stays_barred_and_is_named_nowhere_else(store: Store) -> None:
    services = make_services(store)
    await services.exclusion.bar(ANNA, PERSON, OPERATOR, now=NOW)
    await services.reports.add(ANNA, 7, 70, 700, "…", now=NOW)
    exported = await services.privacy.export(ANNA)
    assert exported["bar"] and exported["reports"][0]["text"] == "…"

    await services.privacy.forget(ANNA, now=NOW)

    await services.exclusion.open()
    assert services.exclusion.holds(ANNA)
    assert all(row.about != ANNA for row in await store.operators.operations(9))
    assert all(row.user_id != ANNA for row in await store.operators.reports(9))
    await services.stop()
