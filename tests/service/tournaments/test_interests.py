"""The interests of present and former entrants: each power that demands neutrality, crossed with each past state."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from datetime import timedelta

import pytest

from service.interests import Interest, SeatedPeople, interest
from service.tournaments.entrant_import import ImportLine
from service.tournaments.external_results import CONFIRM, PLAYED_ELSEWHERE
from service.tournaments.permissions import POWERS, NeutralityRequired, may
from service.tournaments.permissions import TournamentRole as Role
from service.tournaments.referee_actions import ON_GAMES
from service.tournaments.rulings import RULINGS
from service.tournaments.state import IN, LEFT, OUT, WAITING
from storage.rows import SeatRow, UserId
from storage.tournament_rows import EventId
from tests.service.tournaments.conftest import ORGANISER, Fair
from tests.service.tournaments.test_events import refused

NEUTRAL = {name for name, power in POWERS.items() if power.neutral is not NeutralityRequired.NEVER}
BEFORE_START = {"seed"}
PLAYS, WAITS, WITHDREW, PUT_OUT, REPLACED, GAVE_UP_WAITING = (UserId(number) for number in (1, 8, 3, 4, 5, 9))
PAST = {PLAYS: IN, WAITS: WAITING, WITHDREW: OUT, PUT_OUT: OUT, REPLACED: OUT, GAVE_UP_WAITING: LEFT}
REASON = "a reason"

Attempt = Callable[[], Awaitable[object]]


async def everyone(fair: Fair) -> EventId:
    """Return a Swiss whose second round is drawn but unpublished, with a person in every past state."""
    event_id = await fair.opened(9, "swiss:3", most=6, preview=timedelta(hours=1))
    events = fair.services.tournaments
    await events.registration.leave(event_id, GAVE_UP_WAITING, now=fair.now)
    await events.registration.start(event_id, ORGANISER, now=fair.now)
    await fair.settle()
    await fair.wait(hours=1)
    await events.referee_actions.rule(event_id, ORGANISER, "substitute", REPLACED, "ill", now=fair.now)
    await fair.settle()
    await events.registration.leave(event_id, WITHDREW, now=fair.now)
    await events.rulings.rule(event_id, ORGANISER, "disqualify", PUT_OUT, "rude", now=fair.now)
    await fair.play_round(event_id)
    state = await fair.state(event_id)
    assert {user: member.status for user in PAST if (member := state.member(user)) is not None} == PAST
    return event_id


def attempts(fair: Fair, event_id: EventId, by: UserId) -> Mapping[str, list[Attempt]]:
    """Return every use-case behind each power that demands neutrality, about a rival and about oneself."""
    events, now, rival = fair.services.tournaments, fair.now, UserId(2)

    def ruling(what: str, whom: UserId) -> Attempt:
        return lambda: events.rulings.rule(event_id, by, what, whom, REASON, now=now)

    def on_game(what: str, whom: UserId | None) -> Attempt:
        length = timedelta(hours=1) if what in ("more-time", "pause") else None
        return lambda: events.referee_actions.rule(event_id, by, what, whom, REASON, now=now, length=length)

    def elsewhere(what: str) -> Attempt:
        return lambda: events.external_results.rule(event_id, by, what, rival, REASON, now=now, score=(9, 1))

    return {
        "edit": [lambda: events.editor.edit(event_id, by, {"name": "Mine"}, now=now)],
        "seed": [
            lambda: events.editor.seed(event_id, by, rival, 1, now=now),
            lambda: events.entrant_import.preview(event_id, by, [ImportLine(1, "rival", "1", rival)], now=now),
        ],
        "cancel": [lambda: events.registration.cancel(event_id, by, now=now)],
        "end": [lambda: events.early_end.end(event_id, by, now=now)],
        "inspect": [lambda: events.fair_play.report(event_id, by)],
        "preview": [
            lambda: events.round_scheduler.preview(event_id, by),
            lambda: events.round_scheduler.swap(event_id, by, 1, 2, now=now),
        ],
        "publish": [lambda: events.round_scheduler.publish(event_id, by, now=now)],
        "close": [lambda: events.rulings.close_round(event_id, by, now=now)],
        "rule": [
            *(ruling(what, whom) for what in RULINGS for whom in (by, rival)),
            *(on_game(what, whom) for what in ON_GAMES for whom in (by, rival)),
            *(on_game(what, None) for what in ("more-time", "pause", "resume")),
            *(elsewhere(what) for what in (CONFIRM, PLAYED_ELSEWHERE)),
        ],
        "answer": [lambda: events.appeals.answer(event_id, by, 1, upholds=True, now=now)],
    }


async def test_1_nobody_who_has_ever_entered_decides_anything_that_asks_for_somebody_neutral(fair: Fair) -> None:
    """Scenario 1: an organiser leaves, rules the own pairings won, and is champion; one who was disqualified does the same."""
    event_id = await everyone(fair)
    before = (await fair.state(event_id)).row.version
    assert attempts(fair, event_id, PLAYS).keys() == NEUTRAL

    for user in PAST:
        for power, ways in attempts(fair, event_id, user).items():
            for way in ways if power not in BEFORE_START else ():
                await refused("own-ruling", way())
            assert not may(power, await fair.state(event_id), user, (Role.ORGANISER, Role.REFEREE)), (power, user)

    assert (await fair.state(event_id)).row.version == before


@pytest.mark.parametrize("status", [IN, WAITING, LEFT])
async def test_nobody_who_has_entered_seeds_before_the_start(fair: Fair, status: str) -> None:
    event_id = await fair.opened(3, "swiss:2", most=2)
    by = {IN: UserId(1), WAITING: UserId(3), LEFT: UserId(3)}[status]
    if status == LEFT:
        await fair.services.tournaments.registration.leave(event_id, by, now=fair.now)

    for way in attempts(fair, event_id, by)["seed"]:
        await refused("own-ruling", way())


async def test_who_is_neutral_can_do_all_of_it(fair: Fair) -> None:
    """The crossing would also pass if nobody could do anything."""
    event_id = await everyone(fair)
    state = await fair.state(event_id)

    for power in NEUTRAL - BEFORE_START:
        assert may(power, state, ORGANISER, (Role.ORGANISER,)), power
    await fair.services.tournaments.round_scheduler.publish(event_id, ORGANISER, now=fair.now)


async def test_the_interest_outlasts_the_end_as_long_as_results_can_be_corrected(fair: Fair) -> None:
    event_id = await fair.started(2, "swiss:1")
    await fair.play_round(event_id)
    assert (await fair.state(event_id)).row.status == "finished"

    await refused("own-ruling", fair.services.tournaments.rulings.rule(event_id, UserId(1), "win", UserId(1), "mine", now=fair.now))


def test_only_who_sits_with_others_has_a_stake_in_a_game() -> None:
    each_seat, two = (SeatRow(seat, UserId(seat + 1)) for seat in (0, 1))

    assert interest(UserId(1), SeatedPeople((each_seat, two))) == {Interest.SITS}
    assert not interest(UserId(3), SeatedPeople((each_seat, two)))
    assert not interest(UserId(1), SeatedPeople((each_seat, SeatRow(1, None))))
    assert not interest(None, SeatedPeople((each_seat, two)))
