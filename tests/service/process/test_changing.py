"""Every use-case that changes something goes one way: twice at once, overtaken, or cancelled, it happens once or not at all."""

from __future__ import annotations

import ast
import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextvars import Context
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from service.errors import Refusal
from service.events import entry
from service.events.settings import usual
from service.lobby.limits import Limits
from service.process import changing as mechanism
from service.process.overtaken import TRIES, Overtaken
from service.process.services import Services
from service.records import Place
from storage.changes import BlockDropped, PersonChosen, Revised, WishesDropped
from storage.opening import open_store
from storage.place import read
from storage.records import PERSON, PersonRow, Subject, UserId, WishRow, of_person, of_server
from storage.sql_store import SqlStore
from tests.service.conftest import ANNA, BEN, CHI, NOW, PLACE, begin, make_services

GUILD = 7
DAY = timedelta(days=1)
SERVICE = Path(mechanism.__file__).parents[1]

World = Callable[[Services], Awaitable[Any]]


async def nothing(_services: Services) -> None:
    """The world needs nothing more."""


@dataclass(frozen=True)
class Row:
    """A use-case, what must have happened before, and what its second call answers or refuses (None: as the first)."""

    act: World
    subject: Subject
    second: str | None = None
    before: World = nothing


def wish(services: Services) -> Awaitable[object]:
    return services.seeking.wish(WishRow(GUILD, ANNA, "tiny", "", 2, NOW))


async def lapsed(services: Services) -> bool:
    """The timer of the wish has fired; where it is dealt with, it is not there any more."""
    timers = [one for one in await services.store.timers.of(of_server(GUILD)) if one.kind == "wish"]
    return await services.seeking.lapse(timers[0], NOW + 7 * DAY) if timers else False


def away(services: Services) -> Awaitable[object]:
    return services.vacations.start(ANNA, None, NOW + 5 * DAY, now=NOW)


async def due(services: Services) -> None:
    timers = [one for one in await services.store.timers.of(of_person(ANNA)) if one.kind == "vacation"]
    if timers:
        await services.vacations.fall_due(timers[0], NOW + 5 * DAY)


ROWS: Mapping[str, Row] = {
    "People.choose": Row(lambda s: s.people.choose(ANNA, prefs={"typed": "at-once"}), of_person(ANNA)),
    "People.speak": Row(lambda s: s.people.speak(ANNA, "nl"), of_person(ANNA)),
    "People.live_in": Row(lambda s: s.people.live_in(ANNA, "UTC", "23", "7"), of_person(ANNA)),
    "People.block": Row(lambda s: s.people.block(ANNA, BEN), of_person(ANNA)),
    "People.unblock": Row(
        lambda s: s.people.unblock(ANNA, BEN), of_person(ANNA), "not-blocked", lambda s: s.people.block(ANNA, BEN)
    ),
    "Vacations.start": Row(away, of_person(ANNA), "on-vacation-already"),
    "Vacations.end": Row(lambda s: s.vacations.end(ANNA, now=NOW), of_person(ANNA), "not-on-vacation", away),
    "Vacations.fall_due": Row(due, of_person(ANNA), "Conflict", away),
    "ServerSettings.choose": Row(lambda s: s.server_settings.choose(GUILD, "lobbies", ("2",)), of_server(GUILD)),
    "Seeking.wish": Row(wish, of_server(GUILD)),
    "Seeking.take_back": Row(lambda s: s.seeking.take_back(GUILD, ANNA, now=NOW), of_server(GUILD), before=wish),
    "Seeking.lapse": Row(lapsed, of_server(GUILD), "Conflict", wish),
}
"""By class and method."""

BY_OTHERS = {"Seeking.begin": "its wishes go when the game has begun: see test_seeking"}
"""Use-cases that change through others of this list, and where that is tested."""


@pytest.fixture(params=ROWS)
def row(request: pytest.FixtureRequest) -> Row:
    return ROWS[request.param]


async def outcome(act: Awaitable[Any]) -> Any:
    try:
        return await act
    except Exception as error:
        return error.code if isinstance(error, Refusal) else type(error).__name__


async def kept(services: Services) -> tuple[object, ...]:
    """Everything that these use-cases write, but when they did."""
    store = services.store
    timers = [one for subject in (of_person(ANNA), of_server(GUILD)) for one in await store.timers.of(subject)]
    return (
        await store.people.get(ANNA),
        await store.people.blocked_by(ANNA),
        await store.servers.get(GUILD),
        await store.servers.wishes(GUILD),
        sorted({(one.kind, one.due_at) for one in timers}),
    )


async def lawful(services: Services) -> None:
    """What is in memory is what is kept, and no lock is held."""
    assert await services.people.person(ANNA) == (await services.store.people.get(ANNA) or PersonRow(ANNA))
    row = await services.store.servers.get(GUILD)
    assert services.server_settings.of(GUILD) == ({} if row is None else row.prefs)
    await services.kernel.changing.settled()
    for subject in (of_person(ANNA), of_server(GUILD)):
        assert not services.kernel.changing.lock(subject).locked()


async def expected(row: Row, store: SqlStore) -> tuple[object, ...]:
    services = make_services(store, clock=lambda: NOW)
    await row.before(services)
    await row.act(services)
    return await kept(services)


@pytest.fixture
async def services(store: SqlStore) -> AsyncIterator[Services]:
    made = make_services(store, clock=lambda: NOW)
    yield made
    await made.stop()


@pytest.fixture
async def once(row: Row) -> tuple[object, ...]:
    """What is kept where it happens once, by itself."""
    store = await open_store(read(":memory:"))
    try:
        return await expected(row, store)  # type: ignore[arg-type]
    finally:
        await store.close()


async def test_twice_at_the_same_moment_it_happens_once(row: Row, services: Services, once: tuple[object, ...]) -> None:
    await row.before(services)

    first, second = await asyncio.gather(*(outcome(row.act(services)) for _ in range(2)))

    assert [row.second] == [told for told in (first, second) if isinstance(told, str)] or (row.second is None and first == second)
    assert await kept(services) == once
    await lawful(services)


async def test_overtaken_it_is_decided_anew_and_no_more_often(
    row: Row, services: Services, store: SqlStore, once: tuple[object, ...]
) -> None:
    await row.before(services)
    tries = overtaken(store, row.subject, times=TRIES - 1)

    await row.act(services)

    assert len(tries) == TRIES, "each try was overtaken but the last, and nothing was tried once more for nothing"
    assert await kept(services) == once
    await lawful(services)


async def test_overtaken_for_ever_it_refuses_and_writes_nothing(row: Row, services: Services, store: SqlStore) -> None:
    await row.before(services)
    before = await kept(services)
    tries = overtaken(store, row.subject, times=TRIES)

    with pytest.raises(Overtaken):
        await row.act(services)

    assert len(tries) == TRIES
    assert await kept(services) == before
    await lawful(services)


@pytest.mark.parametrize("steps", (1, 4, 8))
async def test_cancelled_at_any_moment_it_has_happened_or_has_not(
    row: Row, services: Services, once: tuple[object, ...], steps: int
) -> None:
    await row.before(services)
    before = await kept(services)
    task = asyncio.ensure_future(row.act(services))
    for _ in range(steps):
        await asyncio.sleep(0)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)

    await services.kernel.changing.settled()

    assert await kept(services) in (before, once)
    await lawful(services)


async def test_cancelled_while_it_is_written_nothing_that_follows_is_left_out(services: Services, store: SqlStore) -> None:
    heard: list[PersonRow] = []
    services.edge.on_person = heard.append
    commit, at_it, go_on = store.commit, asyncio.Event(), asyncio.Event()

    async def slow(*changes: Any) -> Mapping[Subject, int]:
        at_it.set()
        await go_on.wait()
        return await commit(*changes)

    store.commit = slow  # type: ignore[method-assign]
    choosing = asyncio.create_task(services.people.speak(ANNA, "nl"))
    await at_it.wait()
    choosing.cancel()
    await asyncio.gather(choosing, return_exceptions=True)
    assert choosing.cancelled() and services.kernel.changing.lock(of_person(ANNA)).locked()
    go_on.set()
    await services.kernel.changing.settled()

    assert [person.locale for person in heard] == ["nl"]
    await lawful(services)


def overtaken(store: SqlStore, subject: Subject, *, times: int) -> list[int]:
    """Just before each of so many guarded transactions somebody else writes about the same; the tries are noted."""
    commit, tries = store.commit, list[int]()

    async def late(*changes: Any) -> Mapping[Subject, int]:
        if any(isinstance(change, Revised) for change in changes):
            tries.append(len(tries))
            if len(tries) <= times:
                nobody = UserId(999)
                other = BlockDropped(UserId(subject.id), nobody) if subject.kind == PERSON else WishesDropped(subject.id, (nobody,))
                await SqlStore.commit(store, other)
        return await commit(*changes)

    store.commit = late  # type: ignore[method-assign]
    return tries


async def test_two_processes_lose_nothing_of_each_other(new_database: Callable[[], str]) -> None:
    """A preference was overwritten from memory, and both of two vacations were announced."""
    address = new_database()
    first, second = [make_services(await open_store(read(address))) for _ in range(2)]
    try:
        await asyncio.gather(*(services.people.person(ANNA) for services in (first, second)))
        await first.people.prefer(ANNA, "typed", "at-once")
        await second.people.speak(ANNA, "nl")
        starts = (services.vacations.start(ANNA, None, NOW + 5 * DAY, now=NOW) for services in (first, second))
        told = await asyncio.gather(*(outcome(start) for start in starts))
        row = await first.store.people.get(ANNA)
    finally:
        for services in (first, second):
            await services.close()

    assert row is not None and (row.locale, row.prefs["typed"], len(row.prefs["vacations"])) == ("nl", "at-once", 1)
    assert told.count("on-vacation-already") == 1


async def test_two_processes_keep_both_answers_to_a_request(new_database: Callable[[], str]) -> None:
    """One agreement was lost, and the game waited for it for ever."""
    address = new_database()
    first, second = [make_services(await open_store(read(address))) for _ in range(2)]
    try:
        match_id = (await begin(first, ANNA, BEN, CHI)).match.id
        asked = await first.requests.ask(match_id, ANNA, "finish", {}, now=NOW)
        number, commit, tries = asked.request.number, second.store.commit, list[int]()

        async def late(*changes: Any) -> Mapping[Subject, int]:
            tries.append(number)
            if len(tries) == 1:  # the other process is faster
                task = first.requests.answer(match_id, BEN, number, agrees=True, now=NOW)
                await asyncio.get_running_loop().create_task(task, context=Context())
            return await commit(*changes)

        second.store.commit = late  # type: ignore[method-assign]
        await second.requests.answer(match_id, CHI, number, agrees=True, now=NOW)
        (row,) = await second.store.requests.of(match_id)
    finally:
        for services in (first, second):
            await services.close()

    assert row.status == "granted" and len(tries) == 2


async def test_two_processes_open_no_event_too_many(new_database: Callable[[], str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entry, "MOST_UNDER_WAY", 1)
    address = new_database()
    pair = [make_services(await open_store(read(address))) for _ in range(2)]
    try:
        opened = (services.events.entries.open(PLACE, ANNA, "Cup", usual("slow-swiss", "tiny"), now=NOW) for services in pair)
        told = await asyncio.gather(*(outcome(one) for one in opened))
        there = await pair[0].events.looking.of_guild(GUILD)
    finally:
        for services in pair:
            await services.close()

    assert told.count("too-many-events") == 1 and len(there) == 1


async def test_two_lobbies_at_the_same_moment_keep_the_limit(store: SqlStore) -> None:
    limits = Limits(lobbies_of_member=1)
    pair = [make_services(store, limits=limits) for _ in range(2)]
    places = (Place(GUILD, 70), Place(GUILD, 71))

    lobbies = (services.lobbies.open(place, ANNA, "tiny", {}, now=NOW) for services, place in zip(pair, places, strict=True))
    told = await asyncio.gather(*(outcome(lobby) for lobby in lobbies))

    assert told.count("too-many-lobbies") == 1 and len(await store.matches.lobbies(GUILD)) == 1


async def test_a_revision_that_is_another_by_now_writes_nothing(store: SqlStore) -> None:
    anna = of_person(ANNA)
    assert await store.commit(Revised(anna, 0), PersonChosen(PersonRow(ANNA, "nl"))) == {anna: 1}
    assert await store.commit(PersonChosen(PersonRow(ANNA, "de"))) == {anna: 2}

    for expected_ in (0, 1, 3):
        assert await outcome(store.commit(Revised(anna, expected_), PersonChosen(PersonRow(ANNA, "eo")))) == "Outdated"

    assert await store.people.get(ANNA) == PersonRow(ANNA, "de")
    assert await store.revision(anna) == 2


def test_every_use_case_that_goes_this_way_has_a_row() -> None:
    assert _changing() == {*ROWS, *BY_OTHERS}


def _changing() -> set[str]:
    """Public methods that change something by themselves or by private ones of their class."""
    found: set[str] = set()
    for path in SERVICE.rglob("*.py"):
        for node in ast.parse(path.read_text()).body:
            if isinstance(node, ast.ClassDef) and node.name != "Changing":
                methods = {one.name: one for one in node.body if isinstance(one, ast.AsyncFunctionDef)}
                changes = {name for name, one in methods.items() if _calls(one) & {"change", "change_knowing"}}
                for _ in methods:
                    changes |= {name for name, one in methods.items() if _calls(one) & {of for of in changes if of.startswith("_")}}
                found |= {f"{node.name}.{name}" for name in changes if not name.startswith("_")}
    return found


def _calls(method: ast.AsyncFunctionDef) -> set[str]:
    """Names of what is called on `self`, on its `_changing` or on `changing` of something."""
    calls = [node.func for node in ast.walk(method) if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)]
    return {call.attr for call in calls if ast.unparse(call.value) == "self" or ast.unparse(call.value).endswith("changing")}
