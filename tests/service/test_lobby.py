"""From an idea to the first draw."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.core.errors import IllegalAction
from service import sealed_bag
from service.errors import Refusal
from service.matches import Matches
from service.records import Place
from storage.records import MatchId
from storage.sqlite_store import SqliteStore
from tests.service.conftest import ANNA, BEN, CHI, NOW, PLACE, begin


async def refused(awaitable: object) -> Refusal:
    with pytest.raises(Refusal) as caught:
        await awaitable  # type: ignore[misc]
    return caught.value


async def test_a_lobby_seats_its_host_and_publishes_the_seal(matches: Matches, store: SqliteStore) -> None:
    lobby = await matches.open(PLACE, ANNA, "tiny", {"rounds": "2"}, now=NOW)

    assert [s.user_id for s in lobby.seats] == [ANNA]
    assert lobby.match.options == {"rounds": "2", "vote": "off"}
    assert lobby.match.commitment == sealed_bag.commitment(await store.secret(lobby.match.id))
    assert not lobby.may_start


async def test_a_channel_holds_one_live_match(matches: Matches) -> None:
    first = await matches.open(PLACE, ANNA, "tiny", {}, now=NOW)

    refusal = await refused(matches.open(PLACE, BEN, "tiny", {}, now=NOW))

    assert (refusal.code, refusal.params) == ("channel-busy", {"match": first.match.id})
    assert (await refused(matches.check_new("tiny", {}, channel_id=PLACE.channel_id))).code == "channel-busy"
    await matches.cancel(first.match.id, ANNA, now=NOW)
    assert (await matches.open(PLACE, BEN, "tiny", {}, now=NOW)).match.host_id == BEN


async def test_what_cannot_be_opened_is_refused(matches: Matches) -> None:
    assert (await refused(matches.open(PLACE, ANNA, "chess", {}, now=NOW))).code == "unknown-game"
    assert (await refused(matches.open(PLACE, ANNA, "tiny", {}, now=NOW, order="age"))).code == "bad-order"
    with pytest.raises(IllegalAction, match="bad-seats"):
        await matches.open(PLACE, ANNA, "tiny", {}, now=NOW, seats=9)
    with pytest.raises(IllegalAction, match="bad-option"):
        await matches.open(PLACE, ANNA, "tiny", {"rounds": "many"}, now=NOW)
    assert (await refused(matches.in_channel(PLACE.channel_id))).code == "no-match"


async def test_joining_twice_or_into_a_full_lobby_is_refused(matches: Matches) -> None:
    lobby = await matches.open(PLACE, ANNA, "tiny", {}, now=NOW, seats=2)
    match_id = lobby.match.id

    assert (await refused(matches.join(match_id, ANNA, now=NOW))).code == "already-joined"
    await matches.join(match_id, BEN, now=NOW)
    assert (await refused(matches.join(match_id, CHI, now=NOW))).code == "lobby-full"
    assert (await refused(matches.add_computer(match_id, ANNA, "random", now=NOW))).code == "lobby-full"
    assert (await refused(matches.join(MatchId(99), CHI, now=NOW))).code == "no-match"


async def test_the_next_person_becomes_host_and_the_last_one_closes_the_lobby(matches: Matches) -> None:
    match_id = (await matches.open(PLACE, ANNA, "tiny", {}, now=NOW)).match.id
    await matches.add_computer(match_id, ANNA, "random", now=NOW)
    await matches.join(match_id, BEN, now=NOW)

    after = await matches.leave(match_id, ANNA, now=NOW)

    assert after.match.host_id == BEN
    assert [(s.seat, s.user_id, s.level) for s in after.seats] == [(0, None, "random"), (1, BEN, None)]
    assert (await refused(matches.leave(match_id, ANNA, now=NOW))).code == "not-joined"
    assert (await matches.leave(match_id, BEN, now=NOW)).match.status == "cancelled"


async def test_only_the_host_or_a_moderator_changes_the_lobby(matches: Matches) -> None:
    match_id = (await matches.open(PLACE, ANNA, "tiny", {}, now=NOW)).match.id
    await matches.join(match_id, BEN, now=NOW)

    for attempt in (
        matches.add_computer(match_id, BEN, "random", now=NOW),
        matches.remove_computer(match_id, BEN, now=NOW),
        matches.change(match_id, BEN, now=NOW, seats=2),
        matches.start(match_id, BEN, now=NOW),
        matches.cancel(match_id, BEN, now=NOW),
    ):
        assert (await refused(attempt)).code == "not-host"
    assert (await matches.cancel(match_id, BEN, now=NOW, moderator=True)).status == "cancelled"


async def test_settings_change_one_by_one(matches: Matches) -> None:
    match_id = (await matches.open(PLACE, ANNA, "tiny", {"rounds": "2"}, now=NOW)).match.id
    await matches.join(match_id, BEN, now=NOW)

    changed = await matches.change(match_id, ANNA, now=NOW, options={"vote": "on"}, seats=2, order="joined")

    assert (changed.match.options, changed.match.seats_wanted) == ({"rounds": "2", "vote": "on"}, 2)
    with pytest.raises(IllegalAction, match="unknown-option"):
        await matches.change(match_id, ANNA, now=NOW, options={"colour": "blue"})
    await matches.change(match_id, ANNA, now=NOW, seats=3)
    await matches.join(match_id, CHI, now=NOW)
    assert (await refused(matches.change(match_id, ANNA, now=NOW, seats=2))).code == "too-many-seated"


async def test_computers_come_and_go(matches: Matches) -> None:
    match_id = (await matches.open(PLACE, ANNA, "tiny", {}, now=NOW)).match.id

    assert (await refused(matches.add_computer(match_id, ANNA, "grandmaster", now=NOW))).code == "unknown-level"
    assert (await matches.add_computer(match_id, ANNA, "greedy", now=NOW)).may_start
    assert len((await matches.remove_computer(match_id, ANNA, now=NOW)).seats) == 1
    assert (await refused(matches.remove_computer(match_id, ANNA, now=NOW))).code == "no-computer"


async def test_starting_alone_is_refused_and_changes_nothing(matches: Matches) -> None:
    match_id = (await matches.open(PLACE, ANNA, "tiny", {}, now=NOW)).match.id

    with pytest.raises(IllegalAction, match="bad-seats"):
        await matches.start(match_id, ANNA, now=NOW)

    assert (await matches.lobby(match_id)).match.status == "lobby"


async def test_a_started_match_is_no_lobby_any_more(matches: Matches) -> None:
    match_id = (await begin(matches, ANNA, BEN)).match.id

    for attempt in (matches.join(match_id, CHI, now=NOW), matches.start(match_id, ANNA, now=NOW), matches.lobby(match_id)):
        assert (await refused(attempt)).code == "not-in-lobby"


async def test_the_order_of_seats_comes_from_the_seal(matches: Matches, store: SqliteStore) -> None:
    update = await begin(matches, ANNA, BEN, CHI, order="random")

    secret = await store.secret(update.match.id)
    assert tuple(s.user_id for s in update.seats) == sealed_bag.shuffled(secret, (ANNA, BEN, CHI))
    assert [s.seat for s in update.seats] == [0, 1, 2]


async def test_a_lobby_expires_after_seven_days_and_says_so(matches: Matches, store: SqliteStore) -> None:
    match_id = (await matches.open(PLACE, ANNA, "tiny", {}, now=NOW)).match.id

    await matches.tick(NOW + timedelta(days=6, hours=23))
    assert (await matches.match(match_id)).status == "lobby"
    await matches.tick(NOW + timedelta(days=7))

    assert (await matches.match(match_id)).status == "expired"
    assert [p.payload for p in await store.posts(match_id)] == [{"code": "lobby-expired"}]
    assert await store.due_timers(NOW + timedelta(days=30), 10) == ()


async def test_a_game_under_way_does_not_expire(matches: Matches) -> None:
    match_id = (await begin(matches, ANNA, BEN)).match.id

    await matches.tick(NOW + timedelta(days=8))

    assert (await matches.match(match_id)).status == "running"


async def test_a_rematch_seats_the_same_people_with_the_same_options(matches: Matches) -> None:
    old = (await begin(matches, ANNA, BEN, computers=1, rounds="5")).match
    assert (await refused(matches.rematch(old.id, BEN, now=NOW))).code == "still-live"
    await matches.cancel(old.id, ANNA, now=NOW)

    lobby = await matches.rematch(old.id, BEN, now=NOW)

    assert (lobby.match.host_id, lobby.match.rematch_of, lobby.match.options["rounds"]) == (BEN, old.id, "5")
    assert [(s.user_id, s.level) for s in lobby.seats] == [(ANNA, None), (BEN, None), (None, "random")]
    assert lobby.match.commitment != old.commitment
    assert (await refused(matches.rematch(old.id, CHI, now=NOW))).code == "not-seated"


async def test_lobby_and_games_of_a_server_are_listed(matches: Matches) -> None:
    running = (await begin(matches, ANNA, BEN)).match
    lobby = (await matches.open(Place(7, 71), CHI, "tiny", {}, now=NOW)).match
    await matches.open(Place(8, 80), CHI, "tiny", {}, now=NOW)

    assert [m.id for m in await matches.guild_matches(7)] == [lobby.id, running.id]
    await matches.cancel(running.id, ANNA, now=NOW)
    assert [m.id for m in await matches.guild_matches(7, ended=True)] == [running.id]


async def test_a_match_moves_to_another_thread(matches: Matches) -> None:
    running = (await begin(matches, ANNA, BEN)).match
    other = (await matches.open(Place(7, 71), CHI, "tiny", {}, now=NOW)).match

    assert (await refused(matches.rehome(running.id, other.channel_id, now=NOW))).code == "channel-busy"
    assert (await matches.rehome(running.id, 72, now=NOW)).channel_id == 72
    assert (await matches.in_channel(72)).id == running.id
