"""Computers at the table, and people who go."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from games.core.game import Seat
from service import computers, live, log
from service.errors import Refusal
from service.records import Place
from service.services import Services, assembled, open_services
from storage.records import MatchId
from storage.sqlite_store import SqliteStore
from tests.service.conftest import ANNA, BEN, CHI, NOW, PLACE, begin, make_services, play_turn
from tests.service.tiny_game import AnyLegal, TinyGame


async def test_computers_play_until_a_person_is_asked(services: Services) -> None:
    match_id = (await begin(services, ANNA, computers=2)).match.id

    await play_turn(services, match_id, ANNA)
    await services.computers.settled()

    table = await services.looking.table(match_id, ANNA)
    assert (table.asked, table.version) == ((0,), 10)


async def test_computers_play_the_same_from_the_same_secret(store: SqliteStore, services: Services) -> None:
    match_id = (await begin(services, ANNA, computers=1)).match.id
    await play_turn(services, match_id, ANNA)
    await services.computers.settled()
    played = [e.text for e in await services.looking.history(match_id)]

    loaded = await store.load(match_id)
    assert loaded is not None
    secret = await store.secret(match_id)
    for row in loaded.log:
        if row.seat == 1:
            before = live.revive(TinyGame(), _cut(loaded, row.seq), secret)
            assert computers.chosen(before, Seat(1), AnyLegal()) == row.text
    assert len(log.standing(loaded.log)) == len(played)


def _cut(loaded: Any, seq: int) -> Any:
    return replace(loaded, log=loaded.log[:seq], snapshot=None)


async def test_a_resigned_seat_is_played_on_and_says_so(services: Services, store: SqliteStore) -> None:
    match_id = (await begin(services, ANNA, BEN)).match.id

    update = await services.departures.resign(match_id, ANNA, now=NOW)
    await services.computers.settled()

    assert (update.seats[0].user_id, update.seats[0].level, update.seats[0].left) == (ANNA, "greedy", "resigned")
    assert (update.entries[0].kind, update.entries[0].params) == ("vacate", {"why": "resigned", "level": "greedy"})
    posts = [(p.kind, p.user_id, p.payload) for p in await store.posts(match_id)]
    told = {"code": "vacated", "seat": 0, "user": ANNA, "why": "resigned", "level": "greedy"}
    assert posts[1:] == [("notice", None, told), ("turn", BEN, {"since": 0, "first": True})]
    assert (await services.looking.table(match_id)).asked == (1,)


async def test_when_the_last_person_resigns_the_computers_finish_the_game(services: Services, store: SqliteStore) -> None:
    match_id = (await begin(services, ANNA, BEN)).match.id

    await services.departures.resign(match_id, ANNA, now=NOW)
    await services.departures.resign(match_id, BEN, now=NOW)
    await services.computers.settled()

    assert (await services.looking.match(match_id)).status == "finished"
    assert (await store.posts(match_id))[-1].kind == "end"


async def test_only_a_moderator_skips_and_only_people(services: Services) -> None:
    match_id = (await begin(services, ANNA, BEN, computers=1)).match.id

    async def code(seat: int, *, moderator: bool = True) -> str:
        with pytest.raises(Refusal) as caught:
            await services.departures.skip(match_id, Seat(seat), now=NOW, moderator=moderator)
        return caught.value.code

    assert [await code(0, moderator=False), await code(2), await code(7), await code(-1)] == [
        "not-moderator",
        "already-computer",
        "not-seated",
        "not-seated",
    ]
    assert (await services.departures.skip(match_id, Seat(0), now=NOW, moderator=True)).seats[0].left == "skipped"


async def test_who_leaves_the_server_leaves_lobbies_and_games(services: Services) -> None:
    game = (await begin(services, ANNA, BEN)).match.id
    lobby = (await services.lobbies.open(Place(7, 71), CHI, "tiny", {}, now=NOW)).match.id
    await services.lobbies.join(lobby, ANNA, now=NOW)
    elsewhere = (await begin(services, ANNA, BEN, place=Place(8, 80))).match.id

    assert await services.departures.left_guild(7, ANNA, now=NOW) == (game, lobby)
    await services.computers.settled()

    assert [s.user_id for s in (await services.lobbies.lobby(lobby)).seats] == [CHI]
    assert (await services.looking.seats(game))[0].left == "left-server"
    assert (await services.looking.seats(elsewhere))[0].is_human
    assert await services.departures.left_guild(7, ANNA, now=NOW) == ()


async def test_computers_go_on_after_a_restart(services: Services, store: SqliteStore) -> None:
    match_id = (await begin(services, ANNA, computers=1)).match.id
    await play_turn(services, match_id, ANNA)
    await services.computers.close()
    restarted = make_services(store)

    await restarted.computers.wake(NOW)
    await restarted.computers.settled()

    assert (await restarted.looking.table(match_id)).asked == (0,)


class Broken(AnyLegal):
    """Fails until it is mended."""

    mended = False

    def choose(self, game: Any, state: Any, seat: Seat, choose: Callable[[int], int]) -> Any:
        if not self.mended:
            raise ZeroDivisionError
        return super().choose(game, state, seat, choose)


async def test_a_computer_that_fails_is_logged_and_tried_again(store: SqliteStore, caplog: pytest.LogCaptureFixture) -> None:
    broken = Broken()
    services = assembled(store, {"tiny": TinyGame()}, {"random": broken, "greedy": broken})
    match_id = (await begin(services, ANNA, computers=1)).match.id
    await play_turn(services, match_id, ANNA)
    await services.computers.settled()
    assert [r.message for r in caplog.records if r.levelname == "ERROR"] == [f"the computers of match {match_id} failed"]

    broken.mended = True
    await services.timers.tick(NOW)
    await services.computers.settled()

    assert (await services.looking.table(match_id)).asked == (0,)


async def test_a_move_made_while_a_computer_thinks_is_not_overwritten(services: Services) -> None:
    match_id = (await begin(services, ANNA, computers=1, rounds="1", vote="on")).match.id
    await play_turn(services, match_id, ANNA)
    await services.computers.settled()

    await asyncio.gather(*(services.looking.table(match_id) for _ in range(3)), play_turn(services, match_id, ANNA, "vote yes"))
    await services.computers.settled()

    assert (await services.looking.match(match_id)).status == "finished"
    assert len({e.seq for e in await services.looking.history(match_id)}) == (await services.looking.match(match_id)).version


async def test_a_cancelled_game_is_not_played_on(services: Services) -> None:
    match_id = (await begin(services, ANNA, computers=1)).match.id
    await play_turn(services, match_id, ANNA)

    await services.departures.cancel(match_id, ANNA, now=NOW)
    await services.computers.settled()

    assert (await services.looking.match(match_id)).status == "cancelled"
    assert (await services.looking.table(match_id)).asked == ()


async def test_a_program_that_closes_in_mid_thought_loses_nothing(path: Path) -> None:
    store = await SqliteStore.open(path)
    services = make_services(store)
    match_id: MatchId = (await begin(services, ANNA, computers=2, place=PLACE)).match.id
    await play_turn(services, match_id, ANNA)
    await services.computers.close()
    await store.close()

    again = await SqliteStore.open(path)
    restarted = make_services(again)
    await restarted.computers.wake(NOW)
    await restarted.computers.settled()
    assert (await restarted.looking.table(match_id, ANNA)).is_asked
    await restarted.computers.close()
    await again.close()


class Slow(AnyLegal):
    """Thinks until it is let go."""

    def __init__(self) -> None:
        self.may_answer = threading.Event()

    def choose(self, game: Any, state: Any, seat: Seat, choose: Callable[[int], int]) -> Any:
        assert self.may_answer.wait(20)
        return super().choose(game, state, seat, choose)


async def test_a_vote_cast_while_a_computer_thinks_stands(store: SqliteStore) -> None:
    slow = Slow()
    slow.may_answer.set()
    services = assembled(store, {"tiny": TinyGame()}, {"random": slow, "greedy": slow})
    match_id = (await begin(services, ANNA, BEN, rounds="1", vote="on")).match.id
    await play_turn(services, match_id, ANNA)
    await play_turn(services, match_id, BEN)
    slow.may_answer.clear()
    await services.departures.resign(match_id, ANNA, now=NOW)
    await asyncio.sleep(0.05)

    await play_turn(services, match_id, BEN, "vote no")
    slow.may_answer.set()
    await services.computers.settled()

    rows = await services.looking.history(match_id)
    assert [r.seat for r in rows if r.text.startswith("vote")] == [1, 0]
    assert (await services.looking.match(match_id)).status == "finished"


async def test_services_are_opened_and_closed_as_one(path: Path) -> None:
    called: list[bool] = []
    services = await open_services(path, on_posts=lambda: called.append(True), games={"tiny": TinyGame()})
    await begin(services, ANNA, computers=1)

    assert called
    assert services.levels[0] == "random"
    assert (await services.people.person(ANNA)).prefs == {}
    await services.close()


async def test_a_message_to_a_channel_that_the_game_has_left_is_dropped(services: Services, store: SqliteStore) -> None:
    match_id = (await begin(services, ANNA, BEN)).match.id
    post = (await store.due_posts(NOW, 1))[0]
    await services.channels.rehome(match_id, 99, now=NOW)

    await services.channels.lose(match_id, post, "channel-gone", NOW)

    assert (await services.looking.match(match_id)).status == "running"
    assert (await store.posts(match_id))[0].error == "channel-gone"
