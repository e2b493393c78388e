"""Computers at the table, and people who go."""

from __future__ import annotations

from collections.abc import Awaitable
from pathlib import Path
from typing import Any

import pytest

from games.core.game import Seat
from service.errors import Refusal
from service.records import MatchLocation
from service.wiring.assembly import open_services
from service.wiring.services import Services
from storage.rows import of_match
from storage.store import Store
from tests.service.conftest import ANNA, BEN, CHI, NOW, begin
from tests.service.tiny_game import TinyGame


async def test_a_resigned_seat_is_played_on_and_says_so(services: Services, store: Store) -> None:
    match_id = (await begin(services, ANNA, BEN)).match.id

    update = await services.resignations.resign(match_id, ANNA, now=NOW)
    await services.computers.settled()

    assert (update.seats[0].user_id, update.seats[0].level, update.seats[0].left) == (ANNA, "citizen", "resigned")
    assert (update.entries[0].kind, update.entries[0].params) == ("vacate", {"why": "resigned", "level": "citizen"})
    posts = [(p.kind, p.user_id, p.payload) for p in await store.posts.of(of_match(match_id))]
    told = {"code": "vacated", "seat": 0, "user": ANNA, "why": "resigned", "level": "citizen"}
    assert posts[1:] == [("notice", None, told), ("turn", BEN, {"since": 0, "first": True})]
    assert (await services.match_queries.table(match_id)).asked == (1,)


async def test_when_the_last_person_resigns_the_computers_finish_the_game(services: Services, store: Store) -> None:
    match_id = (await begin(services, ANNA, BEN)).match.id

    await services.resignations.resign(match_id, ANNA, now=NOW)
    await services.resignations.resign(match_id, BEN, now=NOW)
    await services.computers.settled()

    assert (await services.match_queries.match(match_id)).status == "finished"
    assert (await store.posts.of(of_match(match_id)))[-1].kind == "end"


async def test_a_host_hands_a_running_game_over_to_a_person_who_plays(services: Services) -> None:
    """From then on the new host can cancel it, and the former cannot."""
    match_id = (await begin(services, ANNA, BEN, computers=1)).match.id
    await services.resignations.resign(match_id, ANNA, now=NOW)

    async def code(doing: Awaitable[Any]) -> str:
        with pytest.raises(Refusal) as caught:
            await doing
        return caught.value.code

    hand_over = services.resignations.hand_over
    assert await code(hand_over(match_id, BEN, BEN, now=NOW)) == "not-host"
    assert await code(hand_over(match_id, ANNA, CHI, now=NOW)) == "not-seated-here"
    assert (await hand_over(match_id, ANNA, BEN, now=NOW)).host_id == BEN
    assert await code(hand_over(match_id, BEN, ANNA, now=NOW)) == "not-seated-here", "a computer plays there"
    assert await code(services.resignations.cancel(match_id, ANNA, now=NOW)) == "not-host"
    await services.resignations.cancel(match_id, BEN, now=NOW)
    assert await code(hand_over(match_id, BEN, BEN, now=NOW)) == "not-running"


async def test_only_a_moderator_skips_and_only_people(services: Services) -> None:
    match_id = (await begin(services, ANNA, BEN, computers=1)).match.id

    async def code(seat: int, *, moderator: bool = True) -> str:
        with pytest.raises(Refusal) as caught:
            await services.resignations.skip(match_id, Seat(seat), now=NOW, moderator=moderator)
        return caught.value.code

    assert [await code(0, moderator=False), await code(2), await code(7), await code(-1)] == [
        "not-moderator",
        "already-computer",
        "not-seated",
        "not-seated",
    ]
    assert (await services.resignations.skip(match_id, Seat(0), now=NOW, moderator=True)).seats[0].left == "skipped"


async def test_a_cancelled_game_waits_for_nobody(services: Services, store: Store) -> None:
    match_id = (await begin(services, ANNA, BEN)).match.id
    assert (await store.matches.seats(match_id))[0].waiting_since == NOW

    await services.resignations.cancel(match_id, ANNA, now=NOW)

    assert [seat.waiting_since for seat in await store.matches.seats(match_id)] == [None, None]


async def test_who_leaves_the_server_leaves_lobbies_and_games(services: Services) -> None:
    game = (await begin(services, ANNA, BEN)).match.id
    lobby = (await services.lobbies.open(MatchLocation(7, 71), CHI, "tiny", {}, now=NOW)).match.id
    await services.lobbies.join(lobby, ANNA, now=NOW)
    elsewhere = (await begin(services, ANNA, BEN, place=MatchLocation(8, 80))).match.id

    assert await services.resignations.left_guild(7, ANNA, now=NOW) == (game, lobby)
    await services.computers.settled()

    assert [s.user_id for s in (await services.lobbies.lobby(lobby)).seats] == [CHI]
    assert (await services.match_queries.seats(game))[0].left == "left-server"
    assert (await services.match_queries.seats(elsewhere))[0].is_human
    assert await services.resignations.left_guild(7, ANNA, now=NOW) == ()


async def test_services_are_opened_and_closed_as_one(path: Path) -> None:
    called: list[bool] = []
    services = await open_services(path, on_posts=lambda: called.append(True), games={"tiny": TinyGame()})
    await begin(services, ANNA, computers=1)

    assert called
    assert services.levels[0] == "apprentice"
    assert (await services.user_settings.person(ANNA)).prefs == {}
    await services.close()


async def test_a_message_to_a_channel_that_the_game_has_left_is_dropped(services: Services, store: Store) -> None:
    match_id = (await begin(services, ANNA, BEN)).match.id
    post = (await store.posts.due(NOW, 1))[0]
    await services.channel_changes.lose(post, "channel-gone", NOW)
    await services.channel_changes.rehome(match_id, 99, now=NOW)

    await services.channel_changes.lose(post, "channel-gone", NOW)

    assert (await services.match_queries.match(match_id)).status == "running"
    assert (await store.posts.of(of_match(match_id)))[0].error == "channel-gone"
