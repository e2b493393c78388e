"""Two processes on one PostgreSQL: what one remembers is what the other has written."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping
from contextvars import Context
from datetime import datetime, timedelta
from typing import Any

import psycopg
import pytest

from service.core.leases import MARGIN_S, Leases
from service.errors import Refusal
from service.play.vote_counting import OPEN_FOR
from service.records import MatchLocation
from service.wiring.services import Services
from storage.database_url import read
from storage.opening import open_store
from storage.queries.leases import PostgresLeases
from storage.rows import CANCELLED, RUNNING, MatchId, Subject, UserId, of_match
from storage.sharding import LASTS, WHOLE, ShardSet
from tests.service.conftest import ANNA, BEN, CHI, NOW, PLACE, begin, make_services, play_turn
from tests.waiting import until

Pair = tuple[Services, Services]


@pytest.fixture
async def pair(ready_database: str) -> AsyncIterator[Pair]:
    """Open the services of both."""
    first, second = [make_services(await open_store(read(ready_database))) for _ in range(2)]
    yield first, second
    for services in (first, second):
        await services.close()


def overtake(services: Services, act: Callable[[], Coroutine[Any, Any, object]]) -> None:
    """Just before the next transaction of one process another one acts."""
    commit, left = services.store.commit, [act]

    async def late(*changes: Any) -> Mapping[Subject, int]:
        if left:
            await asyncio.get_running_loop().create_task(left.pop()(), context=Context())
        return await commit(*changes)

    services.store.commit = late  # type: ignore[method-assign]


async def test_a_match_in_memory_is_used_while_it_is_so_in_the_database(pair: Pair) -> None:
    """What nobody else has changed is not read again; what has changed is."""
    first, second = pair
    match_id = (await begin(first, ANNA, BEN)).match.id
    mine, theirs = [await services.repository.seen(match_id) for services in pair]
    assert await first.repository.seen(match_id) is mine and await second.repository.seen(match_id) is theirs

    await play_turn(second, match_id, ANNA)
    mine = await first.repository.seen(match_id)
    await play_turn(first, match_id, BEN)

    assert mine.version > theirs.version
    assert (await second.match_queries.match(match_id)).version > mine.version
    assert (await first.repository.seen(match_id)).seats == (await second.repository.seen(match_id)).seats


async def test_a_status_that_another_process_has_changed_is_seen(pair: Pair) -> None:
    """Though the version is the same."""
    first, second = pair
    match_id = (await begin(first, ANNA, BEN)).match.id
    assert (await second.match_queries.match(match_id)).status == RUNNING

    await first.resignations.cancel(match_id, ANNA, now=NOW)

    assert (await second.match_queries.match(match_id)).status == CANCELLED
    with pytest.raises(Refusal, match="not-running"):
        await play_turn(second, match_id, ANNA)


async def test_two_who_join_at_the_same_moment_both_sit_down(pair: Pair) -> None:
    """A lobby has no version that would tell: the rows themselves are compared."""
    first, second = pair
    lobby = await first.lobbies.open(PLACE, ANNA, "tiny", {}, now=NOW)
    overtake(second, lambda: first.lobbies.join(lobby.match.id, BEN, now=NOW))

    await second.lobbies.join(lobby.match.id, CHI, now=NOW)

    seats = await first.match_queries.seats(lobby.match.id)
    assert {seat.user_id for seat in seats} == {ANNA, BEN, CHI}


async def test_what_is_overtaken_is_decided_again(pair: Pair) -> None:
    """Somebody resigns just as another one moves: both happen."""
    first, second = pair
    match_id = (await begin(first, ANNA, BEN, CHI)).match.id
    await second.repository.seen(match_id)
    overtake(second, lambda: play_turn(first, match_id, ANNA))

    await second.resignations.resign(match_id, CHI, now=NOW)

    live = await first.repository.seen(match_id)
    assert not live.seats[2].is_human
    assert [row.seat for row in live.log if row.text == "bank"] == [0]


async def test_a_move_on_a_position_that_is_gone_is_refused_with_what_is_there(pair: Pair) -> None:
    """Not carried out on another one than its author saw."""
    first, second = pair
    match_id = (await begin(first, ANNA, BEN)).match.id
    version = (await second.repository.seen(match_id)).version
    overtake(second, lambda: play_turn(first, match_id, ANNA))

    with pytest.raises(Refusal) as refused:
        await second.turns.act(match_id, ANNA, ("keep", "bank"), expected_version=version, now=NOW)

    assert refused.value.code in ("stale", "already-done", "not-your-turn")
    assert (await second.repository.seen(match_id)).version > version


async def test_a_person_forgotten_elsewhere_is_not_written_again(pair: Pair) -> None:
    """Rows that still name somebody are read again before anything is written on them."""
    first, second = pair
    lobby = await first.lobbies.open(PLACE, ANNA, "tiny", {}, now=NOW)
    await first.lobbies.join(lobby.match.id, BEN, now=NOW)
    overtake(second, lambda: first.privacy.forget(ANNA, now=NOW))

    await second.lobbies.join(lobby.match.id, UserId(104), now=NOW)

    seats = await first.match_queries.seats(lobby.match.id)
    assert ANNA not in {seat.user_id for seat in seats} and UserId(104) in {seat.user_id for seat in seats}
    assert (await first.match_queries.match(lobby.match.id)).host_id != ANNA


async def listening(services: Services, part: ShardSet) -> None:
    """Hold what can be had of this part, and listen to the others."""
    services.leases.wanted = part
    await services.leases.begin(nothing, nothing)


async def test_whose_part_it_is_hears_of_messages_that_another_process_has_written(pair: Pair) -> None:
    """Somebody moves by a private message, which another shard hears; the computer of the game answers where the game is."""
    first, second = pair
    await listening(first, ShardSet(2, frozenset({0}), common=True))
    await listening(second, ShardSet(2, frozenset({1})))
    news: list[str] = []
    second.store.after_posts.append(lambda: news.append("posts"))
    place = MatchLocation((1 << 22) + 7, 70)
    match_id = (await begin(second, ANNA, computers=1, place=place)).match.id
    await second.computers.settled()
    news.clear()

    await play_turn(first, match_id, ANNA)
    await until(lambda: news)
    await until(lambda: moves_of(second, match_id, 1))

    assert "bank" in moves_of(second, match_id, 0) and not moves_of(first, match_id, 1)


def moves_of(services: Services, match_id: MatchId, seat: int) -> list[str]:
    """Return a seat's actions, as far as a process has them in memory."""
    live = services.repository._live.state(match_id)
    return [] if live is None else [row.text for row in live.log if row.seat == seat]


async def test_what_is_chosen_elsewhere_is_read_again(pair: Pair) -> None:
    """Of a person, of a server, and of anyone who is forgotten."""
    first, second = pair
    for services in pair:
        await listening(services, WHOLE)
        await services.user_settings.person(ANNA)

    await first.user_settings.speak(ANNA, "de")
    await first.server_settings.choose(7, "lobbies", ("2",))
    await until(lambda: second.user_settings.known(ANNA).locale == "de")
    await until(lambda: second.server_settings.value(7, "lobbies") == "2")
    await second.privacy.forget(ANNA, now=NOW)

    await until(lambda: first.user_settings.known(ANNA).locale is None)


async def test_pages_of_every_process_hear_of_each_change_of_a_match(pair: Pair) -> None:
    """Moves and drafts by the match; closed pages and links, a server's settings and forgotten people for all pages."""
    first, second = pair
    news: list[MatchId | None] = []
    for services in pair:
        await listening(services, WHOLE)
    second.cluster_events.after_news.append(news.append)
    match_id = (await begin(first, ANNA, BEN)).match.id

    async def heard(act: Coroutine[Any, Any, object], of: MatchId | None) -> None:
        await until(lambda: not second.cluster_events.reading.is_busy)
        news.clear()
        await act
        await until(lambda: of in news)

    await heard(play_turn(first, match_id, ANNA), match_id)
    await heard(first.drafts.push(match_id, BEN, ["keep"], now=NOW), match_id)
    subject = of_match(match_id)
    secret = await first.pages.share(subject)
    await heard(first.pages.unshare(subject), None)
    assert not await second.pages.is_shared(subject, secret)
    await heard(first.pages.close_all(ANNA), None)
    await heard(first.server_settings.choose(7, "lobbies", ("2",)), None)
    await heard(first.privacy.forget(ANNA, now=NOW), None)


async def test_what_was_not_heard_is_looked_for(pair: Pair) -> None:
    """Its connection is cut, and another process writes just then: whether it hears of that or not, nothing old is remembered."""
    first, second = pair
    looked: list[str] = []
    first.cluster_events.after_missed.append(lambda: looked.append("everywhere"))
    await listening(first, WHOLE)
    await until(lambda: looked and not first.cluster_events.reading.is_busy)
    former = await first.user_settings.person(ANNA)
    assert first.store.leases is not None
    await first.store.leases.close()

    await second.user_settings.speak(ANNA, "nl")

    await until(lambda: len(looked) == 2 and first.user_settings._known.state(ANNA) is not former)
    assert (await first.user_settings.person(ANNA)).locale == "nl"


async def test_each_process_repeats_the_moves_of_the_other_server_where_it_looks_after_the_game(pair: Pair) -> None:
    """Two servers on two shards play each other: what one process has closed, the other one hears of and repeats."""
    first, second = pair
    await listening(first, ShardSet(2, frozenset({0}), common=True))
    await listening(second, ShardSet(2, frozenset({1})))
    now = [NOW]
    for services in pair:
        services.timers.start(lambda: now[0])
    home = (await first.lobbies.open(MatchLocation((2 << 22) + 7, 70), ANNA, "tiny", {}, now=NOW)).match.id
    guest = (await second.lobbies.open(MatchLocation((1 << 22) + 8, 80), BEN, "tiny", {}, now=NOW)).match.id
    code = (await first.cross_server_invites.invite(home, ANNA, "Old Town", now=NOW))[1].code
    offer = await second.cross_server_invites.offer(code, (1 << 22) + 8, NOW)
    await second.cross_server_invites.agree(guest, BEN, "New Town", code, offer.digest, now=NOW)
    table = await first.match_queries.table(home)
    seat = table.asked[0]
    sides = [(first, home), (second, guest)]
    (here, mine), (there, theirs) = sides if table.seats[seat].is_town else reversed(sides)
    for person in (CHI, UserId(104)):
        draft = await here.drafts.push(mine, person, ("keep", "bank"), keep=0, now=NOW)
        await here.turns.confirm(mine, person, expected_version=draft.version, now=NOW)
    await there.repository.seen(theirs)

    now[0] = NOW + OPEN_FOR
    here.timers.wake()

    await until(lambda: moves_of(there, theirs, seat) and moves_of(here, mine, seat))
    assert moves_of(there, theirs, seat) == moves_of(here, mine, seat) == ["keep", "bank"]
    assert not moves_of(here, theirs, seat) and not moves_of(there, mine, seat), "each looks after its own"


async def nothing(_part: ShardSet) -> None:
    """Do nothing, in tests of leases alone."""


async def test_who_cannot_renew_believes_in_a_lease_no_longer_than_the_database(pair: Pair) -> None:
    """By its own clock, and a little sooner."""
    store, now_s = pair[0].store, [100.0]
    leases = Leases(store.leases, store.share, clock_s=lambda: now_s[0])
    await leases.begin(nothing, nothing)
    shards = leases.held

    now_s[0] += LASTS.total_seconds() - MARGIN_S

    assert shards.is_whole and not leases.held
    await leases.release()


async def test_where_a_process_dies_another_one_goes_on_before_its_leases_run_out(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its connection ends with it; what is heard meanwhile waits for who takes over."""
    monkeypatch.setattr("storage.queries.leases.LASTS", timedelta(hours=1))
    monkeypatch.setattr("service.core.leases.HANDOVER_S", 60.0)
    first, second = pair
    await listening(first, WHOLE)
    await listening(second, WHOLE)
    hears = asyncio.create_task(second.leases.hears(2 << 22))
    await asyncio.sleep(0)
    assert first.leases._keeping is not None and first.store.leases is not None

    first.leases._keeping.cancel()
    await asyncio.wait([first.leases._keeping])
    await first.store.leases.close()

    assert await hears
    assert second.leases.held.is_whole


async def test_what_is_taken_over_for_long_is_renewed_meanwhile(pair: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also at the very first time, when everything is looked after."""
    monkeypatch.setattr("service.core.leases.EVERY_S", 0.02)
    store = pair[0].store
    assert store.leases is not None
    until_: list[datetime] = []

    async def look_after(_part: ShardSet) -> None:
        assert store.leases is not None
        async with asyncio.timeout(60):
            while not until_ or (await store.leases.all())[0].until == until_[0]:
                until_.append((await store.leases.all())[0].until)

    leases = Leases(store.leases, store.share)
    await leases.begin(nothing, look_after)

    assert len(until_) > 0 and leases.held.is_whole
    await leases.release()


async def test_a_connection_that_is_cut_costs_no_lease(pair: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who holds it is back at once, and not only when the next renewal is due."""
    monkeypatch.setattr("storage.backends.lease_sessions.GONE_S", 60.0)
    monkeypatch.setattr("service.core.leases.EVERY_S", 3600.0)
    for module in ("storage.queries", "service.core"):
        monkeypatch.setattr(f"{module}.leases.LASTS", timedelta(hours=1))
    first, second = pair
    await listening(first, WHOLE)
    await listening(second, WHOLE)
    assert isinstance(first.store.leases, PostgresLeases)
    former = first.store.leases._con
    assert former is not None

    async with await psycopg.AsyncConnection.connect(first.store.leases._address) as con:
        await con.execute("SELECT pg_terminate_backend(%s)", (former.info.backend_pid,))
    await until(lambda: first.store.leases._con not in (former, None))  # type: ignore[union-attr]

    assert first.leases.held.is_whole and not second.leases.held


async def test_what_is_heard_while_a_lease_is_handed_over_waits_for_it(pair: Pair) -> None:
    """It is answered by who has it then; where somebody else keeps it, it is left to them."""
    first, second = pair
    await listening(first, ShardSet(2, frozenset({0}), common=True))
    await listening(second, ShardSet(2, frozenset({0, 1})))
    assert await first.leases.hears(None) and await second.leases.hears(1 << 22)
    hears = asyncio.create_task(second.leases.hears(2 << 22))
    await asyncio.sleep(0)

    await first.leases.release()

    assert await hears
    assert not await first.leases.hears(2 << 22)
