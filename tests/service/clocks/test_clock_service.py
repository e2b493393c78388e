"""Clocks of a match: written with every step, due once, also when the program was down; what stops them, and who comes back."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from clocks.clock_history import ClockEvent
from clocks.spans import Span
from games.core.game import Seat
from service.clocks.clock_pauses import People
from service.clocks.clock_service import CLOCK, ClockView
from service.clocks.notifications import MorningPing
from service.errors import Refusal
from service.match import match_log as logs
from service.match import match_transaction
from service.records import MatchUpdate
from service.wiring.services import Services
from storage.changes import QueuePosts
from storage.rows import MatchId, MatchRow, Post, UserId, of_match
from storage.store import Store
from tests.service.conftest import ANNA, BEN, CHI, NOW, PLACE, begin, make_services
from tools import clock_audit

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


@pytest.fixture
async def services(store: Store) -> AsyncIterator[Services]:
    """People choose, and computers play, at the beginning of all time."""
    service = make_services(store, clock=lambda: NOW)
    yield service
    await service.stop()


async def begun(services: Services, *people: UserId, delivered: bool = True, **terms: str) -> MatchId:
    """Begin a game at these terms, in the order of joining; turn messages arrive at once if `delivered`."""
    asked = {key.replace("_", "-"): value for key, value in terms.items()}
    match_id = (await begin(services, *people, terms=asked, rounds="9")).match.id
    if delivered:
        await told(services, match_id, NOW)
    return match_id


async def told(services: Services, match_id: MatchId, now: datetime) -> None:
    """Everything unsent arrives."""
    for post in await services.store.posts.of(of_match(match_id)):
        if post.sent_at is None and post.dead_at is None:
            await services.store.posts.sent(post, 1000 + post.id, now)
            await services.clocks.delivered(post, now)


async def moves(services: Services, match_id: MatchId, person: UserId, at: datetime) -> MatchUpdate:
    version = (await services.match_queries.match(match_id)).version
    update = await services.turns.act(match_id, person, ("keep", "bank"), expected_version=version, now=at)
    await told(services, match_id, at)
    return update


async def clocks(services: Services, match_id: MatchId, at: datetime) -> tuple[ClockView, ...]:
    match, seats = await services.match_queries.seated(match_id)
    return await services.clocks.shown(match, seats, at)


async def due(services: Services, match_id: MatchId) -> list[datetime]:
    return [timer.due_at for timer in await services.store.timers.of(of_match(match_id)) if timer.kind == CLOCK]


async def posts(services: Services, match_id: MatchId, kind: str) -> list[Post]:
    return [post for post in await services.store.posts.of(of_match(match_id)) if post.kind == kind]


async def notices(services: Services, match_id: MatchId) -> list[str]:
    return [post.payload["code"] for post in await posts(services, match_id, "notice")]


async def test_a_clock_runs_while_its_seat_is_asked_and_gains_when_the_turn_is_over(services: Services, store: Store) -> None:
    match_id = await begun(services, ANNA, BEN)

    await moves(services, match_id, ANNA, NOW + 2 * DAY)

    anna, ben = await clocks(services, match_id, NOW + 3 * DAY)
    assert (anna.left, anna.runs, anna.deadline) == (4 * DAY, False, None)
    assert (ben.left, ben.runs, ben.deadline) == (4 * DAY, True, NOW + 7 * DAY)
    assert await clocks(make_services(store), match_id, NOW + 3 * DAY) == (anna, ben), "a clock is nothing but what is written"


async def test_an_undo_that_all_agree_to_pays_no_increment_to_anybody(services: Services) -> None:
    """Neither to who was asked and did not move, nor a second time to who plays the turn again."""
    match_id = await begun(services, ANNA, BEN, pace="daily")
    await moves(services, match_id, ANNA, NOW + 40 * HOUR)
    assert [shown.left for shown in await clocks(services, match_id, NOW + 40 * HOUR)] == [4 * DAY + 8 * HOUR, 5 * DAY]
    later = NOW + 50 * HOUR
    question = await services.requests.ask(match_id, ANNA, "undo", {}, now=later)
    await services.requests.answer(match_id, BEN, question.request.number, agrees=True, now=later)
    assert [shown.left for shown in await clocks(services, match_id, later)] == [4 * DAY + 8 * HOUR, 5 * DAY - 10 * HOUR]

    await moves(services, match_id, ANNA, later + HOUR)
    assert [shown.left for shown in await clocks(services, match_id, later + HOUR)] == [4 * DAY + 7 * HOUR, 5 * DAY - 10 * HOUR]

    await moves(services, match_id, BEN, later + 5 * HOUR)
    assert (await clocks(services, match_id, later + 5 * HOUR))[1].left == 5 * DAY, "a turn that was played brings its increment"


async def test_an_undo_over_an_opponents_later_turn_pays_every_increment_once(services: Services) -> None:
    """Both turns are played again: each has brought its increment, and brings no other."""
    match_id = await begun(services, ANNA, BEN, pace="daily")
    await moves(services, match_id, ANNA, NOW + 40 * HOUR)
    await moves(services, match_id, BEN, NOW + 80 * HOUR)
    assert [shown.left for shown in await clocks(services, match_id, NOW + 80 * HOUR)] == [4 * DAY + 8 * HOUR] * 2
    later = NOW + 81 * HOUR
    question = await services.requests.ask(match_id, ANNA, "undo", {}, now=later)
    await services.requests.answer(match_id, BEN, question.request.number, agrees=True, now=later)

    await moves(services, match_id, ANNA, later + HOUR)
    await moves(services, match_id, BEN, later + 2 * HOUR)
    assert [shown.left for shown in await clocks(services, match_id, later + 2 * HOUR)] == [
        4 * DAY + 6 * HOUR,
        4 * DAY + 7 * HOUR,
    ]

    await moves(services, match_id, ANNA, later + 3 * HOUR)
    assert (await clocks(services, match_id, later + 3 * HOUR))[0].left == 5 * DAY, "a new turn brings its increment"


async def test_one_timer_waits_for_what_comes_next(services: Services) -> None:
    match_id = await begun(services, ANNA, BEN)
    assert await due(services, match_id) == [NOW + 2.5 * DAY], "half of the time"

    await moves(services, match_id, ANNA, NOW + HOUR)

    assert await due(services, match_id) == [NOW + HOUR + 2.5 * DAY]
    await services.resignations.cancel(match_id, ANNA, now=NOW + 2 * HOUR)
    assert await due(services, match_id) == []


async def test_when_time_runs_out_a_computer_plays_the_turn_once_and_all_are_told(services: Services) -> None:
    match_id = await begun(services, ANNA, BEN)

    for _ in range(2):
        await services.timers.tick(NOW + 5 * DAY + HOUR)

    match, seats = await services.match_queries.seated(match_id)
    log = (await services.repository.rows(match_id)).log
    assert await notices(services, match_id) == ["timed-out"]
    assert [logs.kind_of(row) for row in log].count(logs.TIMEOUT) == 1
    noted = next(row.seq for row in log if logs.kind_of(row) == logs.TIMEOUT)
    assert match.estimates == ((noted + 1, 1),), "by which estimates it was played stands in the record"
    assert seats[0].is_human and seats[0].waiting_since is None
    assert seats[1].waiting_since == NOW + 5 * DAY + HOUR
    anna, _ = await clocks(services, match_id, NOW + 5 * DAY + HOUR)
    assert anna.left == DAY, "one increment"
    payload = (await posts(services, match_id, "notice"))[0].payload
    assert (payload["had_s"], payload["since"], payload["nth"]) == (5 * 86400, int(NOW.timestamp()), 1)
    assert match.status == "running"


async def test_a_program_that_was_down_at_the_deadline_does_it_when_it_is_back(services: Services, store: Store) -> None:
    match_id = await begun(services, ANNA, BEN)
    again = make_services(store)

    await again.timers.tick(NOW + 6 * DAY)

    assert await notices(again, match_id) == ["timed-out"]
    await again.stop()


async def test_who_moves_in_the_last_moment_has_moved(services: Services) -> None:
    match_id = await begun(services, ANNA, BEN)
    await moves(services, match_id, ANNA, NOW + 5 * DAY)

    await services.timers.tick(NOW + 5 * DAY + HOUR)

    assert await notices(services, match_id) == []


@pytest.mark.parametrize(("in_time", "third"), [(2, "vacated"), (3, "timed-out")])
async def test_three_turns_in_time_begin_the_count_of_timeouts_again(services: Services, in_time: int, third: str) -> None:
    match_id, at = await begun(services, ANNA, BEN), NOW

    async def is_late() -> None:
        nonlocal at
        at += 6 * DAY
        await services.timers.tick(at)
        await told(services, match_id, at)
        if (await services.match_queries.seats(match_id))[1].waiting_since is not None:
            await moves(services, match_id, BEN, at)

    await is_late()
    await is_late()
    for _ in range(in_time):
        at += HOUR
        await moves(services, match_id, ANNA, at)
        await told(services, match_id, at)
        await moves(services, match_id, BEN, at)
        await told(services, match_id, at)
    await is_late()

    assert await notices(services, match_id) == ["timed-out", "timed-out", third]


async def test_the_third_timeout_costs_the_seat_and_it_can_be_taken_back_once(services: Services) -> None:
    match_id, at = await begun(services, ANNA, BEN), NOW
    for _ in range(3):
        at += 6 * DAY
        await services.timers.tick(at)
        await told(services, match_id, at)
        if (await services.match_queries.seats(match_id))[1].waiting_since is not None:
            await moves(services, match_id, BEN, at)

    assert await notices(services, match_id) == ["timed-out", "timed-out", "vacated"]
    assert (await services.match_queries.seats(match_id))[0].left == "timeout"

    await services.seat_reclaim.come_back(match_id, ANNA, now=at + HOUR)
    await told(services, match_id, at + HOUR)

    anna = (await services.match_queries.seats(match_id))[0]
    assert anna.is_human and anna.left is None
    assert (await clocks(services, match_id, at + HOUR))[0].left >= DAY
    with pytest.raises(Refusal, match="seat-yours"):
        await services.seat_reclaim.come_back(match_id, ANNA, now=at + HOUR)
    await services.resignations.skip(match_id, Seat(0), now=at + HOUR, moderator=True)
    with pytest.raises(Refusal) as again:
        await services.seat_reclaim.come_back(match_id, ANNA, now=at + 2 * HOUR)
    assert (again.value.code, again.value.params) == ("no-return", {"left": "once"})


async def test_who_resigned_or_may_not_by_the_terms_does_not_come_back(services: Services) -> None:
    match_id = await begun(services, ANNA, BEN, CHI, returns="off", timeout="vacate")
    await services.resignations.resign(match_id, BEN, now=NOW)
    await services.timers.tick(NOW + 5 * DAY)

    reasons = []
    for person in (ANNA, BEN):
        with pytest.raises(Refusal) as refused:
            await services.seat_reclaim.come_back(match_id, person, now=NOW + 6 * DAY)
        reasons.append(refused.value.params["left"])

    assert reasons == ["terms", "resigned"]
    with pytest.raises(Refusal, match="not-seated"):
        await services.seat_reclaim.come_back(match_id, UserId(999), now=NOW)


async def test_a_game_of_two_is_lost_by_time_where_the_terms_say_so(services: Services) -> None:
    match_id = await begun(services, ANNA, BEN, timeout="forfeit")

    for _ in range(2):
        await services.timers.tick(NOW + 5 * DAY)

    match = await services.match_queries.match(match_id)
    assert (match.status, match.result) == (
        "finished",
        {"scores": [0, 0], "winners": [1], "below": [0], "uncounted": [0, 1], "early": [0]},
    )
    assert [post.payload["timeout"]["what"] for post in await posts(services, match_id, "end")] == ["forfeit"]
    assert len(await posts(services, match_id, "turn")) == 1
    assert await due(services, match_id) == []
    assert (await services.record_export.verify(match_id)).is_sound


async def test_among_more_who_lost_by_time_ranks_below_all_who_stayed(services: Services) -> None:
    match_id = (await begin(services, ANNA, BEN, CHI, terms={"timeout": "forfeit"}, rounds="2")).match.id
    await told(services, match_id, NOW)
    await moves(services, match_id, ANNA, NOW)
    await services.timers.tick(NOW + 5 * DAY)
    await services.computers.settled()
    at = NOW + 5 * DAY
    await told(services, match_id, at)
    version = (await services.match_queries.match(match_id)).version
    await services.turns.act(match_id, CHI, ("pass", "hold"), expected_version=version, now=at)
    await told(services, match_id, at)
    version = (await services.match_queries.match(match_id)).version
    await services.turns.act(match_id, ANNA, ("pass", "hold"), expected_version=version, now=at)
    await services.computers.settled()
    await told(services, match_id, at)
    version = (await services.match_queries.match(match_id)).version
    await services.turns.act(match_id, CHI, ("pass", "hold"), expected_version=version, now=at)

    match = await services.match_queries.match(match_id)
    assert match.status == "finished" and match.result is not None
    assert match.result["below"] == [1]
    assert 1 not in match.result["winners"]
    outcome = (await services.match_queries.table(match_id)).outcome
    assert outcome is not None and list(outcome.winners) == match.result["winners"]


async def test_a_clock_stands_until_its_message_arrives(services: Services) -> None:
    match_id = await begun(services, ANNA, BEN)
    version = (await services.match_queries.match(match_id)).version
    await services.turns.act(match_id, ANNA, ("keep", "bank"), expected_version=version, now=NOW)

    await services.timers.tick(NOW + 6 * DAY)
    assert await notices(services, match_id) == [], "nobody can answer what they were not asked"
    await told(services, match_id, NOW + 7 * DAY)

    ben = (await clocks(services, match_id, NOW + 8 * DAY))[1]
    assert (ben.left, ben.deadline) == (4 * DAY, NOW + 12 * DAY)


async def test_who_has_no_time_left_is_looked_at_by_the_minute_until_the_message_arrives(services: Services) -> None:
    """The clock stood from the moment at which its time was over, so the timer was due again at once, for ever."""
    match_id = await begun(services, ANNA, BEN, pace="bank=26h increment=1h cap=26h")
    await moves(services, match_id, ANNA, NOW + 30 * HOUR)  # too late, but no timer had fired
    version = (await services.match_queries.match(match_id)).version
    await services.turns.act(match_id, BEN, ("keep", "bank"), expected_version=version, now=NOW + 30 * HOUR)

    await services.timers.tick(NOW + 31 * HOUR)

    assert await due(services, match_id) == [NOW + 31 * HOUR + timedelta(minutes=1)]
    stood = [event for event in await services.store.clocks.of(match_id) if event.why == "undelivered"]
    assert [event.what for event in stood] == ["stopped"]
    assert await notices(services, match_id) == []
    await told(services, match_id, NOW + 32 * HOUR)
    await services.timers.tick(NOW + 32 * HOUR)
    await services.computers.settled()
    assert await notices(services, match_id) == ["timed-out"], "nothing was left, and by now it can be read"


async def test_while_the_channel_is_closed_no_clock_runs(services: Services) -> None:
    match_id = await begun(services, ANNA, BEN)
    await services.channel_changes.rest(match_id, now=NOW + DAY)
    await services.timers.tick(NOW + 9 * DAY)

    await services.channel_changes.resume(match_id, now=NOW + 10 * DAY)

    anna = (await clocks(services, match_id, NOW + 10 * DAY))[0]
    assert (anna.left, anna.why) == (4 * DAY, "undelivered")
    assert anna.deadline == NOW + 14 * DAY + 12 * HOUR


@pytest.mark.takes_back
async def test_who_is_asked_while_the_channel_is_closed_has_a_clock_once_it_is_open(services: Services) -> None:
    """The last turn before could still be taken back, and counts only now."""
    match_id = await begun(services, ANNA, BEN, take_back="30")
    draft = await services.drafts.push(match_id, ANNA, ("keep", "bank"), now=NOW)
    await services.turns.confirm(match_id, ANNA, expected_version=draft.version, now=NOW)
    await services.channel_changes.rest(match_id, now=NOW + timedelta(seconds=10))
    await services.timers.tick(NOW + timedelta(minutes=1))
    assert (await services.match_queries.match(match_id)).version > draft.version, "the turn was played"

    await services.channel_changes.resume(match_id, now=NOW + DAY)

    ben = (await clocks(services, match_id, NOW + DAY))[1]
    assert ben.deadline is not None


async def test_time_in_which_nobody_was_there_is_given_back_once(services: Services, store: Store) -> None:
    match_id = await begun(services, ANNA, BEN)
    await services.outages.begin(NOW)
    await services.timers.tick(NOW + timedelta(minutes=1))
    later = make_services(store)

    await later.outages.begin(NOW + 2 * DAY)
    await later.timers.tick(NOW + 2 * DAY)
    await later.outages.begin(NOW + 2 * DAY + timedelta(seconds=20))

    anna = (await clocks(later, match_id, NOW + 2 * DAY))[0]
    assert anna.left == 5 * DAY - timedelta(minutes=1)
    match, seats = await later.match_queries.seated(match_id)
    sheet = await later.clocks.sheet(match, seats)
    assert sheet is not None
    assert later.clocks.missed(sheet, NOW, NOW + 3 * DAY) == 2 * DAY - timedelta(minutes=1)
    await later.stop()


async def test_after_an_outage_at_the_last_moment_there_is_half_a_day(services: Services, store: Store) -> None:
    match_id = await begun(services, ANNA, BEN)
    await services.outages.begin(NOW + 5 * DAY - HOUR)
    later = make_services(store)

    await later.outages.begin(NOW + 6 * DAY)
    await later.timers.tick(NOW + 6 * DAY)

    assert await notices(later, match_id) == []
    assert (await clocks(later, match_id, NOW + 6 * DAY))[0].left == DAY, "one increment, for that is more than half a day"
    await later.stop()


async def test_while_discord_cannot_be_reached_nobody_is_judged(services: Services) -> None:
    match_id = await begun(services, ANNA, BEN)
    services.outages.lost(NOW + 4 * DAY)

    await services.timers.tick(NOW + 6 * DAY)
    assert await notices(services, match_id) == []
    await services.outages.back(NOW + 6 * DAY)
    await services.timers.tick(NOW + 6 * DAY)

    assert await notices(services, match_id) == []
    assert (await clocks(services, match_id, NOW + 6 * DAY))[0].left == DAY


async def test_a_program_that_is_killed_while_nobody_can_be_reached_has_been_away_since_then(
    services: Services, store: Store
) -> None:
    """It still noted each minute that it was alive, to nobody's use."""
    match_id = await begun(services, ANNA, BEN)
    await services.outages.begin(NOW)
    await services.timers.tick(NOW + timedelta(minutes=1))
    services.outages.lost(NOW + timedelta(minutes=1))
    for hours in range(1, 24):
        await services.timers.tick(NOW + hours * HOUR)
    later = make_services(store)

    await later.outages.begin(NOW + DAY)

    assert (await clocks(later, match_id, NOW + DAY))[0].left == 5 * DAY - timedelta(minutes=1)
    await later.stop()


async def test_a_short_gap_is_no_outage_where_time_is_long(services: Services) -> None:
    match_id = await begun(services, ANNA, BEN)
    services.outages.lost(NOW + DAY)

    await services.outages.back(NOW + DAY + timedelta(minutes=4))

    assert (await clocks(services, match_id, NOW + 2 * DAY))[0].left == 3 * DAY


async def test_nights_and_what_others_register_stop_clocks(services: Services) -> None:
    await services.user_settings.live_in(ANNA, "UTC", "20:00", "04:00")
    vacation = Span(NOW + DAY, NOW + 3 * DAY)

    async def away(_match: MatchRow, people: People, _since: datetime) -> Mapping[Seat | None, Sequence[Span]]:
        return {seat: [vacation] for seat, user in people.items() if user == BEN}

    services.pause_sources.register("leave", away, rests=True)
    match_id = await begun(services, ANNA, BEN)

    anna, _ = await clocks(services, match_id, NOW + DAY)
    await moves(services, match_id, ANNA, NOW + DAY)
    _, ben = await clocks(services, match_id, NOW + 2 * DAY)

    assert anna.left == 5 * DAY - 16 * HOUR
    assert (ben.left, ben.why, ben.deadline) == (5 * DAY, "leave", NOW + 8 * DAY)


async def test_a_vacation_and_other_hours_move_the_timer_at_once(services: Services) -> None:
    match_id = await begun(services, ANNA, BEN)

    await services.vacations.start(ANNA, None, NOW + 3 * DAY, now=NOW)
    await services.timers.tick(NOW)
    assert await due(services, match_id) == [NOW + 5.5 * DAY]
    await services.user_settings.live_in(ANNA, "UTC", "00:00", "10:00")
    await services.timers.tick(NOW)

    assert await due(services, match_id) == [NOW + 7 * DAY + 4 * HOUR], "two and a half days awake after three of vacation"


async def test_a_stop_that_has_been_is_written_down_and_needs_its_source_no_more(services: Services, store: Store) -> None:
    match_id, spans = await begun(services, ANNA, BEN), [Span(NOW + DAY, NOW + 2 * DAY)]

    async def away(_match: MatchRow, people: People, _since: datetime) -> Mapping[Seat | None, Sequence[Span]]:
        return dict.fromkeys(people, spans)

    services.pause_sources.register("leave", away, rests=True)
    await moves(services, match_id, ANNA, NOW + 3 * DAY)
    spans.clear()

    assert (await clocks(make_services(store), match_id, NOW + 3 * DAY))[0].left == 4 * DAY


async def test_a_stop_that_changes_moves_the_timer(services: Services) -> None:
    match_id, spans = await begun(services, ANNA, BEN), list[Span]()

    async def paused(_match: MatchRow, _people: People, _since: datetime) -> Mapping[Seat | None, Sequence[Span]]:
        return {None: spans}

    services.pause_sources.register("recess", paused)
    spans.append(Span(NOW, None))
    await services.clocks.reschedule(match_id, now=NOW)
    assert await due(services, match_id) == []

    spans[:] = [Span(NOW, NOW + DAY)]
    await services.clocks.reschedule_all(ANNA, now=NOW)

    assert await due(services, match_id) == [NOW + 3.5 * DAY]


async def test_reminders_are_few_reply_to_the_turn_and_end_with_it(services: Services) -> None:
    match_id = await begun(services, ANNA, BEN)

    for hours in range(0, 5 * 24, 6):
        await services.timers.tick(NOW + hours * HOUR)
    await services.timers.tick(NOW + 5 * DAY - HOUR)

    queued = await posts(services, match_id, "reminder")
    assert [(post.payload["why"], post.created_at) for post in queued] == [
        ("quarter", NOW + 90 * HOUR),
        ("last", NOW + 5 * DAY - HOUR),
    ]
    assert all((post.user_id, post.seat, post.channel_id) == (ANNA, 0, PLACE.channel_id) for post in queued)
    assert queued[0].payload["until"] == int((NOW + 5 * DAY).timestamp())


async def test_nobody_is_reminded_of_what_they_have_not_heard_of(services: Services) -> None:
    """Their message waits for Discord; when it has arrived their time begins, and its reminders with it."""
    match_id = await begun(services, ANNA, BEN, delivered=False)
    late = NOW + timedelta(days=4, hours=23)
    await services.timers.tick(late)
    assert await posts(services, match_id, "reminder") == []

    await told(services, match_id, late)
    await services.timers.tick(late + 90 * HOUR)

    (reminder,) = await posts(services, match_id, "reminder")
    assert (reminder.payload["why"], reminder.payload["until"]) == ("quarter", int((late + 5 * DAY).timestamp()))


async def test_several_reminders_at_once_become_one_and_settings_are_heeded(services: Services) -> None:
    await services.user_settings.prefer(ANNA, "reminders", "all")
    await services.user_settings.prefer(ANNA, "where", "private")
    await services.user_settings.prefer(BEN, "reminders", "none")
    match_id = await begun(services, ANNA, BEN)

    await services.timers.tick(NOW + 5 * DAY - HOUR)
    await moves(services, match_id, ANNA, NOW + 5 * DAY - HOUR)
    await services.timers.tick(NOW + 10 * DAY - 2 * HOUR)

    assert [(p.payload["why"], p.user_id, p.channel_id) for p in await posts(services, match_id, "reminder")] == [
        ("last", ANNA, None)
    ]


@pytest.mark.parametrize("pace", ["bank=13h", "bank=7h"])
async def test_nobody_is_reminded_in_their_night(pace: str, services: Services) -> None:
    await services.user_settings.live_in(ANNA, "UTC", "18:00", "04:00")
    match_id = await begun(services, ANNA, BEN, pace=pace)

    for minutes in range(0, 40 * 60, 10):
        await services.timers.tick(NOW + timedelta(minutes=minutes))

    queued = await posts(services, match_id, "reminder")
    hours = [post.created_at.astimezone(UTC).hour for post in queued if post.user_id == ANNA]
    assert hours and all(4 <= hour < 18 for hour in hours)


async def test_a_reminder_that_does_not_arrive_in_private_comes_in_the_game_once(services: Services) -> None:
    await services.user_settings.prefer(ANNA, "where", "private")
    match_id = await begun(services, ANNA, BEN)
    await services.timers.tick(NOW + 4 * DAY)
    (letter,) = await posts(services, match_id, "reminder")
    assert letter.channel_id is None

    await services.outbox.drain(Deaf(), NOW + 4 * DAY)

    again = (await posts(services, match_id, "reminder"))[1]
    assert (again.channel_id, again.user_id, again.payload) == (PLACE.channel_id, ANNA, letter.payload)
    assert (await services.user_settings.person(ANNA)).prefs["unreachable"]


async def test_without_a_clock_there_are_reminders_after_3_7_and_14_days(services: Services) -> None:
    match_id = await begun(services, ANNA, BEN, pace="none")

    for days in range(60):
        await services.timers.tick(NOW + days * DAY)

    assert [(post.created_at - NOW).days for post in await posts(services, match_id, "reminder")] == [3, 7, 14]
    assert await clocks(services, match_id, NOW) == ()
    assert await services.store.clocks.of(match_id) == ()


async def test_the_ping_at_the_end_of_a_night_counts_as_one_of_them(services: Services) -> None:
    match_id = await begun(services, ANNA, BEN, pace="none")
    match = await services.match_queries.match(match_id)
    ping = match_transaction.match_post(match, MorningPing(0), user_id=ANNA, seat=Seat(0), upto=match.version)
    await services.store.commit(QueuePosts(of_match(match_id), NOW, (ping,)))

    for days in range(60):
        await services.timers.tick(NOW + days * DAY)

    assert [(post.created_at - NOW).days for post in await posts(services, match_id, "reminder")] == [3, 7]


async def test_without_a_clock_two_others_may_let_a_computer_play_a_turn_that_is_waited_for_too_long(services: Services) -> None:
    match_id = await begun(services, ANNA, BEN, CHI, pace="none")
    ask = services.computer_stand_in.ask
    with pytest.raises(Refusal, match="not-waiting"):
        await ask(match_id, BEN, now=NOW + 6 * DAY)
    with pytest.raises(Refusal, match="not-waiting"):
        await ask(match_id, ANNA, now=NOW + 8 * DAY)

    pressed = [await ask(match_id, person, now=NOW + 8 * DAY) for person in (BEN, BEN, CHI)]

    assert pressed == [False, False, True]
    assert await notices(services, match_id) == ["stood-in"]
    seats = await services.match_queries.seats(match_id)
    assert seats[0].is_human and seats[1].waiting_since == NOW + 8 * DAY
    with pytest.raises(Refusal, match="not-waiting"):
        await ask(match_id, CHI, now=NOW + 8 * DAY)


async def test_who_asked_before_a_move_does_not_agree_to_a_later_turn(services: Services) -> None:
    match_id = await begun(services, ANNA, BEN, CHI, pace="none")
    assert not await services.computer_stand_in.ask(match_id, BEN, now=NOW + 8 * DAY)
    for person in (ANNA, BEN, CHI):
        version = (await services.match_queries.match(match_id)).version
        await services.turns.act(match_id, person, ("keep", "bank"), expected_version=version, now=NOW + 9 * DAY)

    assert not await services.computer_stand_in.ask(match_id, CHI, now=NOW + 20 * DAY)


async def test_where_only_one_other_plays_their_word_is_enough(services: Services) -> None:
    match_id = await begun(services, ANNA, BEN, pace="none")

    assert await services.computer_stand_in.ask(match_id, BEN, now=NOW + 7 * DAY)

    assert (await services.match_queries.seats(match_id))[1].waiting_since is not None


async def test_players_may_give_all_others_more_time_and_everybody_hears_of_it(services: Services) -> None:
    match_id = await begun(services, ANNA, BEN)

    shown = await services.clocks.give(match_id, BEN, 3 * DAY, now=NOW + DAY)

    assert [clock.left for clock in shown] == [7 * DAY, 5 * DAY]
    assert await notices(services, match_id) == ["gave"]
    for length in (timedelta(), timedelta(days=99)):
        with pytest.raises(Refusal, match="bad-gift"):
            await services.clocks.give(match_id, BEN, length, now=NOW)
    with pytest.raises(Refusal, match="not-seated"):
        await services.clocks.give(match_id, CHI, DAY, now=NOW)


async def test_a_seat_that_a_computer_plays_has_no_deadline_and_its_clock_stands(services: Services) -> None:
    match_id = await begun(services, ANNA, BEN)

    await services.resignations.resign(match_id, ANNA, now=NOW)
    await services.computers.settled()

    anna, ben = await clocks(services, match_id, NOW + 2 * DAY)
    assert (anna.runs, anna.deadline, anna.why) == (False, None, "vacant")
    assert (ben.runs, ben.left) == (True, 3 * DAY)


async def test_two_who_are_asked_at_once_each_have_their_own_time(services: Services) -> None:
    match_id = (await begin(services, ANNA, BEN, rounds="1", vote="on")).match.id
    await moves(services, match_id, ANNA, NOW + DAY)
    await moves(services, match_id, BEN, NOW + 2 * DAY)
    version = (await services.match_queries.match(match_id)).version

    await services.turns.act(match_id, BEN, ("vote yes",), expected_version=version, now=NOW + 2 * DAY + HOUR)

    anna, ben = await clocks(services, match_id, NOW + 3 * DAY)
    assert (anna.left, anna.runs) == (4 * DAY, True)
    assert (ben.left, ben.runs) == (5 * DAY, False), "an answer outside of the own turn gets its time back"


async def test_an_export_tells_every_change_of_every_clock_and_nobodys_hours(
    services: Services, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    await services.user_settings.live_in(ANNA, "Asia/Tokyo", "05:00", "13:00")
    match_id = await begun(services, ANNA, BEN)
    await moves(services, match_id, ANNA, NOW + DAY)
    await services.clocks.give(match_id, ANNA, HOUR, now=NOW + DAY)

    file = tmp_path / "game.json"
    file.write_text(json.dumps(await services.record_export.export(match_id)))
    assert clock_audit.main([str(file)]) == 0

    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert [(line[3], line[4]) for line in lines] == [
        *(("0", "asked"), ("0", "stopped"), ("0", "answered"), ("1", "asked"), ("1", "given")),
    ]
    assert lines[2][5:] == ["4d", "8h", "->", "5d", "(ran", "16h,", "stood", "8h)"]
    assert lines[4][-3:] == ["->", "5d", "1h"]
    assert "Tokyo" not in file.read_text()


class Deaf:
    """A Discord in which no person takes private messages."""

    async def post(self, post: Post) -> int:
        from service.core.outbox import UNREACHABLE, PostRejectedError

        if post.channel_id is None:
            raise PostRejectedError(UNREACHABLE)
        return 1

    async def find(self, post: Post) -> int | None:
        return None


async def test_who_looks_while_a_move_is_written_does_not_hold_up_the_next_one(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They read the clocks before the move and are slow to say so: what they read is old by then."""
    match_id = await begun(services, ANNA, BEN, CHI, pace="daily")
    read, has_read, may_go_on = services.store.clocks.of, asyncio.Event(), asyncio.Event()

    async def slowly(of: MatchId) -> Sequence[ClockEvent]:
        clock_events = await read(of)
        has_read.set()
        await may_go_on.wait()
        return clock_events

    services.clocks._kept.clear()
    with monkeypatch.context() as patch:
        patch.setattr(services.store.clocks, "of", slowly)
        looking = asyncio.create_task(clocks(services, match_id, NOW))
        await has_read.wait()
    assert not looking.done()
    await moves(services, match_id, ANNA, NOW + HOUR)
    may_go_on.set()
    await looking

    await moves(services, match_id, BEN, NOW + 2 * HOUR)

    assert [shown.runs for shown in await clocks(services, match_id, NOW + 2 * HOUR)] == [False, False, True]
