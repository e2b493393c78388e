"""The settings of a person: stored, announced, and effective in time."""

from __future__ import annotations

import asyncio
from datetime import datetime, timedelta

import pytest

from clocks.sleep_windows import SleepWindow
from service.core.unit_of_work import UnitOfWork
from service.errors import Refusal
from service.users import sleep_settings
from service.users.user_settings import UserSettings
from service.wiring.services import Services
from storage.rows import PersonRow, UserId, of_person
from storage.store import Store
from tests.service.conftest import ANNA, BEN, NOW, Clock, refused

AMSTERDAM = "Europe/Amsterdam"


@pytest.fixture
def people(store: Store, clock: Clock) -> UserSettings:
    return UserSettings(UnitOfWork(store), clock)


async def test_choices_made_at_the_same_moment_are_all_kept(people: UserSettings, store: Store) -> None:
    await asyncio.gather(*(people.prefer(ANNA, key, value) for key, value in {"typed": "at-once", "digest": "8"}.items()))

    assert await store.people.get(ANNA) == PersonRow(ANNA, None, {"typed": "at-once", "digest": "8"})


async def test_what_was_chosen_is_remembered_and_found_again(people: UserSettings, store: Store, clock: Clock) -> None:
    await people.speak(ANNA, "nl")
    await people.prefer(ANNA, "where", "private")

    assert (
        people.known(ANNA)
        == await UserSettings(UnitOfWork(store), clock).person(ANNA)
        == PersonRow(ANNA, "nl", {"where": "private"})
    )
    await people.speak(ANNA, None)
    assert (await people.person(ANNA)).locale is None
    assert await people.prefers(ANNA, "where") == "private"


@pytest.mark.parametrize(("key", "value"), [("typed", "whatever"), ("zone", "UTC"), ("sleep", "x"), ("digest", "24")])
async def test_nothing_but_what_is_offered_is_kept(people: UserSettings, key: str, value: str) -> None:
    assert await refused(people.prefer(ANNA, key, value)) == "not-a-preference" and (await people.person(ANNA)).prefs == {}


async def test_whatever_must_happen_with_a_choice_is_in_its_transaction(services: Services, store: Store) -> None:
    heard: list[PersonRow] = []
    services.ui_listeners.on_person = heard.append

    await services.user_settings.prefer(ANNA, "digest", "8")

    assert [timer.kind for timer in await store.timers.of(of_person(ANNA))] == ["digest"]
    assert [person.prefs for person in heard] == [{"digest": "8"}]


async def test_first_sleep_hours_count_at_once_and_a_change_after_14_days(people: UserSettings, clock: Clock) -> None:
    first, second = SleepWindow(AMSTERDAM, 23 * 60, 8 * 60), SleepWindow(AMSTERDAM, 0, 8 * 60)

    person = await people.live_in(ANNA, "amsterdam", "23", "7:00")
    assert sleep_settings.present(person, NOW) == (first, None)

    clock.pass_by(days=3)
    person = await people.live_in(ANNA, AMSTERDAM, "0:00", "8")
    counting, coming = sleep_settings.present(person, clock.now)
    assert counting == first and coming is not None
    assert (coming.since, coming.window) == (NOW + timedelta(days=14), second)
    assert sleep_settings.present(person, NOW + timedelta(days=14)) == (second, None)


async def test_a_slip_can_be_mended_before_it_counts(people: UserSettings, clock: Clock) -> None:
    """Also by taking it back altogether."""
    await people.live_in(ANNA, AMSTERDAM, "23", "7")
    clock.pass_by(days=20)
    await people.live_in(ANNA, AMSTERDAM, "11", "19")
    mended = await people.live_in(ANNA, AMSTERDAM, "22", "6")
    coming = sleep_settings.present(mended, clock.now)[1]
    assert coming is not None and coming.since == clock.now + timedelta(hours=48) and len(sleep_settings.history(mended)) == 2

    back = await people.live_in(ANNA, AMSTERDAM, "23", "7")
    assert sleep_settings.present(back, clock.now) == (SleepWindow(AMSTERDAM, 23 * 60, 8 * 60), None)


async def test_another_zone_moves_the_night_with_the_same_delay(people: UserSettings, clock: Clock) -> None:
    await people.live_in(ANNA, AMSTERDAM, "23", "7")
    clock.pass_by(days=20)

    person = await people.live_in(ANNA, "Tokyo", "23", "7")

    assert sleep_settings.zone(person) == "Asia/Tokyo"
    assert sleep_settings.night_at(person, datetime.fromisoformat("2026-03-22T02:00:00+01:00")) is not None
    assert sleep_settings.night_at(person, datetime.fromisoformat("2026-03-26T02:00:00+01:00")) is None
    assert sleep_settings.night_at(person, datetime.fromisoformat("2026-03-26T02:00:00+09:00")) is not None


@pytest.mark.parametrize(
    ("zone", "begin", "end", "code"),
    [
        ("Atlantis", "23", "7", "no-zone"),
        (AMSTERDAM, "late", "7", "no-time"),
        (AMSTERDAM, "23", "", "no-time"),
        (AMSTERDAM, "7", "7", "window-empty"),
        (AMSTERDAM, "20", "7", "window-too-long"),
    ],
)
async def test_senseless_hours_are_refused_and_nothing_is_kept(
    people: UserSettings, zone: str, begin: str, end: str, code: str
) -> None:
    assert await refused(people.live_in(ANNA, zone, begin, end)) == code and (await people.person(ANNA)).prefs == {}


async def test_sleepers_are_known_with_the_end_of_their_night(people: UserSettings) -> None:
    person = await people.live_in(ANNA, AMSTERDAM, "23", "7")

    assert sleep_settings.night_at(person, datetime.fromisoformat("2026-03-03T03:00:00+01:00")) == (
        datetime.fromisoformat("2026-03-02T23:00:00+01:00"),
        datetime.fromisoformat("2026-03-03T07:00:00+01:00"),
    )
    assert sleep_settings.night_at(person, datetime.fromisoformat("2026-03-03T07:00:00+01:00")) is None
    assert sleep_settings.night_at(PersonRow(BEN), NOW) is None


async def test_nobody_blocks_themselves_or_unblocks_people_who_are_not_blocked(people: UserSettings) -> None:
    await people.block(ANNA, BEN)
    assert await people.blockers_of(BEN) == {ANNA} and await people.blocked_by(ANNA) == (BEN,)

    await people.unblock(ANNA, BEN)

    for senseless in (people.block(ANNA, ANNA), people.unblock(ANNA, BEN)):
        with pytest.raises(Refusal):
            await senseless
    assert await people.blockers_of(BEN) == frozenset()


async def test_who_was_forgotten_has_chosen_nothing(services: Services) -> None:
    await services.user_settings.prefer(ANNA, "typed", "at-once")

    await services.privacy.forget(ANNA, now=NOW)

    assert await services.user_settings.person(ANNA) == PersonRow(ANNA)


async def test_what_somebody_read_before_a_person_was_forgotten_is_not_remembered(
    store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They read, the person is forgotten, and only then do they go on."""
    await UserSettings(UnitOfWork(store), clock).prefer(ANNA, "typed", "at-once")
    people, has_read, may_go_on = UserSettings(UnitOfWork(store), clock), asyncio.Event(), asyncio.Event()
    get = store.people.get

    async def slow(user_id: UserId) -> PersonRow | None:
        row = await get(user_id)
        has_read.set()
        await may_go_on.wait()
        return row

    monkeypatch.setattr(store.people, "get", slow)
    reading = asyncio.create_task(people.person(ANNA))
    await has_read.wait()
    await store.people.forget(ANNA, UserId(-5), NOW)
    people.forget(ANNA)
    may_go_on.set()
    await reading

    assert people.known(ANNA) == await people.person(ANNA) == PersonRow(ANNA)
