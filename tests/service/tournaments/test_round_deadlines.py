"""The date of a round: overtime before it, and what becomes of open games then; what stops clocks of events, and what not."""

from __future__ import annotations

from datetime import timedelta

import pytest

from clocks.clock_history import STOPPED
from service.records import MatchLocation
from storage.rows import MatchId, UserId
from storage.tournament_rows import EventId
from tests.service.tournaments.conftest import ORGANISER, Fair

WEEK = timedelta(days=7)


async def both_have_played(fair: Fair, event_id: EventId) -> MatchId:
    """Return the first game of the event after a turn of each, now abandoned."""
    match = (await fair.services.tournaments.queries.matches(event_id))[0]
    for _ in range(2):
        assert await fair.turn(match.match_id)
    await fair.settle()
    fair.absent = {1, 2, 3, 4}
    return match.match_id


async def asked(fair: Fair, match_id: MatchId) -> tuple[int, UserId]:
    """Return the asked seat, and its player."""
    table = await fair.services.match_queries.table(match_id, None)
    user = table.seats[table.asked[0]].user_id
    assert user is not None
    return table.asked[0], user


async def left(fair: Fair, match_id: MatchId, seat: int) -> timedelta:
    match, seats = await fair.services.repository.seated(match_id)
    return (await fair.services.clocks.shown(match, seats, fair.now))[seat].left


async def test_five_days_before_the_date_open_games_go_into_overtime(fair: Fair) -> None:
    """36 hours at most, and two more for each turn; told once."""
    event_id = await fair.started(2, "swiss:1", round_length=WEEK, options={"rounds": "9"})
    match = await both_have_played(fair, event_id)
    seat, _ = await asked(fair, match)
    assert await left(fair, match, seat) > timedelta(days=3)

    await fair.wait(hours=49)

    assert timedelta(hours=30) < await left(fair, match, 1 - seat) <= timedelta(hours=36)
    fair.absent = set()
    before = await left(fair, match, seat)
    await fair.turn(match)
    assert await left(fair, match, seat) == min(before + timedelta(hours=2), timedelta(hours=36))
    await fair.wait(hours=1)
    assert fair.posted.count((next(m.channel_id for m in await fair.services.tournaments.queries.matches(event_id)), "notice")) == 1


async def test_a_knock_out_game_that_is_open_at_its_date_is_lost_by_who_used_more_time(fair: Fair) -> None:
    """The higher placed, who stalls, does not go on; everybody is told why."""
    event_id = await fair.started(2, "knock-out", round_length=timedelta(days=1), options={"rounds": "9"})
    match = await both_have_played(fair, event_id)
    _, slow = await asked(fair, match)

    await fair.wait(hours=25)

    state = await fair.state(event_id)
    assert (state.results[1, 1].how, state.results[1, 1].winner) == ("flag", str(3 - slow))
    assert state.row.status == "finished" and state.final[0] == str(3 - slow)
    told = {user: (what["own_s"], what["other_s"]) for user, code, what in fair.letters if code == "time-decided"}
    assert told[slow] == told[3 - slow][::-1] and told[slow][0] > told[slow][1]
    (row,) = await fair.services.tournaments.queries.matches(event_id)
    assert (row.status, (row.result or {})["how"]) == ("finished", "flag")


async def test_of_a_knock_out_that_nobody_could_play_a_lot_decides(fair: Fair) -> None:
    fair.closed = {70}
    event_id = await fair.started(2, "knock-out", round_length=timedelta(days=1))

    await fair.wait(hours=25)

    state = await fair.state(event_id)
    assert state.results[1, 1].winner in ("1", "2")


async def test_a_duel_of_a_knock_out_goes_to_the_leader_once_the_open_game_is_lost(fair: Fair) -> None:
    event_id = await fair.started(2, "knock-out best-of=3", round_length=timedelta(days=1), options={"rounds": "2"})
    first = (await fair.services.tournaments.queries.matches(event_id))[0]
    await fair.services.resignations.resign(first.match_id, UserId(1), now=fair.now)
    await fair.settle()
    match = (await fair.services.tournaments.queries.matches(event_id))[-1].match_id
    for _ in range(2):
        await fair.turn(match)
    _, slow = await asked(fair, match)
    fair.absent = {1, 2}

    await fair.wait(hours=25)

    state = await fair.state(event_id)
    games = state.games[1, 1]
    assert len(games) == 2 and games[1].winner == str(3 - slow)
    assert state.results[1, 1].winner in (None, "2") or slow == 2
    assert state.row.status == "finished"


@pytest.mark.parametrize(("allowed", "stands"), [(False, False), (True, True)])
async def test_a_vacation_stops_a_clock_only_where_the_organiser_allows_it(fair: Fair, allowed: bool, stands: bool) -> None:
    event_id = await fair.started(2, "swiss:1", vacations=allowed, options={"rounds": "9"})
    match = await both_have_played(fair, event_id)
    seat, user = await asked(fair, match)
    before = await left(fair, match, seat)
    await fair.services.vacations.start(user, None, fair.now + timedelta(days=3), now=fair.now)

    await fair.wait(hours=24)

    used = before - await left(fair, match, seat)
    assert used < timedelta(hours=1) if stands else used == timedelta(hours=16), "eight hours of night"


async def test_in_overtime_no_vacation_stops_a_clock(fair: Fair) -> None:
    event_id = await fair.started(2, "swiss:1", vacations=True, round_length=timedelta(days=6), options={"rounds": "9"})
    match = await both_have_played(fair, event_id)
    seat, user = await asked(fair, match)
    await fair.services.vacations.start(user, None, fair.now + timedelta(days=5), now=fair.now)

    await fair.wait(hours=72)

    assert await left(fair, match, seat) < timedelta(hours=36)


async def test_everybody_has_a_night_of_the_same_length(fair: Fair) -> None:
    event_id = await fair.started(2, "swiss:1", options={"rounds": "9"})
    match = await both_have_played(fair, event_id)

    rows = await fair.services.repository.seated(match)
    sheet = await fair.services.clocks.sheet(*rows)

    assert sheet is not None
    assert {choice.window.minutes for sleep in sheet.sleep.values() for choice in sleep if choice.window} == {480}
    assert set(sheet.sleep) == {0, 1}


async def test_who_could_not_be_asked_is_not_absent(fair: Fair) -> None:
    """While a game has no thread, no time for the first turn runs, nor in the twelve hours after it has one again."""
    event_id = await fair.started(2, "swiss:1")
    await fair.wait(hours=30)
    (match,) = await fair.services.tournaments.queries.matches(event_id)
    await fair.services.channel_changes.vanished(match.channel_id, fair.now)
    await fair.wait(hours=40)
    await fair.services.tournaments.delivery_failures.rehome(event_id, MatchLocation(7, 71), now=fair.now)
    await fair.settle()

    await fair.wait(hours=29)
    assert not (await fair.state(event_id)).results

    await fair.wait(hours=34)
    assert (await fair.state(event_id)).row.status == "finished"


async def test_an_organiser_decides_about_vacations_before_the_start(fair: Fair) -> None:
    event_id = await fair.opened(2)

    state = await fair.services.tournaments.editor.edit(event_id, ORGANISER, {"vacations": True}, now=fair.now)

    assert state.settings.vacations


async def test_no_clock_of_an_event_has_ever_stood_for_a_vacation(fair: Fair) -> None:
    event_id = await fair.started(2, "swiss:1", options={"rounds": "2"})
    match = await both_have_played(fair, event_id)
    _, user = await asked(fair, match)
    await fair.services.vacations.start(user, None, fair.now + timedelta(days=3), now=fair.now)
    await fair.wait(hours=5)
    fair.absent = set()
    while await fair.turn(match):
        pass

    assert not [event for event in await fair.store.clocks.of(match) if (event.what, event.why) == (STOPPED, "vacation")]


async def test_nights_give_nobody_more_time_for_the_first_turn_also_in_overtime(fair: Fair) -> None:
    """A round of six days is in overtime after the first, and then nights are written down in the clock of the game."""
    event_id = await fair.started(2, "knock-out", round_length=timedelta(days=6))
    pairing = (await fair.state(event_id)).rounds[0].pairing(1)
    fair.absent = {UserId(int(pairing.first))}

    await fair.wait(hours=48, minutes=1)

    result = (await fair.state(event_id)).results[1, 1]
    assert (result.how, result.winner) == ("walkover", pairing.second)
