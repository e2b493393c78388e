"""Two of a pairing agree on an hour: proposed, accepted, moved, called off; both are reminded, and who stays away loses."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import datetime, timedelta
from typing import Any

import pytest

from service.tournaments.appointment import SOON
from service.tournaments.repository import CALENDAR
from service.tournaments.tournament_settings import load, preset_settings
from storage.rows import TimerRow, UserId
from storage.tournament_rows import EventId
from tests.service.tournaments.conftest import ORGANISER, SERVER, Fair
from tests.service.tournaments.test_events import refused

ONE, OTHER = UserId(1), UserId(2)
HOUR, MINUTE = timedelta(hours=1), timedelta(minutes=1)


class Met:
    """An event of two whose first pairing is open, and its calendar: what a stand-in for Discord was asked for."""

    def __init__(self, fair: Fair, event_id: EventId) -> None:
        self.fair, self.event_id = fair, event_id
        self.use = fair.services.tournaments.scheduling
        self.calendar: list[tuple[int, datetime | None]] = []
        fair.services.timers.register(CALENDAR, self._note_entry)

    async def _note_entry(self, timer: TimerRow, now: datetime) -> None:
        place = (timer.payload["round"], timer.payload["table"])
        agreed = (await self.fair.state(self.event_id)).hours.agreed.get(place)
        self.calendar.append((place[1], None if agreed is None else agreed.at))
        await self.use.entered(timer, place, None if agreed is None else 77, "", now=now)

    async def agreed(self, hour: datetime, by: UserId = ONE, other: UserId = OTHER) -> None:
        assert not await self.use.propose(self.event_id, by, [hour], now=self.fair.now)
        assert await self.use.accept(self.event_id, other, 0, 0, now=self.fair.now) == hour
        await self.fair.settle()

    @property
    async def hours(self) -> Any:
        return (await self.fair.state(self.event_id)).hours

    @property
    async def result(self) -> tuple[str, UserId | None] | None:
        state = await self.fair.state(self.event_id)
        result = state.results.get((1, 1))
        return None if result is None else (result.how, None if result.winner is None else state.user(result.winner))

    def told(self, *codes: str) -> list[str]:
        return [payload["code"] for _, payload in self.fair.appointments if not codes or payload["code"] in codes]


@pytest.fixture
async def met(fair: Fair) -> AsyncIterator[Met]:
    yield Met(fair, await fair.started(2, "swiss:1"))


async def test_one_proposes_the_other_accepts_and_it_stands_in_the_calendar(met: Met) -> None:
    fair, later = met.fair, met.fair.now + 30 * HOUR
    await met.agreed(later)

    agreed = (await met.hours).agreed[1, 1]
    assert (agreed.at, agreed.between) == (later, (1, 2)) and met.calendar == [(1, later)]
    assert met.told() == ["proposed", "agreed"] and not (await met.hours).proposed
    (match,) = await fair.services.tournaments.queries.matches(met.event_id)
    assert all(channel == match.channel_id for channel, _ in fair.appointments), "in the thread of the game"
    assert (await met.hours).entries[1, 1].id == 77


async def test_only_those_of_the_pairing_agree_on_hours_that_are_ahead_and_within_its_round(met: Met, fair: Fair) -> None:
    now, use, ends = fair.now, met.use, fair.now + timedelta(days=28)
    for hour in (now, now + timedelta(minutes=4), ends + HOUR, now + timedelta(days=70)):
        await refused("bad-hour", use.propose(met.event_id, ONE, [hour], now=now))
    await refused("nobody-to-meet", use.propose(met.event_id, ORGANISER, [now + HOUR], now=now))
    await refused("no-appointment", use.propose(met.event_id, ONE, [], now=now))
    await use.propose(met.event_id, ONE, [now + HOUR], now=now)
    await refused("hour-not-open", use.accept(met.event_id, ONE, 1, 0, now=now))
    await refused("hour-not-open", use.accept(met.event_id, OTHER, 1, 1, now=now))
    await refused("hour-not-open", use.accept(met.event_id, OTHER, 2, 0, now=now))
    await refused("hour-lapsed", use.accept(met.event_id, OTHER, 1, 0, now=now + HOUR))
    assert not (await met.hours).agreed


async def test_two_proposals_at_once_can_both_be_accepted_and_one_that_both_make_is_agreed(met: Met, fair: Fair) -> None:
    first, second = fair.now + 5 * HOUR, fair.now + 6 * HOUR
    await met.use.propose(met.event_id, ONE, [first], now=fair.now)
    await met.use.propose(met.event_id, OTHER, [second], now=fair.now)

    assert await met.use.accept(met.event_id, OTHER, 1, 0, now=fair.now) == first
    await refused("hour-not-open", met.use.accept(met.event_id, ONE, 2, 0, now=fair.now))

    await met.use.propose(met.event_id, ONE, [second, first + 4 * HOUR], now=fair.now)
    assert await met.use.propose(met.event_id, OTHER, [second], now=fair.now)
    assert (await met.hours).agreed[1, 1].at == second


async def test_two_presses_at_once_agree_once(met: Met, fair: Fair) -> None:
    hour = fair.now + 5 * HOUR
    await met.use.propose(met.event_id, ONE, [hour], now=fair.now)
    presses = (met.use.accept(met.event_id, OTHER, 1, 0, now=fair.now) for _ in range(2))
    told = await asyncio.gather(*presses, return_exceptions=True)
    await fair.settle()
    assert sorted(str(getattr(outcome, "code", outcome)) for outcome in told) == [str(hour), "hour-not-open"]
    assert met.told("agreed") == ["agreed"] and len(met.calendar) == 1


async def test_an_appointment_is_moved_and_called_off_by_both(met: Met, fair: Fair) -> None:
    await met.agreed(fair.now + 30 * HOUR)
    await met.agreed(moved := fair.now + 40 * HOUR, OTHER, ONE)
    assert not await met.use.propose(met.event_id, ONE, [], now=fair.now)
    assert (await met.hours).agreed, "nobody calls it off alone"
    assert await met.use.accept(met.event_id, OTHER, 0, 0, now=fair.now) is None
    await fair.settle()

    assert not (await met.hours).agreed and [hour for _, hour in met.calendar] == [fair.now + 30 * HOUR, moved, None]
    assert not (await met.hours).entries


async def test_clocks_stand_until_the_hour_and_go_on_where_it_is_called_off(met: Met, fair: Fair) -> None:
    (match,) = await fair.services.tournaments.queries.matches(met.event_id)

    async def standing() -> list[str]:
        row, seats = await fair.services.match_queries.seated(match.match_id)
        return [clock.why for clock in await fair.services.clocks.shown(row, seats, fair.now) if clock.runs]

    await met.agreed(fair.now + 60 * HOUR)
    assert await standing() == ["appointed"]
    await fair.wait(hours=59)
    assert await standing() == ["appointed"] and await met.result is None, "the time for a first turn stands too"
    await met.use.propose(met.event_id, ONE, [], now=fair.now)
    await met.use.accept(met.event_id, OTHER, 0, 0, now=fair.now)
    await fair.settle()
    assert await standing() != ["appointed"]


async def test_both_are_reminded_a_day_and_a_quarter_of_an_hour_before(met: Met, fair: Fair) -> None:
    await met.agreed(fair.now + 30 * HOUR)
    await fair.wait(hours=5, minutes=59)
    assert met.told("day", SOON) == []
    await fair.wait(minutes=1)
    assert met.told("day", SOON) == ["day"]
    await refused("here-later", met.use.here(met.event_id, ONE, now=fair.now))
    await fair.wait(hours=23, minutes=45)
    assert met.told("day", SOON) == ["day", SOON] and len(met.calendar) == 3, "its entry is put right each time"
    assert await met.use.here(met.event_id, ONE, now=fair.now) and await met.use.here(met.event_id, OTHER, now=fair.now)
    await fair.settle()
    assert (await met.hours).kept == {(1, 1)}
    await fair.wait(minutes=40)
    assert await met.result is None and met.told("absent", "late", "nobody") == []


async def _turn(met: Met) -> UserId:
    """Move as the asked player; return who that was."""
    (match,) = await met.fair.services.tournaments.queries.matches(met.event_id)
    user = next(seat.user_id for seat in match.seats if seat.waiting_since is not None)
    assert user is not None and await met.fair.turn(match.match_id)
    await met.fair.settle()
    return user


async def _asked_and_other(met: Met) -> tuple[UserId, UserId]:
    """Return the asked player, and the other."""
    (match,) = await met.fair.services.tournaments.queries.matches(met.event_id)
    user = next(seat.user_id for seat in match.seats if seat.waiting_since is not None)
    return (ONE, OTHER) if user == ONE else (OTHER, ONE)


async def test_somebody_who_is_there_and_has_moved_wins_against_somebody_who_is_not(met: Met, fair: Fair) -> None:
    await met.agreed(fair.now + 2 * HOUR)
    await fair.wait(hours=2, minutes=1)
    mover = await _turn(met)
    await fair.wait(minutes=9)
    assert await met.result is None, "the other has ten minutes from that move"
    await fair.wait(minutes=10)

    assert await met.result == ("walkover", mover)
    assert met.told("absent") == ["absent"]


async def test_nobody_wins_by_saying_that_they_are_there_without_moving(met: Met, fair: Fair) -> None:
    await met.agreed(fair.now + 2 * HOUR)
    mover, other = await _asked_and_other(met)
    await fair.wait(hours=1, minutes=50)
    await met.use.here(met.event_id, mover, now=fair.now)
    await fair.wait(hours=2)

    assert await met.result is None and met.told("absent", "late") == ["late"], other


async def test_somebody_who_waits_for_a_move_wins(met: Met, fair: Fair) -> None:
    await met.agreed(fair.now + 2 * HOUR)
    mover, other = await _asked_and_other(met)
    await fair.wait(hours=1, minutes=50)
    await met.use.here(met.event_id, other, now=fair.now)
    await fair.wait(minutes=19)
    assert await met.result is None
    await fair.wait(minutes=1)
    assert await met.result == ("walkover", other), mover
    rule = fair.services.tournaments.rulings.rule
    assert await rule(met.event_id, ORGANISER, "draw", ONE, "a power cut", now=fair.now) is None
    assert await met.result == ("ruling", None), "a referee can undo it"


async def test_where_the_organiser_wants_it_so_the_clocks_decide(fair: Fair) -> None:
    met = Met(fair, await fair.started(2, "swiss:1", absent_loses=False))
    await met.agreed(fair.now + 2 * HOUR)
    _, other = await _asked_and_other(met)
    await fair.wait(hours=1, minutes=50)
    await met.use.here(met.event_id, other, now=fair.now)
    await fair.wait(minutes=20)
    assert await met.result is None and met.told("absent", "late") == ["late"]


async def test_where_nobody_came_nobody_loses(met: Met, fair: Fair) -> None:
    await met.agreed(fair.now + 2 * HOUR)
    await fair.wait(hours=2, minutes=11)
    assert await met.result is None and met.told("nobody") == ["nobody"] and not (await met.hours).agreed


async def test_a_pairing_that_is_over_has_no_appointment(met: Met, fair: Fair) -> None:
    """Ruled, withdrawn from, called off with the event: its entry leaves the calendar."""
    await met.agreed(fair.now + 30 * HOUR)
    await fair.services.tournaments.rulings.rule(met.event_id, ORGANISER, "win", ONE, "agreed", now=fair.now)
    await fair.settle()
    assert not (await met.hours).agreed and met.calendar[-1] == (1, None)
    await refused("event-not-running", met.use.propose(met.event_id, ONE, [fair.now + HOUR], now=fair.now))


async def test_somebody_who_leaves_and_an_event_that_is_called_off_end_appointments(met: Met, fair: Fair) -> None:
    await met.agreed(fair.now + 30 * HOUR)
    await fair.services.tournaments.registration.leave(met.event_id, OTHER, now=fair.now)
    await fair.settle()
    assert not (await met.hours).agreed and await met.result == ("walkover", ONE)

    another = Met.__new__(Met)
    another.__dict__.update(met.__dict__, event_id=await fair.started(2, "swiss:1"))
    await another.agreed(fair.now + 30 * HOUR)
    await fair.services.tournaments.registration.cancel(another.event_id, ORGANISER, now=fair.now)
    await fair.settle()
    assert not (await another.hours).agreed


async def test_who_comes_back_after_an_outage_has_ten_minutes_more(met: Met, fair: Fair) -> None:
    await met.agreed(fair.now + 2 * HOUR)
    _, other = await _asked_and_other(met)
    await fair.wait(hours=1, minutes=50)
    await met.use.here(met.event_id, other, now=fair.now)
    fair.now += timedelta(minutes=19)  # nothing runs
    await fair.restart()
    met.use = fair.services.tournaments.scheduling
    fair.services.timers.register(CALENDAR, met._note_entry)
    await fair.settle()
    assert met.told(SOON) == [SOON, SOON]
    await fair.wait(minutes=9)
    assert await met.result is None
    await fair.wait(minutes=1)
    assert await met.result == ("walkover", other)


async def test_nobody_loses_while_the_bot_is_out_of_the_server(met: Met, fair: Fair) -> None:
    """One has said that they are there; then somebody removes the bot, and the other can't."""
    await met.agreed(fair.now + 2 * HOUR)
    _, other = await _asked_and_other(met)
    await fair.wait(hours=1, minutes=50)
    await met.use.here(met.event_id, other, now=fair.now)
    await fair.services.guild_lifecycle.left(SERVER.guild_id or 0, now=fair.now)
    await fair.wait(hours=3)

    assert await met.result is None and not met.told("absent") and not (await met.hours).agreed


async def test_games_begin_by_appointment_where_the_organiser_wants_it(fair: Fair) -> None:
    settings: dict[str, Any] = {"pace": "live", "by_appointment": True, "round_length": None, "first_turn": 10 * MINUTE}
    met = Met(fair, await fair.started(2, "swiss:1", **settings))
    assert (await fair.state(met.event_id)).settings.round_length == timedelta(days=7)
    await fair.wait(hours=20)
    matches = fair.services.tournaments.queries.matches
    assert await matches(met.event_id) == ()
    await met.agreed(fair.now + 2 * HOUR)
    await fair.wait(hours=1, minutes=50)
    for user in (ONE, OTHER):
        assert await met.use.here(met.event_id, user, now=fair.now)
    await fair.settle()
    (match,) = await matches(met.event_id)
    assert match.status == "running"


async def test_what_was_never_agreed_is_a_draw_when_its_round_ends(fair: Fair) -> None:
    met = Met(fair, await fair.started(2, "swiss:1", pace="live", by_appointment=True, round_length=None))
    await fair.wait(days=7, hours=1)
    state = await fair.state(met.event_id)
    assert await met.result == ("ruling", None) and state.row.status == "finished"


async def test_an_event_without_appointments_keeps_its_old_settings() -> None:
    """What an earlier program has written."""
    plain = {
        key: value
        for key, value in preset_settings("evening", "tiny").dump().items()
        if key not in ("by_appointment", "absent_loses")
    }
    assert (load(plain).by_appointment, load(plain).absent_loses) == (False, True)
