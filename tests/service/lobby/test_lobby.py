"""From an idea to the first draw."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.core.errors import IllegalActionError
from service.match import sealed_bag
from service.records import MatchLocation
from service.wiring.services import Services
from storage.rows import MatchId, of_match
from storage.store import Store
from tests.service.conftest import ANNA, BEN, CHI, NOW, PLACE, begin, refusal


async def test_a_lobby_seats_its_host_and_publishes_the_seal(services: Services, store: Store) -> None:
    lobby = await services.lobbies.open(PLACE, ANNA, "tiny", {"rounds": "2"}, now=NOW)

    assert [s.user_id for s in lobby.seats] == [ANNA]
    assert lobby.match.options == {"rounds": "2", "vote": "off"}
    assert lobby.match.commitment == sealed_bag.commitment(await store.matches.secret(lobby.match.id))
    assert not lobby.may_start


async def test_a_channel_holds_one_live_match(services: Services) -> None:
    first = await services.lobbies.open(PLACE, ANNA, "tiny", {}, now=NOW)

    stopped = await refusal(services.lobbies.open(PLACE, BEN, "tiny", {}, now=NOW))

    assert (stopped.code, stopped.params) == ("channel-busy", {"match": first.match.id})
    assert (await refusal(services.lobbies.check_new("tiny", {}, channel_id=PLACE.channel_id))).code == "channel-busy"
    await services.resignations.cancel(first.match.id, ANNA, now=NOW)
    assert (await services.lobbies.open(PLACE, BEN, "tiny", {}, now=NOW)).match.host_id == BEN


async def test_what_cannot_be_opened_is_refused(services: Services) -> None:
    assert (await refusal(services.lobbies.open(PLACE, ANNA, "chess", {}, now=NOW))).code == "unknown-game"
    assert (await refusal(services.lobbies.open(PLACE, ANNA, "tiny", {}, now=NOW, order="age"))).code == "bad-order"
    with pytest.raises(IllegalActionError, match="bad-seats"):
        await services.lobbies.open(PLACE, ANNA, "tiny", {}, now=NOW, seats=9)
    with pytest.raises(IllegalActionError, match="bad-option"):
        await services.lobbies.open(PLACE, ANNA, "tiny", {"rounds": "many"}, now=NOW)
    assert (await refusal(services.match_queries.in_channel(PLACE.channel_id))).code == "no-match"


async def test_joining_twice_or_into_a_full_lobby_is_refused(services: Services) -> None:
    lobby = await services.lobbies.open(PLACE, ANNA, "tiny", {}, now=NOW, seats=2)
    match_id = lobby.match.id

    assert (await refusal(services.lobbies.join(match_id, ANNA, now=NOW))).code == "already-joined"
    await services.lobbies.join(match_id, BEN, now=NOW)
    assert (await refusal(services.lobbies.join(match_id, CHI, now=NOW))).code == "lobby-full"
    assert (await refusal(services.lobbies.add_computer(match_id, ANNA, "apprentice", now=NOW))).code == "lobby-full"
    assert (await refusal(services.lobbies.join(MatchId(99), CHI, now=NOW))).code == "no-match"


async def test_the_next_person_becomes_host_and_the_last_one_closes_the_lobby(services: Services) -> None:
    match_id = (await services.lobbies.open(PLACE, ANNA, "tiny", {}, now=NOW)).match.id
    await services.lobbies.add_computer(match_id, ANNA, "apprentice", now=NOW)
    await services.lobbies.join(match_id, BEN, now=NOW)

    after = await services.lobbies.leave(match_id, ANNA, now=NOW)

    assert after.match.host_id == BEN
    assert [(s.seat, s.user_id, s.level) for s in after.seats] == [(0, None, "apprentice"), (1, BEN, None)]
    assert (await refusal(services.lobbies.leave(match_id, ANNA, now=NOW))).code == "not-joined"
    assert (await services.lobbies.leave(match_id, BEN, now=NOW)).match.status == "cancelled"


async def test_only_the_host_or_a_moderator_changes_the_lobby(services: Services) -> None:
    match_id = (await services.lobbies.open(PLACE, ANNA, "tiny", {}, now=NOW)).match.id
    await services.lobbies.join(match_id, BEN, now=NOW)

    for attempt in (
        services.lobbies.add_computer(match_id, BEN, "apprentice", now=NOW),
        services.lobbies.remove_computer(match_id, BEN, now=NOW),
        services.lobbies.change(match_id, BEN, now=NOW, seats=2),
        services.lobbies.start(match_id, BEN, now=NOW),
        services.resignations.cancel(match_id, BEN, now=NOW),
    ):
        assert (await refusal(attempt)).code == "not-host"
    assert (await services.resignations.cancel(match_id, BEN, now=NOW, moderator=True)).status == "cancelled"


async def test_settings_change_one_by_one(services: Services) -> None:
    match_id = (await services.lobbies.open(PLACE, ANNA, "tiny", {"rounds": "2"}, now=NOW)).match.id
    await services.lobbies.join(match_id, BEN, now=NOW)

    changed = await services.lobbies.change(match_id, ANNA, now=NOW, options={"vote": "on"}, seats=2, order="joined")

    assert (changed.match.options, changed.match.seats_wanted) == ({"rounds": "2", "vote": "on"}, 2)
    with pytest.raises(IllegalActionError, match="unknown-option"):
        await services.lobbies.change(match_id, ANNA, now=NOW, options={"colour": "blue"})
    await services.lobbies.change(match_id, ANNA, now=NOW, seats=3)
    await services.lobbies.join(match_id, CHI, now=NOW)
    assert (await refusal(services.lobbies.change(match_id, ANNA, now=NOW, seats=2))).code == "too-many-seated"


async def test_computers_come_and_go(services: Services) -> None:
    match_id = (await services.lobbies.open(PLACE, ANNA, "tiny", {}, now=NOW)).match.id

    assert (await refusal(services.lobbies.add_computer(match_id, ANNA, "grandmaster", now=NOW))).code == "unknown-level"
    assert (await services.lobbies.add_computer(match_id, ANNA, "citizen", now=NOW)).may_start
    assert len((await services.lobbies.remove_computer(match_id, ANNA, now=NOW)).seats) == 1
    assert (await refusal(services.lobbies.remove_computer(match_id, ANNA, now=NOW))).code == "no-computer"


async def test_starting_alone_is_refused_and_changes_nothing(services: Services) -> None:
    match_id = (await services.lobbies.open(PLACE, ANNA, "tiny", {}, now=NOW)).match.id

    with pytest.raises(IllegalActionError, match="bad-seats"):
        await services.lobbies.start(match_id, ANNA, now=NOW)

    assert (await services.lobbies.lobby(match_id)).match.status == "lobby"


async def test_a_started_match_is_no_lobby_any_more(services: Services) -> None:
    match_id = (await begin(services, ANNA, BEN)).match.id

    for attempt in (
        services.lobbies.join(match_id, CHI, now=NOW),
        services.lobbies.start(match_id, ANNA, now=NOW),
        services.lobbies.lobby(match_id),
    ):
        assert (await refusal(attempt)).code == "not-in-lobby"


async def test_the_order_of_seats_comes_from_the_seal(services: Services, store: Store) -> None:
    update = await begin(services, ANNA, BEN, CHI, order="random")

    secret = await store.matches.secret(update.match.id)
    assert tuple(s.user_id for s in update.seats) == sealed_bag.shuffle(secret, (ANNA, BEN, CHI))
    assert [s.seat for s in update.seats] == [0, 1, 2]


async def test_a_lobby_expires_after_seven_days_and_says_so(services: Services, store: Store) -> None:
    match_id = (await services.lobbies.open(PLACE, ANNA, "tiny", {}, now=NOW)).match.id

    await services.timers.tick(NOW + timedelta(days=6, hours=23))
    assert (await services.match_queries.match(match_id)).status == "lobby"
    await services.timers.tick(NOW + timedelta(days=7))

    expired = await services.match_queries.match(match_id)
    assert (expired.status, expired.ended_at) == ("expired", NOW + timedelta(days=7))
    assert [p.payload for p in await store.posts.of(of_match(match_id))] == [{"code": "lobby-expired", "days": 7}]
    assert await store.timers.due(NOW + timedelta(days=30), ("lobby-expiry",), 10) == ()


async def test_a_game_under_way_does_not_expire(services: Services) -> None:
    match_id = (await begin(services, ANNA, BEN)).match.id

    await services.timers.tick(NOW + timedelta(days=8))

    assert (await services.match_queries.match(match_id)).status == "running"


async def test_a_rematch_keeps_options_computers_and_seats_and_invites_the_others(services: Services) -> None:
    old = (await begin(services, ANNA, BEN, computers=1, rounds="5")).match
    assert (await refusal(services.lobbies.rematch(old.id, BEN, now=NOW))).code == "still-live"
    await services.resignations.cancel(old.id, ANNA, now=NOW)

    lobby = await services.lobbies.rematch(old.id, BEN, now=NOW)

    assert (lobby.match.host_id, lobby.match.rematch_of, lobby.match.options["rounds"]) == (BEN, old.id, "5")
    assert [(s.user_id, s.level) for s in lobby.seats] == [(BEN, None), (None, "apprentice")]
    assert lobby.match.seats_wanted == 3
    assert await services.lobbies.invited(lobby) == (ANNA,)
    assert await services.lobbies.invited(await services.lobbies.join(lobby.match.id, ANNA, now=NOW)) == ()
    assert lobby.match.commitment != old.commitment
    assert (await refusal(services.lobbies.rematch(old.id, CHI, now=NOW))).code == "not-seated"


async def test_lobby_and_games_of_a_server_are_listed(services: Services) -> None:
    running = (await begin(services, ANNA, BEN)).match
    lobby = (await services.lobbies.open(MatchLocation(7, 71), CHI, "tiny", {}, now=NOW)).match
    await services.lobbies.open(MatchLocation(8, 80), CHI, "tiny", {}, now=NOW)

    assert [m.id for m in await services.match_queries.guild_matches(7)] == [lobby.id, running.id]
    await services.resignations.cancel(running.id, ANNA, now=NOW)
    assert [m.id for m in await services.match_queries.guild_matches(7, ended=True)] == [running.id]


async def test_a_lost_match_moves_to_another_thread(services: Services, store: Store) -> None:
    running = (await begin(services, ANNA, BEN)).match
    assert (await refusal(services.channel_changes.rehome(running.id, 72, now=NOW))).code == "not-lost"
    [turn] = await store.posts.due(NOW, 1)
    await services.channel_changes.lose(turn, "channel-gone", NOW)
    other = (await services.lobbies.open(MatchLocation(7, 71), CHI, "tiny", {}, now=NOW)).match

    assert (await refusal(services.channel_changes.rehome(running.id, other.channel_id, now=NOW))).code == "channel-busy"
    assert (await services.channel_changes.rehome(running.id, 72, now=NOW)).channel_id == 72
    assert (await services.match_queries.in_channel(72)).id == running.id
