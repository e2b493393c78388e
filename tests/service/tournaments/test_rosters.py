"""Rosters of teams: captains decide them until the date that the organiser has set, and boards have hours of their own."""

from __future__ import annotations

from datetime import timedelta

import pytest

from service.tournaments import round_deadlines
from service.tournaments.state import IN, LEFT, OUT
from storage.rows import UserId
from storage.tournament_rows import EventId
from tests.service.tournaments.conftest import ORGANISER, Fair
from tests.service.tournaments.test_events import refused
from tests.service.tournaments.test_teams import BLUE, RED, hand_in, joined
from tournament.stages import read

DAY = timedelta(days=1)


async def two_teams(fair: Fair, stages: str = "swiss:1 boards=2", **changes: object) -> EventId:
    """Return an event that Red (1, 2, 3) and Blue (4, 5, 6) have entered; 1 and 4 are captains."""
    event_id = await fair.opened(0, stages, preset="teams", preview=timedelta(hours=24), **changes)
    for person in range(1, 7):
        await joined(fair, event_id, UserId(person), "Red" if person < 4 else "Blue")
    return event_id


async def begun(fair: Fair, event_id: EventId) -> None:
    await fair.services.tournaments.registration.start(event_id, ORGANISER, now=fair.now)
    await fair.settle()


async def test_a_captain_takes_somebody_off_and_turns_somebody_down(fair: Fair) -> None:
    event_id = await two_teams(fair)
    roster, stranger = fair.services.tournaments.roster, UserId(9)
    await fair.services.tournaments.registration.enter(event_id, stranger, now=fair.now, team="Red")
    numbers = (await fair.state(event_id)).numbers

    for captain, number in ((UserId(2), numbers[UserId(3)]), (UserId(4), numbers[UserId(3)])):
        await refused("no-captain", roster.take_off(event_id, captain, number, now=fair.now))
    await refused("not-in-team", roster.take_off(event_id, UserId(1), numbers[UserId(1)], now=fair.now))
    await roster.take_off(event_id, UserId(1), numbers[UserId(3)], now=fair.now)
    await roster.take_off(event_id, UserId(1), numbers[stranger], now=fair.now)
    await fair.settle()

    state = await fair.state(event_id)
    assert [member.number for member in state.team(RED, IN)] == [numbers[UserId(1)], numbers[UserId(2)]]
    assert {state.members[numbers[user]].status for user in (UserId(3), stranger)} == {LEFT}
    assert {user for user, code, _ in fair.letters if code == "taken-off"} == {3, 9}


async def test_rosters_are_locked_when_it_begins_unless_the_organiser_sets_a_date(fair: Fair) -> None:
    event_id = await two_teams(fair)
    await begun(fair, event_id)
    numbers = (await fair.state(event_id)).numbers

    await refused("event-running", fair.services.tournaments.roster.take_off(event_id, UserId(1), numbers[UserId(3)], now=fair.now))
    await refused("entry-closed", fair.services.tournaments.registration.enter(event_id, UserId(9), now=fair.now, team="Red"))


async def test_until_the_lock_date_a_substitute_comes_in_and_somebody_goes(fair: Fair) -> None:
    event_id = await two_teams(fair, "groups:1 twice boards=2", rosters_lock_at=fair.now + 5 * DAY)
    events = fair.services.tournaments
    await begun(fair, event_id)
    await refused("entry-closed", events.registration.enter(event_id, UserId(8), now=fair.now, team="Green"))
    late = await events.registration.enter(event_id, UserId(9), now=fair.now, team="red")
    assert late.asks
    await events.roster.let_in(event_id, UserId(1), late.number, now=fair.now)
    numbers = (await fair.state(event_id)).numbers
    await events.roster.take_off(event_id, UserId(1), numbers[UserId(2)], now=fair.now)
    await hand_in(fair, event_id, 1, 9, 3)
    await fair.wait(days=1, hours=1)

    state = await fair.state(event_id)
    assert {state.users[int(who)] for who in state.lineup(RED)} == {3, 9}
    assert state.members[numbers[UserId(2)]].status == OUT
    seated = {state.user(who) for drawn, table in state.open_tables() for who in drawn.seats(table)}
    assert seated == {3, 9, 4, 5}
    await refused("sits-now", events.roster.take_off(event_id, UserId(1), late.number, now=fair.now))

    await fair.wait(days=4)
    await refused("rosters-locked", events.roster.take_off(event_id, UserId(1), numbers[UserId(3)], now=fair.now))
    await refused("entry-closed", events.registration.enter(event_id, UserId(7), now=fair.now, team="Red"))
    finished = await fair.play_out(event_id)
    assert finished.row.status == "finished" and set(finished.final) == {RED, BLUE}


async def test_each_board_of_a_match_has_its_own_hour_within_the_window(fair: Fair) -> None:
    event_id = await two_teams(fair, round_length=7 * DAY)
    await begun(fair, event_id)
    await fair.wait(days=1, hours=1)
    state, meets = await fair.state(event_id), fair.services.tournaments.scheduling
    ends = round_deadlines.deadline_of(state, (1, 1))
    assert ends is not None and ends == state.published[1] + 7 * DAY == round_deadlines.deadline_of(state, (1, 2))

    hours = {}
    for drawn, table in state.open_tables():
        user, other = (state.user(who) for who in drawn.seats(table))
        await refused("bad-hour", meets.propose(event_id, user, [ends + timedelta(minutes=1)], now=fair.now))
        hours[drawn.number, table] = fair.now + table * DAY
        await meets.propose(event_id, user, [hours[drawn.number, table]], now=fair.now)
        await meets.accept(event_id, other, 0, 0, now=fair.now)

    agreed = (await fair.state(event_id)).hours.agreed
    assert {place: appointment.at for place, appointment in agreed.items()} == hours and len(hours) == 2


@pytest.mark.parametrize("stages", ["groups:1 boards=5", "league:2 boards=3", "knock-out boards=5"])
def test_leagues_are_played_by_teams_too(stages: str) -> None:
    assert read(stages)[0].boards > 1
