"""A server removes the bot: its games rest, come back with it, and are deleted after the time that the privacy page names."""

from __future__ import annotations

import sqlite3
from datetime import timedelta
from pathlib import Path

import pytest

from service.errors import Refusal
from service.guilds.guild_lifecycle import GONE, KEPT
from service.records import MatchLocation
from service.tournaments.duels import DuelRequest
from service.wiring.services import Services
from storage.changes import PutRow, SaveMap
from storage.rows import LOST, RUNNING, MapRow, UploadRow, of_match, of_server
from storage.store import Store
from tests.service.conftest import ANNA, BEN, CHI, NOW, PLACE, begin, play_turn
from tests.service.wiring.test_privacy import mentions

SERVER, OTHER, MARK = 424242424242, 8, "424242424242"
HERE = MatchLocation(SERVER, 515151515151)
LATER = NOW + timedelta(days=10)


async def is_open(channel_id: int) -> bool:
    return channel_id == HERE.channel_id


async def furnished(services: Services, store: Store) -> None:
    """Fill a server with a running game, an ended one, a lobby, a draft, a map and an upload; and another server alike."""
    running = await begin(services, ANNA, BEN, place=HERE)
    await services.drafts.push(running.match.id, ANNA, ["keep"], now=NOW)
    over = await begin(services, ANNA, BEN, place=MatchLocation(SERVER, 71))
    await services.resignations.cancel(over.match.id, ANNA, now=NOW)
    await services.lobbies.open(MatchLocation(SERVER, 72), CHI, "tiny", {}, now=NOW)
    await begin(services, ANNA, CHI, place=MatchLocation(OTHER, 80))
    for guild in (SERVER, OTHER):
        await store.commit(SaveMap(MapRow("isle-1", guild, "Isle", "text", ANNA, NOW)))
        await store.commit(PutRow(UploadRow(guild, BEN, "text", NOW)))


async def test_a_server_with_nothing_but_a_challenge_is_kept_and_erased_like_any_other(
    services: Services, store: Store, path: Path
) -> None:
    await services.tournaments.duels.challenge(HERE, ANNA, BEN, DuelRequest("tiny", {}, "daily"), name="Duel", now=NOW)
    await services.subscriptions.follow_person(ANNA, BEN, SERVER)
    assert await services.guild_lifecycle.kept() == {SERVER}

    await services.guild_lifecycle.left(SERVER, now=NOW)
    (timer,) = await store.timers.of(of_server(SERVER))
    await services.guild_lifecycle.erase(timer, NOW + KEPT)

    assert await services.guild_lifecycle.kept() == frozenset()
    assert mentions(path, MARK) == []


async def test_games_rest_and_come_back_with_the_bot(services: Services, store: Store) -> None:
    """Who is waited for hears of it; a game whose channel is not there waits for `/game action:resume`."""
    here = (await begin(services, ANNA, BEN, place=HERE)).match.id
    away = (await begin(services, ANNA, BEN, place=MatchLocation(SERVER, 71))).match.id
    first = (await store.matches.waiting_for(ANNA))[0].match.id

    await services.guild_lifecycle.left(SERVER, now=NOW)

    assert [(await services.match_queries.match(n)).status for n in (here, away)] == [LOST, LOST]
    assert await services.match_queries.waiting_for(ANNA) == ()
    assert await services.guild_lifecycle.gone() == {SERVER}

    assert await services.guild_lifecycle.back(SERVER, is_open, now=LATER) == (here,)

    assert first == here
    assert [(await services.match_queries.match(n)).status for n in (here, away)] == [RUNNING, LOST]
    assert await services.guild_lifecycle.gone() == frozenset()
    notice = (await store.posts.of(of_match(here)))[-1]
    assert (notice.kind, notice.payload, notice.user_id, notice.channel_id) == (
        "notice",
        {"code": "resumed"},
        ANNA,
        HERE.channel_id,
    )
    await play_turn(services, here, ANNA)


async def test_who_could_not_be_reached_hears_once_of_a_game_that_stays_lost(services: Services, store: Store) -> None:
    """In private, as soon as the bot is there again, and not each time that it comes."""
    away = (await begin(services, ANNA, BEN, place=MatchLocation(SERVER, 71))).match.id

    for _ in range(2):
        await services.guild_lifecycle.left(SERVER, now=NOW)
        assert await services.guild_lifecycle.back(SERVER, is_open, now=LATER) == ()

    letters = [post for post in await store.posts.of(of_match(away)) if post.kind == "lost"]
    assert [(post.user_id, post.channel_id, post.payload) for post in letters] == [
        (ANNA, None, {"reason": "forbidden", "channel": 71})
    ]
    assert letters[0].sent_at is letters[0].dead_at is None


async def test_a_bot_that_never_left_brings_nothing_back(services: Services, store: Store) -> None:
    """A game whose channel was lost for a reason of its own is none of its business."""
    match_id = (await begin(services, ANNA, BEN, place=HERE)).match.id
    await services.channel_changes.lose((await store.posts.of(of_match(match_id)))[0], "forbidden", NOW)

    assert await services.guild_lifecycle.back(SERVER, is_open, now=LATER) == ()
    assert (await services.match_queries.match(match_id)).status == LOST


async def test_removed_twice_the_time_runs_from_the_first(services: Services, store: Store) -> None:
    """An outage of the gateway must not prolong what the privacy page promises."""
    await begin(services, ANNA, BEN, place=HERE)
    await services.guild_lifecycle.left(SERVER, now=NOW)
    await services.guild_lifecycle.left(SERVER, now=LATER)

    (timer,) = await store.timers.of(of_server(SERVER))
    assert (timer.kind, timer.due_at) == (GONE, NOW + KEPT)


async def test_after_the_time_nothing_of_the_server_is_left(services: Services, store: Store, path: Path) -> None:
    """Not a row names it; the other server keeps its game, its map with the same text, and its upload."""
    await furnished(services, store)
    await services.guild_lifecycle.left(SERVER, now=NOW)
    services.timers.register(GONE, services.guild_lifecycle.erase)
    assert {"match", "timer", "map", "map_upload"} <= set(mentions(path, MARK))

    await services.timers.tick(NOW + KEPT)

    assert mentions(path, MARK) == [] and mentions(path, str(HERE.channel_id)) == []
    with sqlite3.connect(path) as con:
        left = {t: con.execute(f"SELECT DISTINCT match_id FROM {t}").fetchall() for t in ("action", "seat")}
        sealed = con.execute("SELECT secret, options_json FROM match WHERE guild_id IS NULL").fetchall()
        about = con.execute("SELECT DISTINCT topic_kind, topic_id FROM outbox").fetchall()
    assert left == {"action": [(4,)], "seat": [(4,)]} and about == [("match", 4)]
    assert sealed == [(b"", "{}")] * 3
    assert (await services.match_queries.match((await store.matches.of_guild(OTHER, (RUNNING,), 5))[0].id)).id == 4
    assert [row.title for row in await store.maps.of_guild(OTHER)] == ["Isle"]
    assert await store.maps.upload(OTHER, BEN) is not None


async def test_a_press_on_an_erased_game_finds_no_match(services: Services, store: Store) -> None:
    """And its number is never given to another game."""
    match_id = (await begin(services, ANNA, BEN)).match.id
    await services.guild_lifecycle.left(PLACE.guild_id or 0, now=NOW)
    (timer,) = await store.timers.of(of_server(PLACE.guild_id or 0))

    await services.guild_lifecycle.erase(timer, NOW + KEPT)

    with pytest.raises(Refusal, match="no-match"):
        await services.match_queries.match(match_id)
    assert (await begin(services, ANNA, BEN)).match.id > match_id
    assert (await services.guild_lifecycle.kept()) == {PLACE.guild_id}


async def test_killed_in_the_middle_the_rest_goes_at_the_next_start(services: Services, store: Store, path: Path) -> None:
    """The timer is done with the last transaction only."""
    await furnished(services, store)
    await services.guild_lifecycle.left(SERVER, now=NOW)
    (timer,) = await store.timers.of(of_server(SERVER))
    commit, calls = store.commit, 0

    async def until_killed(*changes: object) -> None:
        nonlocal calls
        calls += 1
        if calls == 3:
            raise KeyboardInterrupt
        await commit(*changes)  # type: ignore[arg-type]

    store.commit = until_killed  # type: ignore[method-assign]
    with pytest.raises(KeyboardInterrupt):
        await services.guild_lifecycle.erase(timer, NOW + KEPT)
    store.commit = commit  # type: ignore[method-assign]
    assert await store.matches.of_guild(SERVER, (RUNNING, "lost", "lobby", "cancelled"), 5)

    (again,) = await store.timers.due(NOW + KEPT, (GONE,), 1)
    await services.guild_lifecycle.erase(again, NOW + KEPT)

    assert mentions(path, MARK) == []


async def test_maps_added_after_coming_back_as_a_stranger_are_kept_as_ever(services: Services, store: Store, path: Path) -> None:
    """That a server was erased once opens no way to delete its later maps."""
    await furnished(services, store)
    await services.guild_lifecycle.left(SERVER, now=NOW)
    (timer,) = await store.timers.of(of_server(SERVER))
    await services.guild_lifecycle.erase(timer, NOW + KEPT)
    await store.commit(SaveMap(MapRow("isle-2", SERVER, "Isle", "text", ANNA, NOW)))

    with sqlite3.connect(path) as con, pytest.raises(sqlite3.IntegrityError, match="never deleted"):
        con.execute("DELETE FROM map")
    with sqlite3.connect(path) as con, pytest.raises(sqlite3.IntegrityError, match="append-only"):
        con.execute("DELETE FROM action")


async def test_the_log_tells_what_becomes_of_games(services: Services, caplog: pytest.LogCaptureFixture) -> None:
    """A line each, with ids and no names: lost with its server, back with it, lost with its channel, brought back."""
    caplog.set_level("INFO")
    match = (await begin(services, ANNA, BEN, place=HERE)).match
    await services.guild_lifecycle.left(SERVER, now=NOW)
    await services.guild_lifecycle.back(SERVER, is_open, now=LATER)
    turn = await services.store.posts.of(of_match(match.id))
    await services.channel_changes.lose(turn[0], "forbidden", LATER)
    await services.channel_changes.rehome(match.id, 99, now=LATER)

    lines = [record.getMessage() for record in caplog.records if record.name.startswith("service")]

    assert lines == [
        f"game-lost match={match.id} channel={HERE.channel_id} reason=server-gone",
        f"server-left server={SERVER} games=1 deleted_after_days=90",
        f"game-resumed match={match.id} channel={HERE.channel_id}",
        f"server-back server={SERVER} games=1 still_lost=0",
        f"game-lost match={match.id} server={SERVER} channel={HERE.channel_id} reason=forbidden",
        f"game-resumed match={match.id} channel=99 former={HERE.channel_id}",
    ]
