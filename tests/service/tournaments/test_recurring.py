"""Tournaments that are held every week: opened by themselves, at the same hour, until too few come."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from service.tournaments.recurring_tournaments import MOST_UNHELD, WEEK
from service.tournaments.state import TournamentState
from service.users.preferences import ZONE
from storage.rows import UserId
from tests.service.tournaments.conftest import ORGANISER, Fair


async def newest(fair: Fair) -> TournamentState:
    rows = await fair.services.tournaments.queries.of_guild(7)
    return await fair.state(rows[0].id)


async def test_the_next_one_is_open_when_one_is_over_a_week_after_its_start(fair: Fair) -> None:
    event_id = await fair.started(2, "swiss:1")
    await fair.services.tournaments.editor.edit(event_id, ORGANISER, {"every": WEEK}, now=fair.now)
    began = (await fair.state(event_id)).row.started_at
    await fair.play_out(event_id)
    await fair.settle()

    after = await newest(fair)

    assert began is not None and after.row.status == "open" and after.row.id != event_id
    assert (after.row.name, after.settings.starts_at, after.settings.season) == ("Cup 2", began + WEEK, 2)
    assert (after.row.channel_id, after.row.host_id, after.settings.every) == (70, ORGANISER, WEEK)
    await fair.settle()
    assert len(await fair.services.tournaments.queries.of_guild(7)) == 2, "one successor"


async def test_the_hour_stays_the_same_by_the_organisers_clock_over_the_change_to_summer_time(fair: Fair) -> None:
    await fair.services.user_settings.choose(ORGANISER, prefs={ZONE: "Europe/Amsterdam"})
    friday = datetime(2026, 3, 27, 19, 0, tzinfo=UTC)
    event_id = await fair.opened(2, "swiss:1", starts_at=friday, every=WEEK)
    await fair.wait(seconds=(friday - fair.now).total_seconds() + 1)
    await fair.play_out(event_id)
    await fair.settle()

    starts_at = (await newest(fair)).settings.starts_at

    assert starts_at is not None and starts_at.astimezone(ZoneInfo("Europe/Amsterdam")).hour == 20
    assert starts_at - friday == timedelta(days=7) - timedelta(hours=1)


async def test_it_goes_on_when_too_few_came_and_ends_after_three_in_a_row(fair: Fair) -> None:
    await fair.opened(1, "swiss:1", starts_at=fair.now + timedelta(days=1), every=WEEK)

    await fair.wait(days=40)

    rows = await fair.services.tournaments.queries.of_guild(7)
    assert [row.status for row in rows] == ["cancelled"] * MOST_UNHELD


async def test_who_calls_it_off_or_presses_again_means_it(fair: Fair) -> None:
    event_id = await fair.opened(2, "swiss:1", starts_at=fair.now + timedelta(days=1), every=WEEK)
    await fair.services.tournaments.registration.cancel(event_id, ORGANISER, now=fair.now)
    other = await fair.started(2, "swiss:1", every=WEEK)
    await fair.services.tournaments.editor.edit(other, ORGANISER, {"every": None}, now=fair.now)
    await fair.play_out(other)
    await fair.settle()

    assert len(await fair.services.tournaments.queries.of_guild(7)) == 2
    assert UserId(1) in (await fair.state(other)).users.values()
